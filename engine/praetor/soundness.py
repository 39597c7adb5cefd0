"""What holds at every position of a game; where corrections have broken it, everything wrong is named."""

from __future__ import annotations

from collections.abc import Iterator

from engine.event import State
from engine.praetor.city import city, groups
from engine.praetor.phases import Ordering
from engine.praetor.readings import players
from engine.praetor.values import START
from engine.praetor.zones import (
    BOX,
    CITY,
    DISPLAY,
    FIRST_ERA,
    GONE,
    LAST_LEVEL,
    LEVEL,
    MASTER,
    SECOND_ERA,
    WALL,
    WALLS,
    Seat,
)
from engine.rule import Sentence
from engine.table import total

OPENING = ("Boxed",)


def faults(state: State) -> list[Sentence]:
    """The sentences that do not hold, before set-up none."""
    if type(state.phase).__name__ in OPENING:
        return []
    return [sentence for sentence in sentences(state) if not sentence[0]]


def sentences(state: State) -> Iterator[Sentence]:
    """P-INV-01 to P-INV-07."""
    dice = [(die, zone, count) for zone, tally in state.zones.items() for die, count in tally.items() if die in LEVEL]
    for me in players(state):
        found = sum(count for die, _, count in dice if MASTER[die] == me.colour)
        yield found == state.book.values.components.workers_each, "P-INV-01", me.colour, found
        yield from _levels(state, me)
    for zone, tally in state.zones.items():
        owes = zone not in state.table.bottomless and any(count < 0 for count in tally.values())
        yield not owes, "P-INV-03", zone
    yield from _tiles(state)
    yield from _counts(state)


def _levels(state: State, me: Seat) -> Iterator[Sentence]:
    between = type(state.phase) is Ordering
    allowed = {
        me.citizens: (1, 1),
        me.first: (1, 1),
        me.second: (1, 1),
        me.active: (1, LAST_LEVEL - between),
        me.retired: (LAST_LEVEL, LAST_LEVEL),
    }
    for zone, (least, most) in allowed.items():
        for die in state.zones[zone]:
            yield die in LEVEL and least <= LEVEL[die] <= most, "P-INV-02", die, zone


def _tiles(state: State) -> Iterator[Sentence]:
    zones, book, built = state.zones, state.book, city(state.zones)
    for tile in built.spots:
        used = [entry for entry in state.phase.round.used if entry.endswith(f"/{tile}")]
        once = total(zones[book.area_of[tile]]) <= 1 and len(set(used)) == len(used)
        yield once, "P-INV-04", tile
        marks = total(zones[book.mark[tile]])
        yield marks == 1 or (marks == 0 and book.era[tile] == START), "P-INV-05", tile
    yield len(built.cells) == len(built.spots), "P-INV-05", CITY
    edition = state.setup.edition
    if edition.hard == "no" and edition.adjacency == "edge":
        yield len(groups(set(built.cells))) == 1, "P-INV-05", CITY


def _counts(state: State) -> Iterator[Sentence]:
    zones, book, setup = state.zones, state.book, state.setup
    walls = (WALLS, WALL, GONE, *(me.sections for me in players(state)))
    sections = sum(total(zones[zone]) for zone in walls)
    yield sections == len(book.sections), "P-INV-06", sections, len(book.sections)
    found = sum(total(zones[zone]) for zone in (FIRST_ERA, SECOND_ERA, DISPLAY, CITY))
    found += sum(zones[BOX].get(tile, 0) for tile in book.kind)
    yield found == len(book.kind), "P-INV-06", found, len(book.kind)
    now, full = state.phase.round, len(setup.colours) + setup.values.display.more_than_players
    if type(state.phase) is Ordering:
        shown = total(zones[DISPLAY])
        yield shown == full or (shown < full and now.last), "P-INV-07", shown
    yield now.number <= len(book.sections), "P-REF-05", now.number
