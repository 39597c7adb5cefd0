"""The market phase: everyone picks one good, lowest offer card first; the rest leaves the game."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from engine.byzanz.auction import Pass
from engine.byzanz.cards import kind
from engine.byzanz.limit import go_on
from engine.byzanz.phases import Clearing, Lot, Picking, Selling
from engine.byzanz.setup import everyone
from engine.byzanz.zones import DECK, DISCARD, MARKET, OFFERS, Seat
from engine.draft import Draft
from engine.event import State
from engine.game import Action
from engine.rule import Sentence


class PickGood(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """All market cards of one good (``ME`` for the merchants) taken into hand."""

    seat: str
    good: str


class Clear(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """What is left on the market leaves the game; the offer cards are gathered."""

    seat: str


def goods_on_market(state: State) -> tuple[str, ...]:
    """The goods lying on the market, each once."""
    return tuple(dict.fromkeys(kind(card) for card in state.zones[MARKET]))


def offers_pick(state: State, who: Seat | None) -> list[PickGood]:
    if who is None or who.colour != state.phase.due:
        return []
    return [PickGood(who.colour, good) for good in goods_on_market(state)]


def needs_pick(state: State, _who: Seat | None, command: PickGood) -> Iterator[Sentence]:
    yield command.seat == state.phase.due, "B-MKT-02", state.phase.due
    yield command.good in goods_on_market(state), "B-MKT-03", command.good


def do_pick(draft: Draft, who: Seat, command: PickGood) -> None:
    chosen = {card: count for card, count in draft.zones[MARKET].items() if kind(card) == command.good}
    draft.carry(chosen, MARKET, who.hand, "B-MKT-03")
    _next_pick(draft, who.colour)


def _next_pick(draft: Draft, last: str) -> None:
    """One pick each: the next one, after the hand of the last is within its limit (B-MKT-08)."""
    phase = draft.state.phase
    after = Picking(phase.actors, phase.after[0], phase.after[1:]) if _goes_on(draft.state) else None
    go_on(draft, last, after or Clearing(everyone(draft.state)))


def _goes_on(state: State) -> bool:
    """Is there another seat to pick, and something to pick? On an empty market it gets nothing (B-MKT-05)."""
    return bool(state.phase.after and state.zones[MARKET])


def offers_decline(state: State, who: Seat | None) -> list[Pass]:
    optional = state.setup.edition.market_pick_optional == "yes"
    return [Pass(who.colour)] if optional and who is not None and who.colour == state.phase.due else []


def needs_decline(state: State, _who: Seat | None, command: Pass) -> Iterator[Sentence]:
    yield command.seat == state.phase.due, "B-MKT-02", state.phase.due
    yield state.setup.edition.market_pick_optional == "yes", "B-MKT-04", command.seat


def do_decline(draft: Draft, who: Seat, _command: Pass) -> None:
    _next_pick(draft, who.colour)


def offers_clear(_state: State, who: Seat | None) -> list[Clear]:
    return [Clear("")] if who is None else []


def needs_clear(_state: State, _who: Seat | None, command: Clear) -> Iterator[Sentence]:
    yield command.seat == "", "B-MKT-06"


def do_clear(draft: Draft, _who: None, _command: Clear) -> None:
    """The end of a round; the last one is the one in which the deck ran out (B-RND-04, B-INV-06)."""
    state = draft.state
    draft.sweep(MARKET, DISCARD, "B-MKT-06")  # nothing comes back from there: B-SEL-10
    opener = min(state.setup.seats, key=lambda colour: min(draft.zones[state.seats[colour].won]))
    for colour in state.setup.seats:
        draft.sweep(state.seats[colour].won, OFFERS, "B-MKT-07")
    if draft.zones[DECK]:
        draft.enter(Lot(everyone(state), opener), "B-RND-03")
    else:
        draft.enter(Selling(state.setup.seats, state.setup.seats), "B-END-01")


DECLINE = Action(Pass, offers_decline, needs_decline, do_decline)
PICK = Action(PickGood, offers_pick, needs_pick, do_pick)
CLEAR = Action(Clear, offers_clear, needs_clear, do_clear)
