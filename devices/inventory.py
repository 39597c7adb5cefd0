"""Checks the trays against the game's box: all trays together cannot hold more pieces than the box."""

from __future__ import annotations

import threading
import tomllib
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from devices.protocol import COINS, GOODS


class Box(Struct, frozen=True):
    """The coins (in the order of COINS) and goods cubes (in the order of GOODS) of one box; None where unknown."""

    coins: tuple[int, ...] | None = None
    cubes: tuple[int, ...] | None = None

    @property
    def coins_by_value(self) -> dict[int, int] | None:
        """How many coins of each value it holds."""
        return None if self.coins is None else dict(zip(COINS, self.coins, strict=True))


def read_box(path: Path) -> Box:
    """The box described in a file (tables `coins` by value, `cubes` by good); a box of unknown contents without it."""
    if not path.exists():
        return Box()
    read = tomllib.loads(path.read_text(encoding="utf-8"))
    return Box(tuple(read["coins"][str(value)] for value in COINS), tuple(read["cubes"][good] for good in GOODS))


class Inventory:
    """The pieces on each tray, checked against the box; shared by the threads of all trays."""

    def __init__(self, box: Box = Box()) -> None:  # noqa: B008 - frozen
        self._lines: dict[tuple[str, str], tuple[int, ...]] = {}
        self._sums = {"coins": (0,) * len(COINS), "cubes": (0,) * len(GOODS)}
        self._lock = threading.Lock()
        self.hold(box)

    def hold(self, box: Box) -> None:
        """Check against this box from now on."""
        self._held = {"coins": box.coins, "cubes": box.cubes}

    def note(self, tray: str, zone: str, counts: tuple[int, ...]) -> None:
        """Take `counts` for what is in a zone of a tray now."""
        with self._lock:
            before = self._lines.get((tray, zone), (0,) * len(counts))
            self._lines[tray, zone] = counts
            sums = zip(self._sums[_kind(zone)], counts, before, strict=True)
            self._sums[_kind(zone)] = tuple(total + now - then for total, now, then in sums)

    def forget(self, tray: str) -> None:
        """Count nothing for a tray that is gone."""
        for _, zone in [key for key in list(self._lines) if key[0] == tray]:
            self.note(tray, zone, (0,) * len(self._sums[_kind(zone)]))

    def counted(self, kind: str) -> tuple[int, ...]:
        """The pieces of each column on all trays together; `kind` is "coins" or "cubes"."""
        return self._sums[kind]

    def excess(self, kind: str) -> tuple[int, ...]:
        """By how many pieces each column exceeds what the box holds; none while that is not known."""
        held, counted = self._held[kind], self.counted(kind)
        if held is None:
            return (0,) * len(counted)
        return tuple(max(0, count - most) for count, most in zip(counted, held, strict=True))

    def doubt(self, zone: str, counts: Sequence[int]) -> float:
        """How far a count in `zone` may be wrong because the box holds fewer: in gold, or in cubes."""
        over = self.excess(_kind(zone))
        if not any(over):
            return 0.0
        worth = COINS if zone == "coins" else (1,) * len(over)
        return float(sum(min(o, c) * w for o, c, w in zip(over, counts, worth, strict=True)))


def _kind(zone: str) -> str:
    return "coins" if zone == "coins" else "cubes"
