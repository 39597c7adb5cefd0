"""Sales: three of one good, merchants as jokers; at any time, and once more when the deck is out."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from engine.byzanz.cards import GOODS, MERCHANT, UNKNOWN, are_cards, kind, may_come_from, reachable, unseen, value
from engine.byzanz.hands import Held, show
from engine.byzanz.limit import leave_if_down
from engine.byzanz.phases import Over
from engine.byzanz.zones import DISCARD, Seat
from engine.draft import Draft
from engine.event import State
from engine.game import Action, Offer
from engine.rule import Sentence
from engine.table import Tally, total

SET = 3


class Sell(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Three cards shown and sold; the best good is kept face down, or one of three merchants."""

    seat: str
    cards: dict[str, int]


class Done(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Nothing more to sell after the last round."""

    seat: str


class Sets(Held, frozen=True, gc=False):
    """Any three cards of one good, jokers included, out of a hand."""

    def holds(self, value: Tally) -> bool:
        return len(goods_in(value)) <= 1 and Held.holds(self, value)


def goods_in(cards: Tally) -> set[str]:
    """The goods shown by some cards, merchants left out."""
    return {kind(card) for card in cards if card != MERCHANT}


def kept(cards: Tally) -> str:
    """The card of a set that is kept: its best good, or a merchant where there are only merchants."""
    return max(sorted(cards), key=value)


def offers_sell(state: State, who: Seat | None) -> list[Offer]:
    if who is None or not _has_set(state.table[who.hand]):
        return []
    hand, hidden = state.table[who.hand], unseen(state.table)
    over = Sets(reachable(hand, hidden), SET, SET, "", hand, hidden)
    return [Offer(Sell(who.colour, {}), "cards", over)]


def _has_set(hand: Tally) -> bool:
    if total(hand) < SET:
        return False
    jokers = hand.get(MERCHANT, 0) + hand.get(UNKNOWN, 0)
    most = max(sum(count for card, count in hand.items() if kind(card) == good) for good in GOODS)
    return most + jokers >= SET


def needs_sell(state: State, who: Seat | None, command: Sell) -> Iterator[Sentence]:
    yield who is not None, "B-SEL-01"
    assert who is not None
    yield are_cards(command.cards) and total(command.cards) == SET, "B-SEL-02"
    yield len(goods_in(command.cards)) <= 1, "B-SEL-03"
    yield may_come_from(state.table[who.hand], command.cards, unseen(state.table)), "B-SEL-08"


def do_sell(draft: Draft, who: Seat, command: Sell) -> None:
    show(draft, who, command.cards, "B-INV-05")
    best = kept(command.cards)
    draft.move(best, 1, who.hand, who.profit, "B-SEL-07" if best == MERCHANT else "B-SEL-04")
    for card, count in sorted(command.cards.items()):
        draft.move(card, count - (card == best), who.hand, DISCARD, "B-SEL-05")
    leave_if_down(draft)


def offers_done(state: State, who: Seat | None) -> list[Done]:
    return [Done(who.colour)] if who is not None and who.colour in state.phase.waiting else []


def needs_done(state: State, _who: Seat | None, command: Done) -> Iterator[Sentence]:
    yield command.seat in state.phase.waiting, "B-END-02"


def do_done(draft: Draft, who: Seat, _command: Done) -> None:
    waiting = tuple(colour for colour in draft.state.phase.waiting if colour != who.colour)
    phase = replace(draft.state.phase, waiting=waiting, actors=waiting)
    draft.enter(phase if waiting else Over(), "B-END-02")


SELL = Action(Sell, offers_sell, needs_sell, do_sell)
DONE = Action(Done, offers_done, needs_done, do_done)
