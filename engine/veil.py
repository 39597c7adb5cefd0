"""What another seat may know: a table and events with some counts and some faces taken away."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec import Struct

from engine.event import Event, Moved, Turned
from engine.table import Piece, Table, Zone


class Secrets(Struct, frozen=True):
    """What a viewer may not know: how many of a piece lie in a zone (`counts`), and what pieces show (`faces`).

    A zone of secret counts starts at nothing and may owe, so that a follower who lets the same events happen knows
    the changes and never the amount. In a zone of secret faces each piece stands as the one named.
    """

    counts: Mapping[Zone, Piece] = {}
    faces: Mapping[Zone, Piece] = {}


def seen(table: Table, secrets: Secrets) -> Table:
    """The table as the viewer knows it, on tallies of its own."""
    twin = table.copy()
    twin.bottomless = table.bottomless | secrets.counts.keys()
    for zone, piece in secrets.counts.items():
        twin[zone].pop(piece, None)
    for zone, blank in secrets.faces.items():
        for piece, count in list(twin[zone].items()):
            if like(piece, blank):
                twin.change(piece, blank, count, zone)
    return twin


def told(events: Iterable[Event], secrets: Secrets) -> Iterator[Event]:
    """The events as the viewer may be told them: a piece leaving a zone of secret faces shows itself first."""
    for event in events:
        if isinstance(event, Moved):
            yield from _moved(event, secrets)
        else:
            yield event


def _moved(event: Moved, secrets: Secrets) -> Iterator[Event]:
    covered, hidden = secrets.faces.get(event.source), secrets.faces.get(event.target)
    if covered and like(event.piece, covered):
        yield Turned(covered, event.piece, event.count, event.source, event.why)
    yield event
    if hidden and like(event.piece, hidden):
        yield Turned(event.piece, hidden, event.count, event.target, event.why)


def like(piece: Piece, blank: Piece) -> bool:
    """Are two pieces the same kind of thing, whatever they show?"""
    return piece != blank and piece.partition(":")[0] == blank.partition(":")[0]
