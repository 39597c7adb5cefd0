"""`companion enrol`: a whole deck is enrolled at the virtual table, and timed."""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, to_builtins

from companion.commands.options import add_json
from companion.commands.output import print_json
from companion.commands.progress import Step, progress

if TYPE_CHECKING:
    from companion.host.camera_setup import CameraSetup
    from companion.tasks.card_enrolment import CardEnrolment

PAUSE = 0.01
"""Seconds between two looks at what has been seen."""


class Enrolled(Struct, frozen=True):
    """How an enrolment went: cards filed, of them asked about, filed under a wrong face; seconds."""

    cards: int
    asked: int
    wrong: int
    seconds: float


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--weather", choices=("kind", "fair", "poor", "nasty"), default="kind", help="for the camera")
    parser.add_argument("--limit", type=float, default=600.0, help="give up after so many seconds")
    add_json(parser)


def run(asked: argparse.Namespace) -> int:
    from companion.host.camera_setup import bare_camera_setup
    from companion.titles import DEFAULT, title_of

    title = title_of(DEFAULT)
    box = dict(title.deck("house", None) or {})
    with tempfile.TemporaryDirectory(prefix="companion-enrol-") as folder:
        setup = bare_camera_setup(title, Path(folder), asked.seed, weather=asked.weather)
        try:
            with progress("Showing the cards") as step:
                found = enrol_all(setup, box, asked.limit, step)
        finally:
            setup.close()
    words = f"{found.cards} cards in {found.seconds:.0f} s, {found.asked} asked about, {found.wrong} wrong"
    if asked.json:
        print_json(to_builtins(found))
    else:
        print(words)
    return 0 if found.cards == sum(box.values()) and not found.wrong else 2


def enrol_all(setup: CameraSetup, box: dict[str, int], limit: float, step: Step = lambda _done, _all: None) -> Enrolled:
    """Everything in the box is shown and filed: what was read surely at once, else by the face its owner says."""
    from companion.tasks.card_enrolment import CardEnrolment

    task, started, asked = setup.begin(CardEnrolment), time.monotonic(), 0
    while task.count < sum(box.values()) and time.monotonic() - started < limit:
        setup.poll()
        step(task.count, sum(box.values()))
        if task.cards and not task.all_filed and all(card.ready for card in task.cards):
            task.keep()
            asked += _correct(setup, task)
        time.sleep(PAUSE)
    wrong = sum(max(0, count - box.get(face, 0)) for face, count in task.tally.items())
    return Enrolled(task.count, asked, wrong, round(time.monotonic() - started, 1))


def _correct(setup: CameraSetup, task: CardEnrolment) -> int:
    """The owner names the cards whose reading was not sure; how many."""
    from companion.virtual.cards import CardDealer

    dealer = setup.helper
    assert isinstance(dealer, CardDealer)
    open_ = [card.place for card in task.cards if not card.filed]
    return sum(task.confirm(place, dealer.lying[place]) for place in open_)
