"""City tiles on the mat: which enrolled tile lies there and how it is turned, silence when in doubt."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from vision.photo.pictures import ALIKE, CLEAR, NAMED, Print, print_of, share
from vision.picture import Picture, Points

TURNS = (0, 90, 180, 270)  # degrees clockwise


class Tile(NamedTuple):
    """An enrolled tile: `name` and `turn` (degrees clockwise) are None when in doubt; `share` is that of the name."""

    name: str | None
    turn: int | None
    share: float
    runner_up: str | None


class TileAlbum:
    """The enrolled tiles, kept in four turns; several pictures may bear one name."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self._prints: list[Print] = []

    def enrol(self, name: str, tile: Picture) -> None:
        """Add a picture (BGR, square, of any size) of the whole tile the right way up."""
        self.names.append(name)
        self._prints += [print_of(np.ascontiguousarray(np.rot90(tile, -quarter))) for quarter in range(len(TURNS))]

    def identify(self, tile: Picture) -> Tile:
        """What a straightened square picture (BGR) shows; no name when the evidence is thin or divided."""
        if not self.names:
            return Tile(None, None, 0.0, None)
        alike = self._likenesses(tile)
        best = max(alike, key=lambda name: float(alike[name].max()))
        others = {name: float(turns.max()) for name, turns in alike.items() if name != best}
        rival = max(others, key=others.__getitem__) if others else None
        top, second = np.sort(alike[best])[::-1][:2]
        lead = float(top) - (others[rival] if rival is not None else 1.0)
        sure = bool(top >= ALIKE and lead >= CLEAR)
        turn = TURNS[int(alike[best].argmax())] if sure and top - second >= CLEAR else None
        return Tile(best if sure else None, turn, share(lead), rival)

    def _likenesses(self, tile: Picture) -> dict[str, Points]:
        """Of each name in the four turns: correlation plus share of equal hash bits, best of its pictures."""
        seen = print_of(tile)
        each = np.array([one.thumbs @ seen.thumbs + (one.bits == seen.bits).mean() for one in self._prints])
        found: dict[str, Points] = {}
        for name, turns in zip(self.names, each.reshape(-1, len(TURNS)), strict=True):
            found[name] = np.maximum(found.get(name, turns), turns)
        return found


def album(folder: Path) -> TileAlbum:
    """The tiles `<name>.png` or `<name>-<number>.png` (also jpg, webp, bmp) of a folder; ValueError for a bad one."""
    made = TileAlbum()
    for path in sorted(folder.iterdir()) if folder.is_dir() else []:
        if named := NAMED.match(path.name):
            picture = cv2.imread(str(path))
            if picture is None:
                raise ValueError(f"not a picture: {str(path)!r}")
            made.enrol(named["name"], picture)
    if not made.names:
        raise ValueError(f"no tiles to match in {str(folder)!r}")
    return made


def keep(folder: Path, name: str, tile: Picture) -> Path:
    """Add a picture (BGR, square) of an upright tile to a folder that `album` reads; OSError if it cannot be kept."""
    folder.mkdir(parents=True, exist_ok=True)
    number = next(n for n in count() if not (folder / f"{name}-{n}.png").exists())
    path = folder / f"{name}-{number}.png"
    if not cv2.imwrite(str(path), tile):
        raise OSError(f"cannot keep the picture {str(path)!r}")
    return path


def upright_first(corners: Points) -> Points:
    """The corners (4, 2) of a square, clockwise, from the one whose side runs most nearly to the right."""
    sides = np.roll(corners, -1, axis=0) - corners
    return np.asarray(np.roll(corners, -int(sides[:, 0].argmax()), axis=0))
