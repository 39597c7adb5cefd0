"""Identifies city tiles: which enrolled tile a square shows and how it is turned; no name when in doubt."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import count
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from engine.errors import WrongFile, WrongInput
from vision.camera.load import NotAPicture, load_picture, load_setting, write_picture
from vision.photo.pictures import ALIKE, NAMED, Print, print_of
from vision.picture import Field, Picture, Points

TURNS = (0, 90, 180, 270)  # degrees clockwise
FACE, SHIFT = 40, 1  # px of the picture likely tiles are compared in; px a tile may lie beside its outline
SOFT = 0.7  # px of blur before that
DARK = 12.0  # grey levels added before logarithms are taken, so that black is no noise
BROAD = 8.0  # px from which a change of light is a shadow and no print
CHANNELS = np.array([1.0, 0.7, 0.7], np.float32)  # weight of lightness, of red to green and of blue to green
PLAIN = 4.0  # length below which a picture is plain
RIVALS = 5  # names that are compared closely
UNLIKE = 1.28  # likeness from which trust begins; it is full at ALIKE
STEP = 0.1  # how much nearer a tile is to one than to another for e : 1
SAME = 0.004  # part in which two tiles differ; below it they are the same
OWN, STRANGE = 0.2, 0.3  # part in which a tile differs from its picture, and from which it is another tile's sibling
SURE = 0.9  # share above which a name, or a turn, is given
SIDES = (10.0, 120.0)  # mm the side of a tile may have
OBLONG = 1.2  # times as wide as high: no tile
SIDE_FILE = "tiles.toml"


class Tile(NamedTuple):
    """A tile that was read: `name` and `turn` (degrees clockwise) are None when in doubt.

    `share` is that of the likeliest name, `likeliest`.
    """

    name: str | None
    turn: int | None
    share: float
    runner_up: str | None
    likeliest: str | None = None


class TileAlbum:
    """The enrolled tiles, kept in four turns; a name may have several pictures. `side` in mm where it is known.

    `pictures` holds the first picture of each name.
    """

    def __init__(self, side: float | None = None) -> None:
        self.side = side
        self.names: list[str] = []
        self.pictures: dict[str, Picture] = {}
        self._prints: list[Print] = []
        self._faces: list[Field] = []
        self._slack: dict[int, Field] = {}

    def enrol(self, name: str, tile: Picture) -> None:
        """Add a picture (BGR, square, of any size) of the whole tile the right way up."""
        self.names.append(name)
        self.pictures.setdefault(name, tile)
        turned = [np.ascontiguousarray(np.rot90(tile, -quarter)) for quarter in range(len(TURNS))]
        self._prints += [print_of(picture) for picture in turned]
        self._faces += [faces_of(picture)[MIDDLE] for picture in turned]

    def identify(self, tile: Picture) -> Tile:
        """The tile in a straightened square picture (BGR); no name when the evidence is weak or contradictory."""
        if not self.names:
            return Tile(None, None, 0.0, None)
        alike, faces = self._likenesses(print_of(tile)), faces_of(tile)
        likely = self._likely(alike)
        leads, far = self._leads(faces, likely)
        best = int(leads.min(axis=1).argmax())
        name = self.names[likely[best] // len(TURNS)]
        trust = np.clip((alike[likely[best]] - UNLIKE) / (ALIKE - UNLIKE), 0, 1)
        own = np.clip((STRANGE - far[best]) / (STRANGE - OWN), 0, 1)
        sure = round(float(trust * own) * _odds(float(leads[best].min())), 4)
        rivals = sorted((n for n in range(len(likely)) if n != best), key=lambda n: float(leads[best, n]))
        rival = self.names[likely[rivals[0]] // len(TURNS)] if rivals else None
        turn = self._turn(faces, likely[best]) if sure >= SURE else None
        return Tile(name if sure >= SURE else None, turn, sure, rival, name)

    def _likenesses(self, seen: Print) -> Points:
        """Correlation plus share of equal hash bits with each picture in each turn."""
        return np.array([one.thumbs @ seen.thumbs + (one.bits == seen.bits).mean() for one in self._prints])

    def _likely(self, alike: Points) -> list[int]:
        """Of the likeliest names the likeliest picture and turn."""
        best: dict[str, int] = {}
        for place in np.argsort(-alike):
            best.setdefault(self.names[place // len(TURNS)], int(place))
        return list(best.values())[:RIVALS]

    def _leads(self, faces: Field, places: Sequence[int]) -> tuple[Points, Points]:
        """How much nearer a tile is to each of some pictures than to each other: 1 like the one, -1 like the other.

        And how far it is from each. Only what distinguishes two counts: a common frame does not hide a small number.
        """
        known = [self._faces[place] for place in places]
        slack = [self._slack_of(place) for place in places]
        far = np.array([float(_beyond(faces - face, free).min()) for face, free in zip(known, slack, strict=True)])
        between = np.array([_beyond(np.stack(known) - face, free) for face, free in zip(known, slack, strict=True)])
        between = np.minimum(between, between.T)
        leads = np.where(between < SAME, 0.0, (far - far[:, None]) / np.maximum(between, SAME))
        np.fill_diagonal(leads, 1.0)
        return np.asarray(leads), far

    def _slack_of(self, place: int) -> Field:
        if place not in self._slack:
            self._slack[place] = slack_of(self._faces[place])
        return self._slack[place]

    def _turn(self, faces: Field, place: int) -> int | None:
        """The turn of a tile that is known; None if it looks the same in another."""
        first, turn = place - place % len(TURNS), place % len(TURNS)
        leads, _ = self._leads(faces, range(first, first + len(TURNS)))
        return TURNS[turn] if _odds(float(leads[turn].min())) >= SURE else None


def _odds(lead: float) -> float:
    """A lead as a probability: 0 is even."""
    return float(1 / (1 + np.exp(-lead / STEP)))


def slack_of(face: Field) -> Field:
    """How a face changes where its outline is a little off, the picture or the picture softer: (n, FACE² · 3)."""
    picture = face.reshape(FACE, FACE, 3)
    down, across = (np.asarray(np.gradient(picture, axis=axis)) for axis in (0, 1))
    y, x = np.asarray((np.mgrid[:FACE, :FACE] - (FACE - 1) / 2)[..., None] / FACE, np.float32)
    softer = cv2.Laplacian(picture, cv2.CV_32F)
    ways = (across, down, x * down - y * across, x * across, y * down, x * down, softer)
    return np.asarray(np.linalg.qr(np.stack([way.ravel() for way in ways], axis=1))[0].T, np.float32)


def _beyond(off: Field, slack: Field) -> Points:
    """The square of each difference (n, FACE² · 3) that no slack explains."""
    return np.asarray(np.square(off).sum(axis=1) - np.square(off @ slack.T).sum(axis=1))


MIDDLE = (2 * SHIFT + 1) ** 2 // 2


def faces_of(tile: Picture) -> Field:
    """A tile's picture wherever its outline may lie, ((2 SHIFT + 1)², FACE² · 3), weighted and of unit length each."""
    size = FACE + 2 * SHIFT
    seen = unlit(cv2.GaussianBlur(cv2.resize(tile, (size, size), interpolation=cv2.INTER_AREA), (0, 0), SOFT))
    steps = range(2 * SHIFT + 1)
    parts = np.stack([seen[y : y + FACE, x : x + FACE] for y in steps for x in steps])
    weighed = (parts - parts.mean(axis=(1, 2), keepdims=True)).reshape(len(parts), -1)
    return np.asarray(weighed / np.maximum(np.linalg.norm(weighed, axis=1, keepdims=True), PLAIN), np.float32)


