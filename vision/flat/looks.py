"""Reads a part of a city that lies on no mat from one picture of any camera, on any table: a look at it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import NamedTuple

import cv2
import numpy as np

from engine.sighting import Seen
from vision.flat.dice import MARGIN, SCALE
from vision.flat.grid import GridReader, Rough, Shift, cells_of
from vision.flat.lattice import grid_of, lattices
from vision.mat.mat import Cell, MatZone
from vision.mat.optics import Optics, fitted
from vision.mat.pose import Pose, pose_of
from vision.picture import Field, Picture, Points, percentiles, rectangle, turned

GAP = 0.3  # mm between two tiles that lie edge to edge
TRIED = 12  # likeliest lattices that are looked at
KNOWN, ALIKE = 0.55, 0.33  # part of a print that is seen where it is taken to lie at first, and where one may lie
ENOUGH, LEAST = 4, 2  # tiles that make a lattice certain, and those without which there is none
TRUSTED = 0.6  # how surely it is a tile that is known, from which a cell is read
SEEN = 0.7  # part of the print that is seen of a tile in doubt, at least: on a bare table up to .63 seems to be seen
PARTS = 4  # parts to a side in which a bare cell is of one tone
DARK, TONE = 0.05, 0.4  # share of white added to a tone, and by how much, in logarithms, those of one ground differ
FEW = 3  # cells without a print that tell what the ground looks like
LIGHTEST = 97.0  # so many parts of a hundred of the picture are darker than white
MOST_CELLS = 24  # cells to a side that a picture shows at most
SOFTEN, CRISP = 0.4, 1.2  # px of blur for each px more than one that becomes one, and up to how many of them none


class Look(NamedTuple):
    """What one picture shows of a city, by cells of its own: what lies in each, and those that are bare.

    `scale` is how many px of the picture a tile has.
    """

    cells: Mapping[Cell, tuple[Seen, ...]]
    bare: frozenset[Cell]
    scale: float


class Placed(NamedTuple):
    """The lattice in a picture, and what is roughly seen in its cells."""

    pose: Pose
    zone: MatZone
    rough: Mapping[Cell, Rough]

    @property
    def known(self) -> dict[Cell, Shift]:
        """The cells in which a print is seen, and how it lies."""
        return {cell: each.place for cell, each in self.rough.items() if each.alike > KNOWN}


class LookReader:
    """Reads looks with what `reader` knows; `optics` is the camera's calibration if any."""

    def __init__(self, reader: GridReader, optics: Optics | None = None) -> None:
        self.reader, self.optics = reader, optics
        self.pitch = reader.side + GAP

    def read(self, picture: Picture) -> Look | None:
        """What a picture (BGR) shows of a city; None where no tiles are known in it."""
        white = _white(picture)
        placed = self._placed(picture, white)
        if placed is None:
            return None
        for _ in range(2):
            placed = self._better(picture, white, placed)
        white = white * self._gain(picture, white, placed)
        return self._look(dict(self._shares(picture, white, placed.pose, placed.zone)), placed)

    # --- where the tiles lie ---

    def _placed(self, picture: Picture, white: Points) -> Placed | None:
        """The lattice on which most tiles are known."""
        best = None
        for matrix in islice(lattices(picture, self.optics), TRIED):
            found = self._seen(picture, white, self._pose(picture, matrix))
            if found is not None and (best is None or len(found.known) > len(best.known)):
                best = found
            if best is not None and len(best.known) >= ENOUGH:
                break
        return best if best is not None and len(best.known) >= LEAST else None

    def _pose(self, picture: Picture, matrix: Points) -> Pose:
        high, wide = picture.shape[:2]
        lens = self.optics or Optics.guessed((wide, high))
        return Pose(matrix @ np.diag([1 / self.pitch, 1 / self.pitch, 1.0]), lens, (), 0.0)

    def _seen(self, picture: Picture, white: Points, pose: Pose) -> Placed | None:
        """What is roughly seen in the cells of a lattice; None where that makes no sense."""
        zone = in_view(pose, self.pitch, picture)
        if zone is None:
            return None
        rough = {cell: self.reader.roughly(shares) for cell, shares in self._shares(picture, white, pose, zone)}
        return Placed(pose, zone, rough)

    def _shares(self, picture: Picture, white: Points, pose: Pose, zone: MatZone) -> Iterator[tuple[Cell, Field]]:
        """The cells that are wholly in view, as shares of white."""
        soft = _softened(picture, pose, zone)
        for cell, seen in cells_of(soft, pose, zone):
            if _inside(pose, zone, cell, picture):
                yield cell, seen.astype(np.float32) / white.astype(np.float32)

    def _better(self, picture: Picture, white: Points, placed: Placed) -> Placed:
        """The camera that explains best where the known tiles lie, and what is known then."""
        mm, pixels = self._corners(placed)
        optics, stand = fitted(mm, pixels, (picture.shape[1], picture.shape[0]))
        if stand is None:
            return placed
        found = self._seen(picture, white, pose_of(optics, stand))
        return found if found is not None and len(found.known) >= len(placed.known) else placed

    def _corners(self, placed: Placed) -> tuple[Points, Points]:
        """The corners of known tiles in mm of the lattice, and in px where they are seen."""
        square = rectangle(self.reader.side, self.reader.side)
        due, lying = [], []
        for cell, place in placed.known.items():
            x, y = placed.zone.middle_of(cell)
            due.append(turned(square, x, y, 0))
            lying.append(turned(square, x + place.x, y + place.y, place.tilt))
        return np.concatenate(due), placed.pose.to_pixels(np.concatenate(lying))

    def _gain(self, picture: Picture, white: Points, placed: Placed) -> Points:
        """How much brighter the light is than was thought, by what the tiles look like that are known."""
        shares = self._shares(picture, white, placed.pose, placed.zone)
        gains = [self.reader.gain(each, placed.known[cell]) for cell, each in shares if cell in placed.known]
        return np.asarray(np.median(gains, axis=0))

    # --- what lies in the cells ---

    def _look(self, shares: Mapping[Cell, Field], placed: Placed) -> Look:
        cells, other = {}, {}
        for cell, seen in shares.items():
            rough = placed.rough[cell]
            if rough.alike <= ALIKE:
                other[cell] = seen
                continue
            on = self.reader.on_cell(seen, placed.pose, placed.zone, cell, rough.likely)
            if on.trust > TRUSTED and (on.alike > SEEN or "?" not in on.seen[0].best):
                cells[cell] = on.seen
        return Look(cells, bare(other), self._scale(placed))

    def _scale(self, placed: Placed) -> float:
        pixels = self._corners(placed)[1].reshape(-1, 4, 2)
        return float(np.linalg.norm(pixels - np.roll(pixels, -1, axis=1), axis=2).mean())


