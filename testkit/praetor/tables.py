"""Short ways to lay a table of Praetor and to ask what may be done on it."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from engine.event import Event, State
from engine.game import Offer, decide, judge, legal
from engine.praetor.city import Spot, city, laid
from engine.praetor.commands import Open, Order
from engine.praetor.editions import edition
from engine.praetor.game import PRAETOR
from engine.praetor.phases import Actions, Round
from engine.praetor.setup import Setup
from engine.praetor.zones import BOX, CITY, DISPLAY, FIRST_ERA, SECOND_ERA, SUPPLY, TRACK
from testkit.praetor.players import setup

NAMES = ("gold-mine-1", "gold-mine-2", "gold-mine-3", "gold-mine-4", "gold-mine-5")


def agreed(players: int = 3, options: dict[str, str] | None = None, **changes: Any) -> Setup:
    """A set-up without chance: blue acts first, the others clockwise; Gold Mine 1 is blue's, 2 the next one's."""
    made = setup(players, 0, edition(options or {}))
    display = made.deck("I")[: players + 1]
    plain = replace(made, rome=made.colours[-1], mines=NAMES[:players], display=display, wall="wall-01", boards=())
    return replace(plain, **changes) if changes else plain


def table(players: int = 3, options: dict[str, str] | None = None, **changes: Any) -> State:
    """A game at its first action, which is blue's."""
    state = PRAETOR.box(agreed(players, options, **changes))
    do(state, Open("", state.setup), Order(""))
    return state


def build(state: State, owner: str, tile: str, x: int, y: int, turn: int = 0) -> None:
    """A tile of the game lies in the city, and belongs to `owner` (to no player if that is empty)."""
    zone = next(zone for zone in (DISPLAY, FIRST_ERA, SECOND_ERA, BOX) if tile in state.zones[zone])
    piece = laid(tile, Spot(x, y, turn))
    state.table.change(tile, piece, 1, zone)
    state.table.shift(piece, 1, zone, CITY)
    if owner:
        me = state.seats[owner]
        state.table.shift(me.marker, 1, me.markers, state.book.mark[tile])


def show(state: State, *tiles: str) -> None:
    """The display holds exactly these tiles of the game."""
    for tile in list(state.zones[DISPLAY]):
        state.table.shift(tile, 1, DISPLAY, FIRST_ERA if state.book.era[tile] == "I" else SECOND_ERA)
    for tile in tiles:
        zone = next(zone for zone in (FIRST_ERA, SECOND_ERA) if tile in state.zones[zone])
        state.table.shift(tile, 1, zone, DISPLAY)


def hold(state: State, colour: str, **resources: int) -> None:
    """A seat has exactly these resources."""
    me = state.seats[colour]
    for piece, zone in me.store.items():
        state.table.shift(piece, resources.get(piece, 0) - state.zones[zone].get(piece, 0), SUPPLY, zone)


def staff(
    state: State, colour: str, active: tuple[int, ...] = (), first: int = 0, second: int = 0, **more: int
) -> None:
    """A seat's workers: Active ones by level, apprentices, `retired` ones; the rest are citizens."""
    me, table, retired = state.seats[colour], state.table, more.get("retired", 0)
    tiles = [zone for tile in city(state.zones).spots for zone in (state.book.centre[tile], state.book.area_of[tile])]
    for zone in (me.active, me.first, me.second, me.retired, *tiles):
        for die in [die for die in table[zone] if die.startswith(f"worker-{colour}:")]:
            count = table[zone][die]
            table.change(die, me.die[1], count, zone)
            table.shift(me.die[1], count, zone, me.citizens)
    for zone, levels in ((me.active, active), (me.first, (1,) * first), (me.second, (1,) * second)):
        _place(state, colour, zone, levels)
    _place(state, colour, me.retired, (6,) * retired)


def _place(state: State, colour: str, zone: str, levels: tuple[int, ...]) -> None:
    me = state.seats[colour]
    for level in levels:
        state.table.shift(me.die[1], 1, me.citizens, zone)
        state.table.change(me.die[1], me.die[level], 1, zone)


def put(state: State, colour: str, level: int, zone: str) -> None:
    """An Active or retired worker of a seat stands on a tile."""
    me = state.seats[colour]
    state.table.shift(me.die[level], 1, me.retired if level == 6 else me.active, zone)


def rate(state: State, colour: str, favor: int | None = None, space: int | None = None) -> None:
    """A seat's favor and the space of its morale marker."""
    me = state.seats[colour]
    for piece, zone, count in (("favor", me.favor, favor), ("morale", me.morale, space)):
        if count is not None:
            state.table.shift(piece, count - state.zones[zone].get(piece, 0), TRACK, zone)


def section(state: State, colour: str, *names: str) -> None:
    """A seat has taken these wall sections."""
    for name in names:
        zone = "walls/open" if name in state.zones["walls/open"] else "walls/deck"
        state.table.shift(name, 1, zone, state.seats[colour].sections)


def turn(state: State, colour: str, passed: tuple[str, ...] = (), **changes: Any) -> None:
    """It is this seat's action."""
    now: Round = replace(state.phase.round, **changes)
    state.phase = Actions((colour,), now, passed)


def do(state: State, *commands: Any) -> list[Event]:
    """Carry commands out; the events of the last."""
    events: list[Event] = []
    for command in commands:
        events = decide(PRAETOR, state, command)
    return events


def rule(state: State, command: Any) -> str:
    """The rule that forbids a command, or nothing."""
    return judge(PRAETOR, state, command).rule


def facts(state: State, command: Any) -> tuple[Any, ...]:
    return judge(PRAETOR, state, command).facts


def listed(state: State, seat: str, kind: type) -> list[Any]:
    """What the lawful list holds of one kind of command."""
    items = legal(PRAETOR, state, seat)
    return [item for item in items if type(item.least if isinstance(item, Offer) else item) is kind]


def held(state: State, colour: str, piece: str) -> int:
    """How much of a resource a seat has."""
    return state.zones[state.seats[colour].store[piece]].get(piece, 0)


def favor(state: State, colour: str) -> int:
    return state.zones[f"favor/{colour}"].get("favor", 0)


def space(state: State, colour: str) -> int:
    """The space of a seat's morale marker."""
    return state.zones[f"morale/{colour}"].get("morale", 0)


def levels(state: State, zone: str) -> list[int]:
    """The levels of all workers in a zone."""
    return sorted(int(die[-1]) for die, count in state.zones[zone].items() if ":" in die for _ in range(count))
