"""Counting all lawful sequences of commands to a depth, in two ways that share nothing but `decide`.

One way follows the lists: numbers are opened, of sets of pieces every one is laid out (or, at the end of a sequence,
only counted). The other knows no list: it tries every command that can be written about the pieces on the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from engine.constantinopolis import commands as c
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.constantinopolis.zones import DECK, GOODS, OFFICES
from engine.event import State, revert
from engine.game import Offer, decide, legal
from engine.rule import Illegal
from engine.table import Tally

WITHOUT_CHOICE: tuple[type, ...] = (
    c.Stay,
    c.Concede,
    c.Collect,
    c.Forget,
    c.Arrive,
    c.Produce,
    c.EndTurn,
    c.Preempt,
    c.Decline,
)
WITHOUT_CHOICE += (c.Withdraw, c.Reshuffle, c.Yield, c.BuyPost, c.Agree, c.Refuse, c.Done, c.Depart, c.Clear)
WITHOUT_CHOICE += (c.Keep, c.Change, c.Refresh, c.Score, c.Leave)


def listed(state: State, depth: int) -> int:
    """Lawful sequences of `depth` commands, by the lists."""
    items = [item for seat in ("", *state.setup.colours) for item in legal(CONSTANTINOPOLIS, state, seat)]
    if depth == 1:
        return sum(size(item) for item in items)
    return sum(_after(state, command, depth, listed) for item in items for command in opened(item))


def tried(state: State, depth: int) -> int:
    """Lawful sequences of `depth` commands, by trying whatever can be written."""
    return sum(_after(state, command, depth, tried) for command in sayable(state))


def _after(state: State, command: Any, depth: int, count: Any) -> int:
    try:
        events = decide(CONSTANTINOPOLIS, state, command)
    except Illegal:
        return 0
    found = count(state, depth - 1) if depth > 1 else 1
    revert(state, events)
    return int(found)


# -- the lists opened


def size(item: Any) -> int:
    """How many commands an item of a list stands for."""
    if type(item) is not Offer:
        return 1
    least, most = item.over.span
    if item.over.pool is None:
        return int(most - least + 1)
    return sum(ways(item.over.pool)[least : most + 1])


def ways(pool: Tally) -> list[int]:
    """By how many pieces are taken, in how many ways: the product of 1 + x + … + x^count over the kinds."""
    found = [1]
    for count in pool.values():
        found = [sum(found[max(0, n - count) : n + 1]) for n in range(len(found) + count)]
    return found


def opened(item: Any) -> Iterator[Any]:
    """The commands an item of a list stands for."""
    if type(item) is not Offer:
        yield item
        return
    least, most = item.over.span
    if item.over.pool is None:
        yield from map(item.of, range(least, most + 1))
    else:
        yield from (item.of(part) for part in parts(item.over.pool) if least <= sum(part.values()) <= most)


def parts(pool: Tally) -> Iterator[Tally]:
    """Every part of a pool as it is now, the empty one included."""
    pieces = tuple(pool)
    for counts in product(*(range(count + 1) for count in pool.values())):
        yield {piece: count for piece, count in zip(pieces, counts, strict=True) if count}


# -- whatever can be written


def sayable(state: State) -> Iterator[Any]:
    """Every command about the pieces on the table, of every seat and of the table, sensible or not."""
    for seat in state.setup.colours:
        yield from _of(state, seat)
    for kind in WITHOUT_CHOICE:
        yield kind("")
    yield from (c.Reveal("", card) for card in state.setup.book.cards)


def _of(state: State, seat: str) -> Iterator[Any]:
    yield from (kind(seat) for kind in WITHOUT_CHOICE)
    gold = range(state.table[state.seats[seat].treasury].get("gold", 0) + 2)
    yield from (c.Take(seat, office) for office in OFFICES)
    yield from (c.Raise(seat, amount) for amount in gold)
    yield from (c.Bid(seat, office, amount) for office in OFFICES for amount in gold)
    yield from (c.Build(seat, tile, redeem) for tile in state.setup.book.kind for redeem in (False, True))
    yield from (c.Use(seat, tile) for tile in state.setup.book.kind)
    yield from _of_goods(state, seat)
    yield from _of_contracts(state, seat)


def _of_goods(state: State, seat: str) -> Iterator[Any]:
    yield from (c.Receive(seat, good) for good in GOODS)
    yield from (c.Swap(seat, given, taken) for given, taken in product(GOODS, GOODS))
    yield from (kind(seat, good, count) for kind in (c.Buy, c.Sell) for good in GOODS for count in range(5))
    yield from (c.Donate(seat, good * count) for good in GOODS for count in range(1, 5))
    for goods in parts(state.table[state.seats[seat].goods]):
        yield from (c.Discard(seat, goods), c.Store(seat, goods), c.ThreeGoods(seat, goods))


def _of_contracts(state: State, seat: str) -> Iterator[Any]:
    table, me, book = state.table, state.seats[seat], state.setup.book
    held = _sum(table[me.open], {card: n for card, n in table[me.saved].items() if card != me.post})
    aboard = {card for ship in table[me.harbour] for card in table[book.hold[ship]] if card not in GOODS}
    yield from (c.BuyShip(seat, size) for size in book.ships)
    yield from (kind(seat, card) for kind in (c.Save, c.Free) for card in held)
    cards = sorted({*held, *aboard})
    yield from (kind(seat, card, ship) for kind in (c.Load, c.Unload) for card in cards for ship in _ships(state, seat))
    yield from (c.Redraw(seat, part) for part in parts(held))
    if sum(table[DECK].values()) <= SMALL:
        yield from (c.Draw(seat, part) for part in parts(table[DECK]))


def _ships(state: State, seat: str) -> list[str]:
    """All ships; of several empty ones of a size in one's harbour one, for they are one choice."""
    size, hold = state.setup.book.size, state.setup.book.hold
    empty = [ship for ship in state.table[state.seats[seat].harbour] if not state.table[hold[ship]]]
    one_each = {size[ship]: ship for ship in empty}.values()
    return [ship for ship in hold if ship not in empty or ship in one_each]


SMALL = 12
"""A deck of more cards is not laid out."""


def _sum(*pools: Tally) -> Tally:
    found: Tally = {}
    for pool in pools:
        for piece, count in pool.items():
            found[piece] = found.get(piece, 0) + count
    return found
