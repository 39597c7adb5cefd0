"""Every command a person might think of at a position, sensible or not."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from typing import Any

from engine.event import State, revert
from engine.game import decide, legal, within
from engine.praetor import commands as c
from engine.praetor.city import Spot, city
from engine.praetor.game import PRAETOR
from engine.praetor.zones import DISPLAY, FIRST_ERA, GOODS, SECOND_ERA
from engine.rule import Illegal

NOTHING = "no-such-thing"
PLAIN: tuple[type, ...] = (c.Order, c.Pass, c.Close, c.Wait, c.Train, c.Return, c.Pay, c.Hire, c.Decline, c.Score)
LEVELS = range(-1, 8)
FEW = range(-1, 8)


def commands(state: State, seat: str) -> Iterator[Any]:
    """All commands of `seat` worth trying."""
    yield from (kind(seat) for kind in PLAIN)
    yield from _builds(state, seat)
    yield from _activations(state, seat)
    yield from _deals(seat)
    yield from (c.Enrol(seat, tile, count) for tile in _academies(state) for count in FEW)
    yield from (c.Youngest(seat, colour) for colour in ("", *state.setup.colours, NOTHING))
    yield from (c.Unveil(seat, section) for section in (*state.book.sections, NOTHING))
    yield from (c.Reveal(seat, tiles) for tiles in _deals_of_tiles(state))
    for size in range(len(state.setup.colours) + 1):
        yield from (c.Restack(seat, stack) for stack in permutations(state.setup.colours, size))


def _builds(state: State, seat: str) -> Iterator[Any]:
    shown = sorted(state.zones[DISPLAY])
    tiles = (*shown, *sorted(state.zones[FIRST_ERA])[:2], "gold-mine-1", NOTHING)
    spots = [spot for spot in all_spots(state) if 0 <= spot.turn < 4]
    few = [*spots[:: max(1, len(spots) // 5)], Spot(50, 50)]
    yield from (c.Build(seat, tile, level, spot) for tile, level, spot in product(tiles, LEVELS, few))
    me = state.seats[seat]
    waiting = [int(die[-1]) for die in (state.zones[me.active] if seat else {})] or [6]
    for tile in shown[:2]:
        yield from (c.Build(seat, tile, waiting[0], spot) for spot in all_spots(state))


def all_spots(state: State) -> list[Spot]:
    """Every cell of the city and two around it, in every turn and one more at either end."""
    cells = city(state.zones).cells
    wide = range(min(x for x, _ in cells) - 2, max(x for x, _ in cells) + 3)
    high = range(min(y for _, y in cells) - 2, max(y for _, y in cells) + 3)
    return [Spot(x, y, turn) for x, y, turn in product(wide, high, range(-1, 5))]


def _activations(state: State, seat: str) -> Iterator[Any]:
    for tile in (*state.setup.tiles, NOTHING):
        yield c.Labor(seat, tile)
        wood = FEW if state.book.kind.get(tile) == "blacksmith" else (-1, 0, 1)
        yield from (c.Activate(seat, tile, level, count) for level, count in product(LEVELS, wood))


def _deals(seat: str) -> Iterator[Any]:
    lots = (*range(-1, 30), 60)
    for kind, good, count in product((c.Buy, c.Sell), (*GOODS, "gold", NOTHING), lots):
        yield kind(seat, good, count)


def _academies(state: State) -> tuple[str, ...]:
    return (*state.book.of("academy"), "statue-1", NOTHING)


def _deals_of_tiles(state: State) -> Iterator[dict[str, int]]:
    upper, lower = sorted(state.zones[FIRST_ERA]), sorted(state.zones[SECOND_ERA])
    for some, more in product(range(7), range(7)):
        yield dict.fromkeys([*upper[:some], *lower[:more]], 1)
        yield dict.fromkeys([*upper[-some:], *lower[-more:]], 1)
    yield from (
        {NOTHING: 1},
        {"gold-mine-1": 1},
        *({tile: 2} for tile in upper[:1]),
        *({tile: 0} for tile in lower[:1]),
    )


def disagreements(state: State, seat: str) -> Iterator[tuple[Any, str]]:
    """Commands that are lawful but not listed, or listed but not lawful."""
    items = legal(PRAETOR, state, seat)
    for command in commands(state, seat):
        listed = any(within(item, command) for item in items)
        ruling = refusal(state, command)
        if listed != (not ruling):
            yield command, ruling or "lawful, not listed"


def refusal(state: State, command: Any) -> str:
    """The rule that forbids a command, or nothing; the state stays as it is."""
    try:
        revert(state, decide(PRAETOR, state, command))
    except Illegal as illegal:
        return illegal.rule
    return ""
