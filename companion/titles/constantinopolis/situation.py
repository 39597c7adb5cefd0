"""A case of Constantinopolis laid out on the table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from companion.notation.case import Case, Wrong
from companion.notation.hands import bring, fetch, letters, one_of
from companion.notation.spelling import read_spelling
from companion.notation.toml_lines import Keys, Toml
from companion.titles.constantinopolis.moment import SPELLING, moment
from companion.titles.constantinopolis.written import Belongings, Body, Written, written
from engine.catalogue import COPY, Unknown, merge, read
from engine.constantinopolis import zones as z
from engine.constantinopolis.acquire import TOP_LEVEL
from engine.constantinopolis.commands import Open
from engine.constantinopolis.editions import OPTIONS, Edition, presets
from engine.constantinopolis.faces import contract
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.constantinopolis.learning import printable
from engine.constantinopolis.leaving import clear_seat, cut_board
from engine.constantinopolis.readings import producible
from engine.constantinopolis.setup import Place, Setup
from engine.constantinopolis.values import FOLDER, Values, typed
from engine.draft import Draft
from engine.event import State
from engine.game import decide
from engine.rule import Illegal
from engine.table import Tally, total

PLACES = {"harbour": "harbour", "short": "short", "long": "long"}


def lay_out(case: Case, setup: Setup) -> State:
    """The situation of a case; raises `Wrong` naming the key of what cannot lie so, `Unknown` for a missing value."""
    setup = seeing(setup)
    try:
        state = CONSTANTINOPOLIS.box(setup)
        decide(CONSTANTINOPOLIS, state, Open("", setup))
    except Illegal as refusal:
        raise Wrong(("seats",), f"no such set-up: {refusal.rule} {refusal.facts!r}") from refusal
    table = _Table(state, written(case))
    table.lay()
    state.phase = moment(state, table.written, table.able())
    return state


def edition_of(case: Case) -> Edition:
    """The options a case is judged under; raises `Wrong`."""
    base = presets()[one_of(case.preset, presets(), "preset", ("preset",))]
    for name, value in case.options.items():
        one_of(name, OPTIONS, "option", ("options", name))
        one_of(value, OPTIONS[name], "value of this option", ("options", name))
    return replace(base, **case.options)


def values_of(body: Body, file: Path) -> Values:
    """The component values of a case; `values` is ``house``, ``known`` or a TOML file beside the case."""
    layers = [read(FOLDER / "known.toml")]
    try:
        if body.values == "house":
            layers.append(read(FOLDER / "house.toml"))
        elif body.values != "known":
            layers.append(read(file.parent / body.values))
    except (OSError, ValueError) as error:
        raise Wrong(("values",), str(error)) from error
    for keys, value in _leaves(body.printed, ()):
        if not printable(".".join(keys), value) and keys[-1] in PRINTED:
            raise Wrong(("printed", *keys), f"{value!r} cannot be printed there")
    try:
        return typed(merge(*layers, _own(body.printed, file)))
    except ValueError as error:
        raise _misprint(layers, body.printed, file) or Wrong(("printed",), str(error)) from error


def _own(printed: Toml, file: Path) -> Toml:
    """What a case says of the owner's copy, as a layer of values."""
    return {"layer": COPY, "source": file.name, **printed}


def _misprint(layers: list[Toml], printed: Toml, file: Path) -> Wrong | None:
    """Which printed value alone does not fit."""
    for keys, value in _leaves(printed, ()):
        alone: Any = value
        for key in reversed(keys):
            alone = {key: alone}
        try:
            typed(merge(*layers, _own(alone, file)))
        except ValueError as error:
            return Wrong(("printed", *keys), str(error).split(" - at ")[0])
    return None


def _leaves(table: Mapping[str, Any], keys: Keys) -> Iterator[tuple[Keys, Any]]:
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _leaves(value, (*keys, key))
        else:
            yield (*keys, key), value


