"""City tiles and coins in a photo, on our mat or off it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.flat.coin_faces import SIDE as FACE
from vision.flat.coins import CoinAlbum, Sample
from vision.flat.coins import album as coin_album
from vision.flat.loose import TILE, LoosePieces, Square, find_loose, view
from vision.flat.tiles import TileAlbum
from vision.flat.tiles import album as tile_album
from vision.mat.light import measure
from vision.mat.mat import load_mat
from vision.mat.pose import MatFinder
from vision.photo.quads import area, clockwise, fitted, overlap, widened
from vision.picture import Picture, Points

LONG = 1000  # px of the longer side in which outlines are sought off the mat
LEAST, MOST = 0.0015, 0.6  # part of the photo that a tile covers at least and at most
EDGE = 2.0  # px that the outline of an edge lies beyond it
ASLANT = 1.35  # times as long as another side may be
SAME = 0.5  # overlap from which two outlines are one tile
SMALLEST, LARGEST = 0.008, 0.12  # part of the longer side that a coin's radius is
ROUND, CRISP = 0.85, 220  # how perfect a circle must be, and the upper threshold of its edges
Found = dict[str, Any]


def look_tiles(picture: Picture, enrolled: str | Path | None) -> Found:
    """The square tiles of a photo; named, with their turn, where a folder of `enrolled` ones is given."""
    known = None if enrolled is None else tile_album(Path(enrolled))
    laid = _on_mat(picture, None if known is None else known.side)
    squares = squares_of(picture) if laid is None else laid.squares
    return {"tiles": [_tile(one, known, laid is not None) for one in squares]}


def look_coins(picture: Picture, enrolled: str | Path | None) -> Found:
    """The coins of a photo; valued where a folder of `enrolled` ones is given, and summed if every one is sure."""
    known = None if enrolled is None else coin_album(Path(enrolled))
    laid = _on_mat(picture, None)
    samples = rounds_of(picture) if laid is None else laid.coins
    coins = [_coin(one, known, laid is not None) for one in samples]
    values = [coin["reading"].get("value") for coin in coins]
    sure = known is not None and None not in values and (laid is None or not laid.unknown)
    return {"coins": coins, "sum": sum(values) if sure else None}


def _on_mat(picture: Picture, side: float | None) -> LoosePieces | None:
    """The loose pieces in the draw zone; None where our mat is not seen."""
    mat = load_mat()
    pose = MatFinder(mat).find(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
    if pose is None or len(pose.markers) < 3:
        return None
    light = measure(picture, mat, pose)
    return find_loose(view(picture, pose, mat.zones["draw"]), light, np.empty((0, 4, 2)), side)


def _tile(one: Square, known: TileAlbum | None, on_mat: bool) -> Found:
    found: Found = {"corners": [[round(x, 2), round(y, 2)] for x, y in one.corners], "confidence": 1.0, "reading": {}}
    if known is not None:
        read = known.identify(one.picture)
        found["reading"] = {"name": read.name, "turn": read.turn, "share": read.share, "runner_up": read.runner_up}
        found["confidence"] = read.share
    return found | ({"side": one.side} if on_mat else {})


def _coin(one: Sample, known: CoinAlbum | None, on_mat: bool) -> Found:
    corners = np.array(one.corners)
    width = float(np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1).mean())
    x, y = corners.mean(axis=0)
    found: Found = {"centre": [round(float(x), 2), round(float(y), 2)], "diameter_px": round(width, 1)}
    found |= {"diameter_mm": one.diameter if on_mat else None, "confidence": 1.0, "reading": {}}
    if known is not None:
        read = known.identify(one.picture, one.diameter if on_mat else None)
        found["reading"] = {"value": read.value, "share": read.share, "runner_up": read.runner_up}
        found["confidence"] = read.share
    return found


def squares_of(picture: Picture) -> list[Square]:
    """Squares by their outline in any photo, the largest first."""
    scale = min(1.0, LONG / max(picture.shape[:2]))
    grey = cv2.cvtColor(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2GRAY)
    found: list[Points] = []
    for quad in sorted(_quads(grey), key=area, reverse=True):
        if not any(overlap(quad, other) > SAME for other in found):
            found.append(quad)
    return [_cut(picture, (quad + 0.5) / scale - 0.5) for quad in found]


def _quads(grey: Picture) -> list[Points]:
    soft = cv2.GaussianBlur(grey, (5, 5), 0)
    _, light = cv2.threshold(soft, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    edges = cv2.dilate(cv2.Canny(soft, 40, 120), np.ones((3, 3), np.uint8))
    quads = []
    for mask, beyond in ((light, 0.0), (cv2.bitwise_not(light), 0.0), (edges, EDGE)):
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_NONE)
        large = [contour for contour in contours if LEAST < cv2.contourArea(contour) / grey.size < MOST]
        quads += [widened(quad, -beyond) for contour in large if (quad := _square(contour)) is not None]
    return quads


def _square(contour: Points) -> Points | None:
    quad = fitted(contour[:, 0].astype(np.float32))
    if quad is None or cv2.contourArea(contour) < 0.9 * area(quad):
        return None
    sides = np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1)
    return clockwise(quad) if sides.max() < ASLANT * sides.min() else None


def _cut(picture: Picture, quad: Points) -> Square:
    onto = np.array([(0, 0), (TILE, 0), (TILE, TILE), (0, TILE)], np.float32) - 0.5
    seen = cv2.warpPerspective(picture, cv2.getPerspectiveTransform(quad.astype(np.float32), onto), (TILE, TILE))
    return Square(seen, 0.0, tuple((float(x), float(y)) for x, y in quad))


def rounds_of(picture: Picture) -> list[Sample]:
    """Coins by their outline in a photo taken from above."""
    scale = min(1.0, LONG / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    soft, long = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (5, 5), 0), max(small.shape[:2])
    least, most = round(SMALLEST * long), round(LARGEST * long)
    circles = cv2.HoughCircles(soft, cv2.HOUGH_GRADIENT_ALT, 1.5, least, None, CRISP, ROUND, least, most)
    found = np.empty((0, 3)) if circles is None else circles.reshape(-1, circles.shape[-1])[:, :3]
    outer = [one for one in found if not any(_within(one, other) for other in found)]
    return [_disc(picture, (x + 0.5) / scale - 0.5, (y + 0.5) / scale - 0.5, radius / scale) for x, y, radius in outer]


def _within(one: Points, other: Points) -> bool:
    """Whether a circle is part of the print of a larger one."""
    return bool(one[2] < other[2] and np.hypot(*(one[:2] - other[:2])) < other[2])


def _disc(picture: Picture, x: float, y: float, radius: float) -> Sample:
    part, middle = FACE / 2 / radius, (FACE - 1) / 2
    matrix = np.array([[part, 0, middle - part * x], [0, part, middle - part * y]])
    corners = np.array([x, y]) + radius * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)])
    face = cv2.warpAffine(picture, matrix, (FACE, FACE), flags=cv2.INTER_AREA)
    return Sample(face, 2 * radius, tuple((float(u), float(v)) for u, v in corners))
