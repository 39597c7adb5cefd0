"""A situation written by hand: what lies where, whose turn it is; everything not given is as usual.

Pieces come from where they would have come from – tiles from the board, goods and gold from the supply, contracts
from the deck – so the box stays complete.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from engine.constantinopolis import phases as p
from engine.constantinopolis import zones as z
from engine.constantinopolis.allowance import due
from engine.constantinopolis.book import Book
from engine.constantinopolis.commands import Open
from engine.constantinopolis.editions import edition, presets
from engine.constantinopolis.faces import letters
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.constantinopolis.readings import office_of, producible
from engine.constantinopolis.setup import Place, Setup
from engine.constantinopolis.values import Values, house
from engine.event import State
from engine.game import decide
from engine.table import Zone


class Laden(Struct, frozen=True, forbid_unknown_fields=True):
    """A ship by its `size` (``small``) with the `contracts` on it."""

    size: str
    contracts: tuple[str, ...] = ()


class Hand(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One seat: gold and fame in points, goods as letters, buildings and ships by name, contracts by face.

    `able` is what it is able to produce since the start of the round (the goods of its `buildings`, if not said;
    `new` are buildings bought since); `spent` tells that its office marker is turned.
    """

    gold: int = 30
    goods: str = ""
    buildings: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    able: str | None = None
    contracts: tuple[str, ...] = ()
    saved: tuple[str, ...] = ()
    posts: int = 0
    harbour: tuple[Laden | str, ...] = ("small",)
    short: tuple[Laden | str, ...] = ()
    long: tuple[Laden | str, ...] = ()
    bought: str = ""
    sold: str = ""
    used: dict[str, str] = {}
    fame: int = 0
    spent: bool = False


