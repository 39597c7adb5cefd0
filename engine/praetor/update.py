"""Phase 3, first part: which step of the update comes next, player by player or step by step (rulebook: Aggiornamento).

Each step is a phase of its own, entered only where a seat has something to do in it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import product
from typing import Any

from engine.draft import Draft
from engine.event import State
from engine.praetor import phases as p
from engine.praetor.readings import affords, favor, out, owner
from engine.praetor.refill import begin_refill
from engine.praetor.zones import Seat


def begin_update(draft: Draft, now: p.Round) -> None:
    """People and pay, also in the last round: only the refill is left out then (P-END-02, P-AMB-14)."""
    if now.last and draft.state.setup.edition.last_round_upkeep == "no":
        draft.enter(p.Scoring(p.TABLE, now), "P-END-02")
    else:
        go_on(draft, now)


def go_on(draft: Draft, now: p.Round, colour: str = "", step: type | None = None) -> None:
    """The next step with something to do, after that of one seat (P-AMB-10)."""
    state = draft.state
    for seat, kind in _left(now.order, state.setup.edition.update_order, colour, step):
        if _DUE[kind](state, state.seats[seat]):
            draft.enter(_ENTERED[kind](now, seat), _WHY[kind])
            return
    end_update(draft, now)


def end_update(draft: Draft, now: p.Round) -> None:
    """The last round is played in full and ends in the final scoring (P-END-01); else the display is filled."""
    if now.last:
        draft.enter(p.Scoring(p.TABLE, now), "P-END-01")
    else:
        begin_refill(draft, now)


@lru_cache(1024)
def _left(order: tuple[str, ...], update_order: str, colour: str, step: type | None) -> tuple[tuple[str, type], ...]:
    """What of the agenda comes after the step of one seat; all of it without one."""
    agenda = _agenda(order, update_order)
    return agenda if step is None else agenda[agenda.index((colour, step)) + 1 :]


def _agenda(order: tuple[str, ...], update_order: str) -> tuple[tuple[str, type], ...]:
    if update_order == "player_by_player":
        return tuple(product(order, _STEPS))
    return tuple((colour, step) for step in _STEPS for colour in order)


# -- who has something to do


def academies(state: State, me: Seat) -> list[str]:
    """The Academies a seat may use: its own, or else one whose fee it can pay (P-UPD-04)."""
    zones, book = state.zones, state.book
    built = [tile for tile in book.academies if book.mark[tile] in zones and owner(zones, book, tile)]
    own = [tile for tile in built if owner(zones, book, tile) == me.colour]
    return own or [tile for tile in built if affords(zones, me, book.fee[tile])]


def _may_study(state: State, me: Seat) -> bool:
    return bool(state.zones[me.first]) and bool(academies(state, me))


def _learns(state: State, me: Seat) -> bool:
    return bool(state.zones[me.first] or state.zones[me.second])


def _is_out(state: State, me: Seat) -> bool:
    return me.die[6] in state.zones[me.active] or next(out(state, me), None) is not None


def _is_paid(state: State, me: Seat) -> bool:
    return bool(state.zones[me.active] or state.zones[me.retired])


def _may_hire(state: State, me: Seat) -> bool:
    """Only without any Active Worker, and with a citizen; how much favor it takes is a point on which tables differ
    (P-AMB-13)."""
    zones, edition = state.zones, state.setup.edition
    if zones[me.active] or not zones[me.citizens]:
        return False
    return bool(edition.emergency_hire_floor == "allow_to_zero" or favor(zones, me) >= state.book.update.hire_favor)


_STEPS = (p.Schooling, p.Training, p.Homecoming, p.Payday, p.Hiring)
_DUE: dict[type, Callable[[State, Seat], bool]] = {
    p.Schooling: _may_study,
    p.Training: _learns,
    p.Homecoming: _is_out,
    p.Payday: _is_paid,
    p.Hiring: _may_hire,
}
_ENTERED: dict[type, Callable[[p.Round, str], Any]] = {
    p.Schooling: lambda now, colour: p.Schooling((colour,), now),
    p.Training: lambda now, colour: p.Training(p.TABLE, now, colour),
    p.Homecoming: lambda now, colour: p.Homecoming(p.TABLE, now, colour),
    p.Payday: lambda now, colour: p.Payday(p.TABLE, now, colour),
    p.Hiring: lambda now, colour: p.Hiring((colour,), now),
}
_WHY: dict[type, str] = {
    p.Schooling: "P-UPD-04",
    p.Training: "P-UPD-01",
    p.Homecoming: "P-UPD-06",
    p.Payday: "P-UPD-09",
    p.Hiring: "P-UPD-12",
}
