"""The light on the mat: white from the markers' margins, the goods' colours from the printed patches."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from vision.mat.mat import Mat, Point
from vision.mat.pose import Pose, through
from vision.picture import Field, Picture, Points, bgr, percentiles

WHITE = 235.0  # grey level of white paper in colours #RRGGBB
SAMPLES = 36  # places whose mean is a colour
DARK = 12.0  # grey level of white below which a strip's colours are not used
ODD = 0.3  # part of itself by which a strip's patch differs from the others' when something lies on it, or a shadow
FAINT = 0.2  # share of white added to that: a dark patch differs by more
HELD = 0.15  # weight of the mat's description, in strips in full light
LIGHTEST = 95  # per cent of a picture that are darker than its paper
COARSE = 4  # px from one of those that are looked at to the next
UNEVEN = 1.6  # times the light one corner of the mat may have more than another
KNOT = 24  # px between the places of a straightened box whose origin is computed
SIGNED = (
    0.17  # share of white by which red and blue are lighter than green in the sign of cells: half of what is printed
)
SHADES = (1.0, 0.66)  # a cube's top and the sides turned from the light


@dataclass(frozen=True)
class Light:
    """White paper at the mat's four corners (4, 3), BGR, and each printed colour as a share of white.

    `cells` says whether the mat bears the sign that its fields for cubes have cells; `places` (4, 2) is where on the
    mat the white was measured, mm, clockwise from the top left.
    """

    corners: Points
    colours: dict[str, Points]
    cells: bool
    places: Points

    def white_at(self, place: Point) -> Points:
        """White paper at a place in mm, BGR, as if the light changed evenly between the corners."""
        (left, top), (right, bottom) = self.places[0], self.places[2]
        across, down = np.clip([(place[0] - left) / (right - left), (place[1] - top) / (bottom - top)], 0, 1)
        weights = np.array([(1 - across) * (1 - down), across * (1 - down), across * down, (1 - across) * down])
        return np.asarray(weights @ self.corners, np.float32)

    @property
    def tint(self) -> Points:
        """The lamp's colour: white paper in blue, green, red, each as a share of its brightness."""
        white = self.corners.mean(axis=0)
        return np.asarray(white / white.mean())

    @property
    def uneven(self) -> bool:
        """Whether a corner of the mat is far darker than another: a lamp near by or a hard shadow."""
        whites = self.corners.mean(axis=1)
        return bool(whites.max() > UNEVEN * whites.min())

    def evened(self, picture: Picture) -> Picture:
        """A picture as it would be in even white light, white paper at WHITE.

        Paper is as light as at the corners, or as the lightest that is seen, where a lamp stands near.
        """
        white = np.maximum(self.corners.mean(axis=0), 1)
        lightest = percentiles(picture[::COARSE, ::COARSE], LIGHTEST)[0]
        return cv2.multiply(picture, np.array([*(WHITE / white / max(lightest / white.max(), 1.0)), 0.0]))

    @property
    def strength(self) -> float:
        """The grey level of white paper, 0 to 255."""
        return float(self.corners.mean())


def measure(frame: Picture, mat: Mat, pose: Pose) -> Light:
    """Read the light off the markers' margins and the patches of a frame that shows the mat."""
    samples = _samples(frame, mat, pose)
    names = [patch.name for patch in mat.patches]
    ends = len(mat.corners), len(mat.corners) + len(mat.patches)
    whites, patches, signs = samples[: ends[0]], samples[ends[0] : ends[1]], samples[ends[1] :]
    seen = np.isfinite(whites[:, 0])
    whites[~seen] = whites[seen].mean(axis=0) if seen.any() else 200.0
    due = np.array([bgr(patch.colour) for patch in mat.patches[: len(set(names))]], float)
    return Light(whites, _shares(names, patches, due), _signed(whites, signs), np.array(mat.corners, float))


def _signed(whites: Points, signs: Points) -> bool:
    """Whether most of the places for the sign of cells that are in view show it: red and blue, but no green."""
    shares = signs / np.maximum(whites[: len(signs)], 1.0)
    seen = shares[np.isfinite(shares).all(axis=1)]
    return bool(len(seen)) and float(np.median((seen[:, 0] + seen[:, 2]) / 2 - seen[:, 1])) > SIGNED


