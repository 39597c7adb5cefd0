"""The hand limit: checked at once after every gain, or once a round after the last pick."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from engine.byzanz.cards import UNKNOWN, are_cards, may_come_from
from engine.byzanz.hands import cover, excess, show
from engine.byzanz.phases import Clearing, Limit
from engine.byzanz.picks import Held
from engine.byzanz.zones import DISCARD, Seat
from engine.draft import Draft
from engine.event import State
from engine.game import Action, Choice, Offer, Pick
from engine.rule import Sentence
from engine.table import Tally, total


class Discard(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Cards thrown away to come down to the limit; `card:?` where they are thrown away face down."""

    seat: str
    cards: dict[str, int]


def go_on(draft: Draft, gainer: str, after: Any) -> None:
    """Enter `after`, or first let those who hold too many cards come down to the limit."""
    found = next(_too_many(draft.state, gainer, after), None)
    draft.enter(after if found is None else Limit(after.actors, found, after), "B-HND-02")


def _too_many(state: State, gainer: str, after: Any) -> Iterator[str]:
    """Who is checked now and holds too many: who has gained cards, or at the end of a round every seat."""
    if state.setup.edition.hand_limit_timing == "immediate":
        checked: tuple[str, ...] = (gainer,)
    else:
        checked = state.setup.seats if isinstance(after, Clearing) else ()
    return (colour for colour in checked if excess(state, state.seats[colour]) > 0)


def leave_if_down(draft: Draft) -> None:
    """End the wait for a seat once its hand is within the limit; at the end of a round the next one is waited for."""
    phase = draft.state.phase
    if not isinstance(phase, Limit) or excess(draft.state, draft.state.seats[phase.due]) > 0:
        return
    found = next(_too_many(draft.state, phase.due, phase.back), None)
    draft.enter(phase.back if found is None else Limit(phase.actors, found, phase.back), "B-HND-04")


def most(state: State, who: Seat) -> int:
    """How many cards a seat may throw away: down to the limit, or any number of its hand (B-HND-03)."""
    if state.setup.edition.discard_below_limit == "yes":
        return total(state.zones[who.hand])
    return excess(state, who)


def _face_down(state: State) -> bool:
    return bool(state.setup.edition.limit_discard_visibility == "face_down")


def offers_discard(state: State, who: Seat | None) -> list[Offer]:
    if who is None or who.colour != state.phase.due:
        return []
    hand = state.zones[who.hand]
    over: Choice = Held(state.zones, hand, 1, most(state, who), DISCARD)
    if _face_down(state):
        over = Pick({UNKNOWN: total(hand)}, 1, most(state, who), DISCARD)
    return [Offer(Discard(who.colour, {}), "cards", over)]


def needs_discard(state: State, who: Seat | None, command: Discard) -> Iterator[Sentence]:
    yield who is not None and command.seat == state.phase.due, "B-HND-04", state.phase.due
    assert who is not None
    yield _shown_as_agreed(state, command.cards), "B-HND-05"
    yield bool(command.cards) and (_face_down(state) or are_cards(command.cards)), "B-HND-03"
    hand = state.zones[who.hand]
    there = _face_down(state) or may_come_from(hand, command.cards, state.zones)
    yield there, "B-INV-05"
    yield 0 < total(command.cards) <= most(state, who), "B-HND-03", most(state, who)


def _shown_as_agreed(state: State, cards: Tally) -> bool:
    """Are cards thrown away as the table has agreed: their faces shown, or none of them?"""
    return set(cards) <= {UNKNOWN} if _face_down(state) else UNKNOWN not in cards


def do_discard(draft: Draft, who: Seat, command: Discard) -> None:
    if _face_down(draft.state):
        cover(draft, who, "B-INV-05")
    else:
        show(draft, who, command.cards, "B-INV-05")
    draft.carry(command.cards, who.hand, DISCARD, "B-HND-05")
    leave_if_down(draft)


DISCARD_DOWN = Action(Discard, offers_discard, needs_discard, do_discard)
