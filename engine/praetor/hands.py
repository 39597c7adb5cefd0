"""What hands do in every chapter: pay, take, move the favor and the morale marker."""

from __future__ import annotations

from engine.draft import Draft
from engine.praetor.phases import Round
from engine.praetor.zones import SUPPLY, TRACK, Seat
from engine.table import Tally


def pay(draft: Draft, me: Seat, cost: Tally, why: str) -> None:
    """Resources to the bank, in full (P-ACT-06)."""
    for piece, count in sorted(cost.items()) if len(cost) > 1 else cost.items():
        draft.move(piece, count, me.store[piece], SUPPLY, why)


def give(draft: Draft, me: Seat, cost: Tally, to: Seat, why: str) -> None:
    """Resources to another player."""
    for piece, count in sorted(cost.items()) if len(cost) > 1 else cost.items():
        draft.move(piece, count, me.store[piece], to.store[piece], why)


def take(draft: Draft, me: Seat, piece: str, count: int, why: str) -> None:
    """Resources from the bank, which never runs out (P-CMP-03)."""
    draft.move(piece, count, SUPPLY, me.store[piece], why)


def gain(draft: Draft, me: Seat, favor: int, why: str) -> int:
    """Move the favor marker, never below 0; returns by how much it moved (P-FAV-01)."""
    if favor >= 0:
        draft.move("favor", favor, TRACK, me.favor, why)
        return favor
    lost = min(-favor, draft.zones[me.favor].get("favor", 0))
    draft.move("favor", lost, me.favor, TRACK, why)
    return -lost


def relaid(now: Round, me: Seat, moved: int) -> Round:
    """The round with a favor marker on its new stack; a net change of 0 does not lift it (P-ORD-05)."""
    if not moved or now.laid[-1:] == (me.colour,):
        return now
    laid = (*[colour for colour in now.laid if colour != me.colour], me.colour)
    return Round(now.number, laid, now.order, now.last, now.used)


def cheer(draft: Draft, me: Seat, spaces: int, why: str) -> int:
    """Move the morale marker by spaces; steps beyond either end are lost (P-MOR-01). Returns the steps moved."""
    track = draft.state.book.morale[draft.state.setup.side[me.colour]]
    here = draft.zones[me.morale].get("morale", 0)
    there = max(0, min(here + spaces, len(track) - 1))
    if there >= here:
        draft.move("morale", there - here, TRACK, me.morale, why)
    else:
        draft.move("morale", here - there, me.morale, TRACK, why)
    return there - here
