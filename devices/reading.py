"""Turns the five columns of a zone into a reading: coins as gold, cubes by colour, cubes on used buildings by place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from devices.protocol import COINS, GOODS
from engine.sighting import Count, Reading, Weight


class Tile(Struct, frozen=True):
    """A building that lies on a place of a ledger tray, and the goods its use takes, by letter."""

    name: str
    takes: Mapping[str, int]


def gold(counts: Sequence[int]) -> int:
    """The gold that coins are worth."""
    return sum(value * count for value, count in zip(COINS, counts, strict=True))


def worth(zone: str, column: int) -> int:
    """The worth of one piece of a column: gold for a coin, 1 for a cube."""
    return COINS[column] if zone == "coins" else 1


def reading(zone: str, counts: Sequence[int], doubt: float) -> Reading:
    """Coins or cubes; for the places of used buildings see `used`."""
    if zone == "coins":
        return Weight(gold(counts), doubt)
    return Count({good: count for good, count in zip(GOODS, counts, strict=True) if count}, doubt)


def used(tile: Tile, cubes: int, doubt: float) -> Count:
    """The cubes on a building, as a light barrier counts them without their colours.

    All that its use takes are certain, as is none; any other number is in doubt.
    """
    whole = sum(tile.takes.values())
    if cubes in (0, whole):
        return Count(dict(tile.takes) if cubes else {}, doubt)
    known = next(iter(tile.takes), "") if len(tile.takes) == 1 else ""
    return Count({known: cubes} if known else {}, max(doubt, float(min(cubes, abs(whole - cubes)))))


def colours(tiles: Sequence[Tile], counts: Sequence[int]) -> tuple[int, ...]:
    """Cubes of each colour on used buildings, in the order of GOODS, to check against the box."""
    tallies = [used(tile, cubes, 0).tally for tile, cubes in zip(tiles, counts, strict=False)]
    return tuple(sum(tally.get(good, 0) for tally in tallies) for good in GOODS)
