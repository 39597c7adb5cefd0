"""Finds the lattice of square tiles laid edge to edge in a picture of any camera, on any table.

Straight lines decide: the plane is the one from above which most of them run along two directions at right angles, the
pitch is what they repeat at. A table may have lines of its own, and tiles have some within them, so there are several
candidates; which one it is is told by the faces of the tiles (`vision.flat.looks`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

import cv2
import numpy as np

from vision.mat.mat import Cell, MatZone
from vision.mat.optics import Optics
from vision.picture import Picture, Points

LONG = 1280  # px of the longer side in which lines are looked for
SHORT = 0.012  # part of the longer side below which a line counts for nothing
TILTS = np.radians((10.0, 20.0, 30.0, 40.0))  # how far the camera may be tilted
SIDES = 12  # towards which of so many sides
FINER = np.radians((5.0, 2.5, 1.2, 0.6, 0.3))  # steps in which the likeliest tilts are made exact
PLANES = 4  # of the likeliest tilts so many are made exact
TURNS = 3  # likeliest directions of a plane's lines
BINS, WIDE = 360, 1.2  # bins of a half turn, and over how many of them a line's direction counts
ALONG = np.radians(3.0)  # how far a line's direction may be off that of the tiles
FINE = 1024  # bins of the width in which lines repeat
THICK = 0.02  # part of a pitch over which the edges of tiles that meet are spread
FEWEST, MOST = 1.4, 12.0  # pitches that a picture shows across
PITCHES, PLACES = 5, 3  # pitches, and for each direction places of the first edge, that are likeliest
STRETCH = np.linspace(0.95, 1.05, 41)  # how far the pitch that is likeliest at first may be off


class Lines(NamedTuple):
    """Straight lines: both ends (n, 2, 2) in px of the picture, and how much each counts (n,), its length."""

    ends: Points
    weights: Points


class Plane(NamedTuple):
    """The table as it is seen from above: `matrix` (3, 3) of px to that view, in which tiles lie upright."""

    matrix: Points
    score: float


def grid_of(pitch: float, low: Cell, high: Cell) -> MatZone:
    """Cells from `low` up to, but without, `high` as the zone of a mat; the corner of the cell 0, 0 lies at 0, 0 mm."""
    box = (low[0] * pitch, low[1] * pitch, high[0] * pitch, high[1] * pitch)
    return MatZone(name="city", box=box, ground="", kind="grid", sighted_as="", pitch=pitch, origin=(-low[0], -low[1]))


def lines_of(picture: Picture) -> Lines:
    """The straight lines of a picture (BGR)."""
    scale = min(1.0, LONG / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    found = cv2.createLineSegmentDetector().detect(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY))[0]
    ends = np.empty((0, 2, 2)) if found is None else np.asarray(found, float).reshape(-1, 2, 2)
    weights = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    kept = weights > SHORT * max(small.shape[:2])
    return Lines((ends[kept] + 0.5) / scale - 0.5, weights[kept] / scale)


def lattices(picture: Picture, optics: Optics | None = None) -> Iterator[Points]:
    """Homographies (3, 3) of cells to px of the picture that its lines speak for, the likeliest first.

    The corner of a cell x, y lies at x, y. Nothing for a picture without lines at right angles.
    """
    high, wide = picture.shape[:2]
    lens = optics or Optics.guessed((wide, high))
    lines = lines_of(picture)
    if len(lines.weights) < 2:
        return
    found: list[tuple[float, Points]] = []
    for plane in _planes(lines, lens):
        found += [(score * plane.score, matrix) for score, matrix in _combs(lines, plane.matrix)]
    for _, matrix in sorted(found, key=lambda each: -each[0]):
        yield matrix


# --- the plane ---


def _planes(lines: Lines, lens: Optics) -> list[Plane]:
    """The likeliest views from above, each turned so that its tiles lie upright."""
    tilts = [np.zeros(2)]
    ways = np.arange(SIDES) * 2 * np.pi / SIDES
    tilts += [tilt * np.array([np.cos(way), np.sin(way)]) for tilt, way in product(TILTS, ways)]
    ranked = sorted(tilts, key=lambda tilt: -_squareness(lines, lens, tilt).max())[:PLANES]
    best = max((_exact(lines, lens, tilt) for tilt in ranked), key=lambda tilt: _squareness(lines, lens, tilt).max())
    scores = _squareness(lines, lens, best)
    return [Plane(_turned(at) @ _above(lens, best), float(scores[at])) for at in _peaks(scores, TURNS, BINS // 30)]


def _exact(lines: Lines, lens: Optics, tilt: Points) -> Points:
    """The tilt near a likely one from which most lines run at right angles."""
    best = float(_squareness(lines, lens, tilt).max())
    for step in FINER:
        for move in step * np.array([(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1), (1, -1), (-1, 1)]):
            score = float(_squareness(lines, lens, tilt + move).max())
            if score > best:
                best, tilt = score, tilt + move
    return tilt


def _above(lens: Optics, tilt: Points) -> Points:
    """Px to the view from above of a camera that is tilted so (rad about x and y)."""
    turn = cv2.Rodrigues(np.array([tilt[0], tilt[1], 0.0]))[0]
    return np.asarray(turn @ np.linalg.inv(lens.matrix))


def _turned(at: int) -> Points:
    angle = -at * np.pi / BINS
    return np.array([(np.cos(angle), -np.sin(angle), 0), (np.sin(angle), np.cos(angle), 0), (0, 0, 1.0)])


def _seen(lines: Lines, matrix: Points) -> Points:
    return np.asarray(cv2.perspectiveTransform(lines.ends.reshape(-1, 1, 2), matrix)).reshape(-1, 2, 2)


def _squareness(lines: Lines, lens: Optics, tilt: Points) -> Points:
    """By direction, in BINS of a half turn, of which the first half counts: how much runs along it and across it."""
    ends = _seen(lines, _above(lens, tilt))
    way = ends[:, 1] - ends[:, 0]
    angles = np.arctan2(way[:, 1], way[:, 0]) % np.pi * BINS / np.pi
    counts = np.bincount(angles.astype(int) % BINS, lines.weights, BINS)
    smooth = _blurred(counts, WIDE)
    return np.asarray(np.sqrt(smooth * np.roll(smooth, -BINS // 2))[: BINS // 2] / lines.weights.sum())


def _blurred(counts: Points, wide: float) -> Points:
    """Counts around a circle, each spread over its neighbours."""
    reach = min(int(np.ceil(3 * wide)), len(counts) // 2)
    kernel = np.exp(-((np.arange(-reach, reach + 1) / wide) ** 2) / 2)
    padded = np.concatenate([counts[-reach:], counts, counts[:reach]]) if reach else counts
    return np.asarray(np.convolve(padded, kernel / kernel.sum(), "valid"))


def _peaks(scores: Points, most: int, apart: int) -> list[int]:
    """Places of the highest scores around a circle, so far apart."""
    left, found = scores.astype(float).copy(), list[int]()
    for _ in range(most):
        at = int(left.argmax())
        if left[at] <= 0:
            break
        found.append(at)
        left[np.arange(at - apart, at + apart + 1) % len(left)] = 0
    return found


# --- pitch and place ---


def _combs(lines: Lines, above: Points) -> list[tuple[float, Points]]:
    """The likeliest lattices in a view from above in which tiles lie upright."""
    ends = _seen(lines, above)
    way, middle = ends[:, 1] - ends[:, 0], ends.mean(axis=1)
    steep = np.arctan2(np.abs(way[:, ::-1]), np.abs(way))  # of each line to each axis
    reach = float(np.ptp(ends.reshape(-1, 2), axis=0).max())
    low = ends.reshape(-1, 2).min(axis=0)
    length = np.linalg.norm(way, axis=1)
    across = []
    for axis in (0, 1):
        along = steep[:, 1 - axis] < ALONG
        across.append((middle[along, axis] - low[axis], length[along]))
    found = []
    for pitch in _pitches(across, reach):
        pitch = _stretched(across, pitch)
        firsts = [_firsts(places, weights, pitch) for places, weights in across]
        for (x, a), (y, b) in product(*firsts):
            onto = np.array([(pitch, 0, low[0] + x), (0, pitch, low[1] + y), (0, 0, 1.0)])
            found.append((float(np.sqrt(a * b)), np.linalg.inv(above) @ onto))
    return found


def _pitches(across: list[tuple[Points, Points]], reach: float) -> list[float]:
    """At what distances the lines repeat, the likeliest first."""
    total = np.zeros(FINE // 2)
    for places, weights in across:
        counts = np.histogram(places, FINE, (0, reach), weights=weights)[0]
        smooth = _blurred(counts, 2.0)
        smooth -= smooth.mean()
        same = np.correlate(smooth, smooth, "full")[FINE - 1 :][: FINE // 2]
        total += same / max(same[0], 1e-9)
    least, most = int(FINE / MOST), min(int(FINE / FEWEST), FINE // 2 - 1)
    kept = np.zeros_like(total)
    inner = total[1:-1]
    kept[1:-1] = np.where((inner > total[:-2]) & (inner >= total[2:]), inner, 0)
    kept[:least] = kept[most:] = 0
    return [(at + 0.0) * reach / FINE for at in _peaks(kept, PITCHES, FINE // 100)]


def _folded(places: Points, weights: Points, pitch: float) -> Points:
    """How much lies at each part of a pitch, in a hundred bins."""
    bins = 100
    counts = np.bincount((places / pitch % 1 * bins).astype(int) % bins, weights, bins)
    return _blurred(counts, THICK * bins) / max(float(weights.sum()), 1e-9)


def _stretched(across: list[tuple[Points, Points]], pitch: float) -> float:
    tried = pitch * STRETCH
    scores = [sum(_folded(places, weights, each).max() for places, weights in across) for each in tried]
    return float(tried[int(np.argmax(scores))])


def _firsts(places: Points, weights: Points, pitch: float) -> list[tuple[float, float]]:
    """Where the edges of tiles lie within a pitch, and how surely."""
    folded = _folded(places, weights, pitch)
    return [((at + 0.5) / len(folded) * pitch, float(folded[at])) for at in _peaks(folded, PLACES, 6)]
