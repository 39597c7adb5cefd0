"""Reads a grid of printed cells: which tile lies in each cell, how it is turned, and the dice that stand on it.

Values name what lies where: ``tile:market-1:0,-1,3`` a tile in the cell 0,-1 turned by three quarters clockwise,
``die:blue:4:0,-1,2`` a blue die of four pips on that cell's side 2 (0 is the far one, clockwise; ``m`` the middle,
``?`` between them); ``tile:?:0,-1`` and ``die:?:0,-1`` are things that may be several, or none that is known.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import cv2
import numpy as np

from engine.sighting import Seen
from vision.flat import dice
from vision.flat.bare import has_print, is_burnt, is_saturated, lit
from vision.flat.cells import UNSURE, die_read, tile_guesses, unknown
from vision.flat.dice import ALTERNATIVES, MARGIN, SCALE, DieSeen, OnTile
from vision.flat.discs import discs_in, hidden_by
from vision.flat.faces import FACE, ROUGH, alike, block_costs, blocks, face, robust, small
from vision.flat.unshown import deep_shadows, unshown
from vision.mat.light import Light, rectified
from vision.mat.mat import Cell, MatZone
from vision.mat.pose import Pose
from vision.picture import Colour, Field, Picture, Points, Quad, rectangle, turned
from vision.printing.flats import tile_art, tile_side
from vision.printing.pips import die_side

PRINTED = 4.0  # px per mm of a tile as it is printed
LIT, SOME = 0.38, 0.06  # part of a cell that is no ground where a tile lies, and where anything does
LIKELY = 24  # prints that come into question then
REACH = 4  # px of FACE that a tile may lie beside its cell's middle
TILTS = (-3.0, 0.0, 3.0)  # degrees it may lie askew
NUDGES, SWAYS = (-1, 0, 1), (-1.5, -0.75, 0.0, 0.75, 1.5)  # px and degrees about the best of those
FADED = 0.35  # px of the frame that blur a print
STEP = 0.09  # how much nearer a tile is to one than to another for e : 1
BLURRED = 1.0  # how much of a print, as a part of what is hidden of a tile, its edges may spoil of the rest
ALIKE, STRANGE = 0.55, 0.42  # likeness from which a tile is trusted to be its print; parts of photos reach .4
HIDDEN = 0.55  # part of a tile that may be covered
CALM, STIRRED = 1.5, 9.0  # mean and greatest difference of grey levels up to which a cell is the same picture


class Kept(NamedTuple):
    """A cell's picture and what was read on it."""

    picture: Picture
    seen: tuple[Seen, ...]


class Shift(NamedTuple):
    """How a tile lies: its shift in mm and tilt in degrees from its cell's, and the number of the likeliest print."""

    x: float
    y: float
    tilt: float
    likely: int


class Rough(NamedTuple):
    """How unlike the print that fits best is, 0 to about 1, how it lies, and the numbers of the likeliest prints.

    `alike` is how much of what distinguishes it from a plain ground is seen, 0 to 1.
    """

    cost: float
    alike: float
    place: Shift
    likely: list[int]


NOWHERE = Shift(0.0, 0.0, 0.0, 0)


class OnCell(NamedTuple):
    """What lies in a cell: how the tile lies, the tile before its dice, and how surely it is any that is known.

    `alike` is the part of the likeliest print's own changes that is seen, in its better blocks.
    """

    place: Shift
    seen: tuple[Seen, ...]
    trust: float
    alike: float


