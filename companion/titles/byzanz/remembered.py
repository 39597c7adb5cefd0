"""What a table with the memory aid has seen of its hands and profits: not what only their owners entered of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.byzanz.cards import UNKNOWN
from engine.event import Event, Moved, State, Turned
from engine.journal import Correct, Entry
from engine.table import Tally, Zone, total

Seen = dict[Zone, Counter[str]]


def remembered(state: State, entries: Iterable[Entry]) -> State:
    """The position after these entries, in which cards that only a correction names lie from the back."""
    seen: Seen = {f"{kind}/{seat}": Counter() for kind in ("hand", "profit") for seat in state.setup.seats}
    for entry in entries:
        for event in entry.events:
            _follow(seen, event, isinstance(entry.command, Correct))
    table = state.table.copy()
    for zone, cards in seen.items():
        table[zone] = _faces(table[zone], cards)
    return State(state.setup, state.seats, table, state.phase)


def _follow(seen: Seen, event: Event, said: bool) -> None:
    """A card that leaves is one of those seen, if there is one; one that was only entered (`said`) is not seen."""
    if isinstance(event, Moved):
        _leave(seen, event.source, event.piece, event.count)
        _come(seen, event.target, event.piece, 0 if said else event.count)
    elif isinstance(event, Turned):
        _leave(seen, event.zone, event.piece, event.count)
        _come(seen, event.zone, event.into, 0 if said else event.count)


def _leave(seen: Seen, zone: Zone, piece: str, count: int) -> None:
    if zone in seen:
        seen[zone][piece] = max(0, seen[zone][piece] - count)


def _come(seen: Seen, zone: Zone, piece: str, count: int) -> None:
    if zone in seen and piece != UNKNOWN:
        seen[zone][piece] += count


def _faces(tally: Tally, seen: Counter[str]) -> Tally:
    known = {card: count for card, count in (Counter(tally) & seen).items() if card != UNKNOWN}
    hidden = total(tally) - total(known)
    return known | {UNKNOWN: hidden} if hidden else known
