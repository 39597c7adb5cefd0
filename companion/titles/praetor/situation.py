"""A case of Praetor laid out on the table."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from msgspec.structs import replace

from companion.notation.case import Case, Wrong
from companion.notation.hands import bring, fetch, one_of
from companion.notation.toml_lines import Keys, Toml
from companion.titles.praetor.moment import moment
from companion.titles.praetor.written import Body, Written, written
from engine.catalogue import COPY, merge, read
from engine.event import State
from engine.game import decide
from engine.praetor import zones as z
from engine.praetor.city import Spot, city, free, laid, placed
from engine.praetor.commands import Open
from engine.praetor.editions import OPTIONS, Edition, edition, presets
from engine.praetor.game import PRAETOR
from engine.praetor.learning import PRINTED, printable
from engine.praetor.setup import Place, Setup, start_city
from engine.praetor.values import FOLDER, GOLD_MINE, MARKET, Values, typed
from engine.rule import Illegal
from engine.table import total

WHOLE = PRINTED - {"market"}
"""The printed values a case gives whole; of a market it may give one rate alone."""
STOCK = (z.DISPLAY, z.FIRST_ERA, z.SECOND_ERA, z.BOX)
"""Where tiles lie that are not built."""


def setup_of(case: Case, file: Path) -> Setup:
    """What was agreed before a case; raises `Wrong`, `Unknown` for a value that is missing."""
    for number, colour in enumerate(case.seats):
        one_of(colour, z.COLOURS, "colour of a seat", ("seats", str(number)))
    if len(case.seats) not in PRAETOR.seats:
        raise Wrong(("seats",), f"P-SET-01: {len(case.seats)} players")
    found = written(case)
    rome = one_of(found.body.rome or case.seats[-1], case.seats, "seat of this case", ("rome",))
    places = tuple(Place(colour, found.of(colour).name) for colour in case.seats)
    boards = tuple(found.of(colour).board for colour in case.seats)
    made = Setup(places, rome, (), (), (), "", values_of(found.body, file), boards, edition_of(case))
    for colour, board in zip(case.seats, boards, strict=True):
        one_of(board, made.book.sides, "side of a board", (colour, "board"))
    return _as_played(made, found)


def edition_of(case: Case) -> Edition:
    """The options a case is judged under; raises `Wrong`."""
    base = presets()[one_of(case.preset, presets(), "preset", ("preset",))]
    for name, value in case.options.items():
        one_of(name, OPTIONS, "option", ("options", name))
        try:
            edition({name: value})
        except ValueError as error:
            raise Wrong(("options", name), f"{value!r} is no value of this option") from error
    return replace(base, **case.options)


def values_of(body: Body, file: Path) -> Values:
    """The component values of a case; `values` is ``house``, ``known`` or a TOML file beside the case."""
    layers: list[Toml] = [read(FOLDER / "known.toml")]
    try:
        if body.values == "house":
            layers.append(read(FOLDER / "house.toml"))
        elif body.values != "known":
            layers.append(read(file.parent / body.values))
    except (OSError, ValueError) as error:
        raise Wrong(("values",), str(error)) from error
    for part in ("city", "sections", "board"):
        found = body.printed.get(part)
        if isinstance(found, Mapping):
            _check_printed(found, (part,))
    try:
        return typed(merge(*layers, {"layer": COPY, "source": file.name, **body.printed}))
    except ValueError as error:
        raise Wrong(("printed",), str(error)) from error


def _check_printed(table: Mapping[str, object], keys: Keys) -> None:
    """Raise `Wrong` for a value that could not stand on a tile, a wall section or a board."""
    for key, value in table.items():
        here = (*keys, key)
        if key in WHOLE and not printable(".".join(here), value):
            raise Wrong(("printed", *here), f"{value!r} cannot be printed there")
        if key not in WHOLE and isinstance(value, Mapping):
            _check_printed(value, here)


def _as_played(setup: Setup, found: Written) -> Setup:
    """The set-up with the start city, the mines and the cards that its edition and the case ask for."""
    taken = {section for colour in setup.colours for section in found.of(colour).sections}
    sections = [section for section in setup.book.sections if section not in taken]
    if not sections:
        raise Wrong(("wall",), "no wall section is left to be open")
    setup = replace(setup, city=_start(setup, found.body))
    shown = setup.deck("I")[: len(setup.places) + setup.values.display.more_than_players]
    return replace(setup, mines=_mines(setup, found), display=shown, wall=sections[0])


def _start(setup: Setup, body: Body) -> tuple[str, ...]:
    if not body.city:
        return start_city(setup.book, len(setup.places), setup.edition)
    named = [_tile(text, ("city", str(number))) for number, text in enumerate(body.city)]
    hard, kind = setup.edition.hard == "yes", setup.book.kind
    return tuple(laid(tile, spot or Spot(0, 0)) for tile, spot in named if not (hard and kind.get(tile) == MARKET))


def _mines(setup: Setup, found: Written) -> tuple[str, ...]:
    """The Gold Mine each player names among the own tiles; for the others the next ones of the start city."""
    mines = [tile for tile, _ in map(placed, setup.city) if setup.book.kind.get(tile) == GOLD_MINE]
    named = {
        colour: next((tile for tile in map(_name, found.of(colour).tiles) if tile in mines), "")
        for colour in setup.colours
    }
    rest = iter(sorted(set(mines) - {*named.values()}))
    return tuple(named[colour] or next(rest, "") for colour in setup.colours)


def _name(text: str) -> str:
    return text.partition(" ")[0]


def _tile(text: str, keys: Keys) -> tuple[str, Spot | None]:
    """A tile with its spot, such as ``sawmill-1 3,0,1``; without one where any spot will do."""
    tile, _, where = text.partition(" ")
    try:
        return tile, Spot(*map(int, where.split(","))) if where else None
    except (TypeError, ValueError) as error:
        raise Wrong(keys, f"{where!r} is no spot of the city, such as 3,0 or 3,0,1") from error


def lay_out(case: Case, setup: Setup) -> State:
    """The situation of a case; raises `Wrong` naming the key of what cannot lie so, `Unknown` for a missing value."""
    found = written(case)
    setup = _as_played(setup, found)
    state = PRAETOR.box(setup)
    try:
        decide(PRAETOR, state, Open("", setup))
    except Illegal as refusal:
        raise Wrong(("seats",), f"no such set-up: {refusal.rule} {refusal.facts!r}") from refusal
    _Table(state, found).lay()
    state.phase = moment(state, found)
    return state


class _Table:
    """The table of a case while it is laid out, from how it is after set-up."""

    def __init__(self, state: State, found: Written) -> None:
        self.state, self.found, self.table = state, found, state.table

    @property
    def body(self) -> Body:
        return self.found.body

    def lay(self) -> None:
        """Everything but whose turn it is."""
        for colour in self.state.setup.colours:
            self._tiles(colour)
        for colour in self.state.setup.colours:
            self._resources(colour)
            self._tracks(colour)
            self._workers(colour)
            self._sections(colour)
        self._display()
        self._deck()
        self._walls()

    # -- the city

    def _tiles(self, colour: str) -> None:
        for number, text in enumerate(self.found.of(colour).tiles):
            keys = (colour, "tiles", str(number))
            tile, spot = _tile(text, keys)
            one_of(tile, self.state.setup.tiles, "tile of this game", keys)
            if tile not in city(self.table).spots:
                self._build(tile, spot, keys)
            elif spot is not None:
                raise Wrong(keys, "lies in the city already")
            self._mark(colour, tile, keys)

    def _build(self, tile: str, spot: Spot | None, keys: Keys) -> None:
        if spot is None:
            spot = free(self.table, "edge").values[0]
        if (spot.x, spot.y) in city(self.table).cells:
            raise Wrong(keys, f"another tile lies at {spot.x},{spot.y}")
        piece = laid(tile, replace(spot, turn=spot.turn % 4))
        zone = next(zone for zone in STOCK if tile in self.table[zone])
        self.table.change(tile, piece, 1, zone)
        self.table.shift(piece, 1, zone, z.CITY)

    def _mark(self, colour: str, tile: str, keys: Keys) -> None:
        me, zone = self.state.seats[colour], self.state.book.mark[tile]
        if me.marker in self.table[zone]:
            return
        if self.table[zone]:
            raise Wrong(keys, "belongs to another player already")
        fetch(self.table, zone, me.marker, 1, (me.markers,), keys)

    # -- before a player

    def _resources(self, colour: str) -> None:
        me, its = self.state.seats[colour], self.found.of(colour)
        for piece, zone in me.store.items():
            count = getattr(its, piece)
            if count is not None:
                keys = (colour, piece)
                wanted = {**self.table[zone], piece: _natural(count, keys)}
                bring(self.table, zone, wanted, (z.SUPPLY,), keys)

    def _tracks(self, colour: str) -> None:
        me, its = self.state.seats[colour], self.found.of(colour)
        if its.favor is not None:
            keys = (colour, "favor")
            bring(self.table, me.favor, {"favor": _natural(its.favor, keys)}, (z.TRACK,), keys)
        if its.morale is not None:
            keys = (colour, "morale")
            track = self.state.book.morale[self.state.setup.side[colour]]
            if its.morale not in track:
                raise Wrong(keys, f"{its.morale} is no space of this board: {', '.join(map(str, track))}")
            bring(self.table, me.morale, {"morale": track.index(its.morale)}, (z.TRACK,), keys)

    def _workers(self, colour: str) -> None:
        me, its = self.state.seats[colour], self.found.of(colour)
        active = self.state.book.start.active if its.active is None else its.active
        for die in list(self.table[me.active]):
            count = self.table[me.active][die]
            self.table.change(die, me.die[1], count, me.active)
            self.table.shift(me.die[1], count, me.active, me.citizens)
        for number, level in enumerate(active):
            self._worker(colour, level, me.active, (colour, "active", str(number)))
        for key, zones in (("built", self.state.book.centre), ("activated", self.state.book.area_of)):
            for tile, level in getattr(its, key).items():
                one_of(tile, city(self.table).spots, "tile of the city", (colour, key, tile))
                self._worker(colour, level, zones[tile], (colour, key, tile))
        for key, zone, level in (("first", me.first, 1), ("second", me.second, 1), ("retired", me.retired, 6)):
            for _ in range(_natural(getattr(its, key), (colour, key))):
                self._worker(colour, level, zone, (colour, key))

    def _worker(self, colour: str, level: int, zone: str, keys: Keys) -> None:
        me = self.state.seats[colour]
        if level not in z.LEVELS:
            raise Wrong(keys, f"{level} is no level of a worker")
        fetch(self.table, zone, me.die[1], 1, (me.citizens,), keys)
        self.table.change(me.die[1], me.die[level], 1, zone)

    def _sections(self, colour: str) -> None:
        for number, section in enumerate(self.found.of(colour).sections):
            keys = (colour, "sections", str(number))
            one_of(section, self.state.book.sections, "wall section", keys)
            fetch(self.table, self.state.seats[colour].sections, section, 1, (z.WALLS,), keys)

    # -- beside the city

    def _display(self) -> None:
        wanted = self.body.display
        if wanted is None:
            self._fill()
            return
        for tile in list(self.table[z.DISPLAY]):
            self.table.shift(tile, 1, z.DISPLAY, self._pile(tile))
        for number, tile in enumerate(wanted):
            keys = ("display", str(number))
            one_of(tile, self.state.setup.tiles, "tile of this game", keys)
            fetch(self.table, z.DISPLAY, tile, 1, (z.FIRST_ERA, z.SECOND_ERA), keys)

    def _fill(self) -> None:
        """One tile more than players, as far as the deck goes."""
        setup = self.state.setup
        most = len(setup.colours) + setup.values.display.more_than_players
        for zone in (z.FIRST_ERA, z.SECOND_ERA):
            for tile in list(self.table[zone])[: most - total(self.table[z.DISPLAY])]:
                self.table.shift(tile, 1, zone, z.DISPLAY)

    def _pile(self, tile: str) -> str:
        return z.DECK[self.state.book.era[tile]]

    def _deck(self) -> None:
        """Only the tiles that are named stay in the deck; the others are out of the game."""
        if self.body.deck is None:
            return
        self._all_of(self.body.deck, self.state.setup.tiles)
        for zone in (z.FIRST_ERA, z.SECOND_ERA):
            for tile in list(self.table[zone]):
                if tile not in self.body.deck:
                    self.table.shift(tile, 1, zone, z.BOX)

    def _all_of(self, tiles: Iterable[str], known: Iterable[str]) -> None:
        for number, tile in enumerate(tiles):
            keys = ("deck", str(number))
            one_of(tile, known, "tile of this game", keys)
            if not any(tile in self.table[zone] for zone in (z.FIRST_ERA, z.SECOND_ERA)):
                raise Wrong(keys, "lies elsewhere")

    def _walls(self) -> None:
        """The open section and how many are left; the others have gone by."""
        body = self.body
        if body.wall is not None:
            for section in list(self.table[z.WALL]):  # the one that set-up would have opened
                self.table.shift(section, 1, z.WALL, z.WALLS)
        if body.wall:
            one_of(body.wall, self.state.book.sections, "wall section", ("wall",))
            fetch(self.table, z.WALL, body.wall, 1, (z.WALLS,), ("wall",))
        if body.walls is not None:
            left = list(self.table[z.WALLS])
            if not 0 <= body.walls <= len(left):
                raise Wrong(("walls",), f"0 to {len(left)} sections can be left")
            for section in left[body.walls :]:
                self.table.shift(section, 1, z.WALLS, z.GONE)


def _natural(count: int, keys: Keys) -> int:
    if count < 0:
        raise Wrong(keys, f"{count} is less than nothing")
    return count
