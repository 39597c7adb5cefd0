"""Phase 2: whose turn it is, which workers may act, and passing (rulebook: Azioni)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from engine.draft import Draft
from engine.event import State
from engine.game import Action, Among
from engine.praetor.commands import Pass
from engine.praetor.phases import Actions, Lent, Round
from engine.praetor.plain import always
from engine.praetor.readings import levels
from engine.praetor.update import begin_update
from engine.praetor.zones import LAST_LEVEL, Seat
from engine.rule import Sentence
from engine.table import Zone

LENT = (LAST_LEVEL,)


@lru_cache(64)
def among(found: tuple[int, ...]) -> Among:
    """A choice of workers by their levels."""
    return Among(found)


def able(state: State, me: Seat) -> tuple[int, ...]:
    """The levels of the workers that may act now: a lent one at once, else any Active Worker not placed (P-SPC-04)."""
    return LENT if type(state.phase) is Lent else levels(state.zones, me)


def origin(state: State, me: Seat) -> Zone:
    """Where the workers that may act now come from."""
    return me.retired if type(state.phase) is Lent else me.active


def needs_worker(state: State, me: Seat, worker: int, rule: str) -> Iterator[Sentence]:
    """A worker of this level is there to act; once placed it stays until the update (P-ACT-05)."""
    if type(state.phase) is Lent:
        yield worker == LAST_LEVEL and me.die[worker] in state.zones[me.retired], "P-SPC-04"
        return
    waiting = able(state, me)
    yield bool(waiting), "P-ACT-03"
    yield worker in waiting, rule, worker, ", ".join(map(str, waiting))


def turn_of(state: State) -> Actions:
    """The turn that an action belongs to, also while a lent worker acts."""
    phase = state.phase
    return phase.back if type(phase) is Lent else phase


def next_turn(draft: Draft, turn: Actions, now: Round) -> None:
    """One action each in turn order, again and again until all have passed (P-ACT-01)."""
    order, at = now.order, now.order.index(turn.actors[0])
    for colour in order[at + 1 :] + order[: at + 1]:
        if colour not in turn.passed:
            draft.enter(Actions((colour,), now, turn.passed), "P-ACT-01")
            return
    begin_update(draft, now)


@lru_cache(64)
def _passes(colour: str) -> tuple[Pass, ...]:
    return (Pass(colour),)


def offers_pass(_state: State, me: Seat) -> Iterable[Pass]:
    return _passes(me.colour)


def do_pass(draft: Draft, me: Seat, _command: Pass) -> None:
    """Passing is final for the round (P-AMB-03)."""
    turn = draft.state.phase
    forced = not levels(draft.zones, me)
    turn = Actions(turn.actors, turn.round, (*turn.passed, me.colour))
    draft.enter(turn, "P-ACT-03" if forced else "P-ACT-04")
    next_turn(draft, turn, turn.round)


PASS = Action(Pass, offers_pass, always, do_pass)
