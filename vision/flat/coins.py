"""Identifies coins by size and enrolled face; gives no value when the two disagree or are inconclusive."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from engine.errors import WrongFile, WrongInput
from engine.files import write_whole
from vision.camera.load import load_picture, load_setting, write_picture
from vision.cards.enrol import EnrolError
from vision.flat.coin_faces import SIDE, Circle, Face, face_of, likeness, nearer, spoilt
from vision.picture import Picture, Quad

SPREAD = 0.45  # mm by which a diameter is measured beside the true one in two of three frames
APART = 4.0  # times that between a coin and a value from which the size excludes it
UNLIKE, ALIKE = 0.45, 0.65  # likeness of a face below which it is no such coin, and from which it is one
PLAINLY = 0.8  # likeness of a face to a coin of another size from which the two disagree
SPOILT = 1.75  # of what is printed in one place, from which something lies on a coin there
STEP = 0.12  # how much nearer a face is to one coin than to another for e : 1
SURE = 0.9  # share above which a value is given
SIZES = (5.0, 80.0)  # mm a coin's diameter may have
EVEN = 1.2  # mm by which the coins of one pile may differ
LISTED = re.compile(r"(?P<value>\d+)(-\d+)?\.(jpe?g|png|webp|bmp)$", re.IGNORECASE)
SIZES_FILE = "coins.toml"


class Sample(NamedTuple):
    """A round piece that was seen: its straightened picture (BGR, square around it), diameter in mm, corners in px.

    `over` are other round pieces that lie on it or under it.
    """

    picture: Picture
    diameter: float
    corners: Quad
    over: tuple[Circle, ...] = ()


class Coin(NamedTuple):
    """A coin's value, None when in doubt; `share` is that of the likeliest value, `likeliest`."""

    value: int | None
    share: float
    likeliest: int | None
    runner_up: int | None


class CoinAlbum:
    """The enrolled coins: pictures of their faces and diameters in mm, by value; either may be missing."""

    def __init__(self) -> None:
        self.pictures: list[tuple[int, Picture]] = []
        self._faces: list[tuple[int, Face]] = []
        self._measured: dict[int, list[float]] = {}

    @property
    def values(self) -> tuple[int, ...]:
        """The enrolled values, the smallest first."""
        return tuple(sorted({value for value, _ in self._faces} | set(self._measured)))

    @property
    def diameters(self) -> dict[int, float]:
        """The diameter of each value in mm, where it is known: the median of what was measured."""
        return {value: round(float(np.median(found)), 2) for value, found in sorted(self._measured.items())}

    def enrol(self, value: int, picture: Picture | None = None, diameter_mm: float | None = None) -> None:
        """Add a coin's picture (BGR, square, the coin fills it), its diameter or both; ValueError for a bad one."""
        if value < 1:
            raise WrongInput(f"no coin is worth {value!r}")
        if diameter_mm is not None:
            if not SIZES[0] <= diameter_mm <= SIZES[1]:
                raise WrongInput(f"no coin of {value} is {diameter_mm!r} mm wide: {SIZES[0]} to {SIZES[1]} mm")
            self._measured.setdefault(value, []).append(diameter_mm)
        if picture is not None:
            small = cv2.resize(picture, (SIDE, SIDE), interpolation=cv2.INTER_AREA)
            self.pictures.append((value, small))
            self._faces.append((value, face_of(small)))

    def learn(self, value: int, pile: Sequence[Sample]) -> int:
        """Replace a value's pictures and diameters by those of a pile of such coins; returns how many there are.

        EnrolError when there is none or they are not all of one size.
        """
        if not pile:
            raise EnrolError("no coin lies there")
        widths = [one.diameter for one in pile]
        if max(widths) - min(widths) > EVEN:
            raise EnrolError(f"those are not all the same coin: {min(widths):.1f} to {max(widths):.1f} mm")
        self.forget(value)
        for one in pile:
            self.enrol(value, one.picture, one.diameter)
        return len(pile)

    def forget(self, value: int) -> None:
        """Forget everything about a value."""
        self.pictures = [(v, picture) for v, picture in self.pictures if v != value]
        self._faces = [(v, face) for v, face in self._faces if v != value]
        self._measured.pop(value, None)

    def identify(self, coin: Picture, diameter_mm: float | None = None, over: Sequence[Circle] = ()) -> Coin:
        """The value of a straightened coin (BGR, square around it), by its face, and by its width where known.

        `over` are other coins that hide some of it.
        """
        face = face_of(cv2.resize(coin, (SIDE, SIDE), interpolation=cv2.INTER_AREA))
        alike = self._alike(face)
        sizes = {value: self._off(value, diameter_mm) for value in self.values}
        fitting = [value for value in self.values if sizes[value] <= APART]
        looks = max(alike, key=lambda value: alike[value][0], default=None)
        plain = looks is not None and looks not in fitting and alike[looks][0] >= PLAINLY
        if not fitting or plain:  # no such size, or face and size disagree
            return Coin(None, 0.0, looks, next((value for value in fitting if value != looks), None))
        return _weighed(face, {value: alike.get(value) for value in fitting}, sizes, over)

    def _alike(self, face: Face) -> dict[int, tuple[float, Face]]:
        """For each value that has pictures, the likeness of the most similar one, and its face."""
        found: dict[int, tuple[float, Face]] = {}
        for value, known in self._faces:
            alike = likeness(face, known)
            if value not in found or alike > found[value][0]:
                found[value] = alike, known
        return found

    def _off(self, value: int, width: float | None) -> float:
        """By how many standard deviations a width misses that of a value; 0 where one of them is not known."""
        found = self._measured.get(value)
        return abs(width - float(np.median(found))) / SPREAD if found and width is not None else 0.0

    def keep(self, folder: Path) -> None:
        """Write everything into a folder as `album` reads it, in place of the coins it holds; OSError if it can't."""
        folder.mkdir(parents=True, exist_ok=True)
        counted: dict[int, int] = {}
        written: set[Path] = set()
        for value, picture in self.pictures:
            number = counted[value] = counted.get(value, -1) + 1
            path = folder / f"{value}-{number}.png"
            write_picture(path, picture)
            written.add(path)
        lines = [f"{value} = {width}" for value, width in self.diameters.items()]
        write_whole(folder / SIZES_FILE, "\n".join(["[diameters]  # mm", *lines, ""]).encode())
        for path in list(folder.iterdir()):  # what was kept before goes once the new ones are there
            if LISTED.match(path.name) and path not in written:
                path.unlink()


