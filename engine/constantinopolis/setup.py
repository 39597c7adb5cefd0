"""What is agreed and seen before entry 1, the unopened box, and its opening (rulebook: set-up)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

from engine.constantinopolis.book import Book
from engine.constantinopolis.editions import Edition
from engine.constantinopolis.phases import Boxed
from engine.constantinopolis.values import Values, ours
from engine.constantinopolis.zones import (
    BOARD,
    BOTTOMLESS,
    BOX,
    COLOURS,
    DECK,
    FUTURE,
    GOODS,
    SHIPYARD,
    SUPPLY,
    Seat,
    seat,
    zones,
)
from engine.errors import WrongInput
from engine.event import State
from engine.rule import Sentence
from engine.table import Piece, Table, Tally, Zone


class Place(Struct, frozen=True, array_like=True):
    """One player: the colour of the seat and the person's name."""

    colour: str
    name: str = ""


class Setup(Struct, frozen=True, dict=True):
    """What entry 1 carries.

    `places` go clockwise round the table; `offices` are the colours on office I and up, as the markers were drawn;
    `markets` the market cards seen: the current one and the top of the future pile (all five where
    the table plays with an open pile).
    """

    places: tuple[Place, ...]
    offices: tuple[str, ...]
    markets: tuple[str, ...]
    values: Values
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
        return {colour: seat(colour, self.book.usable) for colour in ("", *self.colours)}

    @cached_property
    def pieces(self) -> Tally:
        """Everything in the box."""
        return contents(self.book, self.colours)

    @cached_property
    def layout(self) -> tuple[tuple[Piece, int, Zone], ...]:
        """What is laid on the board from the box, zone by zone (C-SET-01 to C-SET-05, C-GEN-04)."""
        book, players, found = self.book, len(self.places), []
        for piece, count in sorted(self.pieces.items()):
            home = _home(book, piece)
            if home != BOX and piece not in self.markets:
                used = min(count, used_copies(book, piece, players)) if home == BOARD else count
                found.append((piece, used, home))
        return tuple(sorted(found, key=lambda line: _ORDER.index(line[2])))


_ORDER = (SUPPLY, BOARD, SHIPYARD, DECK, FUTURE)


def _home(book: Book, piece: Piece) -> Zone:
    """Where a piece of the box lies when the game begins."""
    if piece in GOODS or piece == "gold":
        return SUPPLY
    if piece in book.size:
        return SHIPYARD
    if piece in book.cards:
        return FUTURE
    if piece.startswith("contract:"):
        return DECK
    return BOARD if piece in book.kind else BOX


def sound(setup: Setup) -> Iterator[Sentence]:
    """The rules a set-up must keep."""
    colours, cards = setup.colours, setup.book.cards
    yield 2 <= len(colours) <= 5, "C-GEN-03", len(colours)
    yield len(set(colours)) == len(colours) and set(colours) <= set(COLOURS), "C-SET-06", *colours
    yield sorted(setup.offices) == sorted(colours), "C-SET-08", *setup.offices
    yield set(setup.markets) <= set(cards) and len(set(setup.markets)) == len(setup.markets), "C-SET-05", *setup.markets
    yield len(setup.markets) == (len(cards) if setup.edition.future_market == "all_open" else 2), "C-EOR-08"


def box(setup: Setup) -> State:
    """Every piece in its box; `ValueError` if the seats are not seats of this game, `Unknown` for unknown copies."""
    if set(setup.colours) - set(COLOURS) or not setup.places:
        raise WrongInput(f"seats {setup.colours!r} are not some of {COLOURS!r}")
    seats = (setup.seats[colour] for colour in setup.colours)
    table = Table(zones(seats, setup.book.size), _bottomless(setup.edition))
    table[BOX] = dict(setup.pieces)
    return State(setup, setup.seats, table, Boxed())


def _bottomless(edition: Edition) -> frozenset[str]:
    return BOTTOMLESS if edition.supply == "unlimited" else BOTTOMLESS - {SUPPLY}


def used_copies(book: Book, tile: str, players: int) -> int:
    """How many tiles of a name are on the board with so many players (C-SET-02, C-SET-03)."""
    copies = book.copies(tile)
    if book.kind[tile] in ("public", "wall") or players == 5:
        return copies
    return min(copies, 1 if players == 2 else 2)


def contents(book: Book, colours: tuple[str, ...]) -> Tally:
    """The pieces of one box, with the markers, posts and sheets of these colours (C-CMP-01)."""
    found = {good: item.copies for good, item in book.values.goods.items()} | {"gold": book.coins}
    found |= {tile: book.copies(tile) for tile, kind in book.kind.items() if tile not in book.start.buildings}
    found |= dict.fromkeys((*book.size, *book.cards), 1) | book.deck()
    for tile in book.start.buildings:
        found[tile] = len(colours)
    for colour in colours:
        found |= {f"office-{colour}": 1, f"post-{colour}": len(book.tracks.trading_posts)}
    return found
