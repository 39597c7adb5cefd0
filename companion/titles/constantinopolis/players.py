"""Players of Constantinopolis who mean to win: they know the rules, weigh what is lawful and choose.

A player is a seat with a taste: how much an office, a building or a long voyage is worth to them differs a little.
Everything is seeded; the same table and seed give the same choices.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from engine.constantinopolis import commands as c
from engine.constantinopolis.faces import contract
from engine.constantinopolis.readings import able, gold, stall
from engine.constantinopolis.zones import BOARD, COMES, CONSUL, MAGISTER, PRETORIO, URBI, Seat
from engine.event import State
from engine.game import Command, Game, Offer, legal
from engine.table import Tally, total

WORTH = {"G": 1.5, "B": 2.5, "R": 4.0, "K": 5.0, "Y": 6.5}
"""What a good is worth in gold, on average over the markets."""
OFFICE = {MAGISTER: 5.0, PRETORIO: 3.0, COMES: 5.0, URBI: 6.0, CONSUL: 3.0}
"""What an office is worth in gold to a player without special plans."""
FAME = 6.0
"""What a point of fame is worth in gold."""
RESERVE = 3
"""Gold a player keeps for the auction."""
WISH = 0.4
"""How much of a wall's gain a player bids for the office that builds it."""
WALL = "wall-market"
"""One of the walls: all have one price."""
PACE = 2
"""Rounds between two walls of a player who means to have more."""
ROUNDS = 9

Weighed = tuple[float, Command]


