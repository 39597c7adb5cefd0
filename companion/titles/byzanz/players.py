"""Players of Byzanz who mean to win: they bid by what a lot is worth to their hand, sell sets, mind the hand limit.

A player is a seat with a taste: how much it gives for a lot differs a little. The same hand, table and seed give the
same choices.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random

from engine.byzanz.auction import Bid, GiveToMarket, Pass
from engine.byzanz.cards import GOODS, KEPT_MERCHANT, MERCHANT, UNKNOWN, kind, value, worth
from engine.byzanz.hands import excess
from engine.byzanz.limit import Discard
from engine.byzanz.market import PickGood, goods_on_market
from engine.byzanz.phases import Bidding, Limit, Picking, Selling, Tax
from engine.byzanz.selling import Done, Sell
from engine.byzanz.zones import LOT, MARKET
from engine.event import State
from engine.game import Command
from engine.table import Tally, total

JOKER = 2.2
"""What a merchant is worth in a hand: it completes a set of any good."""
ALONE, PAIR, SET = 0.25, 0.55, 0.9
"""How much of its value a good brings when it stands alone, beside one more, in a set."""
CROWDED = 6
"""So many cards in a hand, and a set is sold: there is no room for the next lot."""
GOOD_SALE = 3
"""A set that keeps so much is sold at once."""
Cards = dict[str, int]


class Player:
    """One seat's head: it gives a lawful command for its hand and the table, without touching them."""

    def __init__(self, seat: str, seed: int) -> None:
        self.seat = seat
        self._greed = Random(f"{seat} {seed}").uniform(0.75, 1.15)

    def choose(self, state: State, hand: Tally) -> Command:
        """What this seat does now; raises `LookupError` if it may do nothing."""
        phase = state.phase
        if isinstance(phase, Bidding):
            return self._bid(state, hand)
        if isinstance(phase, Tax):
            return GiveToMarket(self.seat, _least_missed(hand, state.table[LOT]))
        if isinstance(phase, Picking):
            return self._pick(state, hand)
        if isinstance(phase, Limit):
            return self._come_down(state, hand)
        if isinstance(phase, Selling):
            return Done(self.seat)
        raise LookupError(f"{self.seat!r} may do nothing in {type(phase).__name__!r}")

    # --- auctions ---

    def _bid(self, state: State, hand: Tally) -> Command:
        """Raise as cheaply as possible while the lot is worth more than the cards it costs."""
        price = state.phase.best + 1 - worth(state.table[state.seats[self.seat].bid])
        cards = cheapest(hand, price)
        if cards is None:
            return Pass(self.seat)
        left = _without(hand, cards)
        lot = state.table[LOT]
        tax = _least_missed(left, lot)
        won = _with(left, _without(lot, {tax: 1}))
        laid = state.table[state.seats[self.seat].bid]
        gain = appeal(won) - appeal(_with(hand, laid))
        return Bid(self.seat, cards) if gain * self._greed > 0 else Pass(self.seat)

    # --- market ---

    def _pick(self, state: State, hand: Tally) -> Command:
        """The good that helps the hand most."""
        market = state.table[MARKET]
        best = max(goods_on_market(state), key=lambda good: (appeal(_with(hand, _of(market, good))), good))
        return PickGood(self.seat, best)

    # --- sales and the limit ---

    def sale(self, state: State, hand: Tally) -> Command | None:
        """A set that is sold now: a good one at once, any when the hand is full or the deck is out."""
        if isinstance(state.phase, Limit) and state.phase.due != self.seat:
            return None
        full = total(hand) >= CROWDED or isinstance(state.phase, Selling)
        if isinstance(state.phase, Selling) and self.seat not in state.phase.waiting:
            return None
        found = best_set(hand)
        if found is None or not (full or _keeps(found) >= GOOD_SALE):
            return None
        return Sell(self.seat, found)

    def _come_down(self, state: State, hand: Tally) -> Command:
        """Cards of the least use are thrown away; a set would have been sold before."""
        found = best_set(hand)
        if found is not None:
            return Sell(self.seat, found)
        many = excess(state, state.seats[self.seat])
        if state.setup.edition.limit_discard_visibility == "face_down":
            return Discard(self.seat, {UNKNOWN: many})
        left, thrown = dict(hand), Counter[str]()
        for _each in range(many):
            card = max(sorted(left), key=lambda card: appeal(_without(left, {card: 1})))
            left = _without(left, {card: 1})
            thrown[card] += 1
        return Discard(self.seat, dict(thrown))


def appeal(hand: Tally) -> float:
    """What a hand is worth to its player: what its cards bring in the sets they may become."""
    jokers = hand.get(MERCHANT, 0)
    sets = sum(_of_good(hand, good) for good in GOODS)
    return sets + JOKER * min(jokers, 3) + 0.5 * max(0, jokers - 3)


def _of_good(hand: Tally, good: str) -> float:
    """A good's best card brings its value if there are others to sell it with; the others are small change."""
    cards = sorted((value(card) for card in Counter(_of(hand, good)).elements()), reverse=True)
    if not cards:
        return 0.0
    share = (ALONE, PAIR, SET)[min(len(cards), 3) - 1]
    return cards[0] * share + sum(0.3 * each for each in cards[1:])


def cheapest(hand: Tally, price: int) -> Cards | None:
    """The goods that are missed least of those worth `price` together; None if all of them are not enough."""
    goods = sorted((card for card in Counter(hand).elements() if card != MERCHANT), key=value)
    before = appeal(hand)
    best: tuple[float, Cards] | None = None
    for count in range(1, len(goods) + 1):
        for chosen in set(combinations(goods, count)):
            cards = dict(Counter(chosen))
            if worth(cards) < price:
                continue
            lost = before - appeal(_without(hand, cards))
            if best is None or lost < best[0]:
                best = (lost, cards)
    return None if best is None else best[1]


def best_set(hand: Tally) -> Cards | None:
    """The set that keeps most, with as few merchants as it takes; None if there is none."""
    found = list(_sets(hand))
    return max(found, key=lambda cards: (_keeps(cards), -cards.get(MERCHANT, 0), sorted(cards)), default=None)


def _sets(hand: Tally) -> Iterator[Cards]:
    """Every set worth considering: of each good its best card with the lowest others, jokers for what lacks."""
    jokers = hand.get(MERCHANT, 0)
    for good in GOODS:
        cards = sorted(Counter(_of(hand, good)).elements(), key=value, reverse=True)
        others = cards[1:][-2:]
        lack = 2 - len(others)
        if cards and lack <= jokers:
            yield dict(Counter([cards[0], *others, *[MERCHANT] * lack]))
    if jokers >= 3:
        yield {MERCHANT: 3}


def _keeps(cards: Tally) -> int:
    """What the kept card of a set counts."""
    return max((value(card) for card in cards if card != MERCHANT), default=KEPT_MERCHANT)


def _least_missed(hand: Tally, lot: Tally) -> str:
    """The card of a lot that a hand which takes the lot misses least."""
    whole = _with(hand, lot)
    return max(sorted(lot), key=lambda card: appeal(_without(whole, {card: 1})))


def _of(cards: Tally, good: str) -> Cards:
    return {card: count for card, count in cards.items() if kind(card) == good}


def _with(hand: Tally, more: Tally) -> Cards:
    return dict(Counter(hand) + Counter(more))


def _without(hand: Tally, less: Tally) -> Cards:
    return dict(Counter(hand) - Counter(less))
