"""Counting all lawful sequences of commands to a depth, in two ways that share nothing but `decide`.

One way follows the lists and opens every choice. The other knows no list: it tries every command that can be made of
the pieces on the table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, permutations, product
from typing import Any

from engine.event import State, revert
from engine.game import Offer, decide, legal
from engine.praetor import commands as c
from engine.praetor.city import city
from engine.praetor.game import PRAETOR
from engine.praetor.zones import DISPLAY, FIRST_ERA, GOODS, SECOND_ERA, WALLS
from engine.rule import Illegal
from testkit.praetor.imaginable import PLAIN, all_spots

MOST_LOTS, MOST_WOOD, SMALL = 12, 6, 8


def listed(state: State, depth: int) -> int:
    """Lawful sequences of `depth` commands, by the lists."""
    items = [item for seat in state.phase.actors for item in legal(PRAETOR, state, seat)]
    commands = [command for item in items for command in opened(item)]
    if depth == 1:
        return len(commands)
    return sum(_after(state, command, depth, listed) for command in commands)


def tried(state: State, depth: int) -> int:
    """Lawful sequences of `depth` commands, by trying everything sayable."""
    return sum(_after(state, command, depth, tried) for command in sayable(state))


def _after(state: State, command: Any, depth: int, count: Callable[[State, int], int]) -> int:
    try:
        events = decide(PRAETOR, state, command)
    except Illegal:
        return 0
    found = count(state, depth - 1) if depth > 1 else 1
    revert(state, events)
    return found


def opened(item: Any) -> Iterator[Any]:
    """The commands an item of a list stands for."""
    if type(item) is not Offer:
        yield item
    elif item.over.pool is not None:
        tiles = (dict.fromkeys(tiles, 1) for tiles in combinations(sorted(item.over.pool), item.over.span[1]))
        yield from (item.of(tally) for tally in tiles if item.over.holds(tally))
    elif item.over.values:
        yield from map(item.of, item.over.values)
    else:
        least, most = item.over.span
        yield from map(item.of, range(least, most + 1))


def sayable(state: State) -> Iterator[Any]:
    """Every command about the pieces on the table, of every seat and of the table, sensible or not."""
    yield from (kind("") for kind in PLAIN)
    yield from (c.Unveil("", section) for section in sorted(state.zones[WALLS]))
    yield from (c.Youngest("", colour) for colour in ("", *state.setup.colours))
    for size in range(2, len(state.setup.colours) + 1):
        yield from (c.Restack("", stack) for stack in permutations(state.setup.colours, size))
    deck = sorted({**state.zones[FIRST_ERA], **state.zones[SECOND_ERA]})
    for size in range(1, min(len(deck), SMALL) + 1) if len(deck) <= SMALL else ():
        yield from (c.Reveal("", dict.fromkeys(tiles, 1)) for tiles in combinations(deck, size))
    for seat in state.setup.colours:
        yield from _of(state, seat)


def _of(state: State, seat: str) -> Iterator[Any]:
    yield from (kind(seat) for kind in PLAIN)
    dice = range(1, 7)
    builds = product(sorted(state.zones[DISPLAY]), dice, all_spots(state))
    yield from (c.Build(seat, tile, die, spot) for tile, die, spot in builds)
    for tile in city(state.zones).spots:
        yield c.Labor(seat, tile)
        yield from (c.Activate(seat, tile, die, wood) for die, wood in product(dice, range(MOST_WOOD + 1)))
        yield from (c.Enrol(seat, tile, count) for count in range(1, 9))
    for kind, good, lots in product((c.Buy, c.Sell), GOODS, range(MOST_LOTS + 1)):
        yield kind(seat, good, lots)
