"""A finished game before a camera: the real one, the running game's, or the drawn table's with an example on it."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from random import Random

from companion.host.camera import Eyes
from companion.tasks.albums import enrolled_coins, known_decks, known_tiles
from companion.tasks.picture_count import Live, PictureCount
from companion.titles.showing import Example, Showing
from companion.titles.title import Title
from companion.virtual.cards import BareMat
from vision.camera.source import Camera
from vision.cards.enrol import EnrolError
from vision.flat.coins import CoinAlbum
from vision.mat.mat import load_mat, mat_file
from vision.picture import Picture
from vision.pieces import Wanted, pieces_in

log = logging.getLogger("companion")


def wanted_of(title: Title, showing: Showing, folder: Path | None, deck: Mapping[str, int] | None) -> Wanted:
    """What is looked for in a picture: `folder` holds what was enrolled, `deck` the cards as far as known."""
    prefixes = {kind.prefix for kind in showing.kinds}
    return Wanted(
        mat=load_mat(mat_file(title.game.name)),
        cards=showing.layout,
        faces=sorted(deck or ()),
        cubes="cube" in prefixes,
        dice="die" in prefixes,
        tiles=known_tiles(folder) if folder and "tile" in prefixes else None,
        coins=known_coins(folder) if folder and "coin" in prefixes else None,
        decks=known_decks(folder) if folder else {},
    )


def known_coins(folder: Path) -> CoinAlbum | None:
    """The coins kept there; without them, which is logged, if what is kept is damaged."""
    try:
        return enrolled_coins(folder)
    except EnrolError as error:
        log.warning("no coin is recognised: %s", error)
        return None


def through_eyes(eyes: Eyes, wanted: Wanted, showing: Showing) -> PictureCount:
    """Pictures of the camera that watches a running game."""
    return PictureCount(showing, partial(pieces_in, wanted=wanted), _fresh(eyes))


def _fresh(eyes: Eyes) -> Live:
    last: list[object] = [None]

    def newest() -> Picture | None:
        shot = eyes.shot
        if shot is None or shot is last[0]:
            return None
        last[0] = shot
        return shot.picture

    return newest


def at_camera(address: str, wanted: Wanted, showing: Showing) -> PictureCount:
    """Pictures of a camera that nothing else uses; only files where there is no `address`."""
    read = partial(pieces_in, wanted=wanted)
    if not address:
        return PictureCount(showing, read)
    camera = Camera(address)
    return PictureCount(showing, read, _pictures(camera), [camera.close])


def _pictures(camera: Camera) -> Live:
    def newest() -> Picture | None:
        shot = camera.newest()
        return shot.picture if shot else None

    return newest


def at_drawn_table(title: Title, wanted: Wanted, showing: Showing, seed: int) -> PictureCount:
    """Pictures of the drawn table's camera; virtual hands have laid an example there, always the same for a seed."""
    mat = BareMat(title, seed, mat=wanted.mat)
    try:
        lay_example(mat, wanted, showing.example(Random(f"example {seed}")))
        camera = Camera(mat.camera.url)
    except BaseException:
        mat.close()
        raise
    count = PictureCount(showing, partial(pieces_in, wanted=wanted), _pictures(camera), [camera.close, mat.close])
    count.example = True
    return count


def lay_example(mat: BareMat, wanted: Wanted, example: Example) -> None:
    """Lay an example in the fields of the mat; coins and tiles only where the camera knows some."""
    left = list(example.cards)
    for zone in wanted.mat.zones.values():
        if zone.kind == "cards" and zone.family == wanted.cards and left:
            mat.lay_cards(left[: zone.most], zone.name)
            del left[: zone.most]
        elif zone.kind == "cubes" and example.cubes:
            mat.lay_goods(zone.name, example.cubes)
            break
    if wanted.coins is not None and example.coins:
        mat.lay_coins(example.coins)
