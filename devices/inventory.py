"""The box: no more pieces can lie on all trays together than it holds."""

from __future__ import annotations

import threading
import tomllib
from collections.abc import Sequence
from pathlib import Path

from devices.protocol import COINS, GOODS

_BOX = tomllib.loads((Path(__file__).parent / "box.toml").read_text(encoding="utf-8"))
BOX_COINS: tuple[int, ...] = tuple(_BOX["coins"][str(value)] for value in COINS)
"""Coins of one box, in the order of COINS; 85 together."""
BOX_CUBES: tuple[int, ...] = tuple(_BOX["cubes"][good] for good in GOODS)
"""Goods cubes of one box, in the order of GOODS; 90 together."""


class Inventory:
    """What lies on each tray, held against the box; shared by the threads of all trays."""

    def __init__(self, coins: Sequence[int] = BOX_COINS, cubes: Sequence[int] = BOX_CUBES) -> None:
        self._held = {"coins": tuple(coins), "cubes": tuple(cubes)}
        self._lines: dict[tuple[str, str], tuple[int, ...]] = {}
        self._sums = {kind: (0,) * len(held) for kind, held in self._held.items()}
        self._lock = threading.Lock()

    def note(self, tray: str, zone: str, counts: tuple[int, ...]) -> None:
        """This lies in a zone of a tray now."""
        with self._lock:
            before = self._lines.get((tray, zone), (0,) * len(counts))
            self._lines[tray, zone] = counts
            sums = zip(self._sums[_kind(zone)], counts, before, strict=True)
            self._sums[_kind(zone)] = tuple(total + now - then for total, now, then in sums)

    def forget(self, tray: str) -> None:
        """A tray is gone: nothing is known of what lies there."""
        for _, zone in [key for key in list(self._lines) if key[0] == tray]:
            self.note(tray, zone, (0,) * len(self._held[_kind(zone)]))

    def lying(self, kind: str) -> tuple[int, ...]:
        """How many of each column lie on all trays; `kind` is "coins" or "cubes"."""
        return self._sums[kind]

    def excess(self, kind: str) -> tuple[int, ...]:
        """By how many pieces each column is over what the box holds."""
        return tuple(max(0, lying - held) for lying, held in zip(self.lying(kind), self._held[kind], strict=True))

    def doubt(self, zone: str, counts: Sequence[int]) -> float:
        """How far a count in `zone` may be wrong because the box does not hold so much: in gold, or in cubes."""
        over = self.excess(_kind(zone))
        if not any(over):
            return 0.0
        worth = COINS if zone == "coins" else (1,) * len(over)
        return float(sum(min(o, c) * w for o, c, w in zip(over, counts, worth, strict=True)))


def _kind(zone: str) -> str:
    return "coins" if zone == "coins" else "cubes"
