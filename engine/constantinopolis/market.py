"""The market in phases 4 and 6 (C-MKT)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from engine.constantinopolis.book import Stall
from engine.constantinopolis.commands import Buy, Sell
from engine.constantinopolis.hands import earn, pay, take
from engine.constantinopolis.readings import able_at_market, gold, stall, working
from engine.constantinopolis.zones import SUPPLY, Seat
from engine.draft import Draft
from engine.event import State
from engine.game import Action, Bounds, Offer, nothing
from engine.rule import Reason, Sentence
from engine.table import Tally

Stop = tuple[object, ...]
"""A rule with its facts."""


def barred(state: State, me: Seat) -> str:
    """The types of good the seat may not buy because it is able to produce them (C-MKT-06, C-UTL-03)."""
    known = able_at_market(state, me)
    if "taberna" in state.zones[me.sheet] and working(state, me, "taberna"):
        return _beyond_taberna(state, known, state.zones[me.bought])
    return known


def _beyond_taberna(state: State, known: str, bought: Tally) -> str:
    """The types one can produce that even the Taberna's owner may not buy (A-19)."""
    if state.setup.edition.taberna == "any_types":
        return ""
    chosen = next((good for good in known if good in bought), "")
    return known.replace(chosen, "") if chosen else ""


def price_to_buy(state: State, me: Seat, good: str) -> int:
    """The gold a good costs this seat (C-MKT-05, C-WAL-06)."""
    all_wares = stall(state).wares["", "wall-market" in state.zones[me.sheet]]
    return next(price for ware, _, price in all_wares if ware == good)


def buyable(state: State, me: Seat, now: Stall) -> list[tuple[str, int]]:
    """The goods the seat may buy on this market, and the most of each."""
    zones, found = state.zones, []
    purse, bought, sold = zones[me.treasury].get("gold", 0), zones[me.bought], zones[me.sold]
    for good, most, price in now.wares[barred(state, me), "wall-market" in zones[me.sheet]]:
        if good not in sold:
            if good in bought:
                most -= bought[good]
            if price * most > purse:
                most = purse // price
            if most > 0:
                found.append((good, most))
    return found if SUPPLY in state.table.bottomless else _in_supply(zones[SUPPLY], found)


def _in_supply(supply: Tally, wanted: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """A-25: with tokens of the box only, no more than lie there; a cube for the ledger is needed as well."""
    there = [(good, min(count, supply.get(good, 0) // 2)) for good, count in wanted]
    return [(good, count) for good, count in there if count]


def not_bought(state: State, me: Seat, good: str) -> Stop:
    """Why the seat may buy no more of a good."""
    left = stall(state).limit.get(good, 0) - state.zones[me.bought].get(good, 0)
    if left <= 0:
        return _limit(state, good)
    if good in state.zones[me.sold]:
        return "C-MKT-04", good
    if good in barred(state, me):
        return "C-UTL-03" if "taberna" in state.zones[me.sheet] else "C-MKT-06", good
    price, purse = price_to_buy(state, me, good), gold(state.zones, me)
    return ("C-GEN-06", price, purse) if price * left > purse else ("C-MKT-03", good, left)


def _limit(state: State, good: str) -> Stop:
    """No more of a good is traded: as much as the card allows has been, or the card does not list it."""
    return ("C-MKT-03", good, 0) if good in stall(state).limit else ("C-MKT-03", Reason("no_entry"), good, 0)


def selling_price(state: State, me: Seat, good: str) -> int:
    """The gold a good brings this seat (C-MKT-07, C-UTL-01)."""
    bonus = state.book.abilities.mensae_gold if working(state, me, "mensae") else 0
    return stall(state).sell[good] + int(bonus)


def sellable(state: State, me: Seat, now: Stall) -> list[tuple[str, int]]:
    """The goods the seat may sell on this market, and the most of each."""
    zones, limit, found = state.zones, now.limit, []
    bought, sold = zones[me.bought], zones[me.sold]
    for good, most in zones[me.goods].items():
        if good in limit and good not in bought:
            left = limit[good] - sold[good] if good in sold else limit[good]
            if left > 0:
                found.append((good, most if most < left else left))
    return found


def not_sold(state: State, me: Seat, good: str) -> Stop:
    """Why the seat may sell no more of a good."""
    left = stall(state).limit.get(good, 0) - state.zones[me.sold].get(good, 0)
    if left <= 0:
        return _limit(state, good)
    if good in state.zones[me.bought]:
        return "C-MKT-04", good
    short = state.zones[me.goods].get(good, 0) < left
    return ("C-MKT-07", Reason("hand"), good) if short else ("C-MKT-03", good, left)


@cache
def offer(kind: type[Buy | Sell], colour: str, good: str, most: int) -> Offer:
    """So many goods or fewer; the same few offers are made all game long."""
    return Offer(kind(colour, good, 1), "count", Bounds(1, most))


def offers_trade(state: State, me: Seat) -> list[Offer]:
    """What the seat may buy and sell, in its construction turn and in phase 6 until done (C-MKT-01)."""
    zones, colour, found = state.zones, me.colour, []
    hand, now = zones[me.goods], stall(state)
    purse = zones[me.treasury].get("gold", 0)
    if purse >= now.cheapest or (purse and "wall-market" in zones[me.sheet]):
        for good, most in buyable(state, me, now):
            found.append(offer(Buy, colour, good, most))
    if hand:
        for good, most in sellable(state, me, now):
            found.append(offer(Sell, colour, good, most))
    return found


def needs_buy(state: State, me: Seat, command: Buy) -> Iterator[Sentence]:
    yield command.count > 0, "C-MKT-05", Reason("number")
    if command.count > dict(buyable(state, me, stall(state))).get(command.good, 0):
        yield False, *not_bought(state, me, command.good)


def buy(draft: Draft, me: Seat, command: Buy) -> None:
    pay(draft, me, price_to_buy(draft.state, me, command.good) * command.count, "C-MKT-05")
    take(draft, me, command.good, command.count, "C-MKT-05")
    draft.move(command.good, command.count, SUPPLY, me.bought, "C-MKT-08")


def needs_sell(state: State, me: Seat, command: Sell) -> Iterator[Sentence]:
    yield command.count > 0, "C-MKT-07", Reason("number"), command.good
    if command.count > dict(sellable(state, me, stall(state))).get(command.good, 0):
        yield False, *not_sold(state, me, command.good)


def sell(draft: Draft, me: Seat, command: Sell) -> None:
    price = selling_price(draft.state, me, command.good)
    draft.move(command.good, command.count, me.goods, me.sold, "C-MKT-08")
    earn(draft, me, price * command.count, "C-MKT-07")


BUY = Action(Buy, offers_trade, needs_buy, buy)
SELL = Action(Sell, nothing, needs_sell, sell)
