"""Every command a person might think of at a position, sensible or not."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement, product
from typing import Any

from engine.constantinopolis import commands as c
from engine.constantinopolis.zones import DECK, FUTURE, GOODS
from engine.event import State, revert
from engine.game import Game, decide, legal, within
from engine.rule import Illegal

NOTHING = "no-such-thing"
COUNTS = range(-1, 6)
OFFICES = range(7)
PLAIN: tuple[type, ...] = (
    c.Stay,
    c.Concede,
    c.Collect,
    c.Forget,
    c.Arrive,
    c.Produce,
    c.EndTurn,
    c.Preempt,
    c.Decline,
    c.Withdraw,
)
PLAIN += (c.Reshuffle, c.Yield, c.BuyPost, c.Agree, c.Refuse, c.Done, c.Depart, c.Clear, c.Keep, c.Change)
PLAIN += (c.Refresh, c.Score, c.Leave)


def commands(state: State, seat: str) -> Iterator[Any]:
    """All commands of `seat` worth trying."""
    yield from (kind(seat) for kind in PLAIN)
    yield from _auction(state, seat)
    yield from _construction(state, seat)
    yield from _goods(seat)
    if seat:
        yield from _contracts(state, seat)
    yield from (c.Reveal(seat, card) for card in (*state.table[FUTURE], *state.setup.book.cards, NOTHING))


def _auction(state: State, seat: str) -> Iterator[Any]:
    yield from (c.Take(seat, office) for office in OFFICES)
    if type(state.phase).__name__ in ("Activation", "Duel"):
        most = state.table[state.seats[seat].treasury].get("gold", 0) + 2
        yield from (c.Bid(seat, office, gold) for office in OFFICES for gold in range(-1, most + 1))
        yield from (c.Raise(seat, gold) for gold in range(-1, most + 1))


def _construction(state: State, seat: str) -> Iterator[Any]:
    tiles = (*state.setup.book.kind, NOTHING)
    yield from (c.Build(seat, tile, redeem) for tile in tiles for redeem in (False, True))
    yield from (c.Use(seat, tile) for tile in tiles)


def _goods(seat: str) -> Iterator[Any]:
    goods = (*GOODS, NOTHING)
    yield from (c.Receive(seat, good) for good in goods)
    yield from (kind(seat, good, count) for kind in (c.Buy, c.Sell) for good in goods for count in COUNTS)
    yield from (c.Swap(seat, given, taken) for given, taken in product(goods, goods))
    for tally in _tallies():
        yield from (c.ThreeGoods(seat, tally), c.Discard(seat, tally), c.Store(seat, tally))
    for length in range(5):
        yield from (c.Donate(seat, "".join(entry)) for entry in combinations_with_replacement(GOODS, length))


def _tallies() -> Iterator[dict[str, int]]:
    for length in range(4):
        for goods in combinations_with_replacement((*GOODS, NOTHING), length):
            yield {good: goods.count(good) for good in goods}
    yield from ({"G": -1}, {"G": 0}, {"G": 3, "B": -1}, {"G": 7})


def _contracts(state: State, seat: str) -> Iterator[Any]:
    table, me, book = state.table, state.seats[seat], state.setup.book
    papers = {*table[me.open], *table[me.saved], "contract:?", "contract:P.5.-12", NOTHING, me.post}
    papers |= {piece for ship in table[me.harbour] for piece in table[book.hold[ship]]}
    ships = [*table[me.harbour], *table[me.short], *table[me.long], "large-5", NOTHING]
    for paper in sorted(papers):
        yield from (c.Save(seat, paper), c.Free(seat, paper))
        yield from (kind(seat, paper, ship) for kind in (c.Load, c.Unload) for ship in ships)
    yield from (c.BuyShip(seat, size) for size in (*book.ships, NOTHING))
    for few in range(4):
        for cards in combinations_with_replacement(sorted(papers)[:6], few):
            yield c.Redraw(seat, {card: cards.count(card) for card in cards})
    yield from _draws(state, seat)


def _draws(state: State, seat: str) -> Iterator[Any]:
    deck = [*list(state.table[DECK])[:3], "contract:GB.7.112", "contract:fish"]
    for count in range(-1, 10):
        yield from (c.Draw(seat, {card: count}) for card in (*deck, NOTHING))
        yield c.Draw(seat, dict.fromkeys(list(state.table[DECK])[:count], 1) if count > 0 else {})


def disagreements(game: Game, state: State, seat: str) -> Iterator[tuple[Any, str]]:
    """Commands that are lawful but not listed, or listed but not lawful."""
    items = legal(game, state, seat)
    for command in commands(state, seat):
        listed = any(within(item, command) for item in items)
        ruling = _rule(game, state, command)
        if listed != (not ruling) and not (_second_berth(state, command) and not listed):
            yield command, ruling or "lawful, not listed"


def _rule(game: Game, state: State, command: Any) -> str:
    try:
        revert(state, decide(game, state, command))
    except Illegal as refusal:
        return refusal.rule
    return ""


def _second_berth(state: State, command: Any) -> bool:
    """Loading the second of two empty ships of a size is lawful, but one choice in the list."""
    book = state.setup.book
    return isinstance(command, c.Load) and command.ship in book.hold and not state.table[book.hold[command.ship]]
