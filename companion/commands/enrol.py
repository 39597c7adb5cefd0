"""`companion enrol`: a whole deck is enrolled at the virtual table, and timed."""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct, to_builtins

from companion.commands.options import add_json

if TYPE_CHECKING:
    from companion.host.camera_setup import CameraSetup

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
    from companion.titles import first, title_of

    title = title_of(first())
    box = dict(title.deck("house", None) or {})
    with tempfile.TemporaryDirectory(prefix="companion-enrol-") as folder:
        bench = bare_camera_setup(title, Path(folder), box, asked.seed, asked.weather)
        try:
            found = enrol_all(bench, box, asked.limit)
        finally:
            bench.close()
    words = f"{found.cards} cards in {found.seconds:.0f} s, {found.asked} asked about, {found.wrong} wrong"
    print(json.dumps(to_builtins(found)) if asked.json else words)
    return 0 if found.cards == sum(box.values()) and not found.wrong else 2


def enrol_all(bench: CameraSetup, box: dict[str, int], limit: float) -> Enrolled:
    """Everything in the box is shown and filed: what was read surely at once, else by the face its owner says."""
    sitting, started, asked = bench.enrol(), time.monotonic(), 0
    while sitting.count < sum(box.values()) and time.monotonic() - started < limit:
        bench.tick()
        if sitting.cards and not sitting.all_filed and all(card.ready for card in sitting.cards):
            sitting.confirm_sure()
            asked += _say(bench)
        time.sleep(PAUSE)
    wrong = sum(max(0, count - box.get(face, 0)) for face, count in sitting.tally.items())
    return Enrolled(sitting.count, asked, wrong, round(time.monotonic() - started, 1))


def _say(bench: CameraSetup) -> int:
    """The owner says what lies there where the reading was not sure; of how many cards."""
    assert bench.sitting is not None
    assert bench.dealer is not None
    open_ = [card.place for card in bench.sitting.cards if not card.filed]
    return sum(bench.sitting.confirm(place, bench.dealer.lying[place]) for place in open_)
