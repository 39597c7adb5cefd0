"""Phase 8: the market changes, cubes go back, markers are turned (C-EOR)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.constantinopolis.commands import Change, Refresh, Reveal
from engine.constantinopolis.leaving import remove
from engine.constantinopolis.plain import plain
from engine.constantinopolis.readings import players
from engine.constantinopolis.sequence import begin_storing
from engine.constantinopolis.zones import (
    CONSUL,
    CURRENT,
    FUTURE,
    LATER,
    NEXT,
    OFFICE,
    PAST,
    SUPPLY,
    URBI,
    USED_FACE,
    Seat,
)
from engine.draft import Draft
from engine.event import State
from engine.game import Action
from engine.rule import Reason, Sentence
from engine.table import Zones

PILE = (NEXT, *LATER)


def offers_change(state: State, _table: Seat) -> tuple[Change, ...]:
    return (Change(""),) if not state.phase.changed and state.zones[NEXT] else ()


def needs_change(state: State, _table: Seat, _command: Change) -> Iterator[Sentence]:
    yield not state.phase.changed and bool(state.zones[NEXT]), "C-EOR-02"


def change(draft: Draft, _table: Seat, _command: Change) -> None:
    draft.sweep(CURRENT, PAST, "C-EOR-02")
    draft.sweep(NEXT, CURRENT, "C-EOR-02")
    for nearer, farther in zip(PILE, LATER, strict=False):
        draft.sweep(farther, nearer, "C-EOR-02")
    _see_to_pile(draft)


def unseen(state: State) -> str:
    """The zone a market card is to be revealed in now, or nothing."""
    table = state.zones
    if not table[FUTURE]:
        return ""
    if not state.phase.changed:
        return "" if table[NEXT] else CURRENT
    return _first_empty(state)


def _first_empty(state: State) -> str:
    """The next place of the future pile whose card is known by the table's option (A-26)."""
    option, table = state.setup.edition.future_market, state.zones
    if option == "down_after_shuffle" and state.phase.round.lap:
        return ""
    known = PILE if option == "all_open" else PILE[:1]
    return next((zone for zone in known if not table[zone]), "")


def offers_reveal(state: State, _table: Seat) -> list[Reveal]:
    return [Reveal("", card) for card in state.zones[FUTURE]] if unseen(state) else []


def needs_reveal(state: State, _table: Seat, command: Reveal) -> Iterator[Sentence]:
    yield bool(unseen(state)), "C-EOR-08"
    yield command.card in state.zones[FUTURE], "C-GEN-05", Reason("market"), command.card


def reveal(draft: Draft, _table: Seat, command: Reveal) -> None:
    zone = unseen(draft.state)
    if zone == CURRENT:
        draft.sweep(CURRENT, PAST, "C-EOR-02")
    draft.move(command.card, 1, FUTURE, zone, "C-EOR-08")
    if zone == CURRENT:
        _see_to_pile(draft)
    else:
        _go_on(draft)


def _see_to_pile(draft: Draft) -> None:
    """C-EOR-03 to C-EOR-05: an empty pile is made anew once; the second time one round is left."""
    phase, table = draft.state.phase, draft.zones
    now = phase.round
    if not _left(table):
        now = replace(now, lap=now.lap + 1)
        if now.lap == 1:
            draft.sweep(PAST, FUTURE, "C-EOR-03")
    draft.enter(replace(phase, round=now, changed=True), "C-EOR-03" if now.lap > phase.round.lap else "C-EOR-02")
    _go_on(draft)


def _left(table: Zones) -> bool:
    return any(table[zone] for zone in (FUTURE, *PILE))


def _go_on(draft: Draft) -> None:
    if not unseen(draft.state):
        begin_storing(draft, draft.state.phase.round)


def refresh(draft: Draft, _table: Seat, _command: Refresh) -> None:
    table = draft.zones
    for me in players(draft.state):
        for zone in (*me.used.values(), me.bought, me.sold):
            if table[zone]:
                draft.sweep(zone, SUPPLY, "C-EOR-07")
    for zone in (OFFICE[URBI], OFFICE[CONSUL]):
        for marker in sorted(table[zone]):
            draft.turn(marker, marker.removesuffix(USED_FACE), zone, "C-EOR-07")
    remove(draft)


CHANGE = Action(Change, offers_change, needs_change, change)
REVEAL = Action(Reveal, offers_reveal, needs_reveal, reveal)
REFRESH = plain(Refresh, refresh)
