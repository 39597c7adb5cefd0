"""`companion enrol`: a whole deck is enrolled at the virtual table, and timed."""

from __future__ import annotations

import argparse
import tempfile
import time
from math import hypot
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, to_builtins

from companion.commands.options import add_json
from companion.commands.output import print_json
from companion.commands.progress import Step, progress
from companion.titles import known, title_of

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
    games = [game for game in known() if title_of(game).enrolled]
    parser.add_argument("--game", choices=games, default=games[0], help="the game whose cards are shown")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--weather", choices=("kind", "fair", "poor", "nasty"), default="kind", help="for the camera")
    parser.add_argument("--limit", type=float, default=600.0, help="give up after so many seconds")
    add_json(parser)


def run(asked: argparse.Namespace) -> int:
    from companion.host.camera_setup import bare_camera_setup
    from companion.tasks.card_enrolment import CardEnrolment

    title = title_of(asked.game)
    with tempfile.TemporaryDirectory(prefix="companion-enrol-") as folder:
        setup = bare_camera_setup(title, Path(folder), asked.seed, weather=asked.weather, mat_of=asked.game)
        try:
            with progress("Showing the cards") as step:
                found, due = enrol_all(setup, asked.limit, step), setup.begin(CardEnrolment).total
        finally:
            setup.close()
    words = f"{found.cards} cards in {found.seconds:.0f} s, {found.asked} asked about, {found.wrong} wrong"
    if asked.json:
        print_json(to_builtins(found))
    else:
        print(words)
    return 0 if found.cards == due and not found.wrong else 2


def enrol_all(setup: CameraSetup, limit: float, step: Step = lambda _done, _all: None) -> Enrolled:
    """Everything in the box is shown and filed: what was read surely at once, else by the face its owner says."""
    from companion.tasks.card_enrolment import CardEnrolment

    task, started, asked, wrong = setup.begin(CardEnrolment), time.monotonic(), 0, 0
    while task.count < task.total and time.monotonic() - started < limit:
        setup.poll()
        step(task.count, task.total)
        if task.cards and not task.all_filed and all(card.ready for card in task.cards):
            task.keep()
            asked += _correct(setup, task)
            wrong += _misfiled(setup, task)
        time.sleep(PAUSE)
    return Enrolled(task.count, asked, wrong, round(time.monotonic() - started, 1))


def _correct(setup: CameraSetup, task: CardEnrolment) -> int:
    """The owner names the cards whose reading was not sure; how many."""
    open_ = [card.place for card in task.cards if not card.filed]
    return sum(task.confirm(place, _true(setup, task, place)) for place in open_)


def _misfiled(setup: CameraSetup, task: CardEnrolment) -> int:
    """How many of the cards that lie there were filed under a face they do not show."""
    return sum(bool(card.filed) and card.filed != _true(setup, task, card.place) for card in task.cards)


def _true(setup: CameraSetup, task: CardEnrolment, place: int) -> str:
    """What a card shows: the one that hands laid nearest to it."""
    import numpy as np

    from companion.virtual.cards import CardDealer

    eye, dealer = setup.eyes.eye, setup.helper
    assert isinstance(dealer, CardDealer)
    assert eye.pose is not None
    (x, y), slots = (
        eye.pose.to_mat(np.array([task.middle_of(place)]))[0],
        eye.mat.slots(task.of.field, len(dealer.lying)),
    )
    nearest = min(range(len(slots)), key=lambda n: hypot(slots[n][0] - x, slots[n][1] - y))
    return dealer.lying[nearest]