def bare(shares: Mapping[Cell, Field]) -> frozenset[Cell]:
    """Those of some cells without a print that show nothing but the ground: one tone, which most of them have."""
    tones = {cell: _tones(seen) for cell, seen in shares.items()}
    if len(tones) < FEW:
        return frozenset()
    usual = np.median(np.concatenate(list(tones.values())), axis=0)
    return frozenset(cell for cell, tone in tones.items() if (np.abs(tone - usual).max(axis=1) < TONE).all())


def _tones(seen: Field) -> Points:
    """The tones of the parts of a cell, logarithms of blue, green and red, (PARTS², 3)."""
    edge = round(MARGIN * SCALE)
    part = cv2.resize(seen[edge:-edge, edge:-edge], (PARTS, PARTS), interpolation=cv2.INTER_AREA)
    return np.asarray(np.log(part.reshape(-1, 3) + DARK))


def in_view(pose: Pose, pitch: float, picture: Picture) -> MatZone | None:
    """The cells of a lattice that a picture shows; None where that makes no sense."""
    high, wide = picture.shape[:2]
    places = pose.to_mat(np.array([(0, 0), (wide, 0), (wide, high), (0, high)], float)) / pitch
    low, last = np.floor(places.min(axis=0)).astype(int), np.ceil(places.max(axis=0)).astype(int)
    if not np.isfinite(places).all() or (last - low > MOST_CELLS).any():
        return None
    return grid_of(pitch, (int(low[0]), int(low[1])), (int(last[0]), int(last[1])))


def _inside(pose: Pose, zone: MatZone, cell: Cell, picture: Picture) -> bool:
    """Is a cell wholly in the picture?"""
    corners = pose.to_pixels(rectangle(zone.pitch, zone.pitch) + np.array(zone.middle_of(cell)))
    return bool((corners >= 0).all() and (corners < np.array(picture.shape[1::-1])).all())


def _white(picture: Picture) -> Points:
    """What a white thing would look like, in blue, green and red: not much in a picture is lighter."""
    return np.array([max(percentiles(picture[..., band], LIGHTEST)[0], 1.0) for band in range(3)])


def _softened(picture: Picture, pose: Pose, zone: MatZone) -> Picture:
    """A picture without what is finer than can be seen at SCALE."""
    middle = np.array(zone.box).reshape(2, 2).mean(axis=0)
    one, other = pose.to_pixels(np.array([middle, middle + np.array([1.0, 0])]))
    larger = float(np.linalg.norm(other - one)) / SCALE
    return cv2.GaussianBlur(picture, (0, 0), SOFTEN * (larger - 1)) if larger > CRISP else picture
