"""Counting all lawful sequences of commands of Byzanz to a depth, in two ways that share nothing but `decide`.

One way follows the lists and opens every family of commands. The other knows no list: it tries every command that can
be written about the cards that seats hold. Lots are given, so that chance adds nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from engine.byzanz.auction import Bid, GiveToMarket, Pass
from engine.byzanz.cards import GOODS, PRINTED
from engine.byzanz.game import BYZANZ
from engine.byzanz.limit import Discard
from engine.byzanz.market import Clear, PickGood
from engine.byzanz.scoring import Award
from engine.byzanz.selling import Done, Sell, Show
from engine.event import State, revert
from engine.game import Offer, decide, legal
from engine.rule import Illegal
from engine.table import Tally


def listed(state: State, depth: int) -> int:
    """Lawful sequences of `depth` commands, by the lists."""
    items = [item for seat in state.phase.actors for item in legal(BYZANZ, state, seat)]
    return sum(_after(state, command, depth, listed) for item in items for command in opened(item))


def tried(state: State, depth: int) -> int:
    """Lawful sequences of `depth` commands, by trying whatever can be written."""
    return sum(_after(state, command, depth, tried) for command in sayable(state))


def _after(state: State, command: Any, depth: int, count: Callable[[State, int], int]) -> int:
    try:
        events = decide(BYZANZ, state, command)
    except Illegal:
        return 0
    found = count(state, depth - 1) if depth > 1 else 1
    revert(state, events)
    return found


def opened(item: Any) -> Iterator[Any]:
    """The commands an item of a list stands for; lots are left out."""
    if not isinstance(item, Offer):
        yield item
    elif item.least.seat:
        yield from (item.of(part) for part in parts(item.over.pool or {}) if item.over.holds(part))


def parts(pool: Tally) -> Iterator[Tally]:
    """Every part of a pool as it is now, though it may change meanwhile."""
    cards = tuple(pool)
    for counts in product(*(range(count + 1) for count in pool.values())):
        yield {card: count for card, count in zip(cards, counts, strict=True) if count}


def sayable(state: State) -> Iterator[Any]:
    """Every command about the cards of a seat and on the table, lawful or not."""
    yield Clear("")
    yield from (Award("", seat) for seat in state.setup.seats)
    for seat in state.setup.seats:
        yield from (Pass(seat), Done(seat))
        yield from (PickGood(seat, good) for good in (*GOODS, "ME"))
        yield from (GiveToMarket(seat, card) for card in PRINTED)
        for part in parts(_before(state, seat)):
            yield from (Bid(seat, part), Sell(seat, part), Discard(seat, part), Show(seat, part))


def _before(state: State, seat: str) -> Tally:
    """All cards in hand and bid, which must be known ones."""
    who = state.seats[seat]
    found: Tally = {}
    for zone in (who.hand, who.bid):
        for card, count in state.table[zone].items():
            found[card] = found.get(card, 0) + count
    return found