def unlit(picture: Picture) -> Field:
    """A picture without the light on it: logarithms of what is not broad in its lightness, and of two ratios."""
    logs = np.log(picture.astype(np.float32) + DARK)
    light = logs.mean(axis=2)
    broad = cv2.GaussianBlur(light, (0, 0), BROAD)
    ratios = (light - broad, logs[..., 2] - logs[..., 1], logs[..., 0] - logs[..., 1])
    return np.asarray(np.dstack(ratios) * CHANNELS)


def album(folder: Path, names: Collection[str] = ()) -> TileAlbum:
    """The tiles `<name>.png` or `<name>-<number>.png` (also jpg, webp, bmp) of a folder, and their `side` in mm where
    ``tiles.toml`` has it.

    A name of `names` is taken whole even if it ends in a number. ValueError with the file, and the key, for a picture
    or a side that cannot be, and for one picture under two names.
    """
    made = TileAlbum(_side(folder / SIDE_FILE))
    pictures: list[tuple[str, Path, Picture]] = []
    for path in sorted(folder.iterdir()) if folder.is_dir() else []:
        if named := NAMED.match(path.name):
            name = path.stem if path.stem in names else named["name"]
            picture = _square(path)
            if twin := next((p for n, p, other in pictures if n != name and np.array_equal(other, picture)), None):
                raise WrongFile(f"one tile under two names: {str(twin)!r} and {str(path)!r}")
            pictures.append((name, path, picture))
            made.enrol(name, picture)
    if not made.names:
        raise WrongInput(f"no tiles to match in {str(folder)!r}")
    return made


def _square(path: Path) -> Picture:
    try:
        picture = load_picture(path)
    except NotAPicture as error:
        raise WrongFile(f"not a picture: {error}") from error
    high, wide = picture.shape[:2]
    if max(high, wide) > OBLONG * min(high, wide):
        raise WrongFile(f"{str(path)!r} is no square tile: {wide} × {high} px")
    return picture


def _side(path: Path) -> float | None:
    """The side in mm that a file gives, None without the file; ValueError with the file and the key that is wrong."""
    side = load_setting(path, "side")
    if side is not None and (isinstance(side, bool) or not isinstance(side, int | float) or not _possible(side)):
        raise WrongFile(f"{str(path)!r}: side = {side!r} is not between {SIDES[0]} and {SIDES[1]} mm")
    return None if side is None else float(side)


def _possible(side: float) -> bool:
    return SIDES[0] <= side <= SIDES[1]


def keep(folder: Path, name: str, tile: Picture) -> Path:
    """Add a picture (BGR, square) of an upright tile to a folder that `album` reads; OSError if it cannot be kept."""
    folder.mkdir(parents=True, exist_ok=True)
    number = next(n for n in count() if not (folder / f"{name}-{n}.png").exists())
    path = folder / f"{name}-{number}.png"
    write_picture(path, tile)
    return path
