"""What is agreed and seen before entry 1, the unopened box, and what a set-up must keep (rulebook: Preparazione)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property

from msgspec import Struct

from engine.catalogue import Unknown
from engine.event import State
from engine.praetor.city import Spot, groups, laid, placed
from engine.praetor.editions import Edition
from engine.praetor.phases import Boxed
from engine.praetor.values import GOLD_MINE, MARKET, SIDE_A, START, Book, Values, ours
from engine.praetor.zones import BOTTOMLESS, BOX, COLOURS, Seat, seat, zones
from engine.rule import Sentence
from engine.table import Piece, Table, Tally


class Place(Struct, frozen=True, array_like=True):
    """One player: the colour of the seat and the person's name."""

    colour: str
    name: str = ""


class Setup(Struct, frozen=True, dict=True):
    """What entry 1 carries.

    `places` go clockwise round the table; `rome` was in Rome most recently; `mines` are the Gold Mines marked by each
    place, `city` the start tiles as they lie (``market-1:0,0,0``), `display` the city tiles and `wall` the section
    turned up. `boards` are the sides of the player boards, all A if not given.
    """

    places: tuple[Place, ...]
    rome: str
    mines: tuple[str, ...]
    city: tuple[Piece, ...]
    display: tuple[str, ...]
    wall: str
    values: Values
    boards: tuple[str, ...] = ()
    edition: Edition = Edition()

    @cached_property
    def book(self) -> Book:
        """The component values as the rules read them."""
        return Book(self.values)

    @cached_property
    def ours(self) -> frozenset[str]:
        """The keys of the printed values that are those of the house set, in a box that is wholly ours."""
        return ours(self.values)

    @cached_property
    def colours(self) -> tuple[str, ...]:
        """The seats clockwise."""
        return tuple(place.colour for place in self.places)

    @cached_property
    def seats(self) -> dict[str, Seat]:
        """Each seat, and the table itself as ``""``, with the names of its zones."""
        return {colour: seat(colour) for colour in ("", *self.colours)}

    @cached_property
    def side(self) -> dict[str, str]:
        """The side of the player board each seat plays on (P-SET-07)."""
        sides = self.boards or (SIDE_A,) * len(self.places)
        return dict(zip(self.colours, sides, strict=False))

    @cached_property
    def tiles(self) -> tuple[str, ...]:
        """The tiles of this game by their marks, in the hard variant without any Market (P-SET-02, P-HRD-01)."""
        used = self.book.used_by(len(self.places))
        return tuple(tile for tile in used if not (self.edition.hard == "yes" and self.book.kind[tile] == MARKET))

    @cached_property
    def start_tiles(self) -> tuple[str, ...]:
        """The tiles of this game with a 0 on their backs (P-SET-03)."""
        return tuple(tile for tile in self.tiles if self.book.era[tile] == START)

    @cached_property
    def soundness(self) -> tuple[Sentence, ...]:
        """The rules a set-up must keep, up to the first that does not hold: nothing is looked at behind it."""
        found = []
        for sentence in sound(self):
            found.append(sentence)
            if not sentence[0]:
                break
        return tuple(found)

    def deck(self, era: str) -> tuple[str, ...]:
        """The tiles of one era in the city deck before any is turned up (P-SET-04)."""
        return tuple(tile for tile in self.tiles if self.book.era[tile] == era)


def sound(setup: Setup) -> Iterator[Sentence]:
    """The rules a set-up must keep; the expert and the hard variant may be combined (P-HRD-04)."""
    colours, edition, book = setup.colours, setup.edition, setup.book
    yield 2 <= len(colours) <= 5, "P-SET-01", len(colours)
    yield len(set(colours)) == len(colours) and set(colours) <= set(COLOURS), "P-CMP-01", *colours
    yield edition.expert == "no" or len(colours) > 2, "P-EXP-01"
    yield from sound_city(setup)
    mines = set(book.of(GOLD_MINE)) & set(setup.start_tiles)
    yield len(set(setup.mines)) == len(colours) == len(setup.mines) and set(setup.mines) <= mines, "P-SET-09"
    yield from sound_display(setup)
    yield setup.wall in book.sections, "P-SET-05", setup.wall
    yield from sound_boards(setup)
    yield setup.rome in colours, "P-SET-10", setup.rome


