"""City tiles and wall sections as lines to be found and tapped: those that may have been turned up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from companion.presenters.praetor import words
from companion.presenters.praetor.map import turned
from companion.views.common.parts import Button
from companion.views.praetor.city import CityLine, CityTile
from companion.wording import _
from engine.catalogue import Unknown
from engine.praetor.city import placed
from engine.praetor.setup import Setup
from engine.praetor.values import Book

Figure = TypeVar("Figure")
Ours = Callable[[str], bool]
"""Is a printed value, by its dotted key or part of one, of our own set?"""


def told(figures: Mapping[str, Figure], piece: str) -> Figure | None:
    """What is printed on a piece; None where nobody has entered it: it is asked when the piece has been turned up."""
    try:
        return figures[piece]
    except Unknown:
        return None


def lying_tile(setup: Setup, piece: str, act: object) -> CityTile:
    """A tile of the start city where it lies, with what of it is known; a tap on it is `act`."""
    tile, spot = placed(piece)
    corners = told(setup.book.corners, tile)
    return CityTile(
        x=spot.x,
        y=spot.y,
        name=words.tile_name(tile),
        icon=words.tile_icon(tile),
        plazas=() if corners is None else turned(corners, spot.turn),
        area="",
        fee=(),
        button=Button(words.tile_name(tile), command=act),
        house=f"city.{tile}" in setup.ours,
    )


def tile_line(book: Book, tile: str, act: object, ours: Ours) -> CityLine:
    """A city tile with what of it is known."""
    corners, favor = told(book.corners, tile), told(book.favor, tile)
    return CityLine(
        name=words.tile_name(tile),
        icon=words.tile_icon(tile),
        plazas=turned(corners, 0) if corners is not None else (),
        price=words.price(told(book.cost, tile) or {}),
        right=() if favor is None else (("fame", favor),),
        button=Button(words.tile_name(tile), command=act),
        house=ours(f"city.{tile}"),
    )


def section_line(book: Book, section: str, act: object, ours: Ours) -> CityLine:
    """A wall section with what of it is known."""
    back, worth = told(book.back, section), told(book.worth, section)
    return CityLine(
        name=words.section_name(section),
        icon="kind-wall",
        note="" if back is None else _("back: {n} favor").format(n=back),
        price=words.price(told(book.price, section) or {}),
        right=() if worth is None else (("fame", worth),),
        button=Button(words.section_name(section), command=act),
        house=ours(f"sections.{section}"),
    )


def apart(book: Book, tiles: Sequence[str]) -> list[str]:
    """The tiles that can be told apart: of those of one name of which nothing is known, the first."""
    blank = {words.tile_name(tile): tile for tile in reversed(tiles) if not _figures(book, tile)}
    return [tile for tile in tiles if _figures(book, tile) or blank[words.tile_name(tile)] == tile]


def sections_apart(book: Book, sections: Sequence[str]) -> list[str]:
    """The wall sections that can be told apart: of those of which nothing is known, the first."""
    blank = [one for one in sections if told(book.price, one) is None and told(book.worth, one) is None]
    return [one for one in sections if one not in blank[1:]]


def _figures(book: Book, tile: str) -> bool:
    """Is anything known that is printed on a tile?"""
    known: tuple[Mapping[str, object], ...] = (book.corners, book.cost, book.favor)
    return any(told(figures, tile) is not None for figures in known)
