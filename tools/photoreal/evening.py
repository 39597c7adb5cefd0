"""A whole game of the virtual table in which every look of the camera is path-traced instead of drawn.

python -m tools.photoreal.evening --game G --players N --seed S [--place N] [--looks FOLDER] [--limit MINUTES]

The virtual players play as in `companion demo`; what they lay is rendered by Blender (`tools.photoreal.looks`, in the
environment that `make traced` sets up) as one place shows it: its lamps and shadows, its camera, its printer. The
camera is set up as `companion doctor` helps to: it sees the whole mat, white paper as light as it should be, and no
field burnt out if that can be. A hand
is over the mat until a look is rendered, and the clocks of the game stand still as long: nobody waits for a picture.
Told are the scores beside those counted from the pieces, wrong bookings, questions and disagreements. Ends with 1 if a
score is wrong, something wrong was booked, a disagreement is left, or a player was asked too often.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from companion.commands.demo import BREATH, playable, progress, report
from companion.host.opening import Running, deal, set_table, shuffled_game
from companion.play.record import write_record
from engine.journal import Entry, Undo
from tools.photoreal.painter import BLENDER, Blender, Clock, Painter

PATIENCE = 40.0  # seconds players wait before they tap
ASKED = 6  # questions and taps a player bears
MINUTES = 240.0
RECORD = "game.jsonl"
BY_HAND = ("tap", "table")  # where entries come from that no sensor booked


class Evening:
    """A game at a path-traced table; a context manager that clears it away."""

    def __init__(self, game: str, players: int, seed: int, place: int, looks: Path) -> None:
        self.clock, self.blender = Clock(), Blender(game, place)
        self.running = Running(shuffled_game(game, players, seed), seconds=self.clock)
        self.running.stack.enter_context(self.blender)
        self.painter: Painter | None = None
        try:
            set_table(self.running, seed, painter=partial(self._painter, looks))
            deal(self.running, seed, slips=1, patience=PATIENCE, seconds=self.clock, report=self._say)
        except BaseException:
            self.running.close()
            raise

    def _painter(self, looks: Path, *scene: Any) -> Painter:
        self.painter = Painter(self.blender, self.clock, looks, *scene)
        return self.painter

    def play(self, minutes: float) -> dict[str, Any]:
        """What came of it at its end; raises `TimeoutError` after so many minutes, `OSError` without pictures."""
        began, shown, dealer = time.monotonic(), "", self.running.dealer
        assert dealer is not None
        assert self.painter is not None
        while not dealer.done:
            self._step()
            line = progress(self.running.session.book)
            if line != shown:
                shown = line
                self._say(line)
            if time.monotonic() - began > 60 * minutes:
                raise TimeoutError(f"no end after {minutes:.0f} minutes: {line}")
            time.sleep(BREATH)
        return self._report(time.monotonic() - began)

    def _say(self, line: str) -> None:
        looks = self.painter.looks if self.painter is not None else 0
        _told(f"{line}, look {looks}, entry {self.running.session.book.last}")

    def _step(self) -> None:
        assert self.painter is not None
        if self.painter.trouble:
            raise OSError(self.painter.trouble)
        if not self.clock.stands:
            self._watch()
            self.running.poll()
        elif self.running.trays is not None:
            self.running.trays.poll()

    def _watch(self) -> None:
        """Look at the pictures; while one is rendered only a few are read: the processor is Blender's then."""
        if self.running.table is not None:
            self.running.table.camera.watch()

    def _report(self, seconds: float) -> dict[str, Any]:
        assert self.painter is not None
        session = self.running.session
        undone = sum(taken_back(session.book.entries, entry) for entry in session.book.entries)
        left = [found.zone for found in session.disagreements]
        more = {"looks": self.painter.looks, "wrong_bookings": undone, "left": left}
        return {**report(self.running, seconds), **more}

    def __enter__(self) -> Evening:
        return self

    def __exit__(self, *_: object) -> None:
        self.running.close()


def taken_back(entries: Sequence[Entry], undo: Entry) -> bool:
    """Is this an entry by which something was taken back that a sensor had booked?"""
    to = undo.command.to if isinstance(undo.command, Undo) else undo.number
    return any(entry.origin not in BY_HAND for entry in entries[to : undo.number - 1])


def is_good(found: Mapping[str, Any]) -> bool:
    """Is the score that counted from the pieces, nothing wrong booked or left, and no player asked too often?"""
    often = questions(found) > ASKED * found["players"]
    return found["scores"] == found["true_scores"] and not (found["wrong_bookings"] or found["left"] or often)


def questions(found: Mapping[str, Any]) -> int:
    """How often people were asked, or had to tap what was not understood.

    Which section of the wall turned up, say, is told in every game, for no sensor reads it.
    """
    return int(found["questions_and_taps"] - found.get("told", 0))


def _told(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


@contextmanager
def _folder(asked: Path | None) -> Iterator[Path]:
    """Where the looks are kept, or for as long as it takes."""
    if asked is not None:
        asked.mkdir(parents=True, exist_ok=True)
        yield asked.resolve()
        return
    with TemporaryDirectory(prefix="evening-") as folder:
        yield Path(folder)


def main() -> int:
    ask = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ask.add_argument("--game", choices=playable(), required=True)
    ask.add_argument("--players", type=int, required=True)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--place", type=int, default=8, help="numbers that end in 8 or 9 were never trained or tuned on")
    ask.add_argument("--looks", type=Path, metavar="FOLDER", help="keep the pictures and the record there")
    ask.add_argument("--limit", type=float, default=MINUTES, metavar="MINUTES")
    asked = ask.parse_args()
    if not BLENDER.exists():
        ask.error(f"there is no Blender in {BLENDER.parent.parent}: make out/photoreal-venv/ready")
    with _folder(asked.looks) as looks, Evening(asked.game, asked.players, asked.seed, asked.place, looks) as evening:
        try:
            found = evening.play(asked.limit)
        finally:
            write_record(evening.running.session.book, looks / RECORD)
    print(json.dumps({**found, "place": asked.place}))
    return 0 if is_good(found) else 1


if __name__ == "__main__":
    sys.exit(main())
