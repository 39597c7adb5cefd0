"""Advice: the best loading of the ships in harbour, exactly, and whether a loading is possible at all.

A stock of goods is one integer, seven bits a good with a guard bit, so that "are these goods there?" is one
subtraction.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from msgspec import Struct

from engine.constantinopolis.faces import contract
from engine.constantinopolis.readings import contracts
from engine.constantinopolis.zones import GOODS
from engine.event import State
from engine.table import Tally

HOLDS = ("small", "medium", "large")
_BITS = 7
_GUARD = sum(1 << (_BITS * place + _BITS - 1) for place in range(len(GOODS)))
_FULL = sum(1 << (_BITS * place + _BITS - 1) for place in range(len(GOODS) + 2))
MOST = (1 << (_BITS - 1)) - 1
"""The most goods of a type the packed stock can hold; more never matter to five ships."""


class Weights(Struct, frozen=True):
    """What gold, fame and a round at sea are worth to the asker, in any one unit and none less than nothing; no voyage
    takes more than `longest` rounds."""

    gold: float = 1.0
    fame: float = 5.0
    round: float = 2.0
    longest: int = 2


AIMS = {
    "balanced": Weights(),
    "gold": Weights(1, 0.01, 0.01),
    "fame": Weights(0.01, 1, 0.001),
    "soon": Weights(longest=1),
}
"""Between what a player chooses: a bit of everything, most gold, most fame, or ships that are back early."""


class Hull(Struct, frozen=True):
    """A ship in harbour: `slots` and passenger `places` still free, and the `rounds` it will travel anyway."""

    ship: str
    size: str
    slots: int
    places: int
    rounds: int = 0


class Cargo(Struct, frozen=True):
    """What one ship should take: contracts by face, and what that brings, the bonus of a long voyage included."""

    ship: str
    contracts: tuple[str, ...]
    gold: int
    fame: int
    rounds: int


class Loading(Struct, frozen=True):
    """The best loading: its cargoes, its `worth` by the weights, and its gold, fame and rounds at sea in all."""

    cargoes: tuple[Cargo, ...]
    worth: float
    gold: int
    fame: int
    rounds: int


def pack(goods: Tally) -> int:
    """A tally of goods as one integer."""
    return sum(min(goods.get(good, 0), MOST) << (_BITS * place) for place, good in enumerate(GOODS))


@cache
def _takes(face: str) -> tuple[int, int, int]:
    """The slots, passenger places and packed goods of a contract."""
    paper = contract(face)
    return paper.slots, paper.passengers, pack(paper.goods)


def possible(hull: Hull, faces: Iterable[str], stock: int) -> bool:
    """Can this ship take these contracts with the goods of a packed `stock`?"""
    left, slots, places = stock | _GUARD, hull.slots, hull.places
    for face in faces:
        takes, seats, goods = _takes(face)
        slots -= takes
        places -= seats
        left -= goods
        if slots < 0 or places < 0 or left & _GUARD != _GUARD:
            return False
    return True


def hulls(state: State, seat: str) -> list[Hull]:
    """The ships of a seat that may load, empty again: contracts already loaded are free to be loaded otherwise."""
    book, me = state.book, state.seats[seat]
    return [
        Hull(ship, book.size[ship], book.ships[book.size[ship]].hold, book.ships[book.size[ship]].passengers)
        for ship in state.zones[me.harbour]
    ]


def best(state: State, seat: str, weights: Weights | None = None) -> Loading:
    """The best loading of a seat's ships with all the goods and contracts it has on hand or already on board."""
    me, table, hold = state.seats[seat], state.zones, state.book.hold
    zones = [table[me.open], *(table[hold[ship]] for ship in table[me.harbour])]
    faces = [face for zone in zones for face in contracts(zone) for _ in range(zone[face])]
    stock: Tally = dict(table[me.goods])
    for zone in zones[1:]:
        for good in GOODS:
            stock[good] = stock.get(good, 0) + zone.get(good, 0)
    return solve(hulls(state, seat), faces, stock, weights or Weights())


def trade_off(state: State, seat: str) -> dict[str, Loading]:
    """The best loading for each of the `AIMS`; aims that come to the same loading each name it."""
    return {aim: best(state, seat, weights) for aim, weights in AIMS.items()}


