"""Phase 3: wages, and the hire of last resort (rulebook: Aggiornamento, mantenimento)."""

from __future__ import annotations

from engine.draft import Draft
from engine.event import State
from engine.praetor.commands import Decline, Hire, Pay
from engine.praetor.hands import cheer, gain, pay, relaid
from engine.praetor.phases import Hiring, Payday
from engine.praetor.plain import plain
from engine.praetor.update import go_on
from engine.praetor.values import wages
from engine.praetor.zones import Seat
from engine.table import total


def owed(state: State, me: Seat) -> int:
    """The wages of all Active and retired workers, those just promoted or retired included (P-UPD-09)."""
    book, side = state.book, state.setup.side[me.colour]
    active, retired = total(state.zones[me.active]), total(state.zones[me.retired])
    return wages(book.wage_active[side], active) + wages(book.wage_retired[side], retired)


def settle(draft: Draft, _table: Seat, _command: Pay) -> None:
    """As far as the gold goes; then morale, a space for each missing gold; then favor (P-UPD-09 to P-UPD-11)."""
    phase, update = draft.state.phase, draft.state.book.update
    me = draft.state.seats[phase.due]
    due = owed(draft.state, me)
    paid = min(due, draft.zones[me.treasury].get("gold", 0))
    pay(draft, me, {"gold": paid}, "P-UPD-09")
    missing = due - paid
    if not missing:
        go_on(draft, phase.round, phase.due, Payday)
        return
    missing += cheer(draft, me, -missing * update.unpaid_morale, "P-UPD-10") // update.unpaid_morale
    moved = gain(draft, me, -missing * update.unpaid_favor, "P-UPD-11")
    go_on(draft, relaid(phase.round, me, moved), phase.due, Payday)


def hire(draft: Draft, me: Seat, _command: Hire) -> None:
    """Once, and no wage for this round (P-UPD-12)."""
    moved = gain(draft, me, -draft.state.book.update.hire_favor, "P-UPD-12")
    draft.move(me.die[1], 1, me.citizens, me.active, "P-UPD-12")
    go_on(draft, relaid(draft.state.phase.round, me, moved), me.colour, Hiring)


def decline(draft: Draft, me: Seat, _command: Decline) -> None:
    go_on(draft, draft.state.phase.round, me.colour, Hiring)


PAY = plain(Pay, settle)
HIRE = plain(Hire, hire)
DECLINE = plain(Decline, decline)
