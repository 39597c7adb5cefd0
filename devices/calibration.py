"""The guided minute that calibrates a coin tray: empty, then ten coins of each value, then a look at the sum.

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

from devices.hub import Hub
from devices.protocol import COINS, HOST

_WORDS: dict[str, Any] = tomllib.loads((Path(__file__).parent / "calibration.toml").read_text(encoding="utf-8"))
PIECES: int = _WORDS["pieces"]
STEPS: tuple[int, ...] = (0, *COINS)
"""What to lay at each step: nothing, then the value of ten coins."""


class Calibration:
    """Walks a person through it: show `prompt`, call `ready` when it is done, `look` until it is no longer "asked".

    `state` is "prompt" (someone has to do something), "asked" (the tray is at it) or "done".
    """

    def __init__(self, hub: Hub, device_id: str) -> None:
        self.state: Literal["prompt", "asked", "done"] = "prompt"
        self._hub, self._id = hub, device_id
        self._step = self._answers = 0
        self._trouble = ""
        self._until = 0.0

    def prompt(self, language: str = "en") -> str:
        """What to do now, with what went wrong before; `language` en, it or es."""
        card = self._hub.card(self._id)
        facts = {"id": self._id, "pieces": PIECES, "gold": card.gold if card else "?", "coin": ""}
        if self.state == "done":
            return str(_WORDS["check"][language]).format(**facts)
        facts["coin"] = STEPS[self._step]
        lines = [self._trouble] if self._trouble else []
        return " ".join(str(_WORDS[key][language]).format(**facts) for key in [*lines, self._key()])

    def _key(self) -> str:
        return "coins" if STEPS[self._step] else "empty"

    def ready(self, now: float) -> None:
        """The pieces lie as asked (`now` in s): the tray measures them."""
        card = self._hub.card(self._id)
        self._answers = card.answers if card else 0
        coin = STEPS[self._step]
        there = self._hub.calibrate(self._id, coin, PIECES) if coin else self._hub.tare(self._id)
        self.state, self._until = "asked", now + (HOST["give_up"] if there else 0.0)

    def look(self, now: float) -> None:
        """Whether the tray has answered."""
        card = self._hub.card(self._id)
        if card and card.answers > self._answers:
            self._answered(card.answered.endswith(" done"))
        elif now > self._until:
            self.state, self._trouble = "prompt", "silent"

    def _answered(self, good: bool) -> None:
        self._trouble = "" if good else "refused"
        self._step += good
        self.state = "done" if self._step == len(STEPS) else "prompt"


def guide(hub: Hub, device_id: str, ask: Callable[[str], object], language: str = "en") -> Calibration:
    """Through all steps; `ask` shows a sentence and returns when the person has done it."""
    calibration = Calibration(hub, device_id)
    while calibration.state != "done":
        ask(calibration.prompt(language))
        calibration.ready(time.monotonic())
        while calibration.state == "asked":
            time.sleep(HOST["tick"] / 2)
            calibration.look(time.monotonic())
    ask(calibration.prompt(language))
    return calibration


def main() -> int:
    """On the terminal."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("port")
    parser.add_argument("--language", choices=("en", "it", "es"), default="en")
    asked = parser.parse_args()
    hub = Hub(lambda _: None)
    try:
        hub.add_serial(asked.port)
        until = time.monotonic() + HOST["give_up"]
        while not (hub.cards and hub.cards[0].state == "there") and time.monotonic() < until:
            time.sleep(HOST["tick"])
        if hub.cards[0].state != "there":
            print(f"no tray answers on {asked.port}: companion doctor says why", file=sys.stderr)
            return 1
        guide(hub, hub.cards[0].id, lambda words: input(words + " ⏎ "), asked.language)
        return 0
    finally:
        hub.close()


if __name__ == "__main__":
    sys.exit(main())