class Player:
    """One seat's head. `choose` gives a lawful command for the position, without touching it."""

    def __init__(self, seat: str, seed: int) -> None:
        self.seat = seat
        self._chance = Random(f"{seat} {seed}")
        self._taste = {office: worth * self._chance.uniform(0.6, 1.5) for office, worth in OFFICE.items()}

    def choose(self, game: Game, state: State) -> Command:
        """What this seat does now; raises `LookupError` if it may do nothing."""
        items = legal(game, state, self.seat)
        me = state.seats[self.seat]
        found = [weighed for item in items for weighed in self._weigh(state, me, item)]
        if not found:
            raise LookupError(f"{self.seat!r} may do nothing in {type(state.phase).__name__!r}")
        return max(enumerate(found), key=lambda each: (each[1][0], -each[0]))[1][1]

    def _weigh(self, state: State, me: Seat, item: Command | Offer) -> Iterable[Weighed]:
        first = item.least if isinstance(item, Offer) else item
        weigh = _WEIGH.get(type(first))
        return weigh(self, state, me, item) if weigh else ()

    # --- auction ---

    def _office(self, state: State, me: Seat, office: int) -> float:
        """What an office is worth in gold: the Urbi's to a player who can pay for a wall, by what it will bring."""
        price: int = state.setup.book.cost[WALL]
        if office != URBI or gold(state.table, me) < price + RESERVE:
            return self._taste[office]
        return self._taste[office] + WISH * max(0.0, _wall_worth(state, me) - price)

    def _stay(self, state: State, me: Seat, command: c.Stay) -> Iterable[Weighed]:
        office = next(n for n in OFFICE if me.marker in state.table[f"office/{n}"])
        yield self._office(state, me, office), command

    def _take(self, state: State, me: Seat, command: c.Take) -> Iterable[Weighed]:
        price = 0 if command.office in state.phase.free else state.setup.book.tracks.vacant_office
        yield self._office(state, me, command.office) - price, command

    def _bid(self, state: State, me: Seat, offer: Offer) -> Iterable[Weighed]:
        bid: c.Bid = offer.least
        gain = self._office(state, me, bid.office) - bid.gold - 1.5
        if gold(state.table, me) - bid.gold >= RESERVE:
            yield gain, bid

    def _raise(self, state: State, me: Seat, offer: Offer) -> Iterable[Weighed]:
        worth = self._office(state, me, state.phase.office)
        left = gold(state.table, me) - offer.least.gold
        yield (worth - offer.least.gold if left >= RESERVE else -1.0), offer.least

    def _receive(self, _state: State, _me: Seat, command: c.Receive) -> Iterable[Weighed]:
        yield WORTH[command.good], command

    # --- construction ---

    def _build(self, state: State, me: Seat, command: c.Build) -> Iterable[Weighed]:
        price = state.setup.book.cost[command.tile]
        if gold(state.table, me) - price < RESERVE and state.phase.round.number < ROUNDS - 1:
            return
        yield _tile_worth(state, me, command.tile) - price + (1 if command.redeem else 0), command

    def _preempt(self, state: State, me: Seat, command: c.Preempt) -> Iterable[Weighed]:
        tile = state.phase.tile
        yield _tile_worth(state, me, tile) - state.setup.book.cost[tile] - 4, command

    def _buy(self, state: State, me: Seat, offer: Offer) -> Iterable[Weighed]:
        """One more good, if it completes a contract lying open."""
        buy: c.Buy = offer.least
        price = stall(state).buy[buy.good]
        if gold(state.table, me) - price >= RESERVE and buy.good in _missing_for_one(state, me):
            yield 3.0 - 0.1 * price, buy

    def _sell(self, state: State, me: Seat, offer: Offer) -> Iterable[Weighed]:
        """Goods no contract will want, all at once; in phase 4 only when the hand overflows."""
        sell: c.Sell = offer.least
        spare = _spare(state, me).get(sell.good, 0)
        most = min(spare, offer.over.most)  # type: ignore[attr-defined]
        if most > 0:
            yield 0.5 + stall(state).sell[sell.good] / 10, replace(sell, count=most)

    def _use(self, state: State, _me: Seat, command: c.Use) -> Iterable[Weighed]:
        book = state.setup.book
        spent = sum(WORTH[good] * count for good, count in book.requires[command.tile].items())
        yield 2 + book.gold[command.tile] + FAME * book.fame[command.tile] - spent, command

    def _three_goods(self, state: State, me: Seat, offer: Offer) -> Iterable[Weighed]:
        cheap = sorted(_each(state.table[me.goods]), key=lambda good: (WORTH[good], good))[:3]
        if sum(WORTH[good] for good in cheap) < 9:
            yield 1.5, replace(offer.least, goods=_tally(cheap))

    def _swap(self, _state: State, _me: Seat, command: c.Swap) -> Iterable[Weighed]:
        gain = WORTH[command.taken] - WORTH[command.given]
        if gain > 0:
            yield gain, command

    # --- contracts ---

    def _redraw(self, state: State, me: Seat, offer: Offer) -> Iterable[Weighed]:
        lying = [card for card in _each(state.table[me.open]) if _pay(card) < 5]
        if len(lying) >= 2 and self._chance.random() < 0.7:
            yield 8.0, replace(offer.least, cards=_tally(sorted(lying, key=_pay)[:2]))

    def _load(self, state: State, _me: Seat, command: c.Load) -> Iterable[Weighed]:
        deal = contract(command.contract)
        size = command.ship.partition("-")[0]
        rounds = deal.rounds[size]
        left = ROUNDS - state.phase.round.number
        late = 0.5 if rounds > left + 1 else 0.0
        yield 5 + deal.gold + FAME * deal.fame * 0.5 - rounds - late - 0.2 * deal.slots, command

    def _save(self, _state: State, _me: Seat, command: c.Save) -> Iterable[Weighed]:
        if _pay(command.contract) >= 7:
            yield 0.2 + _pay(command.contract) / 100, command

    def _buy_ship(self, state: State, me: Seat, command: c.BuyShip) -> Iterable[Weighed]:
        price = state.setup.book.values.ships[command.size].cost
        waiting = sum(contract(card).gold for card in _payable(state, me))
        if waiting > price and gold(state.table, me) - price >= RESERVE and state.phase.round.number < ROUNDS:
            room = {"small": 2, "medium": 4, "large": 8}[command.size]
            yield 1 + min(room, 2 * len(_payable(state, me))) / price, command

    def _buy_post(self, state: State, me: Seat, command: c.BuyPost) -> Iterable[Weighed]:
        if gold(state.table, me) >= 20 and state.phase.round.number <= ROUNDS // 2:
            yield 0.9, command

    # --- the end of the round ---

    def _donate(self, _state: State, _me: Seat, command: c.Donate) -> Iterable[Weighed]:
        spent = sum(WORTH[good] for good in command.goods)
        yield 30 - spent, command

    def _store(self, state: State, me: Seat, offer: Offer) -> Iterable[Weighed]:
        best = sorted(_each(state.table[me.goods]), key=lambda good: (-WORTH[good], good))
        yield 1.0, replace(offer.least, goods=_tally(best[: offer.over.most]))  # type: ignore[attr-defined]

    def _pass(self, _state: State, _me: Seat, command: Command) -> Iterable[Weighed]:
        yield 0.0, command


