"""Where points came from, by the entries that brought them, and how they grew round by round."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from companion.presenters.scene import Scene
from companion.views.common.score import Curve
from engine.event import Entered, Event, Moved
from engine.journal import Entry

Scored = Mapping[tuple[str, str], Sequence[tuple[Entry, int]]]
"""Seat and category → the entries that brought points in it, with how many."""


def scored(scene: Scene, piece: str, zones: Mapping[str, str], rules: Mapping[str, Sequence[str]]) -> Scored:
    """What brought each seat points in each category.

    Points are pieces of a kind; `zones` tells where each seat's lie, `rules` by which rules those of a category come.
    """
    seats = {zone: seat for seat, zone in zones.items()}
    found = defaultdict[tuple[str, str], list[tuple[Entry, int]]](list)
    for entry in scene.live():
        brought = Counter[tuple[str, str]]()
        for event, zone, points in _moves(entry.events, piece):
            if zone in seats:
                brought.update({(seats[zone], each): points for each in rules if event.why in rules[each]})
        for key, points in brought.items():
            if points:
                found[key].append((entry, points))
    return found


def total(found: Scored, seat: str, category: str) -> int:
    """How many points a category brought a seat."""
    return sum(points for _entry, points in found.get((seat, category), ()))


def most(found: Scored, seat: str, categories: Sequence[str]) -> str:
    """The figure of a seat that brought it most, as it is picked."""
    return f"{seat} {max(categories, key=lambda each: total(found, seat, each))}"


def curves(scene: Scene, piece: str, zones: Mapping[str, str]) -> tuple[Curve, ...]:
    """Each seat's points after each round, and now."""
    seats = {zone: seat for seat, zone in zones.items()}
    now, number = dict.fromkeys(zones, 0), 1
    values = {seat: [0] for seat in zones}
    for event in (event for entry in scene.live() for event in entry.events):
        for _event, zone, points in _moves((event,), piece):
            if zone in seats:
                now[seats[zone]] += points
        if isinstance(event, Entered) and round_number(event.phase) > number:
            number = round_number(event.phase)
            for seat, curve in values.items():
                curve.append(now[seat])
    return tuple(Curve(scene.player(seat), (*curve, now[seat])) for seat, curve in values.items())


def round_number(phase: object) -> int:
    """The number of the round a phase belongs to; 1 where it tells none."""
    found = getattr(phase, "round", None)
    return found.number if found else 1


def _moves(events: Sequence[Event], piece: str) -> Iterator[tuple[Moved, str, int]]:
    """Every move of such pieces twice: where they came to, and, as a loss, where they were taken from."""
    for event in events:
        if isinstance(event, Moved) and event.piece == piece:
            yield event, event.target, event.count
            yield event, event.source, -event.count