def solve(ships: Sequence[Hull], faces: Sequence[str], stock: Tally, weights: Weights) -> Loading:
    """The loading of greatest worth; `faces` are at most some twenty contracts."""
    cargoes = tuple(_cargo(hull, aboard) for hull, aboard in _Search(ships, faces, stock, weights).found() if aboard)
    gold, fame = sum(cargo.gold for cargo in cargoes), sum(cargo.fame for cargo in cargoes)
    rounds = sum(cargo.rounds for cargo in cargoes)
    worth = weights.gold * gold + weights.fame * fame - weights.round * rounds
    return Loading(cargoes, worth, gold, fame, rounds)


def _cargo(hull: Hull, aboard: Sequence[str]) -> Cargo:
    papers = [contract(face) for face in aboard]
    rounds = max(paper.rounds[hull.size] for paper in papers)
    fame = sum(paper.fame for paper in papers) + bonus(hull.size, rounds)
    return Cargo(hull.ship, tuple(aboard), sum(paper.gold for paper in papers), fame, rounds)


def bonus(size: str, rounds: int) -> int:
    """The fame of a long voyage (C-LOD-07)."""
    return (2 if size == "large" else 1) if rounds == 2 else 0


def _voyage(size: str, rounds: int, weights: Weights) -> float:
    """What the voyage itself costs, less its bonus."""
    return weights.round * rounds - weights.fame * bonus(size, rounds)


class _Room(Struct, frozen=True, gc=False):
    """What a ship has left: ships with equal rooms are one choice."""

    size: str
    slots: int
    places: int
    rounds: int


class _Card(Struct, frozen=True, gc=False):
    """A contract as the search reads it: `need` packs its goods, places and slots; `steps` remembers, by room, what
    becomes of the room and at which price."""

    face: str
    gain: float
    need: int
    steps: dict[int, tuple[int, float] | None]


