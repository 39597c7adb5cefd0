"""Sales: three of one good, merchants as jokers; at any time, and once more when the deck is out."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from engine.byzanz.cards import (
    GOODS,
    MERCHANT,
    UNKNOWN,
    are_cards,
    kind,
    may_come_from,
    value,
)
from engine.byzanz.hands import lie_in, show
from engine.byzanz.limit import leave_if_down
from engine.byzanz.phases import Deciding, Over, Selling
from engine.byzanz.picks import Held
from engine.byzanz.scoring import leaders
from engine.byzanz.zones import DISCARD, Seat
from engine.draft import Draft
from engine.event import State
from engine.game import Action, Offer, nothing
from engine.rule import Sentence
from engine.table import Tally, total

SET = 3


class Sell(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Three cards shown and sold; the best good is kept face down, or one of three merchants."""

    seat: str
    cards: dict[str, int]


class SellKeeping(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """A sale in which the player names the card that is kept: of several equal ones it does not matter which.

    Cards that look the same are the same, so a lawful one does what the plain sale does; the lists hold that one.
    """

    seat: str
    card: str
    cards: dict[str, int]


class Show(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Cards of the hand shown after the last round, so that goods can be told from merchants for the tie-break."""

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
    if who is None or not _may_sell_now(state, who) or not _has_set(state.zones[who.hand]):
        return []
    hand = state.zones[who.hand]
    return [Offer(Sell(who.colour, {}), "cards", Sets(state.zones, hand, SET, SET, who.profit))]


def _may_sell_now(state: State, who: Seat) -> bool:
    """At any time, or where the table has agreed so only while the game waits for this seat."""
    if state.setup.edition.sell_window == "any_time" or isinstance(state.phase, Selling):
        return True
    return bool(getattr(state.phase, "due", "") == who.colour)


def _has_set(hand: Tally) -> bool:
    """Are there three of one good, unknown cards taken as jokers?"""
    if total(hand) < SET:
        return False
    lacking = SET - hand.get(MERCHANT, 0) - hand.get(UNKNOWN, 0)
    if lacking < 2:
        return True  # any one good completes the set
    goods = dict.fromkeys(GOODS, 0)
    for card, count in hand.items():
        if card != MERCHANT and card != UNKNOWN:
            goods[kind(card)] += count
    return max(goods.values()) >= lacking


def needs_sell(state: State, who: Seat | None, command: Sell | SellKeeping) -> Iterator[Sentence]:
    yield who is not None and _may_sell_now(state, who), "B-SEL-01", command.seat or "table"
    assert who is not None
    yield are_cards(command.cards) and total(command.cards) == SET, "B-SEL-02"
    yield len(goods_in(command.cards)) <= 1, "B-SEL-03"
    hand = state.zones[who.hand]
    there = may_come_from(hand, command.cards, state.zones)
    yield there or not lie_in(state, who, who.profit, command.cards), "B-SEL-09"
    yield there, "B-SEL-08"


def do_sell(draft: Draft, who: Seat, command: Sell) -> None:
    _sell(draft, who, command.cards, kept(command.cards))


def _sell(draft: Draft, who: Seat, cards: Tally, best: str) -> None:
    """One card is profit, the others leave the game: merchants in a set of goods always do (B-SEL-06, B-SEL-10)."""
    show(draft, who, cards, "B-INV-05")
    draft.move(best, 1, who.hand, who.profit, "B-SEL-07" if best == MERCHANT else "B-SEL-04")
    for card, count in sorted(cards.items()):
        draft.move(card, count - (card == best), who.hand, DISCARD, "B-SEL-05")
    leave_if_down(draft)


def needs_sell_keeping(state: State, who: Seat | None, command: SellKeeping) -> Iterator[Sentence]:
    yield from needs_sell(state, who, command)
    best = kept(command.cards)
    yield best != MERCHANT or command.card == MERCHANT, "B-SEL-07"
    yield best == MERCHANT or command.card != MERCHANT, "B-SEL-06"
    yield command.card == best, "B-SEL-04", value(best)


def do_sell_keeping(draft: Draft, who: Seat, command: SellKeeping) -> None:
    _sell(draft, who, command.cards, command.card)


def offers_show(state: State, who: Seat | None) -> list[Offer]:
    """Only where merchants do not count in the tie-break, and for cards that are not known yet."""
    if who is None or who.colour not in state.phase.waiting or not _counts_goods_only(state):
        return []
    unknown = state.zones[who.hand].get(UNKNOWN, 0)
    over = Held(state.zones, {UNKNOWN: unknown}, 1, unknown, "")
    return [Offer(Show(who.colour, {}), "cards", over)] if unknown else []


def _counts_goods_only(state: State) -> bool:
    return bool(state.setup.edition.tiebreak_counts_merchants == "no")


def needs_show(state: State, who: Seat | None, command: Show) -> Iterator[Sentence]:
    yield who is not None and _counts_goods_only(state), "B-END-05"
    assert who is not None
    yield bool(command.cards) and are_cards(command.cards), "B-END-05"
    unknown = {UNKNOWN: state.zones[who.hand].get(UNKNOWN, 0)}
    yield may_come_from(unknown, command.cards, state.zones), "B-INV-05"


def do_show(draft: Draft, who: Seat, command: Show) -> None:
    for card, count in sorted(command.cards.items()):
        draft.turn(UNKNOWN, card, who.hand, "B-END-05", count)


def offers_done(state: State, who: Seat | None) -> list[Done]:
    return [Done(who.colour)] if who is not None and who.colour in state.phase.waiting else []


def needs_done(state: State, _who: Seat | None, command: Done) -> Iterator[Sentence]:
    yield command.seat in state.phase.waiting, "B-END-02"


def do_done(draft: Draft, who: Seat, _command: Done) -> None:
    waiting = tuple(colour for colour in draft.state.phase.waiting if colour != who.colour)
    phase = replace(draft.state.phase, waiting=waiting, actors=waiting)
    draft.enter(phase if waiting else _end(draft.state), "B-END-02")


def _end(state: State) -> Over | Deciding:
    """The game is over, unless the table still has to decide between those who are level."""
    level = leaders(state)
    asks = len(level) > 1 and state.setup.edition.final_tie == "ask_table"
    return Deciding(("",), level) if asks else Over()


SELL = Action(Sell, offers_sell, needs_sell, do_sell)
SELL_KEEPING = Action(SellKeeping, nothing, needs_sell_keeping, do_sell_keeping)
SHOW = Action(Show, offers_show, needs_show, do_show)
DONE = Action(Done, offers_done, needs_done, do_done)
