"""Zones and the pieces lying in them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

Zone = str
Piece = str
Tally = dict[Piece, int]
Zones = dict[Zone, Tally]


class Table(dict[Zone, Tally]):
    """Every zone of a game and its tally; tallies are changed in place and keep no zeros.

    A zone in `bottomless` may owe pieces: minus three cubes in the supply are three
    substitutes lying on the table. A shortage anywhere else is a fault (`ValueError`).
    `tallies` holds the same tallies in a plain dict, which is read at a third of the cost: rules read there.
    """

    __slots__ = ("bottomless", "tallies")

    def __init__(self, zones: Iterable[Zone], bottomless: frozenset[Zone] = frozenset()) -> None:
        super().__init__((zone, {}) for zone in zones)
        self.bottomless = bottomless
        self.tallies = dict(self)

    def __setitem__(self, zone: Zone, tally: Tally) -> None:
        super().__setitem__(zone, tally)
        self.tallies[zone] = tally

    def shift(self, piece: Piece, count: int, source: Zone, target: Zone) -> None:
        """Carry `count` of `piece` from `source` to `target`, or raise `ValueError` and change nothing."""
        tallies = self.tallies
        giver, taker = tallies[source], tallies[target]
        left = giver[piece] - count if piece in giver else -count
        if left > 0 or (left and source in self.bottomless):
            giver[piece] = left
        elif left:
            raise ValueError(f"{source!r} holds {left + count} of {piece!r}, {count} are asked for")
        elif piece in giver:
            del giver[piece]
        now = taker[piece] + count if piece in taker else count
        if now:
            taker[piece] = now
        elif piece in taker:
            del taker[piece]

    def change(self, piece: Piece, into: Piece, count: int, zone: Zone) -> None:
        """Turn `count` of `piece` in `zone` over so that they show `into`, or raise `ValueError`."""
        here = self.tallies[zone]
        left = here.get(piece, 0) - count
        if left < 0:
            raise ValueError(f"{zone!r} holds {left + count} of {piece!r}, {count} are asked for")
        if left:
            here[piece] = left
        else:
            del here[piece]
        here[into] = here.get(into, 0) + count

    def copy(self) -> Table:
        """A table of its own, with tallies of its own."""
        twin = Table((), self.bottomless)
        twin.tallies = {zone: tally.copy() for zone, tally in self.items()}
        twin.update(twin.tallies)
        return twin

    def census(self) -> Tally:
        """How many of each piece there are on the whole table; debts count as minus."""
        found: Tally = {}
        for tally in self.values():
            for piece, count in tally.items():
                found[piece] = found.get(piece, 0) + count
        return {piece: count for piece, count in sorted(found.items()) if count}


def total(tally: Mapping[Piece, int]) -> int:
    """How many pieces a tally holds."""
    return sum(tally.values())


def covers(tally: Mapping[Piece, int], wanted: Mapping[Piece, int]) -> bool:
    """Does `tally` hold everything in `wanted`?"""
    return all(tally.get(piece, 0) >= count for piece, count in wanted.items())


def face(piece: Piece) -> str:
    """What a piece shows: the part behind its colon, or nothing."""
    return piece.partition(":")[2]
