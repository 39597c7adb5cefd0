"""A player leaves (C-LEV)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engine.constantinopolis import phases as p
from engine.constantinopolis.commands import Leave
from engine.constantinopolis.plain import along
from engine.constantinopolis.sequence import (
    begin_activation,
    begin_round,
    end_acceptance,
    end_donation,
    end_storing,
    next_builder,
)
from engine.constantinopolis.setup import used_copies
from engine.constantinopolis.zones import BOARD, BOX, DISCARDED, OFFICE, OUSTED, SUPPLY, TRACK, Seat
from engine.draft import Draft


def leave(draft: Draft, me: Seat, _command: Leave) -> None:
    phase = draft.state.phase
    now = replace(phase.round, leavers=(*phase.round.leavers, me.colour))
    if draft.state.setup.edition.leaver == "end_game":
        now = replace(now, last=True)
    _PASSES[type(phase)](draft, replace(phase, round=now), me.colour)


def _pass_activation(draft: Draft, phase: p.Activation, _colour: str) -> None:
    begin_activation(draft, phase.round, phase.acted)


def _pass_turn(draft: Draft, phase: p.Construction, colour: str) -> None:
    next_builder(draft, phase.round, colour)


def _pass_donation(draft: Draft, phase: p.Donation, _colour: str) -> None:
    end_donation(draft, phase)


def _pass_storing(draft: Draft, phase: p.Storing, _colour: str) -> None:
    end_storing(draft, phase)


_PASSES: dict[type, Callable[[Draft, Any, str], None]] = {
    p.Activation: _pass_activation,
    p.Construction: _pass_turn,
    p.Acceptance: end_acceptance,
    p.Donation: _pass_donation,
    p.Storing: _pass_storing,
}


def remove(draft: Draft) -> None:
    """C-LEV-01 to C-LEV-05: leavers' pieces leave the game, the board is cut, then the next round begins."""
    now, seats = draft.state.phase.round, draft.state.seats
    for colour in now.leavers:
        _clear_seat(draft, seats[colour])
    left = {colour: goods for colour, goods in now.able.items() if colour not in now.leavers}
    now = replace(now, able=left)
    if len(left) < 2:
        draft.enter(p.Scoring(p.TABLE, now), "C-LEV-06")
        return
    if draft.state.phase.round.leavers:
        _cut_board(draft, tuple(left))
    begin_round(draft, now)


def _clear_seat(draft: Draft, me: Seat) -> None:
    hold = draft.state.book.hold
    for zone in (me.harbour, me.short, me.long):
        for ship in sorted(draft.zones[zone]):
            _clear_cards(draft, hold[ship], SUPPLY)
        draft.sweep(zone, BOX, "C-LEV-02")
    for zone in (me.open, me.saved):
        _clear_cards(draft, zone, BOX)
    for zone in (me.sheet, me.posts, me.unbought):
        draft.sweep(zone, BOX, "C-LEV-02")
    for zone in (*OFFICE.values(), OUSTED):
        draft.move(me.marker, draft.zones[zone].get(me.marker, 0), zone, BOX, "C-LEV-04")
    for zone in (me.goods, me.treasury):
        draft.sweep(zone, SUPPLY, "C-LEV-04")
    for zone in (me.fame, me.level):
        draft.sweep(zone, TRACK, "C-LEV-02")


def _clear_cards(draft: Draft, zone: str, rest: str) -> None:
    for piece, count in sorted(draft.zones[zone].items()):
        draft.move(piece, count, zone, DISCARDED if piece.startswith("contract:") else rest, "C-LEV-04")


def _cut_board(draft: Draft, left: tuple[str, ...]) -> None:
    """C-LEV-03: as many tiles per name stay on the board as set-up allows for those left (A-30: owned ones counted)."""
    state, book = draft.state, draft.state.book
    counted = state.setup.edition.leaver == "total_count"
    for tile, count in sorted(draft.zones[BOARD].items()):
        owned = sum(draft.zones[state.seats[colour].sheet].get(tile, 0) for colour in left) if counted else 0
        most = max(0, used_copies(book, tile, len(left)) - owned)
        draft.move(tile, max(0, count - most), BOARD, BOX, "C-LEV-03")


LEAVE = along(Leave, leave)
"""Listed with what ends a turn anyway: `Done`, `EndTurn`, `Keep`, `Store`, and with `Stay` in the auction."""