class _Search:
    """Branch and bound over the contracts, the most rewarding for their room first.

    A branch ends when one great ship with all the room left could not bring more with the goods left, every bonus
    still to be had included, or when the same rooms and goods were reached with as much worth before. Rooms, and
    the goods, passenger places and slots left in all, are numbers.
    """

    def __init__(self, ships: Sequence[Hull], faces: Sequence[str], stock: Tally, weights: Weights) -> None:
        self.ships = ships
        self.have = _packed(stock, sum(hull.places for hull in ships), sum(hull.slots for hull in ships)) | _FULL
        self.price = {size: [_voyage(size, rounds, weights) for rounds in range(3)] for size in HOLDS}
        self.longest = weights.longest
        self.travels = {size: {min(contract(face).rounds[size], self.longest) for face in faces} for size in HOLDS}
        self.rooms: list[_Room] = []
        self.number: dict[_Room, int] = {}
        self.hope: list[float] = []
        self.cards = self._cards(faces, weights)
        self.far = self._farthest()
        self.brings: list[dict[int, float]] = [{} for _ in self.cards]
        self.seen: list[dict[tuple[int, ...], float]] = [{} for _ in self.cards]
        self.best = 0.0
        self.path: list[int] = []
        self.choice: list[int] = []

    def found(self) -> list[tuple[Hull, list[str]]]:
        """Each ship with the contracts of the best loading."""
        rooms = [self._room(_Room(hull.size, hull.slots, hull.places, 0)) for hull in self.ships]
        self._branch(0, 0.0, self.have, rooms)
        aboard: list[tuple[Hull, list[str]]] = [(hull, []) for hull in self.ships]
        for card, ship in zip(self.cards, self.choice, strict=False):
            if ship >= 0:
                aboard[ship][1].append(card.face)
        return aboard

    def _cards(self, faces: Sequence[str], weights: Weights) -> list[_Card]:
        found = []
        for face in faces:
            paper = contract(face)
            need = _packed(paper.goods, paper.passengers, paper.slots)
            gain = weights.gold * paper.gold + weights.fame * paper.fame
            if (self.have - need) & _FULL == _FULL:
                found.append((gain / paper.slots, _Card(face, gain, need, {})))
        return [card for _, card in sorted(found, key=lambda pair: -pair[0])]

    def _farthest(self) -> list[dict[str, int]]:
        """How many contracts from each on travel as far as any, by size of ship."""
        far, found = dict.fromkeys(HOLDS, 0), []
        longest = {size: max(rounds, default=0) for size, rounds in self.travels.items()}
        for card in reversed(self.cards):
            rounds = contract(card.face).rounds
            far = {size: count + (rounds[size] == longest[size]) for size, count in far.items()}
            found.append(far)
        return found[::-1]

    def _room(self, room: _Room) -> int:
        number = self.number.get(room)
        if number is None:
            number = self.number[room] = len(self.rooms)
            self.rooms.append(room)
            now, travels = self.price[room.size][room.rounds], self.travels[room.size]
            better = [self.price[room.size][rounds] for rounds in travels if rounds > room.rounds]
            self.hope.append(max(0.0, now - min(better, default=now)))
        return number

    def _step(self, card: _Card, number: int) -> tuple[int, float] | None:
        """The room left once this contract is on board, and what the voyage then costs more."""
        room, paper = self.rooms[number], contract(card.face)
        rounds = paper.rounds[room.size]
        if not 0 < rounds <= self.longest or paper.slots > room.slots or paper.passengers > room.places:
            return None
        longest, price = max(rounds, room.rounds), self.price[room.size]
        left = _Room(room.size, room.slots - paper.slots, room.places - paper.passengers, longest)
        return self._room(left), price[longest] - price[room.rounds]

    def _branch(self, place: int, worth: float, left: int, rooms: list[int]) -> None:
        if worth > self.best:
            self.best, self.choice = worth, self.path[:]
        if place == len(self.cards) or self._hopeless(place, worth, left, rooms):
            return
        key = (left, *sorted(rooms))
        if self.seen[place].get(key, -1e9) >= worth:
            return
        self.seen[place][key] = worth
        card = self.cards[place]
        rest = left - card.need
        if rest & _FULL != _FULL:
            self._go(place, -1, worth, left, rooms)
            return
        leave = self._most(place + 1, left) > card.gain + self._most(place + 1, rest)
        if leave:
            self._go(place, -1, worth, left, rooms)
        for cost, ship, number in self._berths(card, rooms):
            self._go(place, ship, worth + card.gain - cost, rest, [*rooms[:ship], number, *rooms[ship + 1 :]])
        if not leave:
            self._go(place, -1, worth, left, rooms)

    def _go(self, place: int, ship: int, worth: float, left: int, rooms: list[int]) -> None:
        self.path.append(ship)
        self._branch(place + 1, worth, left, rooms)
        self.path.pop()

    def _berths(self, card: _Card, rooms: list[int]) -> list[tuple[float, int, int]]:
        """Where a contract can go: the cheapest first, of equal rooms only one."""
        found = []
        for ship, number in enumerate(rooms):
            if number in rooms[:ship]:
                continue
            if number not in card.steps:
                card.steps[number] = self._step(card, number)
            step = card.steps[number]
            if step is not None:
                found.append((step[1], ship, step[0]))
        return sorted(found)

    def _hopeless(self, place: int, worth: float, left: int, rooms: list[int]) -> bool:
        """Can the contracts left not beat the best loading any more?"""
        need = self.best - worth - self._most(place, left)
        if need >= 0:
            return need >= self._hopes(place, rooms)
        return False

    def _hopes(self, place: int, rooms: list[int]) -> float:
        """What better voyages bring at most: each takes one of the contracts left that travels so far."""
        far, hopes = self.far[place], 0.0
        taken = dict.fromkeys(far, 0)
        for hope, size in sorted([(self.hope[number], self.rooms[number].size) for number in rooms], reverse=True):
            if hope and taken[size] < far[size]:
                taken[size] += 1
                hopes += hope
        return hopes

    def _most(self, place: int, left: int) -> float:
        """What the contracts left bring at most with these goods, places and slots in one great ship."""
        if place == len(self.cards):
            return 0.0
        known = self.brings[place].get(left)
        if known is None:
            card = self.cards[place]
            known = self._most(place + 1, left)
            rest = left - card.need
            if rest & _FULL == _FULL:
                known = max(known, card.gain + self._most(place + 1, rest))
            self.brings[place][left] = known
        return known


def _packed(goods: Tally, places: int, slots: int) -> int:
    """Goods, passenger places and slots as one integer."""
    top = _BITS * len(GOODS)
    return pack(goods) | min(places, MOST) << top | min(slots, MOST) << top + _BITS
