"""The hand limit of seven, checked at once after every gain."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from engine.byzanz.cards import are_cards, may_come_from, reachable, unseen
from engine.byzanz.hands import Held, excess, show
from engine.byzanz.phases import Limit
from engine.byzanz.zones import DISCARD, Seat
from engine.draft import Draft
from engine.event import State
from engine.game import Action, Offer
from engine.rule import Sentence
from engine.table import total


class Discard(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Cards thrown away face up to come down to seven."""

    seat: str
    cards: dict[str, int]


def go_on(draft: Draft, gainer: str, after: Any) -> None:
    """Enter `after`, or first let `gainer` come down to seven cards."""
    if excess(draft.state, draft.state.seats[gainer]) > 0:
        draft.enter(Limit(after.actors, gainer, after), "B-HND-02")
    else:
        draft.enter(after, "B-HND-02")


def leave_if_down(draft: Draft) -> None:
    """End the wait for whoever held too many cards once it is seven or fewer."""
    phase = draft.state.phase
    if isinstance(phase, Limit) and excess(draft.state, draft.state.seats[phase.due]) <= 0:
        draft.enter(phase.back, "B-HND-04")


def offers_discard(state: State, who: Seat | None) -> list[Offer]:
    if who is None or who.colour != state.phase.due:
        return []
    hand, hidden = state.table[who.hand], unseen(state.table)
    over = Held(reachable(hand, hidden), 1, excess(state, who), DISCARD, hand, hidden)
    return [Offer(Discard(who.colour, {}), "cards", over)]


def needs_discard(state: State, who: Seat | None, command: Discard) -> Iterator[Sentence]:
    yield who is not None and command.seat == state.phase.due, "B-HND-04", state.phase.due
    assert who is not None
    yield bool(command.cards) and are_cards(command.cards), "B-HND-03"
    yield may_come_from(state.table[who.hand], command.cards, unseen(state.table)), "B-INV-05"
    yield total(command.cards) <= excess(state, who), "B-HND-03", excess(state, who)


def do_discard(draft: Draft, who: Seat, command: Discard) -> None:
    show(draft, who, command.cards, "B-INV-05")
    draft.carry(command.cards, who.hand, DISCARD, "B-HND-05")
    leave_if_down(draft)


DISCARD_DOWN = Action(Discard, offers_discard, needs_discard, do_discard)
