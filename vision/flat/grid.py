"""Reads a grid of printed cells: which tile lies in each cell, how it is turned, and the dice that stand on it.

Values name what lies where: ``tile:market-1:0,-1,3`` a tile in the cell 0,-1 turned by three quarters clockwise,
``die:blue:4:0,-1,2`` a blue die of four pips on that cell's side 2 (0 is the far one, clockwise; ``m`` the middle,
``?`` between them); ``tile:?:0,-1`` and ``die:?:0,-1`` are things that may be several, or none that is known.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import cv2
import numpy as np

from engine.sighting import Guess, Seen
from vision.flat import dice
from vision.flat.dice import ALTERNATIVES, MARGIN, SCALE, DieSeen, OnTile
from vision.flat.tiles import unlit
from vision.mat.light import Light, rectified
from vision.mat.mat import Cell, MatZone
from vision.mat.pose import Pose
from vision.picture import Colour, Field, Picture, Points, Quad, rectangle, turned
from vision.printing.flats import tile_art, tile_side
from vision.printing.pips import die_side

PRINTED = 4.0  # px per mm of a tile as it is printed
LIT, SOME = 0.38, 0.06  # part of a cell that is no ground where a tile lies, and where anything does
GROUND = 0.45  # share of white below which it is ground
BARE = 0.7  # part of a cell's side in which that is looked for
COARSE = 1.0  # px per mm in which tiles are distinguished
REACH = 4  # mm a tile may lie beside its cell's middle
TILTS = (-3.0, 0.0, 3.0)  # degrees it may lie askew
NUDGES, SWAYS = (-1, 0, 1), (-1.5, -0.75, 0.0, 0.75, 1.5)  # px and degrees about the best of those
BLOCKS, KEPT = 4, 10  # a tile is compared in 4 by 4 blocks; so many of them count: things may stand on the others
FADED = 0.35  # px of the frame that blur a print
STEP = 0.09  # how much nearer a tile is to one than to another for e : 1
BLURRED = 1.0  # how much of a print, as a part of what is hidden of a tile, its edges may spoil of the rest
ALIKE, STRANGE = 0.55, 0.85  # unlikeness up to which a tile is trusted to be its print, and from which it is none
HIDDEN = 0.55  # part of a tile that may be covered
SURE, UNSURE = dice.SURE, 0.85  # share above which a reading is given, and one below it
CALM, STIRRED = 1.5, 9.0  # mean and greatest difference of grey levels up to which a cell is the same picture
INNER, OUTER = 5.0, 7.0  # mm from the tile's middle up to which a die stands there, and from which on a side
ASIDE = 0.7  # how much nearer to one side than to another


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


class GridReader:
    """Reads the cells of a grid with these tiles (pictures BGR, upright, of any size) and paints of dice (#RRGGBB)."""

    def __init__(self, tiles: Mapping[str, Picture], paints: Mapping[str, Colour]) -> None:
        self.names, self.paints = list(tiles), dict(paints)
        size = round(tile_side() * SCALE)
        arts = [cv2.resize(tile, (size, size), interpolation=cv2.INTER_AREA) for tile in tiles.values()]
        turns = [np.ascontiguousarray(np.rot90(art, -quarter)) for art in arts for quarter in range(4)]
        self._prints = [cv2.GaussianBlur(art, (0, 0), FADED * SCALE).astype(np.float32) / 255 for art in turns]
        self._faces = np.stack([_face(art) for art in turns]) if turns else np.empty((0, 1, 1, 3), np.float32)
        self._blocks = _blocks(self._faces)
        self._kept: dict[Cell, Kept] = {}
        self._pose: Pose | None = None

    def read(self, frame: Picture, pose: Pose, light: Light, zone: MatZone) -> list[Seen]:
        """What lies in the cells, row by row, each tile before its dice."""
        if not self.names:
            return []
        if pose is not self._pose:
            self._pose, self._kept = pose, {}
        x0, y0, x1, y1 = zone.box
        wide = rectified(frame, pose, (x0 - MARGIN, y0 - MARGIN, x1 + MARGIN, y1 + MARGIN), SCALE)
        found: list[Seen] = []
        for cell in zone.cells:
            picture = self._cut(wide, zone, cell)
            kept = self._kept.get(cell)
            if kept is None or not _same(kept.picture, picture):
                kept = self._kept[cell] = Kept(picture, tuple(self._cell(picture, pose, light, zone, cell)))
            found += kept.seen
        return found

    def _cut(self, wide: Picture, zone: MatZone, cell: Cell) -> Picture:
        x, y = np.array(zone.middle_of(cell)) - np.array(zone.box[:2]) + MARGIN
        half = zone.pitch / 2 + MARGIN
        left, top, size = round((x - half) * SCALE), round((y - half) * SCALE), round(2 * half * SCALE)
        return wide[top : top + size, left : left + size]

    def _cell(self, picture: Picture, pose: Pose, light: Light, zone: MatZone, cell: Cell) -> list[Seen]:
        shares = picture.astype(np.float32) / light.corners.mean(axis=0).astype(np.float32)
        part = lit(shares, zone.pitch)
        if part < LIT:
            return [_unknown("tile", cell, _quad(pose, zone, cell, Shift(0, 0, 0, 0)))] if part > SOME else []
        place = self._placed(shares)
        seen = _aligned(shares, place)
        lean = turned(_lean(pose, zone, cell)[None], 0, 0, -place.tilt)[0]
        known, on = self._known(seen, place, lean)
        corners = _quad(pose, zone, cell, place)
        tile = Seen(_tile_guesses(known, cell, bool(on.unknown)), corners)
        unknown = [_unknown("die", cell, corners)] if on.unknown else []
        trust = UNSURE if "?" in tile.best else 1.0  # on a print that is not known anything may look like pips
        stand = (die._replace(trust=min(die.trust, trust)) for die in on.dice)
        return [tile, *(_die(die, cell, _die_quad(pose, zone, cell, place, die)) for die in stand), *unknown]

    def _placed(self, shares: Field) -> Shift:
        """Where a tile lies by the print that fits best in its better blocks, first roughly."""
        best = (np.inf, Shift(0, 0, 0, 0))
        for tilt in TILTS:
            small = _small(_turned(shares, tilt))
            costs = self._costs(small)
            at = np.unravel_index(int(costs.argmin()), costs.shape)
            across = 2 * REACH + 1
            if costs[at] < best[0]:
                best = (
                    costs[at],
                    Shift(int(at[0]) % across - REACH, int(at[0]) // across - REACH, tilt, int(at[1])),
                )
        return self._nudged(shares, best[1])

    def _costs(self, small: Field) -> Points:
        """How unlike each print (columns) is to the picture shifted by up to REACH (rows)."""
        size, across = self._faces.shape[1], 2 * REACH + 1
        spare = (small.shape[0] - size) // 2
        starts = [(spare + y - REACH, spare + x - REACH) for y in range(across) for x in range(across)]
        parts = np.stack([small[y : y + size, x : x + size] for y, x in starts])
        return _robust(_blocks(parts), self._blocks)

    def _nudged(self, shares: Field, place: Shift) -> Shift:
        """The same place more finely, by the likeliest print alone."""
        printed, edge = self._prints[place.likely], round(MARGIN * SCALE)
        best, found = np.inf, place
        grey = printed.mean(axis=2)
        for sway in SWAYS:
            seen = _aligned(shares, place._replace(tilt=place.tilt + sway)).mean(axis=2)
            for down in NUDGES:
                for right in NUDGES:
                    part = seen[edge + down :, edge + right :][: grey.shape[0], : grey.shape[1]]
                    cost = _block_costs(part, grey)
                    if cost < best:
                        best = cost
                        found = Shift(place.x + right / SCALE, place.y + down / SCALE, place.tilt + sway, place.likely)
        return found

    def _known(self, seen: Field, place: Shift, lean: Points) -> tuple[dict[tuple[str, int], float], OnTile]:
        """The chances of each print by what is not covered, and what stands on the likeliest; the rest is unknown."""
        likely, pips, on = place.likely, dice.pips_in(seen), OnTile([], np.zeros((1, 1), np.uint8), 0.0)
        for _ in range(2):
            printed = self._prints[likely]
            on = dice.find_dice(_evened(seen, printed), pips, printed, self.paints, lean)
            chances = self._chances(seen, on.covered)
            best = int(np.argmax(chances))
            if best == likely:
                break
            likely = best
        order = np.argsort(-chances)[:ALTERNATIVES]
        return {(self.names[n // 4], int(n % 4)): float(chances[n]) for n in order}, on

    def _chances(self, seen: Field, covered: Picture) -> Points:
        """How likely each print is, by what of the tile is free."""
        free = cv2.resize(255 - covered, self._faces.shape[1:3], interpolation=cv2.INTER_AREA) > 128
        if free.mean() < 1 - HIDDEN:
            return np.zeros(len(self._faces))
        known = self._faces[:, free].reshape(len(self._faces), -1)
        norms, views = np.square(known).sum(axis=1), self._views(seen, free)
        far = (norms[:, None] + np.square(views).sum(axis=1) - 2 * known @ views.T).min(axis=1)
        best = int(far.argmin())
        between = norms + norms[best] - 2 * known @ known[best]
        least = max(BLURRED * float(1 - free.mean()) * float(norms[best]), 1e-6)
        leads = (far - far[best]) / np.maximum(between, least)
        weights = np.exp(-leads / STEP)
        own = far[best] / max(float(norms[best]), 1e-6)
        trust = float(np.clip((STRANGE - own) / (STRANGE - ALIKE), 0, 1))
        return np.asarray(trust * weights / weights.sum())

    def _views(self, seen: Field, free: Points) -> Field:
        """What is free of a tile as it is seen with half a coarse pixel of leeway to every side, (9, values)."""
        edge, size, step = round(MARGIN * SCALE), self._prints[0].shape[0], SCALE / COARSE / 2
        ends = [round(edge + n * step) for n in (-1, 0, 1)]
        return np.stack([_face(seen[y : y + size, x : x + size] * 255)[free].ravel() for y in ends for x in ends])


def reader_of(
    tiles: Mapping[str, object], paints: Mapping[str, Colour], enrolled: Mapping[str, Picture] = MappingProxyType({})
) -> GridReader:
    """A reader that knows tiles by their names: as they were `enrolled`, those that were not as they are printed."""
    shown = (enrolled[name] if name in enrolled else tile_art(json.dumps(tiles[name]), PRINTED) for name in tiles)
    return GridReader(dict(zip(tiles, shown, strict=True)), paints)


# --- pictures of a cell ---


def lit(shares: Field, pitch: float) -> float:
    """The part of the middle of a cell that is lighter than ground."""
    half = round(pitch * BARE / 2 * SCALE)
    middle = shares.shape[0] // 2
    part = shares[middle - half : middle + half, middle - half : middle + half]
    return float((part.max(axis=2) > GROUND).mean())


def _same(one: Picture, other: Picture) -> bool:
    off = cv2.absdiff(cv2.blur(one, (7, 7)), cv2.blur(other, (7, 7)))
    return bool(off.mean() < CALM and off.max() < STIRRED)


def _turned(shares: Field, tilt: float) -> Field:
    middle = (shares.shape[0] - 1) / 2
    move = cv2.getRotationMatrix2D((middle, middle), tilt, 1.0)
    return np.asarray(cv2.warpAffine(shares, move, shares.shape[1::-1], borderMode=cv2.BORDER_REPLICATE))


def _small(shares: Field) -> Field:
    size = round(shares.shape[0] / SCALE * COARSE)
    return _features(cv2.resize(shares * 255, (size, size), interpolation=cv2.INTER_AREA))


def _face(tile: Picture | Field) -> Field:
    size = round(tile_side() * COARSE)
    return _features(cv2.resize(np.asarray(tile, np.float32), (size, size), interpolation=cv2.INTER_AREA))


def _features(picture: Field) -> Field:
    return np.asarray(unlit(np.clip(picture, 0, 400)), np.float32)


def _aligned(shares: Field, place: Shift) -> Field:
    """The picture of a tile with MARGIN about it, as if it lay straight."""
    size = round((tile_side() + 2 * MARGIN) * SCALE)
    middle, out = (shares.shape[0] - 1) / 2, (size - 1) / 2
    move = cv2.getRotationMatrix2D((middle, middle), place.tilt, 1.0)
    move[:, 2] += out - middle - np.array([place.x, place.y]) * SCALE
    return np.asarray(cv2.warpAffine(shares, move, (size, size), borderMode=cv2.BORDER_REPLICATE))


def _evened(seen: Field, printed: Field) -> Field:
    """The picture in the light of its print, by what most of it shows."""
    edge, size = round(MARGIN * SCALE), printed.shape[0]
    part = seen[edge : edge + size, edge : edge + size]
    bright = printed.min(axis=2) > 0.35
    gain = np.median(part[bright] / printed[bright], axis=0)
    return np.asarray(seen / gain, np.float32)


def _blocks(faces: Field) -> Field:
    """Faces (n, size, size, 3) as blocks (BLOCKS², n, values)."""
    step = faces.shape[1] / BLOCKS
    ends = [round(n * step) for n in range(BLOCKS + 1)]
    parts = [
        faces[:, ends[y] : ends[y + 1], ends[x] : ends[x + 1]].reshape(len(faces), -1)
        for y in range(BLOCKS)
        for x in range(BLOCKS)
    ]
    longest = max(part.shape[1] for part in parts)
    return np.stack([np.pad(part, ((0, 0), (0, longest - part.shape[1]))) for part in parts])


def _robust(seen: Field, known: Field) -> Points:
    """The unlikeness of every picture (rows) to every print (columns), the worst blocks left out."""
    cross = seen @ known.transpose(0, 2, 1)
    own, its = np.square(seen).sum(axis=2), np.square(known).sum(axis=2)
    off = (own[:, :, None] + its[:, None, :] - 2 * cross) / (own[:, :, None] + its[:, None, :] + 0.5)
    return np.asarray(np.partition(off, KEPT, axis=0)[:KEPT].mean(axis=0))


def _block_costs(part: Field, printed: Field) -> float:
    gain = float(part.mean() / printed.mean())
    off = cv2.resize(np.abs(part / gain - printed), (BLOCKS * 2, BLOCKS * 2), interpolation=cv2.INTER_AREA)
    kept = np.sort(off.ravel())[: off.size * KEPT // BLOCKS**2]
    return float(kept.mean())


# --- places on the mat ---


def _lean(pose: Pose, zone: MatZone, cell: Cell) -> Points:
    """How far the top of a die appears beside its foot, mm."""
    x, y, height = pose.eye()
    side = die_side()
    return np.asarray((np.array(zone.middle_of(cell)) - [x, y]) * side / max(height - side, side))


def _pixels(pose: Pose, places: Points) -> Quad:
    return tuple((float(x), float(y)) for x, y in pose.to_pixels(places))


def _quad(pose: Pose, zone: MatZone, cell: Cell, place: Shift) -> Quad:
    x, y = zone.middle_of(cell)
    square = rectangle(tile_side(), tile_side())
    return _pixels(pose, turned(square, x + place.x, y + place.y, place.tilt))


def _die_quad(pose: Pose, zone: MatZone, cell: Cell, place: Shift, die: DieSeen) -> Quad:
    """A square about a die's foot, as large as the die."""
    x, y = zone.middle_of(cell)
    (middle,) = turned(np.array([[die.x, die.y]]), x + place.x, y + place.y, place.tilt)
    return _pixels(pose, rectangle(die_side(), die_side()) + middle)


# --- what is reported of it ---


def _unknown(kind: str, cell: Cell, corners: Quad) -> Seen:
    return Seen((Guess(f"{kind}:?:{cell[0]},{cell[1]}", 1.0),), corners)


def _tile_guesses(chances: Mapping[tuple[str, int], float], cell: Cell, hidden: bool) -> tuple[Guess, ...]:
    """The likeliest prints; an unknown tile first of all where none is sure."""
    where = f"{cell[0]},{cell[1]}"
    named = [Guess(f"tile:{name}:{where},{turn}", round(share, 4)) for (name, turn), share in chances.items()]
    sure = max((guess.share for guess in named), default=0.0) >= SURE and not hidden
    if sure:
        return tuple(guess for guess in named if guess.share >= 0.001)
    rest = max(round(1 - sum(guess.share for guess in named), 4), 0.5)
    return Guess(f"tile:?:{where}", rest), *(guess for guess in named if guess.share >= 0.02)


def _die(die: DieSeen, cell: Cell, corners: Quad) -> Seen:
    """The likeliest dice of a cell, by the side they stand on."""
    return Seen(dice.named(die, f":{cell[0]},{cell[1]}", f",{side_of(die.x, die.y)}"), corners)


def side_of(x: float, y: float) -> str:
    """On which side of a tile a die stands, in mm from its middle: ``m``, ``0`` to ``3`` clockwise, or ``?``."""
    out, other = max(abs(x), abs(y)), min(abs(x), abs(y))
    if out <= INNER:
        return "m"
    if out < OUTER or other > ASIDE * out:
        return "?"
    if abs(y) > abs(x):
        return "0" if y < 0 else "2"
    return "1" if x > 0 else "3"
