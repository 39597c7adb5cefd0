"""The market in phases 4 and 6 (C-MKT), and goods thrown away (C-GEN-07)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.constantinopolis.commands import Buy, Discard, Sell
from engine.constantinopolis.hands import earn, give, pay, take
from engine.constantinopolis.readings import able_at_market, gold, part_of, stall, working
from engine.constantinopolis.values import Stall
from engine.constantinopolis.zones import SUPPLY, Seat
from engine.draft import Draft
from engine.event import State
from engine.game import Action, Bounds, Offer, Pick
from engine.rule import Sentence
from engine.table import total

Reach = tuple[int, tuple[object, ...]]
"""The most, and the rule with its facts that stops there."""


def buying_price(state: State, me: Seat, now: Stall, good: str) -> int:
    """The gold a good costs this seat (C-MKT-05, C-WAL-06)."""
    price = now.buy[good]
    if "wall-market" in state.table[me.sheet]:
        wall = state.setup.book.values.buildings["wall-market"]
        return int(max(wall.least, price - wall.discount))
    return price


def selling_price(state: State, me: Seat, now: Stall, good: str) -> int:
    """The gold a good brings this seat (C-MKT-07, C-UTL-01)."""
    bonus = state.setup.book.abilities.mensae_gold if working(state, me, "mensae") else 0
    return now.sell[good] + int(bonus)


def buyable(state: State, me: Seat, now: Stall, good: str) -> Reach:
    """How many of a good the seat may buy."""
    table = state.table
    left = now.limit.get(good, 0) - table[me.bought].get(good, 0)
    if left <= 0:
        return 0, ("C-MKT-03", good, 0)
    if good in table[me.sold]:
        return 0, ("C-MKT-04", good)
    if good in able_at_market(state, me) and not _taberna(state, me, good):
        return 0, ("C-MKT-06" if not working(state, me, "taberna") else "C-UTL-03", good)
    price, purse = buying_price(state, me, now, good), gold(table, me)
    if price * left > purse:
        return _in_supply(state, good, purse // price), ("C-GEN-06", price, purse)
    return _in_supply(state, good, left), ("C-MKT-03", good, left)


def _taberna(state: State, me: Seat, good: str) -> bool:
    """May the seat buy this good although it can produce it (C-UTL-03, A-19)?"""
    if not working(state, me, "taberna"):
        return False
    if state.setup.edition.taberna == "any_types":
        return True
    known = able_at_market(state, me)
    return all(other == good for other in state.table[me.bought] if other in known)


def _in_supply(state: State, good: str, count: int) -> int:
    """A-25: with tokens of the box only, no more than lie there; a cube for the ledger is needed as well."""
    if SUPPLY in state.table.bottomless:
        return count
    return min(count, state.table[SUPPLY].get(good, 0) // 2)


def sellable(state: State, me: Seat, now: Stall, good: str) -> Reach:
    """How many of a good the seat may sell."""
    table = state.table
    left = now.limit.get(good, 0) - table[me.sold].get(good, 0)
    if left <= 0:
        return 0, ("C-MKT-03", good, 0)
    if good in table[me.bought]:
        return 0, ("C-MKT-04", good)
    hand = table[me.goods].get(good, 0)
    return (hand, ("C-MKT-07", good)) if hand < left else (left, ("C-MKT-03", good, left))


def offers_buy(state: State, me: Seat) -> list[Offer]:
    found: list[Offer] = []
    if not gold(state.table, me):
        return found
    now = stall(state)
    for good in now.limit:
        most = buyable(state, me, now, good)[0]
        if most > 0:
            found.append(Offer(Buy(me.colour, good, 1), "count", Bounds(1, most)))
    return found


def needs_buy(state: State, me: Seat, command: Buy) -> Iterator[Sentence]:
    yield command.count > 0, "C-MKT-05"
    most, why = buyable(state, me, stall(state), command.good)
    yield command.count <= most, *why


def buy(draft: Draft, me: Seat, command: Buy) -> None:
    price = buying_price(draft.state, me, stall(draft.state), command.good)
    pay(draft, me, price * command.count, "C-MKT-05")
    take(draft, me, command.good, command.count, "C-MKT-05")
    draft.move(command.good, command.count, SUPPLY, me.bought, "C-MKT-08")


def offers_sell(state: State, me: Seat) -> list[Offer]:
    hand = state.table[me.goods]
    found: list[Offer] = []
    if not hand:
        return found
    now = stall(state)
    for good in hand:
        most = sellable(state, me, now, good)[0]
        if most > 0:
            found.append(Offer(Sell(me.colour, good, 1), "count", Bounds(1, most)))
    return found


def needs_sell(state: State, me: Seat, command: Sell) -> Iterator[Sentence]:
    yield command.count > 0, "C-MKT-07", command.good
    most, why = sellable(state, me, stall(state), command.good)
    yield command.count <= most, *why


def sell(draft: Draft, me: Seat, command: Sell) -> None:
    price = selling_price(draft.state, me, stall(draft.state), command.good)
    draft.move(command.good, command.count, me.goods, me.sold, "C-MKT-08")
    earn(draft, me, price * command.count, "C-MKT-07")


def offers_discard(state: State, me: Seat) -> Iterable[Offer]:
    hand = state.table[me.goods]
    if not hand:
        return ()
    return (Offer(Discard(me.colour, {}), "goods", Pick(hand, 1, total(hand), SUPPLY)),)


def needs_discard(state: State, me: Seat, command: Discard) -> Iterator[Sentence]:
    yield bool(command.goods) and part_of(command.goods, state.table[me.goods]), "C-GEN-07"


def discard(draft: Draft, me: Seat, command: Discard) -> None:
    give(draft, me, command.goods, "C-GEN-07")


BUY = Action(Buy, offers_buy, needs_buy, buy)
SELL = Action(Sell, offers_sell, needs_sell, sell)
DISCARD = Action(Discard, offers_discard, needs_discard, discard)
