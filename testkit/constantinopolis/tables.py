"""Short ways to lay a table and to ask what may be done on it."""

from __future__ import annotations

from typing import Any

from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.constantinopolis.zones import COLOURS, GOODS
from engine.event import Event, State
from engine.game import Offer, decide, judge, legal
from testkit.constantinopolis.situation import Hand, Situation, lay


def table(phase: str = "construction", turn: str = "red", **parts: Any) -> State:
    """A situation with what differs from the usual; `red=…` is what red has."""
    hands = {colour: Hand(**parts.pop(colour)) for colour in COLOURS if colour in parts}
    return lay(Situation(phase=phase, turn=turn, hands=hands, **parts))


def do(state: State, *commands: Any) -> list[Event]:
    """Carry commands out; the events of the last."""
    events: list[Event] = []
    for command in commands:
        events = decide(CONSTANTINOPOLIS, state, command)
    return events


def rule(state: State, command: Any) -> str:
    """The rule that forbids a command, or nothing."""
    return judge(CONSTANTINOPOLIS, state, command).rule


def facts(state: State, command: Any) -> tuple[Any, ...]:
    return judge(CONSTANTINOPOLIS, state, command).facts


def listed(state: State, seat: str, kind: type) -> list[Any]:
    """What the lawful list holds of one kind of command."""
    items = legal(CONSTANTINOPOLIS, state, seat)
    return [item for item in items if type(item.least if isinstance(item, Offer) else item) is kind]


def span(state: State, seat: str, kind: type, **fixed: Any) -> tuple[int, int] | None:
    """The least and the most of a range in the lawful list."""
    for item in listed(state, seat, kind):
        if all(getattr(item.least, name) == value for name, value in fixed.items()):
            assert item.over.pool is None
            return item.over.span  # type: ignore[no-any-return]
    return None


def gold(state: State, colour: str) -> int:
    return state.table[f"treasury/{colour}"].get("gold", 0)


def fame(state: State, colour: str) -> int:
    return state.table[f"fame/{colour}"].get("fame", 0)


def goods(state: State, colour: str) -> str:
    hand = state.table[f"goods/{colour}"]
    return "".join(good * hand.get(good, 0) for good in GOODS)


def owns(state: State, colour: str, tile: str) -> bool:
    return tile in state.table[f"sheet/{colour}"]


def office(state: State, colour: str) -> int:
    """The office a colour stands on, 0 for none."""
    for number in range(1, 6):
        if any(piece.startswith(f"office-{colour}") for piece in state.table[f"office/{number}"]):
            return number
    return 0
