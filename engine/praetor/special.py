"""Phase 2: the Labor Camp, a special tile used as an action (rulebook: Azioni, tessere cittadine speciali)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.draft import Draft
from engine.event import State
from engine.game import Action
from engine.praetor.activation import activations, fee, paid
from engine.praetor.building import can_build
from engine.praetor.city import city
from engine.praetor.commands import Labor
from engine.praetor.hands import give
from engine.praetor.phases import Actions, Lent
from engine.praetor.readings import affords, levels, needs_price, owner
from engine.praetor.sites import site
from engine.praetor.turns import LENT
from engine.praetor.values import ACADEMY, LABOR_CAMP
from engine.praetor.zones import Seat
from engine.rule import Sentence


def camps(state: State) -> tuple[str, ...]:
    """The Labor Camps of the city."""
    return site(state).camps


def may_act(state: State, me: Seat) -> bool:
    """May a seat still do anything but pass (P-AMB-02: not once all its Active Workers are placed)?"""
    return state.setup.edition.forced_pass == "no_legal_action" or bool(levels(state.zones, me))


def useful(state: State, me: Seat, camp: str) -> bool:
    """Is there something lawful for a lent worker to do, once the fee is paid (P-SPC-05)?"""
    turn = state.phase
    state.phase = Lent(turn.actors, turn, camp)
    try:
        with paid(state, me, camp):
            return can_build(state, me) or bool(activations(state, me, LENT))
    finally:
        state.phase = turn


def offers_labor(state: State, me: Seat) -> list[Labor]:
    if not state.zones[me.retired] or not camps(state) or not may_act(state, me):
        return []
    zones, used = state.zones, state.phase.round.used
    return [
        Labor(me.colour, camp)
        for camp in camps(state)
        if f"{me.colour}/{camp}" not in used
        if affords(zones, me, fee(state, me, camp)) and useful(state, me, camp)
    ]


def needs_labor(state: State, me: Seat, command: Labor) -> Iterator[Sentence]:
    zones, book, camp = state.zones, state.book, command.camp
    yield camp in city(zones).spots, "P-SPC-01"
    yield book.kind[camp] != ACADEMY, "P-SPC-08"
    yield book.kind[camp] == LABOR_CAMP, "P-SPC-01"
    yield may_act(state, me), "P-ACT-03"
    yield f"{me.colour}/{camp}" not in state.phase.round.used, "P-SPC-02"
    yield from needs_price(zones, me, fee(state, me, camp), "P-SPC-03")
    yield bool(zones[me.retired]), "P-SPC-05"
    yield useful(state, me, camp), "P-SPC-05"


def labor(draft: Draft, me: Seat, command: Labor) -> None:
    """The fee first, then the lent worker acts within the same action (P-SPC-04, P-SPC-07, P-AMB-06)."""
    if not draft.zones[me.retired]:
        raise ValueError(f"{me.colour!r} has no retired worker at home")
    turn: Actions = draft.state.phase
    due, colour = fee(draft.state, me, command.camp), owner(draft.zones, draft.state.book, command.camp)
    if colour:
        give(draft, me, due, draft.state.seats[colour], "P-SPC-03")
    now = replace(turn.round, used=(*turn.round.used, f"{me.colour}/{command.camp}"))
    draft.enter(Lent(turn.actors, replace(turn, round=now), command.camp), "P-TIL-19")


LABOR = Action(Labor, offers_labor, needs_labor, labor)
