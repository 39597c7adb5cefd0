"""Phase 2 and the end of phase 6: ships move, deliver and leave (C-SHP, C-LOD-06 to C-LOD-09)."""

from __future__ import annotations

from engine.constantinopolis.commands import Arrive, Clear, Depart
from engine.constantinopolis.faces import contract
from engine.constantinopolis.hands import earn, score
from engine.constantinopolis.phases import TABLE, Harvest
from engine.constantinopolis.plain import plain
from engine.constantinopolis.readings import players
from engine.constantinopolis.sequence import begin_clearing, begin_donation
from engine.constantinopolis.zones import DISCARDED, GOODS, SUPPLY, Seat
from engine.draft import Draft
from engine.table import Tally


def arrive(draft: Draft, _table: Seat, _command: Arrive) -> None:
    """No ship is lost (C-SHP-04); it pays one or two rounds after loading and may load again (C-SHP-03, C-SHP-05)."""
    for me in players(draft.state):
        for ship in sorted(draft.zones[me.short]):
            draft.move(ship, 1, me.short, me.harbour, "C-SHP-01")
            deliver(draft, me, ship, "C-SHP-02")
        draft.sweep(me.long, me.short, "C-SHP-01")
    draft.enter(Harvest(TABLE, draft.state.phase.round), "C-RND-01")


def deliver(draft: Draft, me: Seat, ship: str, why: str) -> None:
    """A ship's contracts pay their gold and fame and are discarded."""
    hold = draft.state.book.hold[ship]
    for piece, count in sorted(draft.zones[hold].items()):
        paper = contract(piece)
        earn(draft, me, paper.gold * count, why)
        score(draft, me, paper.fame * count, why)
        draft.move(piece, count, hold, DISCARDED, why)


def rounds(cargo: Tally, size: str) -> int:
    """How long a ship of `size` with this cargo travels: 1 or 2 rounds, 0 if it carries no contract (C-LOD-06)."""
    found = 0
    for piece in cargo:
        if len(piece) > 1:  # a contract; goods are letters
            found = max(found, contract(piece).rounds[size])
    return found


def depart(draft: Draft, _table: Seat, _command: Depart) -> None:
    """Loaded ships leave, empty ones stay in harbour (C-LOD-08)."""
    book = draft.state.book
    for me in players(draft.state):
        for ship in sorted(draft.zones[me.harbour]):
            length = rounds(draft.zones[book.hold[ship]], book.size[ship])
            if length:
                _set_sail(draft, me, ship, length)
    begin_clearing(draft, draft.state.phase.round)


def _set_sail(draft: Draft, me: Seat, ship: str, length: int) -> None:
    book = draft.state.book
    hold = book.hold[ship]
    goods = {good: draft.zones[hold][good] for good in GOODS if good in draft.zones[hold]}
    draft.carry(goods, hold, SUPPLY, "C-LOD-09")
    draft.move(ship, 1, me.harbour, me.long if length == 2 else me.short, "C-LOD-09")
    if length == 2:
        score(draft, me, 2 if book.size[ship] == "large" else 1, "C-LOD-07")


def clear(draft: Draft, _table: Seat, _command: Clear) -> None:
    for me in players(draft.state):
        draft.sweep(me.open, DISCARDED, "C-ACC-03")
    begin_donation(draft, draft.state.phase.round)


ARRIVE = plain(Arrive, arrive)
DEPART = plain(Depart, depart)
CLEAR = plain(Clear, clear)
