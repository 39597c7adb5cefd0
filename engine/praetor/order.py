"""Phase 1: the turn order (rulebook: Ordine di gioco)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from msgspec.structs import replace

from engine.draft import Draft
from engine.event import State
from engine.game import Action, Among, Offer
from engine.praetor.commands import Order, Restack
from engine.praetor.phases import TABLE, Actions, Ordering, Round
from engine.praetor.plain import plain
from engine.praetor.readings import favor
from engine.praetor.zones import BAR, BOX, Seat
from engine.rule import Sentence
from engine.table import Piece, Zone


def begin_round(draft: Draft, now: Round) -> None:
    """A round begins with its turn order (P-RND-01)."""
    draft.enter(Ordering(TABLE, now), "P-RND-01")


def from_the_top(state: State, laid: tuple[str, ...]) -> tuple[str, ...]:
    """The seats so that of two on one stack the upper one comes first (P-ORD-03, P-AMB-01)."""
    return laid[::-1] if state.setup.edition.tie_stack == "last_on_top" else laid


def turn_order(state: State, laid: tuple[str, ...]) -> tuple[str, ...]:
    """Fewest favor first, equal ones as the stack is read downward (P-ORD-01, P-ORD-02)."""
    return tuple(sorted(from_the_top(state, laid), key=lambda colour: favor(state.zones, state.seats[colour])))


def stacks(state: State) -> list[tuple[str, ...]]:
    """The stacks of several markers, each from top to bottom, the lowest favor first."""
    found: dict[int, list[str]] = {}
    for colour in turn_order(state, state.phase.round.laid):
        found.setdefault(favor(state.zones, state.seats[colour]), []).append(colour)
    return [tuple(stack) for stack in found.values() if len(stack) > 1]


def offers_restack(state: State, _table: Seat) -> list[Offer]:
    return [
        Offer(Restack("", stack[::-1]), "stack", Among(tuple(other for other in permutations(stack) if other != stack)))
        for stack in stacks(state)
    ]


def needs_restack(state: State, _table: Seat, command: Restack) -> Iterator[Sentence]:
    found = stacks(state)
    yield any(sorted(stack) == sorted(command.stack) for stack in found), "P-ORD-02", *command.stack
    yield command.stack not in found, "P-AMB-01", *command.stack


def restack(draft: Draft, _table: Seat, command: Restack) -> None:
    now = draft.state.phase.round
    others = tuple(colour for colour in now.laid if colour not in command.stack)
    laid = (*others, *from_the_top(draft.state, command.stack))
    if sorted(laid) != sorted(now.laid):
        raise ValueError(f"stack {command.stack!r} is not of different seats of this game")
    now = replace(now, laid=laid)
    draft.enter(Ordering(TABLE, now), "P-AMB-01")


def line_up(draft: Draft, _table: Seat, _command: Order) -> None:
    """The markers go to their places on the bar and stay there for the round (P-ORD-04)."""
    state, now = draft.state, draft.state.phase.round
    order = turn_order(state, now.laid)
    tokens = [state.seats[colour].token for colour in order]
    here = [_lies(draft, token) for token in tokens]
    for token, lies, place in zip(tokens, here, BAR, strict=False):
        if lies != place:
            draft.move(token, 1, lies, place, "P-ORD-01")
    now = Round(now.number, now.laid, order, now.last, now.used)
    draft.enter(Actions(order[:1], now), "P-ORD-04")


def _lies(draft: Draft, token: Piece) -> Zone:
    """Where a marker of the turn order lies."""
    for zone in (*BAR, BOX):
        if token in draft.zones[zone]:
            return zone
    raise ValueError(f"{token!r} lies neither on the bar nor in the box")


RESTACK = Action(Restack, offers_restack, needs_restack, restack)
ORDER = plain(Order, line_up)
