"""Phase 3: production (C-PRD)."""

from __future__ import annotations

from engine.constantinopolis.book import Book
from engine.constantinopolis.commands import Produce
from engine.constantinopolis.hands import take
from engine.constantinopolis.plain import plain
from engine.constantinopolis.sequence import next_builder
from engine.constantinopolis.zones import GOODS, Seat
from engine.draft import Draft
from engine.table import Tally


def harvest(book: Book, sheet: Tally) -> Tally:
    """What the production buildings on a sheet yield in a round, those bought since the last one too (C-PRD-02)."""
    found: Tally = {}
    for tile in sheet:
        if tile in book.licence:
            for good, count in book.yields[tile].items():
                found[good] = found.get(good, 0) + count
    return found


def produce(draft: Draft, _table: Seat, _command: Produce) -> None:
    state = draft.state
    for colour in state.phase.round.order:
        me = state.seats[colour]
        made = harvest(state.book, draft.zones[me.sheet])
        for good in GOODS:
            if good in made:
                take(draft, me, good, made[good], "C-PRD-01")
    next_builder(draft, state.phase.round)


PRODUCE = plain(Produce, produce)
