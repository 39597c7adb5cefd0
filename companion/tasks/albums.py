"""What an owner has shown to the camera, kept in the data folder: coins, tiles, and whole decks of cards."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from pathlib import Path

from companion.tasks.base import ENROLLED
from vision.cards.enrol import LIST, EnrolError, enrolled_pictures
from vision.cards.owned import Decks, OwnedReader
from vision.flat import coins, tiles
from vision.flat.coins import CoinAlbum
from vision.flat.tiles import TileAlbum
from vision.layouts.layout import Layout, find_layout, known_layouts, load_layout

log = logging.getLogger("companion")


def coins_folder(folder: Path) -> Path:
    """Where enrolled coins are kept."""
    return folder / ENROLLED / "coin"


def tiles_folder(folder: Path) -> Path:
    """Where enrolled tiles are kept."""
    return folder / ENROLLED / "tile"


def has_coins(folder: Path) -> bool:
    """Has anybody shown coins to the camera?"""
    return _holds_any(coins_folder(folder))


def enrolled_coins(folder: Path) -> CoinAlbum | None:
    """The coins kept there, none if none were shown; `EnrolError` if what is kept is damaged."""
    place = coins_folder(folder)
    if not _holds_any(place):
        return None
    try:
        return coins.album(place)
    except ValueError as error:
        raise EnrolError(str(error)) from error


def enrolled_tiles(folder: Path) -> TileAlbum | None:
    """The tiles kept there, none if none were shown; `EnrolError` if what is kept is damaged."""
    place = tiles_folder(folder)
    if not _holds_any(place):
        return None
    try:
        return tiles.album(place)
    except ValueError as error:
        raise EnrolError(str(error)) from error


def known_tiles(folder: Path) -> TileAlbum | None:
    """The tiles kept there for a game: without them, which is logged, if what is kept is damaged."""
    try:
        return enrolled_tiles(folder)
    except EnrolError as error:
        log.warning("no tile is recognised: %s", error)
        return None


def known_decks(folder: Path) -> Decks:
    """What reads the decks kept there of which every face was shown: an unknown card would be taken for its sibling.

    Without those that are damaged, which is logged.
    """
    found = {}
    for name, place in _decks(folder):
        try:
            found[name] = _reader(name, place, (place / LIST).stat().st_mtime_ns)
        except EnrolError as error:
            log.warning("the cards are read by our print: %s", error)
    return {name: reader for name, reader in found.items() if reader is not None}


def damaged_albums(folder: Path) -> Iterator[EnrolError]:
    """What is kept there of coins, tiles and cards that cannot be read, to be shown to people."""
    albums: list[Callable[[], object]] = [partial(enrolled_coins, folder), partial(enrolled_tiles, folder)]
    albums += [partial(enrolled_pictures, place) for _name, place in _decks(folder)]
    for read in albums:
        try:
            read()
        except EnrolError as error:
            yield error


def _decks(folder: Path) -> Iterator[tuple[str, Path]]:
    """The layouts of decks of which cards were filed, and where."""
    for name in known_layouts():
        place, layout = folder / ENROLLED / name, find_layout(name)
        if isinstance(layout, Layout) and layout.faces and (place / LIST).exists():
            yield name, place


@lru_cache(maxsize=4)
def _reader(name: str, place: Path, _written: int) -> OwnedReader | None:
    """The reader of a deck; None while one of its faces is missing."""
    pictures = enrolled_pictures(place)
    return OwnedReader(name, pictures) if set(pictures) >= set(load_layout(name).faces) else None


def _holds_any(place: Path) -> bool:
    return place.is_dir() and any(place.iterdir())