def setup_of(case: Case, file: Path) -> Setup:
    """What was agreed before a case; raises `Wrong`."""
    for number, colour in enumerate(case.seats):
        one_of(colour, z.COLOURS, "colour of a seat", ("seats", str(number)))
    found = written(case)
    body, values = found.body, values_of(found.body, file)
    cards = [f"market-{name}" for name in values.markets]
    after = _card(body.next, cards, "next") if body.next else ""
    now = _card(body.market, cards, "market") if body.market else next(card for card in cards if card != after)
    first = [now, after] if after else [now] if body.market else []
    places = tuple(Place(colour, found.of(colour).name) for colour in case.seats)
    return seeing(Setup(places, case.seats, tuple(first), values, edition_of(case)))


def seeing(setup: Setup) -> Setup:
    """The same set-up with as many market cards seen as its edition wants."""
    order = tuple(dict.fromkeys([*setup.markets, *(f"market-{name}" for name in setup.values.markets)]))
    seen = order if setup.edition.future_market == "all_open" else order[:2]
    return replace(setup, markets=seen)


def _card(name: str, cards: list[str], key: str) -> str:
    return one_of(f"market-{name.removeprefix('market-')}", cards, "market card", (key,))


class _Table:
    """The table of a case while it is laid out."""

    def __init__(self, state: State, written: Written) -> None:
        self.state, self.written = state, written
        self.case, self.body = written.case, written.body
        self.table, self.book = state.table, state.setup.book
        self.offices = {name.lower(): number for name, number in read_spelling(SPELLING).names["office"].items()}

    def lay(self) -> None:
        """Everything but whose turn it is."""
        self._away()
        self._offices()
        for colour, its in self.written.belongings.items():
            self._goods(colour, its)
            self._tiles(colour, its)
            self._ships(colour, its)
            self._papers(colour, its)
        self._board()
        self._markets()
        self._cards()

    def able(self) -> dict[str, str]:
        """What each seat is able to produce this round."""
        found = {}
        for colour in self.written.playing:
            its, sheet = self.written.of(colour), self.table[self.state.seats[colour].sheet]
            old = {tile: count for tile, count in sheet.items() if tile not in its.new}
            found[colour] = producible(self.book, old) if its.able is None else its.able
        return found

    def _away(self) -> None:
        """What belonged to players who have left the game is out of it, and the board is cut."""
        playing, draft = self.written.playing, Draft(self.state)
        for number, colour in enumerate(self.body.away):
            one_of(colour, self.case.seats, "seat of this case", ("away", str(number)))
            has = next((key for key in self.case.belongings.get(colour, ()) if key != "name"), "")
            if has:
                raise Wrong((colour, has), "has nothing: this player has left the game")
            clear_seat(draft, self.state.seats[colour])
        if len(playing) < len(self.case.seats):
            if len(playing) < 2:
                raise Wrong(("away",), "two players at least go on: a game that only one is left in is over")
            cut_board(draft, playing)

    # -- offices

    def _offices(self) -> None:
        named = {colour: self._office(colour) for colour in self.written.playing}
        free = [office for office in z.OFFICES if office not in named.values()]
        for colour in self.written.playing:
            self._stand(colour, None)
        for colour, office in named.items():
            self._stand(colour, free.pop(0) if office is None else office)
        for name, coins in self.body.coins.items():
            office = self._number(name, ("coins", name))
            keys = ("coins", name)
            bring(self.table, z.COINS[office], {"gold": _natural(coins, keys)}, (z.SUPPLY,), keys)

    def _office(self, colour: str) -> int | None:
        office = self.written.of(colour).office
        return None if office is None else self._number(office, (colour, "office"))

    def _number(self, office: int | str, keys: Keys) -> int:
        """An office by name or number; 0 is none."""
        text = str(office).lower()
        number = int(text) if text.isdecimal() else self.offices.get(text, 0 if text == "none" else -1)
        if number not in (0, *z.OFFICES):
            raise Wrong(keys, f"{office!r} is no office: {', '.join(self.offices)}, 1 to 5, or none")
        return number

    def _stand(self, colour: str, office: int | None) -> None:
        """The marker of a colour onto an office, beside the board (0), or into the hand (None)."""
        me, target = self.state.seats[colour], z.BOX
        if office is not None:
            target = z.OFFICE[office] if office else z.OUSTED
        if target != z.OUSTED and self.table.get(target) and office:
            raise Wrong((colour, "office"), f"office {office} is taken")
        source = next(zone for zone in (z.BOX, z.OUSTED, *z.OFFICE.values()) if me.marker in self.table[zone])
        self.table.shift(me.marker, 1, source, target)
        its = self.written.of(colour)
        walled = office == z.URBI and any(self.book.kind.get(tile) == "wall" for tile in its.new)
        if office and (its.office_used or walled):
            self.table.change(me.marker, me.turned, 1, target)

    # -- before a player

    def _goods(self, colour: str, its: Belongings) -> None:
        me, supply = self.state.seats[colour], (z.SUPPLY,)
        if its.gold is not None:
            bring(self.table, me.treasury, {"gold": _natural(its.gold, (colour, "gold"))}, supply, (colour, "gold"))
        for key, zone in (("goods", me.goods), ("bought", me.bought), ("sold", me.sold)):
            bring(self.table, zone, letters(getattr(its, key), z.GOODS, (colour, key)), supply, (colour, key))
        bring(self.table, me.fame, {"fame": _natural(its.fame, (colour, "fame"))}, (z.TRACK,), (colour, "fame"))

    def _tiles(self, colour: str, its: Belongings) -> None:
        me, tiles = self.state.seats[colour], self.book.kind
        for key in ("buildings", "new"):
            for number, tile in enumerate(getattr(its, key)):
                one_of(tile, tiles, "building", (colour, key, str(number)))
                fetch(self.table, me.sheet, tile, 1, (z.BOARD, z.BOX), (colour, key, str(number)))
        for number, tile in enumerate(its.used):
            one_of(tile, me.used, "building whose use is marked", (colour, "used", str(number)))
            self._spend(me, tile, (colour, "used", str(number)))
        level = sum(count for tile, count in self.table[me.sheet].items() if tile in self.book.licence)
        level = min(level, TOP_LEVEL) if its.level is None else its.level
        if not 1 <= level <= TOP_LEVEL:
            raise Wrong((colour, "level"), f"{level} is no level, 1 to {TOP_LEVEL}")
        bring(self.table, me.level, {"level": level}, (z.TRACK,), (colour, "level"))

    def _spend(self, me: z.Seat, tile: str, keys: Keys) -> None:
        """Cubes on a tile, as its use leaves them there."""
        cost = dict(self.book.requires[tile]) if self.book.kind[tile] == "commercial" else {"R": 1}
        bring(self.table, me.used[tile], cost, (z.SUPPLY,), keys)

    def _ships(self, colour: str, its: Belongings) -> None:
        if its.ships is None:
            return
        me = self.state.seats[colour]
        self.table.shift(next(iter(self.table[me.harbour])), 1, me.harbour, z.SHIPYARD)
        for number, text in enumerate(its.ships):
            self._ship(me, text, (colour, "ships", str(number)))

    def _ship(self, me: z.Seat, text: str, keys: Keys) -> None:
        words = text.split()
        size, place, cargo = "".join(words[:1]), "".join(words[1:2]) or "harbour", words[2:]
        one_of(size, self.book.berths, "size of ship", keys)
        zone = getattr(me, PLACES[one_of(place, PLACES, "place of a ship", keys)])
        ship = next((ship for ship in self.book.berths[size] if ship in self.table[z.SHIPYARD]), "")
        fetch(self.table, zone, ship or size, 1, (z.SHIPYARD,), keys)
        hold = self.book.hold[ship]
        for face in cargo:
            piece = self._paper(hold, face, keys)
            if zone == me.harbour:
                for good, count in contract(piece).goods.items():
                    fetch(self.table, hold, good, count, (z.SUPPLY,), keys)

    def _papers(self, colour: str, its: Belongings) -> None:
        me = self.state.seats[colour]
        for number, face in enumerate(its.open):
            self._paper(me.open, face, (colour, "open", str(number)))
        for number, face in enumerate(its.saved):
            self._paper(me.saved, face, (colour, "saved", str(number)))
            fetch(self.table, me.saved, me.post, 1, (me.unbought,), (colour, "saved", str(number)))
        fetch(self.table, me.posts, me.post, _natural(its.posts, (colour, "posts")), (me.unbought,), (colour, "posts"))

    def _paper(self, zone: str, face: str, keys: Keys) -> str:
        """A contract of this face into a zone; where the deck has none left, another card stands for it."""
        piece = f"contract:{face.removeprefix('contract:')}"
        try:
            contract(piece)
        except (ValueError, Unknown) as error:
            raise Wrong(keys, str(error)) from error
        deck: Tally = self.table[z.DECK]
        if not deck:
            raise Wrong(keys, "no contract is left in the deck")
        if piece not in deck:
            self.table.change(max(deck, key=lambda card: deck[card]), piece, 1, z.DECK)
        self.table.shift(piece, 1, z.DECK, zone)
        return piece

    # -- for all

    def _board(self) -> None:
        if self.body.board is not None:
            self._whole_board(self.body.board)
        for number, tile in enumerate(self.body.gone):
            keys = ("gone", str(number))
            one_of(tile, self.book.kind, "building", keys)
            bring(self.table, z.BOARD, {**self.table[z.BOARD], tile: 0}, (z.BOX,), keys)
        for size, left in self.body.shipyard.items():
            self._fleet(one_of(size, self.book.berths, "size of ship", ("shipyard", size)), left)

    def _whole_board(self, tiles: Iterable[str]) -> None:
        wanted: Tally = {}
        for number, tile in enumerate(tiles):
            one_of(tile, self.book.kind, "building", ("board", str(number)))
            wanted[tile] = wanted.get(tile, 0) + 1
        bring(self.table, z.BOARD, wanted, (z.BOX,), ("board",))

    def _fleet(self, size: str, left: int) -> None:
        there = [ship for ship in self.book.berths[size] if ship in self.table[z.SHIPYARD]]
        if not 0 <= left <= len(there):
            raise Wrong(("shipyard", size), f"{left} ships cannot be left, there are {len(there)}")
        for ship in there[left:]:
            self.table.shift(ship, 1, z.SHIPYARD, z.BOX)

    def _markets(self) -> None:
        """Cards used up in earlier rounds lie under the current one; after round 4 the pile is made anew."""
        last = self.body.round > 2 * PILE
        under = PILE if last else (self.body.round - 1) % PILE
        named = [_card(name, list(self.book.cards), "past") for name in self.body.past]
        if len(named) > under:
            raise Wrong(("past",), f"in round {self.body.round} {under} cards lie under the current one")
        lying = {zone: sorted(self.table[zone]) for zone in (*PILES, z.NEXT)}
        others = [
            card for zone, cards in lying.items() if last or zone != z.NEXT for card in cards if card not in named
        ]
        for card in [*named, *others][:under]:
            zone = next((zone for zone, cards in lying.items() if card in cards), "")
            fetch(self.table, z.PAST, card, 1, (zone,) if zone else (), ("past",))

    def _cards(self) -> None:
        for number, face in enumerate(self.body.discard):
            self._paper(z.DISCARDED, face, ("discard", str(number)))
        if self.body.deck is None:
            return
        if not isinstance(self.body.deck, int):
            self._faces(self.body.deck)
            return
        spare = total(self.table[z.DECK]) - self.body.deck
        if spare < 0 or self.body.deck < 0:
            raise Wrong(("deck",), f"{self.body.deck} cards cannot be left, there are {total(self.table[z.DECK])}")
        for card, count in list(self.table[z.DECK].items()):
            moved = min(count, spare)
            self.table.shift(card, moved, z.DECK, z.DISCARDED)
            spare -= moved

    def _faces(self, faces: Iterable[str]) -> None:
        """Exactly these cards are left in the deck; the others are out of the game."""
        for number, face in enumerate(faces):
            self._paper(z.PAST, face, ("deck", str(number)))
        for card, count in list(self.table[z.DECK].items()):
            self.table.shift(card, count, z.DECK, z.BOX)
        for card, count in list(self.table[z.PAST].items()):
            if card.startswith("contract:"):
                self.table.shift(card, count, z.PAST, z.DECK)


PRINTED = ("output", "requires", "limit", "buy", "sell", "donation", "copies", "gold", "fame")
"""The printed values whose form is checked by what could stand on a tile or a card."""
PILE = 4
"""The market cards that lie in the future pile at first."""
PILES = (z.FUTURE, *reversed(z.LATER))
"""Where future cards lie below the top one."""


def _natural(count: int, keys: Keys) -> int:
    if count < 0:
        raise Wrong(keys, f"{count} is less than nothing")
    return count