Known = Mapping[int, tuple[float, Face] | None]


def _weighed(face: Face, alike: Known, sizes: Mapping[int, float], over: Sequence[Circle]) -> Coin:
    """The likeliest of the values whose size fits, by face and size together."""
    logs = {value: _log(face, value, alike, sizes) for value in alike}
    order = sorted(logs, key=lambda value: -logs[value])
    best = order[0]
    shares = np.exp([logs[value] - logs[best] for value in order])
    known = alike[best]
    trust = 1.0 if known is None else _trust(face, *known, over)
    share = round(trust * float(shares[0] / shares.sum()), 4)
    return Coin(best if share >= SURE else None, share, best, order[1] if len(order) > 1 else None)


def _trust(face: Face, alike: float, known: Face, over: Sequence[Circle]) -> float:
    """How far a face of such a likeness is believed: not at all where something else may lie on it."""
    return 0.0 if spoilt(face, known, over) > SPOILT else float(np.clip((alike - UNLIKE) / (ALIKE - UNLIKE), 0, 1))


def _log(face: Face, value: int, alike: Known, sizes: Mapping[int, float]) -> float:
    """The logarithm of a value's likelihood: beside the face most like the coin, and by its size."""
    size = -(sizes[value] ** 2) / 2
    known = {other: found for other, found in alike.items() if found is not None}
    mine = known.get(value)
    if mine is None:
        return size
    others = [nearer(face, mine[1], found[1]) for other, found in known.items() if other != value]
    return size + min(others, default=1.0) / STEP / 2


def album(folder: Path) -> CoinAlbum:
    """The coins `<value>.png` or `<value>-<number>.png` (also jpg, webp, bmp) and the diameters in ``coins.toml``.

    The file has a table ``[diameters]``, value = mm. ValueError names file and key of an entry that is no coin.
    """
    made = CoinAlbum()
    for path in sorted(folder.iterdir()) if folder.is_dir() else []:
        if listed := LISTED.match(path.name):
            try:
                made.enrol(int(listed["value"]), load_picture(path))
            except ValueError as error:
                raise WrongFile(f"{str(path)!r}: {error}") from error
    for value, width in _listed(folder / SIZES_FILE):
        made.enrol(value, diameter_mm=width)
    if not made.values:
        raise WrongInput(f"no coins to match in {str(folder)!r}")
    return made


def _listed(path: Path) -> Iterator[tuple[int, float]]:
    """The diameters a file lists; ValueError with the file and the key that is wrong."""
    widths = load_setting(path, "diameters")
    if widths is None:
        return
    if not isinstance(widths, dict):
        raise WrongFile(f"{str(path)!r}: diameters = {widths!r} is no table of values and mm")
    for key, width in widths.items():
        if not key.isdecimal() or not int(key):
            raise WrongFile(f"{str(path)!r}: diameters.{key} is no value of a coin")
        if isinstance(width, bool) or not isinstance(width, (int, float)) or not SIZES[0] <= width <= SIZES[1]:
            raise WrongFile(f"{str(path)!r}: diameters.{key} = {width!r} is not between {SIZES[0]} and {SIZES[1]} mm")
        yield int(key), float(width)
