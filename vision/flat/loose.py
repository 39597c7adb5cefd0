"""Finds and reads loose pieces in a card zone beside the cards: city tiles and coins."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from engine.sighting import Guess, Seen
from vision.flat import rounds
from vision.flat.coin_faces import SIDE as FACE
from vision.flat.coins import CoinAlbum, Sample
from vision.flat.squares import find_squares
from vision.flat.tiles import TileAlbum
from vision.mat.light import Light, rectified
from vision.mat.mat import Box, MatZone
from vision.mat.pose import Pose
from vision.picture import Picture, Points, Quad

SCALE = 3.0  # px per mm in which loose pieces are looked for
INSIDE = 2.5  # mm of a zone's edge left out: its printed line and what blurs it
SIDES = (24.0, 62.0)  # mm the side of a tile may have where none is known
SLACK = 0.07  # part by which it may miss the side known
WIDTHS = tuple(float(width) for width in np.arange(14.0, 40.0, 1.5))  # mm coins may be wide
AROUND = 42.0  # mm about every place within which there is ground to be seen
MARGIN = 1.0  # mm around a piece in which nothing else is looked for
SPECK = 4.0  # mm that glare's speckles beside a tile are thick at most
TILE = 160  # px of a straightened tile
HALF = 0.5  # the most that a reading in doubt counts
LARGER = 1.15  # times as thick as the largest coin, or as a tile: neither


class Square(NamedTuple):
    """A square piece that was seen: its straightened picture (BGR, up is the mat's), side in mm, corners in px."""

    picture: Picture
    side: float
    corners: Quad


class LoosePieces(NamedTuple):
    """The loose pieces in a zone; of those neither square nor round, the thickness in mm and the box in px."""

    squares: list[Square]
    coins: list[Sample]
    unknown: list[tuple[float, Quad]]


class View(NamedTuple):
    """A part of the mat seen from above at SCALE: its picture, where it lies in mm, and the pose it was taken with."""

    picture: Picture
    box: Box
    pose: Pose

    def inward(self, pixels: Points) -> Points:
        """Pixels of the frame (n, 2) to those of this picture."""
        return np.asarray((self.pose.to_mat(pixels) - np.array(self.box[:2])) * SCALE - 0.5)

    def outward(self, places: Points) -> Quad:
        """Pixels of this picture (n, 2) to those of the frame."""
        pixels = self.pose.to_pixels((places + 0.5) / SCALE + np.array(self.box[:2]))
        return tuple((float(x), float(y)) for x, y in pixels)

    def square(self, quad: Points) -> Square:
        onto = np.array([(0, 0), (TILE, 0), (TILE, TILE), (0, TILE)], np.float32) - 0.5
        matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), onto)
        side = float(np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1).mean()) / SCALE
        return Square(cv2.warpPerspective(self.picture, matrix, (TILE, TILE)), round(side, 1), self.outward(quad))

    def coin(self, one: rounds.Round, others: Sequence[rounds.Round]) -> Sample:
        part = FACE / 2 / one.radius
        middle = (FACE - 1) / 2
        matrix = np.array([[part, 0, middle - part * one.x], [0, part, middle - part * one.y]])
        face = cv2.warpAffine(self.picture, matrix, (FACE, FACE), flags=cv2.INTER_LINEAR)
        corners = np.array([one.x, one.y]) + one.radius * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
        over = [other for other in others if other is not one and rounds.overlap(one, other)]
        circles = tuple(((o.x - one.x) / one.radius, (o.y - one.y) / one.radius, o.radius / one.radius) for o in over)
        return Sample(face, round(2 * one.radius / SCALE, 2), self.outward(corners), circles)


def view(frame: Picture, pose: Pose, zone: MatZone) -> View:
    """A card zone within its printed line."""
    x0, y0, x1, y1 = zone.box
    box = (x0 + INSIDE, y0 + INSIDE, x1 - INSIDE, y1 - INSIDE)
    return View(rectified(frame, pose, box, SCALE), box, pose)