def _tile_worth(state: State, me: Seat, tile: str) -> float:
    """What a tile will bring in gold over the rounds left, and the fame on it."""
    book = state.setup.book
    left = int(ROUNDS - state.phase.round.number)
    kind = book.kind[tile]
    if kind == "production":
        made = sum(WORTH[good] * count for good, count in book.yields[tile].items())
        return float(left * made * 0.9 + 3)
    if kind == "commercial":
        goods = book.requires[tile]
        if not all(good in able(state, me) for good in goods):
            return 0.0
        spent = sum(WORTH[good] * count for good, count in goods.items())
        earned = book.gold[tile] + FAME * book.fame[tile]
        return float(max(0.0, left * (earned - spent) * 0.6))
    if kind == "public":
        return FAME * 1.5 * int(book.fame[tile]) + (6 if left < 4 else -12)
    return _wall_worth(state, me) if kind == "wall" else 1.3 * left


def _wall_worth(state: State, me: Seat) -> float:
    """What one more wall brings in gold: its ability, and its share of the fame of all walls still to come."""
    book, left = state.setup.book, int(ROUNDS - state.phase.round.number)
    fame, mine = book.tracks.wall_fame, sum(1 for tile in state.table[me.sheet] if book.kind[tile] == "wall")
    most = mine + sum(1 for tile in state.table[BOARD] if book.kind.get(tile) == "wall")
    reach = min(mine + 1 + left // PACE, most)
    if reach <= mine:
        return 0.0
    return float(left + FAME * 1.5 * (fame[reach] - fame[mine]) / (reach - mine))


def _pay(card: str) -> float:
    return contract(card).gold + FAME * 0.5 * contract(card).fame


def _payable(state: State, me: Seat) -> list[str]:
    hand = state.table[me.goods]
    cards = [card for card in _each(state.table[me.open]) if card.startswith("contract:")]
    return [card for card in cards if all(hand.get(good, 0) >= n for good, n in contract(card).goods.items())]


def _missing_for_one(state: State, me: Seat) -> set[str]:
    """Goods of which one more completes an open contract worth it."""
    hand, found = state.table[me.goods], set()
    for card in _each(state.table[me.open]):
        lacks = [good for good, n in contract(card).goods.items() for _ in range(n - hand.get(good, 0))]
        if len(lacks) == 1 and _pay(card) > 8:
            found.add(lacks[0])
    return found


def _spare(state: State, me: Seat) -> Tally:
    """Goods to sell: in phase 4 what is beyond eight, in phase 6 all that no ship took."""
    hand = state.table[me.goods]
    if "built" not in state.phase.__struct_fields__:
        return dict(hand)
    beyond = max(0, total(hand) - 8)
    return _tally(sorted(_each(hand), key=lambda good: (WORTH[good], good))[:beyond])


def _each(tally: Tally) -> list[str]:
    return [piece for piece in sorted(tally) for _ in range(tally[piece])]


def _tally(pieces: Sequence[str]) -> Tally:
    return {piece: pieces.count(piece) for piece in dict.fromkeys(pieces)}


_WEIGH: dict[type, Callable[[Player, State, Seat, Any], Iterable[Weighed]]] = {
    c.Stay: Player._stay,
    c.Take: Player._take,
    c.Bid: Player._bid,
    c.Raise: Player._raise,
    c.Concede: Player._pass,
    c.Receive: Player._receive,
    c.Build: Player._build,
    c.Preempt: Player._preempt,
    c.Decline: Player._pass,
    c.Buy: Player._buy,
    c.Sell: Player._sell,
    c.Use: Player._use,
    c.ThreeGoods: Player._three_goods,
    c.Swap: Player._swap,
    c.EndTurn: Player._pass,
    c.Redraw: Player._redraw,
    c.Load: Player._load,
    c.Save: Player._save,
    c.BuyShip: Player._buy_ship,
    c.BuyPost: Player._buy_post,
    c.Yield: Player._pass,
    c.Done: Player._pass,
    c.Donate: Player._donate,
    c.Keep: Player._pass,
    c.Store: Player._store,
}