def _shares(names: list[str], colours: Points, due: Points) -> dict[str, Points]:
    """Each patch as a share of the white in its own strip, the brighter strips counting more.

    `due` (n, 3) are the patches' colours by the mat's description: they limit the noise of dark pictures.
    """
    order = list(dict.fromkeys(names))
    strips = colours.reshape(-1, len(order), 3)
    whites = strips[:, order.index("white")]
    usable = np.isfinite(strips).all(axis=(1, 2)) & (whites.min(axis=1) > DARK)
    if not usable.any():
        return {}
    shares = strips[usable] / whites[usable][:, None]
    weights = (whites[usable].mean(axis=1) / WHITE) ** 2
    known = due / due[order.index("white")]
    # a hard shadow may cross two strips of four, so the described colours count in the median too
    usual = np.median([*shares, known], axis=0)
    odd = (np.abs(shares - usual) / (usual + FAINT)).max(axis=(1, 2)) > ODD
    weights[odd & ~odd.all()] = 0.0
    sums = (shares * weights[:, None, None]).sum(axis=0) + HELD * known
    return dict(zip(order, sums / (weights.sum() + HELD), strict=True))


def _samples(frame: Picture, mat: Mat, pose: Pose) -> Points:
    """The mean colours of the markers' margins, the patches and the signs of cells, (n, 3); NaN outside the frame."""
    if "samples" not in pose.maps:
        rings = [mat.corners[n] + _ring(mat.marker / 2 + mat.margin / 2) for n in range(len(mat.corners))]
        spots = [np.array(patch.middle) + _spread(mat.patch * 0.28) for patch in mat.patches]
        signs = [] if mat.cells is None else [np.array(place) + _spread(mat.patch * 0.28) for place in mat.cells.signs]
        spots += signs
        pixels = pose.to_pixels(np.concatenate(rings + spots))
        pose.maps["samples"] = np.round(pixels).astype(int).reshape(len(rings) + len(spots), SAMPLES, 2)
    pixels = pose.maps["samples"]
    size = np.array([frame.shape[1], frame.shape[0]])
    inside = ((pixels >= 0) & (pixels < size)).all(axis=(1, 2))
    clipped = np.clip(pixels, 0, size - 1)
    colours = frame[clipped[..., 1], clipped[..., 0]].mean(axis=1, dtype=np.float32)
    colours[~inside] = np.nan
    return np.asarray(colours)


@lru_cache
def _spread(reach: float) -> Points:
    """SAMPLES places (n, 2) in mm over a square that reaches so far to every side of its middle."""
    steps = np.linspace(-reach, reach, 6)
    return np.array([(x, y) for x in steps for y in steps])


@lru_cache
def _ring(out: float) -> Points:
    """SAMPLES places (n, 2) in mm along a square so far out from its middle."""
    line = np.linspace(-out, out, SAMPLES // 4)
    return np.concatenate([[(t, s * out), (s * out, t)] for t in line for s in (-1, 1)])


def rectified(frame: Picture, pose: Pose, box: tuple[float, float, float, float], scale: float) -> Picture:
    """A box of the mat (mm) seen from straight above at `scale` px per mm."""
    x0, y0, x1, y1 = box
    size = (round((x1 - x0) * scale), round((y1 - y0) * scale))
    knots = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], float)
    if float(np.abs(pose.optics.bend).max()) < 1e-9:
        onto = cv2.getPerspectiveTransform(_f32(through(pose.matrix, knots)), _f32((knots - [x0, y0]) * scale))
        return cv2.warpPerspective(frame, onto, size)
    key = (box, scale)
    if key not in pose.maps:
        pose.maps[key] = cv2.convertMaps(_bent_map(pose, box, size), np.empty(0), cv2.CV_16SC2)
    places, parts = pose.maps[key]
    return cv2.remap(frame, places, parts, cv2.INTER_LINEAR)


def _bent_map(pose: Pose, box: tuple[float, float, float, float], size: tuple[int, int]) -> Field:
    """Where each pixel of the straightened box comes from; the lens bends slowly, so every KNOT-th is computed."""
    x0, y0, x1, y1 = box
    wide, high = size[0] // KNOT + 3, size[1] // KNOT + 3
    xs = x0 + (np.arange(wide) - 0.5) * KNOT / size[0] * (x1 - x0)
    ys = y0 + (np.arange(high) - 0.5) * KNOT / size[1] * (y1 - y0)
    x, y = np.meshgrid(xs, ys)
    coarse = pose.to_pixels(np.stack([x.ravel(), y.ravel()], axis=1)).reshape(high, wide, 2).astype(np.float32)
    # the outermost half of a knot has no neighbour to be interpolated with
    fine = cv2.resize(coarse, (wide * KNOT, high * KNOT), interpolation=cv2.INTER_LINEAR)
    return fine[KNOT : KNOT + size[1], KNOT : KNOT + size[0]]


def _f32(points: Points) -> Points:
    return np.asarray(points, np.float32)
