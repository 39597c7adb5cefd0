"""The light on the mat: white from the markers' margins, the goods' colours from the printed patches."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.mat import Mat
from vision.picture import Field, Picture, Points
from vision.pose import Pose, through

WHITE = 235.0  # grey level that white paper is brought to
DARK = 12.0  # grey level of white below which a strip tells no colours
SHADES = (1.0, 0.66)  # a cube's top and the sides turned from the light


@dataclass(frozen=True)
class Light:
    """White paper at the mat's four corners (4, 3), BGR, and each printed colour as a share of white."""

    corners: Points
    colours: dict[str, Points]

    @property
    def tint(self) -> Points:
        """The lamp's colour: white paper in blue, green, red, each as a share of its brightness."""
        white = self.corners.mean(axis=0)
        return np.asarray(white / white.mean())

    @property
    def strength(self) -> float:
        """The grey level of white paper, 0 to 255."""
        return float(self.corners.mean())

    def white(self, mat: Mat, box: tuple[float, float, float, float], shape: tuple[int, int]) -> Field:
        """White paper's colour over a box of the mat (mm), as a field of `shape` (height, width) × 3."""
        x0, y0, x1, y1 = box
        corners = np.array(mat.corners)
        left, top = corners[0]
        wide, high = corners[2] - corners[0]
        across = (np.linspace(x0, x1, shape[1]) - left) / wide
        down = (np.linspace(y0, y1, shape[0]) - top) / high
        upper = self.corners[0] + across[:, None] * (self.corners[1] - self.corners[0])
        lower = self.corners[3] + across[:, None] * (self.corners[2] - self.corners[3])
        field = upper[None] + down[:, None, None] * (lower - upper)[None]
        return np.asarray(np.maximum(field, 8), np.float32)


def measure(frame: Picture, mat: Mat, pose: Pose) -> Light:
    """Read the light off the markers' margins and the patches of a frame that shows the mat."""
    whites = np.array([_margin(frame, mat, pose, n) for n in range(len(mat.corners))])
    seen = np.isfinite(whites[:, 0])
    whites[~seen] = whites[seen].mean(axis=0) if seen.any() else 200.0
    return Light(whites, _shares(frame, mat, pose))


def _shares(frame: Picture, mat: Mat, pose: Pose) -> dict[str, Points]:
    """Each patch as a share of the white in its own strip, the median over the strips that are seen."""
    shares: dict[str, list[Points]] = {}
    each = len({patch.name for patch in mat.patches})
    for first in range(0, len(mat.patches), each):
        strip = {
            p.name: _sample(frame, pose, p.middle + _spread(mat.patch * 0.28))
            for p in mat.patches[first : first + each]
        }
        white = strip["white"]
        for name, colour in strip.items():
            if colour is not None and white is not None and white.min() > DARK:
                shares.setdefault(name, []).append(colour / white)
    return {name: np.median(values, axis=0) for name, values in shares.items()}


def _spread(reach: float) -> Points:
    steps = np.linspace(-reach, reach, 5)
    return np.array([(x, y) for x in steps for y in steps])


def _margin(frame: Picture, mat: Mat, pose: Pose, number: int) -> Points:
    x, y = mat.corners[number]
    out = mat.marker / 2 + mat.margin / 2
    line = np.linspace(-out, out, 9)
    ring = np.concatenate([[(x + t, y + s * out), (x + s * out, y + t)] for t in line for s in (-1, 1)])
    colour = _sample(frame, pose, ring)
    return np.full(3, np.nan) if colour is None else colour


def _sample(frame: Picture, pose: Pose, places: Points) -> Points | None:
    """The median colour at places of the mat in mm; None where the frame does not show them."""
    pixels = np.round(pose.to_pixels(places)).astype(int)
    inside = ((pixels >= 0) & (pixels < [frame.shape[1], frame.shape[0]])).all(axis=1)
    if not inside.all():
        return None
    return np.asarray(np.median(frame[pixels[:, 1], pixels[:, 0]].astype(float), axis=0))


def rectified(frame: Picture, pose: Pose, box: tuple[float, float, float, float], scale: float) -> Picture:
    """A box of the mat (mm) seen from straight above at `scale` px per mm."""
    x0, y0, x1, y1 = box
    size = (round((x1 - x0) * scale), round((y1 - y0) * scale))
    knots = np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], float)
    if float(np.abs(pose.optics.bend).max()) < 1e-9:
        onto = cv2.getPerspectiveTransform(_f32(through(pose.matrix, knots)), _f32((knots - [x0, y0]) * scale))
        return cv2.warpPerspective(frame, onto, size)
    return cv2.remap(frame, _bent_map(pose, box, size), np.empty(0), cv2.INTER_LINEAR)


def _bent_map(pose: Pose, box: tuple[float, float, float, float], size: tuple[int, int]) -> Field:
    """Where each pixel of the straightened box comes from; the lens bends slowly, so every eighth is computed."""
    x0, y0, x1, y1 = box
    wide, high = size[0] // 8 + 2, size[1] // 8 + 2
    xs = x0 + (np.arange(wide) * 8 + 3.5 + 0.5) / size[0] * (x1 - x0)
    ys = y0 + (np.arange(high) * 8 + 3.5 + 0.5) / size[1] * (y1 - y0)
    x, y = np.meshgrid(xs, ys)
    coarse = pose.to_pixels(np.stack([x.ravel(), y.ravel()], axis=1)).reshape(high, wide, 2).astype(np.float32)
    return cv2.resize(coarse, (wide * 8, high * 8), interpolation=cv2.INTER_LINEAR)[: size[1], : size[0]]


def _f32(points: Points) -> Points:
    return np.asarray(points, np.float32)


def balanced(picture: Picture, white: Field) -> Picture:
    """A picture as it would look under even white light."""
    return cv2.divide(picture.astype(np.float32), white, scale=WHITE, dtype=cv2.CV_8U)
