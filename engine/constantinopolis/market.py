"""The market in phases 4 and 6 (C-MKT), and goods thrown away (C-GEN-07)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from engine.constantinopolis.commands import Buy, Discard, Sell
from engine.constantinopolis.hands import earn, give, pay, take
from engine.constantinopolis.readings import able_at_market, gold, part_of, stall, working
from engine.constantinopolis.values import Stall
from engine.constantinopolis.zones import SUPPLY, Seat
from engine.draft import Draft
from engine.event import State
from engine.game import Action, Bounds, Offer, Pick, nothing
from engine.rule import Sentence
from engine.table import Tally, total

Reach = tuple[int, tuple[object, ...]]
"""The most, and the rule with its facts that stops there."""


class Counter(Struct, frozen=True, gc=False):
    """What a seat sees of the market: the card, its ledger and gold, the types it may not buy, what it pays less."""

    now: Stall
    bought: Tally
    sold: Tally
    purse: int
    barred: str
    rule: str
    discount: int
    least: int

    def price(self, good: str) -> int:
        """The gold a good costs this seat (C-MKT-05, C-WAL-06)."""
        price = self.now.buy[good]
        return max(self.least, price - self.discount) if self.discount else price


def counter(state: State, me: Seat) -> Counter:
    """The market as this seat meets it now."""
    table, known = state.zones, able_at_market(state, me)
    bought, sheet = table[me.bought], table[me.sheet]
    rule = "C-MKT-06"
    if "taberna" in sheet and working(state, me, "taberna"):
        rule, known = "C-UTL-03", _beyond_taberna(state, known, bought)
    wall = state.book.values.buildings["wall-market"] if "wall-market" in sheet else None
    discount, least = (wall.discount, wall.least) if wall else (0, 0)
    return Counter(stall(state), bought, table[me.sold], gold(state.zones, me), known, rule, discount, least)


def _beyond_taberna(state: State, known: str, bought: Tally) -> str:
    """The types one can produce that even the Taberna's owner may not buy (C-UTL-03, A-19)."""
    if state.setup.edition.taberna == "any_types":
        return ""
    chosen = next((good for good in bought if good in known), "")
    return known.replace(chosen, "") if chosen else ""


def buyable(state: State, at: Counter, good: str) -> Reach:
    """How many of a good the seat may buy."""
    left = at.now.limit.get(good, 0) - at.bought.get(good, 0)
    if left <= 0:
        return 0, ("C-MKT-03", good, 0)
    if good in at.sold:
        return 0, ("C-MKT-04", good)
    if good in at.barred:
        return 0, (at.rule, good)
    price = at.price(good)
    if price * left > at.purse:
        return _in_supply(state, good, at.purse // price), ("C-GEN-06", price, at.purse)
    return _in_supply(state, good, left), ("C-MKT-03", good, left)


def _in_supply(state: State, good: str, count: int) -> int:
    """A-25: with tokens of the box only, no more than lie there; a cube for the ledger is needed as well."""
    if SUPPLY in state.table.bottomless:
        return count
    return min(count, state.zones[SUPPLY].get(good, 0) // 2)


def selling_price(state: State, me: Seat, now: Stall, good: str) -> int:
    """The gold a good brings this seat (C-MKT-07, C-UTL-01)."""
    bonus = state.book.abilities.mensae_gold if working(state, me, "mensae") else 0
    return now.sell[good] + int(bonus)


def sellable(state: State, me: Seat, now: Stall, good: str) -> Reach:
    """How many of a good the seat may sell."""
    table = state.zones
    left = now.limit.get(good, 0) - table[me.sold].get(good, 0)
    if left <= 0:
        return 0, ("C-MKT-03", good, 0)
    if good in table[me.bought]:
        return 0, ("C-MKT-04", good)
    hand = table[me.goods].get(good, 0)
    return (hand, ("C-MKT-07", good)) if hand < left else (left, ("C-MKT-03", good, left))


def offers_trade(state: State, me: Seat) -> list[Offer]:
    """What the seat may buy, sell and throw away."""
    table, found = state.zones, []
    hand, purse = table[me.goods], gold(state.zones, me)
    if purse and (purse >= stall(state).cheapest or "wall-market" in table[me.sheet]):
        found += _purchases(state, me)
    if hand:
        found += _sales(state, me, hand)
        found.append(Offer(Discard(me.colour, {}), "goods", Pick(hand, 1, total(hand), SUPPLY)))
    return found


def _purchases(state: State, me: Seat) -> list[Offer]:
    at, found = counter(state, me), []
    for good in at.now.limit:
        if good not in at.barred:
            most = buyable(state, at, good)[0]
            if most > 0:
                found.append(Offer(Buy(me.colour, good, 1), "count", Bounds(1, most)))
    return found


def _sales(state: State, me: Seat, hand: Tally) -> list[Offer]:
    now, bought, found = stall(state), state.zones[me.bought], []
    for good in hand:
        if good not in bought and good in now.limit:
            most = sellable(state, me, now, good)[0]
            if most > 0:
                found.append(Offer(Sell(me.colour, good, 1), "count", Bounds(1, most)))
    return found


def needs_buy(state: State, me: Seat, command: Buy) -> Iterator[Sentence]:
    yield command.count > 0, "C-MKT-05"
    most, why = buyable(state, counter(state, me), command.good)
    yield command.count <= most, *why


def buy(draft: Draft, me: Seat, command: Buy) -> None:
    price = counter(draft.state, me).price(command.good)
    pay(draft, me, price * command.count, "C-MKT-05")
    take(draft, me, command.good, command.count, "C-MKT-05")
    draft.move(command.good, command.count, SUPPLY, me.bought, "C-MKT-08")


def needs_sell(state: State, me: Seat, command: Sell) -> Iterator[Sentence]:
    yield command.count > 0, "C-MKT-07", command.good
    most, why = sellable(state, me, stall(state), command.good)
    yield command.count <= most, *why


def sell(draft: Draft, me: Seat, command: Sell) -> None:
    price = selling_price(draft.state, me, stall(draft.state), command.good)
    draft.move(command.good, command.count, me.goods, me.sold, "C-MKT-08")
    earn(draft, me, price * command.count, "C-MKT-07")


def needs_discard(state: State, me: Seat, command: Discard) -> Iterator[Sentence]:
    yield bool(command.goods) and part_of(command.goods, state.zones[me.goods]), "C-GEN-07"


def discard(draft: Draft, me: Seat, command: Discard) -> None:
    give(draft, me, command.goods, "C-GEN-07")


BUY = Action(Buy, offers_trade, needs_buy, buy)
SELL = Action(Sell, nothing, needs_sell, sell)
DISCARD = Action(Discard, nothing, needs_discard, discard)
