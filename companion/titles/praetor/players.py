"""Players of Praetor who mean to win: each tries what is lawful in its head and keeps what leaves it best off.

A player is a seat with a taste: what it gives for resources differs a little. The same table and seed give the same
choices.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from random import Random

from engine.event import State, revert
from engine.game import Command, Offer, decide, legal
from engine.praetor.advice import best, coming_wages
from engine.praetor.city import free
from engine.praetor.commands import Activate, Build, Buy, Sell
from engine.praetor.game import PRAETOR
from engine.praetor.phases import Lent, Trading
from engine.praetor.readings import morale, out, own_tiles
from engine.praetor.zones import FIRST_ERA, LAST_LEVEL, LEVEL, RESOURCES, Seat
from engine.table import total

WORTH: Mapping[str, float] = {"gold": 0.5, "wood": 0.45, "stone": 0.5, "marble": 0.7, "weapons": 0.7}
"""Favor one of a resource is worth to a player who can still use it."""
USEFUL, SURPLUS = 9, 0.25
"""So many of a resource are put to use soon; what is more counts that part."""
WORKER = (0.0, 2.0, 3.0, 4.5, 6.0, 8.0)
"""Favor a worker of each level is worth, up to the last before it retires."""
RETIRED = -2.5
"""What a retired worker costs in wages still to come."""
APPRENTICE, TILE, SECTION = 1.5, 7.0, 2.0
NO_WORKERS = -12.0
"""What it is worth to have no worker who can act, or will be able to."""
MOST_LOTS = 4
"""More lots than that are not bought or sold at once."""


class Player:
    """One seat's head: it gives a lawful command for the table, without changing it."""

    def __init__(self, seat: str, seed: int) -> None:
        self.seat = seat
        chance = Random(f"{seat} {seed}")
        self._worth = {piece: worth * chance.uniform(0.8, 1.25) for piece, worth in WORTH.items()}

    def choose(self, state: State) -> Command:
        """What this seat does now; raises `LookupError` if it may do nothing."""
        found = list(self._considered(state))
        if not found:
            raise LookupError(f"{self.seat!r} may do nothing in {type(state.phase).__name__!r}")
        return max(found, key=lambda command: self._after(state, command))

    def _considered(self, state: State) -> Iterator[Command]:
        """The lawful commands worth a thought: of the places for a tile only the one with the most plazas."""
        spots: dict[str, object] = {}
        for item in legal(PRAETOR, state, self.seat):
            if not isinstance(item, Offer):
                yield item
            elif isinstance(item.least, Build):
                tile = item.least.tile
                if tile not in spots:
                    spots[tile] = best(state, tile, free(state.zones, state.setup.edition.adjacency).values).spot
                yield item.of(spots[tile])
            else:
                yield from map(item.of, _values(item))

    def _after(self, state: State, command: Command) -> float:
        """What the table is worth to this seat once a command is done, and what it leads to at once."""
        with _tried(state, command):
            entered = isinstance(command, Activate) and isinstance(state.phase, Trading)
            if entered or isinstance(state.phase, Lent):
                return max(self._after(state, then) for then in self._considered(state))
            return self._standing(state)

    def _standing(self, state: State) -> float:
        """What the table is worth to this seat, in favor."""
        me, zones = state.seats[self.seat], state.zones
        return float(
            zones[me.favor].get("favor", 0)
            + morale(state, me)
            + self._held(state, me)
            + _workers(state, me)
            + TILE * len(own_tiles(state, me))
            + SECTION * total(zones[me.sections])
            - self._unpaid(state, me)
        )

    def _held(self, state: State, me: Seat) -> float:
        """Resources, fewer for each that is more than can be used soon."""
        found = 0.0
        for piece in RESOURCES:
            count = state.zones[me.store[piece]].get(piece, 0)
            found += self._worth[piece] * (min(count, USEFUL) + SURPLUS * max(0, count - USEFUL))
        return found

    def _unpaid(self, state: State, me: Seat) -> float:
        """What missing gold would cost at the coming update."""
        coming, track = coming_wages(state, me), state.book.morale[state.setup.side[me.colour]]
        return float(coming.lost + morale(state, me) - track[min(coming.morale, len(track) - 1)])


def _workers(state: State, me: Seat) -> float:
    """Active Workers by the level they will have, apprentices, and those who retired."""
    zones = state.zones
    levels = [LEVEL[die] for die, count in zones[me.active].items() for _ in range(count)]
    levels += [LEVEL[die] + rises for _, die, rises in out(state, me) if LEVEL[die] != LAST_LEVEL]
    learning = total(zones[me.first]) + total(zones[me.second])
    pension = 12 if zones[FIRST_ERA] else 8
    worth = sum(WORKER[level] if level < LAST_LEVEL else pension + RETIRED for level in levels)
    nobody = NO_WORKERS if learning + sum(level < LAST_LEVEL for level in levels) == 0 else 0.0
    return worth + APPRENTICE * learning + RETIRED * total(zones[me.retired]) + nobody


def _values(offer: Offer) -> tuple[object, ...]:
    """What an offer leaves open: every listed value, or the numbers of its span, a few lots at a Market."""
    if offer.over.values:
        return tuple(offer.over.values)
    least, most = offer.over.span
    if isinstance(offer.least, Buy | Sell):
        most = min(most, least + MOST_LOTS - 1)
    return tuple(range(least, most + 1))


@contextmanager
def _tried(state: State, command: Command) -> Iterator[None]:
    """The table as it is after a lawful command; put back afterwards."""
    events = decide(PRAETOR, state, command)
    try:
        yield
    finally:
        revert(state, events)
