"""The coins and tiles an owner has shown to the camera, kept in the house's folder beside the enrolled cards."""

from __future__ import annotations

import logging
from pathlib import Path

from companion.tasks.card_enrolment import FOLDER
from vision.cards.enrol import EnrolError
from vision.flat import coins, tiles
from vision.flat.coins import CoinAlbum
from vision.flat.tiles import TileAlbum

log = logging.getLogger("companion")


def coins_folder(folder: Path) -> Path:
    """Where enrolled coins are kept."""
    return folder / FOLDER / "coin"


def tiles_folder(folder: Path) -> Path:
    """Where enrolled tiles are kept."""
    return folder / FOLDER / "tile"


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


def _holds_any(place: Path) -> bool:
    return place.is_dir() and any(place.iterdir())
