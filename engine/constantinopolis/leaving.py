"""A player leaves, at any moment, and from then on passes on everything until the round ends (C-LEV)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from engine.constantinopolis import phases as p
from engine.constantinopolis.auction import end_duel
from engine.constantinopolis.commands import Leave
from engine.constantinopolis.consul import carry_on
from engine.constantinopolis.readings import stays
from engine.constantinopolis.sequence import (
    begin_activation,
    begin_arrivals,
    begin_round,
    end_acceptance,
    end_donation,
    end_storing,
    next_builder,
    next_drawer,
)
from engine.constantinopolis.setup import used_copies
from engine.constantinopolis.shipyard import ask
from engine.constantinopolis.zones import BOARD, BOX, DISCARDED, OFFICE, OUSTED, SUPPLY, TRACK, Seat
from engine.draft import Draft
from engine.event import State
from engine.game import Action
from engine.rule import Sentence


def offers_leave(state: State, me: Seat) -> tuple[Leave, ...]:
    return (Leave(me.colour),) if stays(state, me) and not _alone(state) else ()


def needs_leave(state: State, me: Seat, _command: Leave) -> Iterator[Sentence]:
    yield stays(state, me), "C-LEV-04"
    yield not _alone(state), "C-LEV-06"


def _alone(state: State) -> bool:
    """Have all others left? Who stays has won at the end of the round, and a game without anybody has no winner."""
    now = state.phase.round
    return len(now.able.keys() - set(now.leavers)) < 2


def leave(draft: Draft, me: Seat, _command: Leave) -> None:
    """Whatever the game waits for from this seat is passed; where it waits for others, it goes on waiting."""
    phase = draft.state.phase
    now = replace(phase.round, leavers=(*phase.round.leavers, me.colour))
    if draft.state.setup.edition.leaver == "end_game":
        now = replace(now, last=True)
    phase = p.in_round(phase, now)
    passing = _PASSES.get(type(phase))
    if passing is not None and (me.colour in phase.actors or isinstance(phase, _ASIDE)):
        passing(draft, phase, me.colour)
    else:
        draft.enter(phase, "C-LEV-04")


_ASIDE = (p.Acceptance, p.Dealing, p.Clash, p.Bargain, p.Shuffling)
"""Phases with something in them of seats that are not asked just now."""


def _pass_activation(draft: Draft, phase: p.Activation, _colour: str) -> None:
    begin_activation(draft, phase.round, phase.acted)


def _pass_bounty(draft: Draft, phase: p.Bounty, _colour: str) -> None:
    begin_arrivals(draft, phase.round)


def _pass_turn(draft: Draft, phase: p.Construction, colour: str) -> None:
    next_builder(draft, phase.round, colour)


def _pass_declared(draft: Draft, phase: p.Declared, colour: str) -> None:
    """The Consul declines; a purchase that its buyer has declared stands."""
    if colour == phase.turn.actors[0]:
        draft.enter(replace(phase, actors=tuple(one for one in phase.actors if one != colour)), "C-LEV-04")
    else:
        carry_on(draft, phase)


def _pass_drawing(draft: Draft, phase: p.Drawing, colour: str) -> None:
    next_drawer(draft, phase.round, colour)


def _pass_acceptance(draft: Draft, phase: p.Acceptance, colour: str) -> None:
    if colour in phase.actors:
        end_acceptance(draft, phase, colour)
    else:
        draft.enter(phase, "C-LEV-04")


def _pass_dealing(draft: Draft, phase: p.Dealing, colour: str) -> None:
    if colour in phase.actors:
        _pass_acceptance(draft, phase.back, colour)
    else:
        draft.enter(replace(phase, back=_done(phase.back, colour)), "C-LEV-04")


def _pass_clash(draft: Draft, phase: p.Clash, colour: str) -> None:
    """Who wanted the ship wants it no more; who was to be asked first is not asked."""
    if colour == phase.buyer:
        _pass_acceptance(draft, phase.back, colour)
    else:
        ask(draft, replace(phase, back=_done(phase.back, colour)))


def _pass_bargain(draft: Draft, phase: p.Bargain, colour: str) -> None:
    """No trade with a player who leaves."""
    if colour in (phase.proposer, *phase.actors):
        _pass_acceptance(draft, phase.back, colour)
    else:
        draft.enter(replace(phase, back=_done(phase.back, colour)), "C-LEV-04")


def _pass_shuffling(draft: Draft, phase: p.Shuffling, colour: str) -> None:
    """The deck is made anew for others only."""
    back = phase.back
    if colour not in back.actors:
        if isinstance(back, p.Dealing):
            back = replace(back, back=_done(back.back, colour))
        draft.enter(replace(phase, back=back), "C-LEV-04")
    elif isinstance(back, p.Dealing):
        _pass_acceptance(draft, back.back, colour)
    else:
        next_drawer(draft, back.round, colour)


def _pass_donation(draft: Draft, phase: p.Donation, _colour: str) -> None:
    end_donation(draft, phase)


def _pass_storing(draft: Draft, phase: p.Storing, _colour: str) -> None:
    end_storing(draft, phase)


def _done(phase: p.Acceptance, colour: str) -> p.Acceptance:
    return replace(phase, actors=tuple(one for one in phase.actors if one != colour))


_PASSES: dict[type, Callable[[Draft, Any, str], None]] = {
    p.Activation: _pass_activation,
    p.Duel: end_duel,
    p.Bounty: _pass_bounty,
    p.Construction: _pass_turn,
    p.Declared: _pass_declared,
    p.Drawing: _pass_drawing,
    p.Acceptance: _pass_acceptance,
    p.Dealing: _pass_dealing,
    p.Clash: _pass_clash,
    p.Bargain: _pass_bargain,
    p.Shuffling: _pass_shuffling,
    p.Donation: _pass_donation,
    p.Storing: _pass_storing,
}


def remove(draft: Draft) -> None:
    """C-LEV-01 to C-LEV-05: leavers' pieces leave the game, the board is cut, then the next round begins."""
    now, seats = draft.state.phase.round, draft.state.seats
    for colour in now.leavers:
        clear_seat(draft, seats[colour])
    left = {colour: goods for colour, goods in now.able.items() if colour not in now.leavers}
    now = replace(now, able=left)
    if len(left) < 2:
        draft.enter(p.Scoring(p.TABLE, now), "C-LEV-06")
        return
    if draft.state.phase.round.leavers:
        cut_board(draft, tuple(left))
    begin_round(draft, now)


def clear_seat(draft: Draft, me: Seat) -> None:
    """C-LEV-02 and C-LEV-04: whatever a seat has goes into the box, or back to the supply."""
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


def cut_board(draft: Draft, left: tuple[str, ...]) -> None:
    """C-LEV-03: as many tiles per name stay on the board as set-up allows for those left (A-30: owned ones counted)."""
    state, book = draft.state, draft.state.book
    counted = state.setup.edition.leaver == "total_count"
    for tile, count in sorted(draft.zones[BOARD].items()):
        owned = sum(draft.zones[state.seats[colour].sheet].get(tile, 0) for colour in left) if counted else 0
        most = max(0, used_copies(book, tile, len(left)) - owned)
        draft.move(tile, max(0, count - most), BOARD, BOX, "C-LEV-03")


LEAVE = Action(Leave, offers_leave, needs_leave, leave)