class Situation(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position of the game and whose `turn` it is.

    `phase` is the lower-case name of a phase, `memory` its further fields (``{built = ["utility"]}``); `offices` gives
    seats their offices (I and up in the order of `seats`, if not said; 0 for none), `coins` the gold on offices;
    `gone` are tiles no longer on the board, `deck` the faces left in the deck, `lap` how often the future pile has
    been emptied, `last` whether the game ends with this round.
    """

    seats: tuple[str, ...] = ("red", "blue", "green")
    names: dict[str, str] = {}
    edition: str = "reconciled"
    options: dict[str, str] = {}
    phase: str = "construction"
    turn: str = ""
    memory: dict[str, Any] = {}
    round: int = 2
    lap: int = 0
    last: bool = False
    leavers: tuple[str, ...] = ()
    missed: str = ""
    fresh: tuple[str, ...] = ()
    offices: dict[str, int] = {}
    coins: dict[str, int] = {}
    market: str = "forum-costantinum"
    next: str = "domus-regia"
    gone: tuple[str, ...] = ()
    deck: tuple[str, ...] | None = None
    hands: dict[str, Hand] = {}


def lay(case: Situation, values: Values | None = None) -> State:
    """The state of a situation; `ValueError` names what there is none of, or what is no word of the game."""
    options = msgspec.structs.asdict(presets()[case.edition]) if case.edition in presets() else None
    if options is None:
        raise ValueError(f"edition is {case.edition!r}, not one of {tuple(presets())}")
    places = tuple(Place(colour, case.names.get(colour, colour)) for colour in case.seats)
    chosen = edition(options | case.options)
    cards = _cards(case, chosen.future_market == "all_open")
    setup = Setup(places, case.seats, cards, values or house(), chosen)
    state = CONSTANTINOPOLIS.box(setup)
    decide(CONSTANTINOPOLIS, state, Open("", setup))
    _Layer(state, case).lay()
    return state


def _cards(case: Situation, all_open: bool) -> tuple[str, ...]:
    first = (f"market-{case.market}", f"market-{case.next}")
    others = (card for card in Book(house()).cards if card not in first)
    return (*first, *others) if all_open else first


class _Layer:
    """Lays one situation on the table of a game just opened."""

    def __init__(self, state: State, case: Situation) -> None:
        self.state = state
        self.table = state.table
        self.case = case
        self.book: Book = state.setup.book

    def lay(self) -> None:
        for colour in self.case.hands:
            if colour not in self.case.seats:
                raise ValueError(f"hands.{colour}: {colour!r} has no seat, the seats are {self.case.seats}")
        self._offices()
        for colour in self.case.seats:
            self._hand(self.state.seats[colour], self.case.hands.get(colour, Hand()))
        for tile in self.case.gone:
            self._carry(tile, self.table[z.BOARD].get(tile, 0), (z.BOARD,), z.BOX, "gone")
        if self.case.deck is not None:
            self._deck(self.case.deck)
        self.state.phase = self._phase()

    def _carry(self, piece: str, count: int, sources: tuple[Zone, ...], target: Zone, key: str) -> None:
        if not count:
            return
        for source in sources:
            if self.table[source].get(piece, 0) >= count or source in self.table.bottomless:
                self.table.shift(piece, count, source, target)
                return
        raise ValueError(f"{key}: there are not {count} of {piece!r} left")

    def _offices(self) -> None:
        for colour in self.case.seats:
            self.table.shift(f"office-{colour}", 1, z.OFFICE[office_of(self.table, colour)], z.OUSTED)
        for number, colour in enumerate(self.case.seats, 1):
            office = self.case.offices.get(colour, 0 if self.case.offices else number)
            if office and (office not in z.OFFICES or self.table[z.OFFICE[office]]):
                raise ValueError(f"offices.{colour}: office {office!r} is taken or does not exist")
            if office:
                self.table.shift(f"office-{colour}", 1, z.OUSTED, z.OFFICE[office])
        for office_name, gold in self.case.coins.items():
            self._carry("gold", gold, (z.SUPPLY,), z.COINS[int(office_name)], f"coins.{office_name}")

    def _hand(self, me: z.Seat, hand: Hand) -> None:
        table, key = self.table, f"hands.{me.colour}"
        table.shift("gold", self.book.start.gold, me.treasury, z.SUPPLY)
        self._carry("gold", hand.gold, (z.SUPPLY,), me.treasury, key)
        self._carry("fame", hand.fame, (z.TRACK,), me.fame, key)
        for zone, goods in ((me.goods, hand.goods), (me.bought, hand.bought), (me.sold, hand.sold)):
            self._goods(goods, zone, key)
        for tile in (*hand.buildings, *hand.new):
            self._building(me, tile, key)
        for tile, goods in hand.used.items():
            self._goods(goods, me.used[tile], key)
        for face in hand.contracts:
            self._contract(face, me.open, key)
        self._posts(me, hand, key)
        self._ships(me, hand, key)
        if hand.spent:
            office = z.OFFICE[office_of(table, me.colour)]
            table.change(me.marker, me.turned, 1, office)

    def _goods(self, goods: str, zone: Zone, key: str) -> None:
        for good, count in letters(goods).items():
            if good not in z.GOODS:
                raise ValueError(f"{key}: {good!r} is not one of the goods {z.GOODS}")
            self._carry(good, count, (z.SUPPLY,), zone, key)

    def _building(self, me: z.Seat, tile: str, key: str) -> None:
        if tile not in self.book.kind:
            raise ValueError(f"{key}: {tile!r} is not a building")
        self._carry(tile, 1, (z.BOARD, z.BOX), me.sheet, key)
        if tile in self.book.licence and self.table[me.level]["level"] < 7:
            self.table.shift("level", 1, z.TRACK, me.level)

    def _contract(self, face: str, zone: Zone, key: str) -> None:
        piece = face if face.startswith("contract:") else f"contract:{face}"
        if piece not in self.table[z.DECK] and "contract:?" in self.table[z.DECK]:
            self.table.change("contract:?", piece, 1, z.DECK)
        self._carry(piece, 1, (z.DECK,), zone, key)

    def _posts(self, me: z.Seat, hand: Hand, key: str) -> None:
        self._carry(me.post, hand.posts, (me.unbought,), me.posts, key)
        for face in hand.saved:
            self._contract(face, me.saved, key)
            self._carry(me.post, 1, (me.unbought,), me.saved, key)

    def _ships(self, me: z.Seat, hand: Hand, key: str) -> None:
        for ship in list(self.table[me.harbour]):
            self.table.shift(ship, 1, me.harbour, z.SHIPYARD)
        for zone, ships in ((me.harbour, hand.harbour), (me.short, hand.short), (me.long, hand.long)):
            for laden in ships:
                self._ship(laden if isinstance(laden, Laden) else Laden(laden), zone, zone != me.harbour, key)

    def _ship(self, ship: Laden, zone: Zone, at_sea: bool, key: str) -> None:
        if ship.size not in self.book.berths:
            raise ValueError(f"{key}: {ship.size!r} is not one of the ships {tuple(self.book.berths)}")
        name = next((name for name in self.book.berths[ship.size] if name in self.table[z.SHIPYARD]), ship.size)
        self._carry(name, 1, (z.SHIPYARD,), zone, key)
        for face in ship.contracts:
            self._contract(face, self.book.hold[name], key)
            if not at_sea:
                self._goods("".join(char for char in face.split(".")[0] if char in z.GOODS), self.book.hold[name], key)

    def _deck(self, faces: tuple[str, ...]) -> None:
        for piece, count in list(self.table[z.DECK].items()):
            self.table.shift(piece, count, z.DECK, z.BOX)
        for face in faces:
            self._carry(f"contract:{face}", 1, (z.BOX,), z.DECK, "deck")

    def _round(self) -> p.Round:
        case, able = self.case, {}
        for colour in case.seats:
            hand = case.hands.get(colour, Hand())
            since = {"ager": 1, **dict.fromkeys(hand.buildings, 1)}
            able[colour] = producible(self.book, since) if hand.able is None else hand.able
        order = sorted((c for c in case.seats if office_of(self.table, c)), key=lambda c: office_of(self.table, c))
        return p.Round(case.round, able, tuple(order), case.lap, case.last, case.missed, case.fresh, case.leavers)

    def _phase(self) -> Any:
        case, now = self.case, self._round()
        turn = case.turn or (now.order or case.seats)[0]
        if turn not in case.seats:
            raise ValueError(f"turn: {turn!r} has no seat, the seats are {case.seats}")
        if case.phase not in _PHASES:
            raise ValueError(f"phase is {case.phase!r}, not one of {tuple(_PHASES)}")
        memory = {key: tuple(item) if isinstance(item, list) else item for key, item in case.memory.items()}
        # the phase stands provisionally, for what its own fields are read from
        self.state.phase = p.Construction((turn,), now)
        try:
            return _PHASES[case.phase](self.state, turn, now, memory)
        except TypeError as error:
            raise ValueError(f"memory: {error}") from error


def _chore(kind: type) -> Callable[..., Any]:
    return lambda _state, _turn, now, memory: kind(p.TABLE, now, **memory)


def _turn(kind: type) -> Callable[..., Any]:
    return lambda _state, turn, now, memory: kind((turn,), now, **memory)


def _all(kind: type) -> Callable[..., Any]:
    def made(_state: State, turn: str, now: p.Round, memory: dict[str, Any]) -> Any:
        others = tuple(colour for colour in now.order if colour != turn)
        return kind(memory.pop("actors", (turn, *others)), now, **memory)

    return made


def _duel(state: State, turn: str, now: p.Round, memory: dict[str, Any]) -> p.Duel:
    challenger, owner = memory.pop("challenger"), memory.pop("holder")
    office = office_of(state.table, owner)
    return p.Duel((turn,), p.Activation((challenger,), now), office, owner, **memory)


def _declared(_state: State, turn: str, now: p.Round, memory: dict[str, Any]) -> p.Declared:
    builder = memory.pop("builder")
    return p.Declared(memory.pop("actors", (turn,)), p.Construction((builder,), now), **memory)


def _drawing(state: State, turn: str, now: p.Round, memory: dict[str, Any]) -> p.Drawing:
    return p.Drawing((turn,), now, memory.pop("due", due(state, state.seats[turn])))


def _within(kind: type) -> Callable[..., Any]:
    """A phase that interrupts the acceptance of contracts."""

    def made(_state: State, turn: str, now: p.Round, memory: dict[str, Any]) -> Any:
        return kind((turn,), p.Acceptance(memory.pop("accepting", now.order), now), **memory)

    return made


_PHASES: dict[str, Callable[[State, str, p.Round, dict[str, Any]], Any]] = {
    "activation": _turn(p.Activation),
    "duel": _duel,
    "settling": _chore(p.Settling),
    "bounty": _turn(p.Bounty),
    "arrivals": _chore(p.Arrivals),
    "harvest": _chore(p.Harvest),
    "construction": _turn(p.Construction),
    "declared": _declared,
    "drawing": _drawing,
    "acceptance": _all(p.Acceptance),
    "dealing": _within(p.Dealing),
    "clash": _within(p.Clash),
    "bargain": _within(p.Bargain),
    "departure": _chore(p.Departure),
    "clearing": _chore(p.Clearing),
    "donation": _all(p.Donation),
    "turnover": _chore(p.Turnover),
    "storing": _turn(p.Storing),
    "refreshing": _chore(p.Refreshing),
    "scoring": _chore(p.Scoring),
}
