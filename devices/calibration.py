"""Guides a person through calibrating a tray's scales: empty, then ten pieces of each kind, then a check of the sum.

`python -m devices.calibration PORT` does it on the terminal.
"""

from __future__ import annotations

import argparse
import sys
import time
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

from msgspec import Struct

from devices.hub import Hub
from devices.message import Zone
from devices.protocol import GOODS, HOST, TABLE

WORDS: dict[str, Any] = tomllib.loads((Path(__file__).parent / "calibration.toml").read_text(encoding="utf-8"))
PIECES: int = WORDS["pieces"]
LANGUAGES = ("en", "it", "es", "de")
Verdict = Literal["good", "fair", "poor"]


class Step(Struct, frozen=True):
    """What to lay: nothing at all (`pieces` 0), or so many pieces of a coin's value or a good's letter."""

    column: int | str = ""
    pieces: int = 0


class Quality(Struct, frozen=True):
    """How a column was measured: the spread of its readings in hundredths of a piece, and raw counts a piece."""

    column: int | str
    wavers: int
    unit: float

    @property
    def verdict(self) -> Verdict:
        """The quality in a word."""
        return "good" if self.wavers <= WORDS["wavers"]["good"] else _usable(self.wavers)


def _usable(wavers: int) -> Verdict:
    return "fair" if wavers <= WORDS["wavers"]["fair"] else "poor"


def steps(zone: Zone = "coins") -> tuple[Step, ...]:
    """All steps for a zone with scales: "coins", or "stored" for the cubes of a ledger tray."""
    return (Step(), *(Step(column, PIECES) for column in TABLE["columns"][zone]))


def sentence(key: str, language: str, **facts: object) -> str:
    """A sentence of calibration.toml; raises KeyError for a key or language there is not."""
    return str(WORDS[key][language]).format(**facts)


class Calibration:
    """Guides a person: show `prompt`, call `ready` when it is done, `poll` until the state is no longer "asked".

    `state` is "prompt" (a person has to act), "asked" (the tray is measuring) or "done"; `number` is the step, from 0.
    It calls the hub, so it belongs to the thread that owns the hub. `zone` is "coins" or "stored".
    """

    def __init__(self, hub: Hub, device_id: str, zone: Zone = "coins") -> None:
        self.state: Literal["prompt", "asked", "done"] = "prompt"
        self.steps, self.number, self.zone = steps(zone), 0, zone
        self._hub, self._id = hub, device_id
        self._trouble = ""
        self._before = 0
        self._until = 0.0

    @property
    def step(self) -> Step | None:
        """What is to be laid now; None when all is done."""
        return self.steps[self.number] if self.number < len(self.steps) else None

    @property
    def trouble(self) -> str:
        """Why the step must be done again: "refused", "unsteady", "unknown", "silent", or an empty string."""
        return self._trouble

    def prompt(self, language: str = "en") -> str:
        """What to do now, and before it what went wrong; `language` en, it or es."""
        if self.step is None:
            card = self._hub.card(self._id)
            key = "check" if self.zone == "coins" else "check-stored"
            return sentence(key, language, id=self._id, gold=card.gold if card and card.gold is not None else "?")
        words = self.words(self.step, self._id, self.zone, language)
        return f"{sentence(self._trouble, language, id=self._id)} {words}" if self._trouble else words

    @staticmethod
    def words(step: Step, device_id: str, zone: Zone, language: str = "en") -> str:
        """What one step asks for."""
        good = WORDS["goods"][step.column][language] if step.column in GOODS else ""
        facts = {"id": device_id, "pieces": step.pieces, "column": step.column, "good": good}
        return sentence(zone if step.pieces else "empty", language, **facts)

    def ready(self, now: float) -> None:
        """The pieces are in place (`now` in s): have the tray measure them, which takes up to two seconds."""
        if self.step is None:
            return
        self._before, _ = self._hub.result(self._id, self._key())
        found = self._measure(self.step)
        self.state, self._until = "asked", now + (HOST["give_up"] if found else 0.0)

    def _measure(self, step: Step) -> bool:
        if not step.pieces:
            return self._hub.tare(self._id, self.zone)
        return self._hub.calibrate(self._id, self.number - 1, step.pieces, self.zone)

    def _key(self) -> str:
        return f"tare {self.zone}" if self.number == 0 else f"calibrate {self.zone} {self.number - 1}"

    def poll(self, now: float) -> None:
        """Take the tray's answer, if it has come (`now` in s); does nothing in any other state."""
        if self.state != "asked":
            return
        count, result = self._hub.result(self._id, self._key())
        if count > self._before:
            self._answered(result)
        elif now > self._until:
            self.state, self._trouble = "prompt", "silent"

    def _answered(self, result: str) -> None:
        self._trouble = "" if result == "done" else result
        self.number += result == "done"
        self.state = "done" if self.step is None else "prompt"

    def again(self) -> None:
        """Go back one step, to do it once more."""
        self.number, self.state, self._trouble = max(0, self.number - 1), "prompt", ""

    @property
    def quality(self) -> tuple[Quality, ...]:
        """The quality of each column that was measured here, in the order of the steps."""
        done = self.number - 1
        seen = [m for m in self._hub.measured(self._id, self.zone) if m.pieces and m.column < done]
        return tuple(Quality(self.steps[m.column + 1].column, m.wavers, m.unit) for m in seen)

    @property
    def verdict(self) -> Verdict:
        """The worst column's; "good" while none was measured."""
        worst = max(self.quality, key=lambda quality: quality.wavers, default=None)
        return worst.verdict if worst else "good"

    def judgement(self, language: str = "en") -> str:
        """The verdict in a sentence."""
        return sentence(self.verdict, language)


def guide(
    hub: Hub, device_id: str, ask: Callable[[str], object], language: str = "en", zone: Zone = "coins"
) -> Calibration:
    """Go through all steps; `ask` shows a sentence and returns when the person has done it."""
    calibration = Calibration(hub, device_id, zone)
    while calibration.state != "done":
        ask(calibration.prompt(language))
        calibration.ready(time.monotonic())
        while calibration.state == "asked":
            time.sleep(HOST["poll"] / 2)
            calibration.poll(time.monotonic())
    ask(f"{calibration.judgement(language)} {calibration.prompt(language)}")
    return calibration


def main() -> int:
    """On the terminal."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("port")
    parser.add_argument("--language", choices=LANGUAGES, default="en")
    asked = parser.parse_args()
    hub = Hub(lambda _: None)
    try:
        hub.add_serial(asked.port)
        until = time.monotonic() + HOST["give_up"]
        while not (hub.cards and hub.cards[0].state == "there") and time.monotonic() < until:
            time.sleep(HOST["poll"])
        if hub.cards[0].state != "there":
            print(f"no tray answers on {asked.port}: companion doctor says why", file=sys.stderr)
            return 1
        guide(hub, hub.cards[0].id, lambda words: input(words + " ⏎ "), asked.language)
        return 0
    finally:
        hub.close()


if __name__ == "__main__":
    sys.exit(main())