def sound_city(setup: Setup) -> Iterator[Sentence]:
    """The start city: each start tile once, each in a cell of its own, hanging together (P-INV-05)."""
    tiles_laid = [placed(piece) for piece in setup.city]
    markets = [tile for tile, _ in tiles_laid if setup.book.kind.get(tile) == MARKET]
    yield not (setup.edition.hard == "yes" and markets), "P-HRD-01"
    yield sorted(tile for tile, _ in tiles_laid) == sorted(setup.start_tiles), "P-SET-03"
    cells = [(spot.x, spot.y) for _, spot in tiles_laid]
    yield len(set(cells)) == len(cells) and all(0 <= spot.turn < 4 for _, spot in tiles_laid), "P-SET-03"
    gap = setup.edition.hard == "yes" and setup.edition.hard_start_gap == "leave"
    yield gap or len(groups(set(cells))) == 1, "P-HRD-02" if setup.edition.hard == "yes" else "P-SET-03"


def sound_display(setup: Setup) -> Iterator[Sentence]:
    """One tile more than players, from the top of the deck (P-SET-06)."""
    most = len(setup.colours) + setup.values.display.more_than_players
    shown, first, second = set(setup.display), set(setup.deck("I")), set(setup.deck("II"))
    yield len(shown) == len(setup.display) == min(most, len(first | second)), "P-SET-06", most
    yield shown <= first | second, "P-SET-02"
    yield shown <= first or first <= shown, "P-SET-04"


def sound_boards(setup: Setup) -> Iterator[Sentence]:
    """A side for each seat; of the five different B sides each is there once (P-SET-07)."""
    if setup.boards:
        different = [side for side in setup.boards if side != SIDE_A]
        yield len(setup.boards) == len(setup.colours) and set(setup.boards) <= set(setup.book.sides), "P-SET-07"
        yield len(set(different)) == len(different), "P-SET-07"


def box(setup: Setup) -> State:
    """Every piece in its box; `ValueError` if the seats are not seats of this game, `Unknown` for unknown tiles."""
    if set(setup.colours) - set(COLOURS) or not setup.places:
        raise ValueError(f"seats {setup.colours!r} are not some of {COLOURS!r}")
    seats = (setup.seats[colour] for colour in dict.fromkeys(setup.colours))
    table = Table(zones(seats, setup.tiles), _bottomless(setup))
    table[BOX] = contents(setup.book, setup.colours)
    return State(setup, setup.seats, table, Boxed())


def _bottomless(setup: Setup) -> frozenset[str]:
    if setup.edition.marker_limit == "enforce":
        return BOTTOMLESS
    return BOTTOMLESS | {setup.seats[colour].markers for colour in setup.colours}


def contents(book: Book, colours: Iterable[str]) -> Tally:
    """The pieces of one box, with the workers and markers of these colours (P-CMP-01, P-CMP-02)."""
    found: Tally = {**book.values.cubes, "gold": book.values.coins.gold}
    found |= dict.fromkeys((*book.kind, *book.sections), 1)
    for colour in colours:
        me = seat(colour)
        found |= {me.die[1]: book.values.components.workers_each, me.marker: book.markers, me.token: 1}
    return found


def start_city(book: Book, players: int, edition: Edition) -> tuple[Piece, ...]:
    """The start city as the diagram for so many players shows it; without the Market where it is left out.

    Raises `Unknown` where no layer knows the diagram. Closing up means that the tiles right of the Market in its row
    move one to the left; usually the gap stays (P-HRD-02, P-AMB-16).
    """
    layout = book.values.layouts.get(f"players-{players}")
    if layout is None:
        raise Unknown(f"layouts.players-{players}.tiles")
    if edition.hard == "no":
        return layout.tiles
    tiles_laid = [placed(piece) for piece in layout.tiles]
    gaps = [spot for tile, spot in tiles_laid if book.kind[tile] == MARKET]
    kept = [item for item in tiles_laid if book.kind[item[0]] != MARKET]
    if edition.hard_start_gap == "leave":
        return tuple(laid(*item) for item in kept)
    return tuple(laid(tile, _closed_up(spot, gaps)) for tile, spot in kept)


def _closed_up(spot: Spot, gaps: list[Spot]) -> Spot:
    left = sum(gap.y == spot.y and gap.x < spot.x for gap in gaps)
    return Spot(spot.x - left, spot.y, spot.turn)
