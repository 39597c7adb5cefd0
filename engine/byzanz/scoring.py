"""The end of Byzanz: profit counts, then cards left in hand, then what the table has agreed on."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from engine.byzanz.cards import KEPT_MERCHANT, MERCHANT, value, worth
from engine.byzanz.phases import Decided
from engine.byzanz.zones import Seat
from engine.draft import Draft
from engine.event import State
from engine.game import Action, Standing
from engine.rule import Sentence
from engine.table import total


class Award(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """The table names the winner among those who are level in everything."""

    seat: str
    winner: str


def lines(state: State, colour: str) -> dict[str, int]:
    """A seat's profit: goods by their value, merchants from three of a kind at five each (B-END-03, B-MER-01)."""
    profit = state.zones[state.seats[colour].profit]
    return {"goods": worth(profit), "merchants": KEPT_MERCHANT * profit.get(MERCHANT, 0)}


def ties(state: State, colour: str) -> tuple[int, ...]:
    """What breaks a tie: cards left in hand (B-END-05), then the best profit card if so agreed (B-END-06)."""
    who, edition = state.seats[colour], state.setup.edition
    hand, profit = state.zones[who.hand], state.zones[who.profit]
    held = total(hand) - (hand.get(MERCHANT, 0) if edition.tiebreak_counts_merchants == "no" else 0)
    if edition.final_tie != "best_single_profit":
        return (held,)
    return held, max((KEPT_MERCHANT if card == MERCHANT else value(card) for card in profit), default=0)


def standings(state: State) -> tuple[Standing, ...]:
    """The seats by profit, the highest first (B-END-04), by what breaks a tie, and then in shared places."""
    results = []
    for colour in state.setup.seats:
        found = lines(state, colour)
        results.append((sum(found.values()), ties(state, colour), _named(state, colour), colour, found))
    ranked = sorted(results, key=lambda one: one[:3], reverse=True)
    places = [1 + sum(other[:3] > one[:3] for other in results) for one in ranked]
    return tuple(
        Standing(colour, place, score, found, held)
        for place, (score, held, _, colour, found) in zip(places, ranked, strict=True)
    )


def _named(state: State, colour: str) -> bool:
    """Has the table named this seat as the winner?"""
    return isinstance(state.phase, Decided) and state.phase.winner == colour


def leaders(state: State) -> tuple[str, ...]:
    """The seats on the first place."""
    return tuple(one.seat for one in standings(state) if one.place == 1)


def offers_award(state: State, who: Seat | None) -> list[Award]:
    return [Award("", colour) for colour in state.phase.level] if who is None else []


def needs_award(state: State, _who: Seat | None, command: Award) -> Iterator[Sentence]:
    yield command.winner in state.phase.level, "B-END-06"


def do_award(draft: Draft, _who: Seat | None, command: Award) -> None:
    draft.enter(Decided((), command.winner), "B-END-06")


AWARD = Action(Award, offers_award, needs_award, do_award)