class GridReader:
    """Reads the cells of a grid with these tiles (pictures BGR, upright, of any size) and paints of dice (#RRGGBB).

    `side` is that of a tile in mm.
    """

    def __init__(self, tiles: Mapping[str, Picture], paints: Mapping[str, Colour], side: float | None = None) -> None:
        self.names, self.paints, self.side = list(tiles), dict(paints), side or tile_side()
        size = round(self.side * SCALE)
        arts = [cv2.resize(tile, (size, size), interpolation=cv2.INTER_AREA) for tile in tiles.values()]
        turns = [np.ascontiguousarray(np.rot90(art, -quarter)) for art in arts for quarter in range(4)]
        self._prints = [cv2.GaussianBlur(art, (0, 0), FADED * SCALE).astype(np.float32) / 255 for art in turns]
        self._faces = np.stack([face(art) for art in turns]) if turns else np.empty((0, 1, 1, 3), np.float32)
        self._blocks = {FACE: blocks(self._faces)}
        self._small = np.stack([face(art, ROUGH) for art in turns]) if turns else self._faces
        self._blocks[ROUGH] = blocks(self._small)
        self._kept: dict[Cell, Kept] = {}
        self._pose: Pose | None = None

    def read(self, frame: Picture, pose: Pose, light: Light, zone: MatZone) -> list[Seen]:
        """What lies in the cells, row by row, each tile before its dice."""
        if not self.names:
            return []
        if pose is not self._pose:
            self._pose, self._kept = pose, {}
        found: list[Seen] = []
        for cell, picture in cells_of(frame, pose, zone):
            kept = self._kept.get(cell)
            if kept is None or not _same(kept.picture, picture):
                kept = self._kept[cell] = Kept(picture, self._cell(picture, pose, light, zone, cell))
            found += kept.seen
        return found

    def _cell(self, picture: Picture, pose: Pose, light: Light, zone: MatZone, cell: Cell) -> tuple[Seen, ...]:
        shares = picture.astype(np.float32) / np.maximum(light.white_at(zone.middle_of(cell)), 1.0)
        part = lit(shares, zone.pitch, is_saturated(picture, zone.pitch))
        if part < LIT and not has_print(shares, zone.pitch):
            return (unknown("tile", cell, _quad(pose, zone, cell, NOWHERE, self.side)),) if part > SOME else ()
        return self.on_cell(shares, pose, zone, cell, burnt=is_burnt(picture, zone.pitch)).seen

    def on_cell(
        self,
        shares: Field,
        pose: Pose,
        zone: MatZone,
        cell: Cell,
        among: Sequence[int] | None = None,
        burnt: bool = False,
    ) -> OnCell:
        """What lies in a cell in which something does; `shares` of white as `cells_of` cuts them out.

        Only the prints with the numbers `among` all come into question, if they are given. What is `burnt` out is in
        doubt.
        """
        found = min((self.roughly(shares, FACE, tilt, among) for tilt in TILTS), key=lambda each: each.cost)
        place = self._nudged(shares, found.place)
        seen = self._aligned(shares, place)
        lean = turned(_lean(pose, zone, cell)[None], 0, 0, -place.tilt)[0]
        known, on = self._known(seen, place, lean)
        corners = _quad(pose, zone, cell, place, self.side)
        hidden = bool(on.unknown) or burnt
        tile = Seen(tile_guesses(known, cell, hidden), corners)
        covered = [unknown("die", cell, corners)] if hidden else []
        trust = UNSURE if "?" in tile.best else 1.0  # on a print that is not known anything may look like pips
        stand = (die._replace(trust=min(die.trust, trust)) for die in on.dice)
        dice = (die_read(die, cell, _die_quad(pose, zone, cell, place, die), self.side / tile_side()) for die in stand)
        return OnCell(place, (tile, *dice, *covered), sum(known.values()), found.alike)

    def roughly(self, shares: Field, size: int = ROUGH, tilt: float = 0.0, among: Sequence[int] | None = None) -> Rough:
        """How a tile lies that is tilted so, by the print that fits best in its better blocks, in `size` px.

        Only the prints with the numbers `among` all are compared, if they are given.
        """
        numbers = np.arange(len(self._faces)) if among is None else np.array(among)
        seen = small(_turned(shares, tilt), size / self.side)
        costs = self._costs(seen, size, numbers)
        at, best = (int(n) for n in np.unravel_index(int(costs.argmin()), costs.shape))
        reach, spare = REACH * size // FACE, (seen.shape[0] - size) // 2
        down, right = divmod(at, 2 * reach + 1)
        place = Shift((right - reach) * self.side / size, (down - reach) * self.side / size, tilt, int(numbers[best]))
        part = seen[spare + down - reach :, spare + right - reach :][:size, :size]
        same = alike(part, self._faces[place.likely] if size == FACE else self._small[place.likely])
        return Rough(float(costs[at, best]), same, place, numbers[np.argsort(costs.min(axis=0))[:LIKELY]].tolist())

    def gain(self, shares: Field, place: Shift) -> Points:
        """How many times as bright as its print a tile is, in blue, green and red."""
        return _gain(self._aligned(shares, place), self._prints[place.likely])

    def _costs(self, seen: Field, size: int, numbers: Points) -> Points:
        """How unlike each of some prints (columns) is to the picture shifted by up to REACH (rows)."""
        reach = REACH * size // FACE
        spare, steps = (seen.shape[0] - size) // 2, range(-reach, reach + 1)
        starts = [(spare + y, spare + x) for y in steps for x in steps]
        parts = np.stack([seen[y : y + size, x : x + size] for y, x in starts])
        return robust(blocks(parts), self._blocks[size][:, numbers])

    def _nudged(self, shares: Field, place: Shift) -> Shift:
        """The same place more finely, by the likeliest print alone."""
        printed, edge = self._prints[place.likely], round(MARGIN * SCALE)
        best, found = np.inf, place
        grey = printed.mean(axis=2)
        for sway in SWAYS:
            seen = self._aligned(shares, place._replace(tilt=place.tilt + sway)).mean(axis=2)
            for down in NUDGES:
                for right in NUDGES:
                    part = seen[edge + down :, edge + right :][: grey.shape[0], : grey.shape[1]]
                    cost = block_costs(part, grey)
                    if cost < best:
                        best = cost
                        found = Shift(place.x + right / SCALE, place.y + down / SCALE, place.tilt + sway, place.likely)
        return found

    def _known(self, seen: Field, place: Shift, lean: Points) -> tuple[dict[tuple[str, int], float], OnTile]:
        """The chances of each print by what is not covered, and what stands on the likeliest; the rest is unknown."""
        likely, pips, on = place.likely, dice.pips_in(seen), OnTile([], np.zeros((1, 1), np.uint8), 0.0)
        for _ in range(2):
            printed = self._prints[likely]
            even = _evened(seen, printed)
            lying = hidden_by(discs_in(even, printed, self.paints), printed)
            on = dice.find_dice(even, pips, printed, self.paints, lean, lying)
            chances = self._chances(seen, on.covered | deep_shadows(even, printed, on.covered))
            best = int(np.argmax(chances))
            if best == likely:
                break
            likely = best
        covered = unshown(_evened(seen, self._prints[likely]), self._prints[likely], on.covered)
        order = np.argsort(-chances)[:ALTERNATIVES]
        on = on._replace(unknown=on.unknown + covered)
        return {(self.names[n // 4], int(n % 4)): float(chances[n]) for n in order}, on

    def _chances(self, seen: Field, covered: Picture) -> Points:
        """How likely each print is, by what of the tile is free."""
        free = cv2.resize(255 - covered, self._faces.shape[1:3], interpolation=cv2.INTER_AREA) > 128
        if free.mean() < 1 - HIDDEN:
            return np.zeros(len(self._faces))
        known, views = _unit(self._faces[:, free].reshape(len(self._faces), -1)), _unit(self._views(seen, free))
        likeness = (known @ views.T).max(axis=1)
        best = int(likeness.argmax())
        apart = 2 * (1 - known @ known[best])
        least = max(BLURRED * float(1 - free.mean()), 1e-6)
        leads = 2 * (1 - likeness / max(float(likeness[best]), 1e-6)) / np.maximum(apart, least)
        weights = np.exp(-leads / STEP)
        trust = float(np.clip((likeness[best] - STRANGE) / (ALIKE - STRANGE), 0, 1))
        return np.asarray(trust * weights / weights.sum())

    def _views(self, seen: Field, free: Points) -> Field:
        """What is free of a tile as it is seen with half a coarse pixel of leeway to every side, (9, values)."""
        edge, size, step = round(MARGIN * SCALE), self._prints[0].shape[0], SCALE * self.side / FACE / 2
        ends = [round(edge + n * step) for n in (-1, 0, 1)]
        return np.stack([face(seen[y : y + size, x : x + size] * 255)[free].ravel() for y in ends for x in ends])

    def _aligned(self, shares: Field, place: Shift) -> Field:
        """The picture of a tile with MARGIN about it, as if it lay straight."""
        size = round((self.side + 2 * MARGIN) * SCALE)
        middle, out = (shares.shape[0] - 1) / 2, (size - 1) / 2
        move = cv2.getRotationMatrix2D((middle, middle), place.tilt, 1.0)
        move[:, 2] += out - middle - np.array([place.x, place.y]) * SCALE
        return np.asarray(cv2.warpAffine(shares, move, (size, size), borderMode=cv2.BORDER_REPLICATE))


def reader_of(
    tiles: Mapping[str, object],
    paints: Mapping[str, Colour],
    enrolled: Mapping[str, Picture] = MappingProxyType({}),
    side: float | None = None,
) -> GridReader:
    """A reader that knows tiles by their names: as they were `enrolled`, those that were not as they are printed.

    Their `side` in mm, if they are not of the usual size.
    """
    shown = (enrolled[name] if name in enrolled else tile_art(json.dumps(tiles[name]), PRINTED) for name in tiles)
    return GridReader(dict(zip(tiles, shown, strict=True)), paints, side)


def cells_of(frame: Picture, pose: Pose, zone: MatZone) -> Iterator[tuple[Cell, Picture]]:
    """Each cell of a grid with MARGIN about it, seen from straight above at SCALE px per mm."""
    x0, y0, x1, y1 = zone.box
    wide = rectified(frame, pose, (x0 - MARGIN, y0 - MARGIN, x1 + MARGIN, y1 + MARGIN), SCALE)
    half = zone.pitch / 2 + MARGIN
    size = round(2 * half * SCALE)
    for cell in zone.cells:
        x, y = np.array(zone.middle_of(cell)) - np.array(zone.box[:2]) + MARGIN
        left, top = round((x - half) * SCALE), round((y - half) * SCALE)
        yield cell, wide[top : top + size, left : left + size]


# --- pictures of a cell ---


def _same(one: Picture, other: Picture) -> bool:
    off = cv2.absdiff(cv2.blur(one, (7, 7)), cv2.blur(other, (7, 7)))
    return bool(off.mean() < CALM and off.max() < STIRRED)


def _turned(shares: Field, tilt: float) -> Field:
    middle = (shares.shape[0] - 1) / 2
    move = cv2.getRotationMatrix2D((middle, middle), tilt, 1.0)
    return np.asarray(cv2.warpAffine(shares, move, shares.shape[1::-1], borderMode=cv2.BORDER_REPLICATE))


def _evened(seen: Field, printed: Field) -> Field:
    """The picture in the light of its print, by what most of it shows."""
    return np.asarray(seen / _gain(seen, printed), np.float32)


def _gain(seen: Field, printed: Field) -> Points:
    edge, size = round(MARGIN * SCALE), printed.shape[0]
    part = seen[edge : edge + size, edge : edge + size]
    bright = printed.min(axis=2) > 0.35
    return np.asarray(np.median(part[bright] / printed[bright], axis=0))


def _unit(values: Points) -> Points:
    """Rows of length 1: a pale print, or one that is burnt out, differs as little from itself as a deep one."""
    return np.asarray(values / np.maximum(np.linalg.norm(values, axis=1, keepdims=True), 1e-6))


# --- places on the mat ---


def _lean(pose: Pose, zone: MatZone, cell: Cell) -> Points:
    """How far the top of a die appears beside its foot, mm."""
    x, y, height = pose.eye()
    side = die_side()
    return np.asarray((np.array(zone.middle_of(cell)) - [x, y]) * side / max(height - side, side))


def _pixels(pose: Pose, places: Points) -> Quad:
    return tuple((float(x), float(y)) for x, y in pose.to_pixels(places))


def _quad(pose: Pose, zone: MatZone, cell: Cell, place: Shift, side: float) -> Quad:
    x, y = zone.middle_of(cell)
    square = rectangle(side, side)
    return _pixels(pose, turned(square, x + place.x, y + place.y, place.tilt))


def _die_quad(pose: Pose, zone: MatZone, cell: Cell, place: Shift, die: DieSeen) -> Quad:
    """A square about a die's foot, as large as the die."""
    x, y = zone.middle_of(cell)
    (middle,) = turned(np.array([[die.x, die.y]]), x + place.x, y + place.y, place.tilt)
    return _pixels(pose, rectangle(die_side(), die_side()) + middle)