def find_loose(seen: View, light: Light, cards: Points, side: float | None = None) -> LoosePieces:
    """Squares row by row and rounds, beside `cards` (n, 4, 2) in px of the frame; `side` of a tile in mm if known."""
    ground = rounds.ground_of(seen.picture, SCALE, AROUND, max(light.strength, 1.0))
    known = np.zeros(seen.picture.shape[:2], np.uint8)
    _paint(known, [seen.inward(quad) for quad in cards])
    squares = _squares(cv2.bitwise_and(rounds.lit(ground), cv2.bitwise_not(known)), side)
    _paint(known, squares)
    found = rounds.find_rounds(ground, SCALE, WIDTHS, known)
    for one in found:
        cv2.circle(known, (round(one.x), round(one.y)), round(one.radius + MARGIN * SCALE), (255,), -1)
    lumps = rounds.left_over(ground, SCALE, known)
    lumps += [
        one for one in rounds.slivers(ground, SCALE, known, found) if not any(_meet(one[1], box) for _, box in lumps)
    ]
    unknown = [(thick / SCALE, seen.outward(box)) for thick, box in lumps]
    return LoosePieces([seen.square(quad) for quad in squares], [seen.coin(one, found) for one in found], unknown)


def _meet(one: Points, other: Points) -> bool:
    """Whether two upright boxes (4, 2) share a place."""
    return bool((one.min(axis=0) < other.max(axis=0)).all() and (other.min(axis=0) < one.max(axis=0)).all())


def _squares(mask: Picture, side: float | None) -> list[Points]:
    least, most = SIDES if side is None else (side * (1 - SLACK), side * (1 + SLACK))
    brush = round(SPECK * SCALE) | 1
    calm = cv2.morphologyEx(mask, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (brush, brush)))
    found = find_squares(calm, (least * SCALE, most * SCALE), None if side is None else side * SCALE)
    return sorted(found, key=lambda q: (round(float(q[:, 1].mean()) / least / SCALE), float(q[:, 0].mean())))


def _paint(known: Picture, quads: list[Points]) -> None:
    margin = round(2 * MARGIN * SCALE)
    for quad in quads:
        outline = [np.round(quad).astype(np.int32)]
        cv2.fillPoly(known, outline, (255,))
        cv2.polylines(known, outline, True, (255,), margin)


class LooseReader:
    """Reads tiles and coins in a zone; without an album it looks for nothing."""

    def __init__(self, tiles: TileAlbum | None = None, coins: CoinAlbum | None = None) -> None:
        self.tiles, self.coins = tiles, coins

    def read(self, frame: Picture, pose: Pose, light: Light, zone: MatZone, cards: Points) -> list[Seen]:
        """The tiles row by row, then the coins by value; `cards` (n, 4, 2) in px are what is known already."""
        if self.tiles is None and self.coins is None:
            return []
        laid = find_loose(view(frame, pose, zone), light, cards, None if self.tiles is None else self.tiles.side)
        tiles = [] if self.tiles is None else [tile_seen(self.tiles, one) for one in laid.squares]
        coins = [] if self.coins is None else [coin_seen(self.coins, one) for one in laid.coins]
        unread = [Seen((Guess(name, 1.0),), box) for thick, box in laid.unknown if (name := self._unread(thick))]
        return [*tiles, *sorted([*coins, *unread], key=lambda seen: seen.best)]

    def _unread(self, thick: float) -> str:
        """The label for a lump that is neither square nor round; empty if it is too thick for the pieces looked for."""
        if self.coins is not None and thick < LARGER * max([*self.coins.diameters.values(), WIDTHS[0]]):
            return "coin:?"
        side = SIDES[1] if self.tiles is None else self.tiles.side or SIDES[1]
        return "tile:?" if self.tiles is not None and side / 2 < thick < LARGER * side else ""


def tile_seen(album: TileAlbum, square: Square) -> Seen:
    """A square as the tile it most likely is; `tile:?` when in doubt. Its corners begin at the tile's own top left."""
    read = album.identify(square.picture)
    guesses = _guesses("tile", read.name is not None, read.likeliest, read.share, read.runner_up)
    shift = (read.turn or 0) // 90
    return Seen(guesses, square.corners[shift:] + square.corners[:shift], read.turn)


def coin_seen(album: CoinAlbum, sample: Sample) -> Seen:
    """A round piece as the coin it most likely is; `coin:?` when in doubt."""
    read = album.identify(sample.picture, sample.diameter, sample.over)
    return Seen(_guesses("coin", read.value is not None, read.likeliest, read.share, read.runner_up), sample.corners)


def _guesses(kind: str, sure: bool, best: object, share: float, second: object) -> tuple[Guess, ...]:
    """The readings of a piece, the likeliest first; a piece in doubt is unknown first of all."""
    if best is None:
        return (Guess(f"{kind}:?", 1.0),)
    if sure:
        return Guess(f"{kind}:{best}", share), Guess(f"{kind}:{second or '?'}", round(1 - share, 4))
    part = min(share, HALF)
    return Guess(f"{kind}:?", round(1 - part, 4)), Guess(f"{kind}:{best}", part)
