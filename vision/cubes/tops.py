"""Reads a field of cubes with a small network that says where the tops of cubes are seen, and of which colour.

Touching cubes have tops of their own, so they are separated where outlines are not; a cube that lies on another is
noticed, and then whatever lies below is asked for: it may be of any colour.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.cubes.cubes import GOODS, SIDE, Cube, Heap
from vision.mat.light import rectified
from vision.mat.mat import Box
from vision.mat.pose import Pose
from vision.picture import Field, Picture, Points

SCALE = 1.75  # px per mm of what the network sees
FINE = 2  # times that scale a field is straightened at, and then halved
AROUND = 6.0  # mm about the field that are seen too
STRIDE = 2  # px of what it sees for each place of its maps
WHOLE = 8  # px of which the network takes whole multiples
GROUND = 0.5  # what the field's own ground is brought to, of 1
UPPER = len(GOODS)  # the map of the tops of cubes that lie on others
LEAST = 0.06  # share of a top from which it is looked at at all
SEEN = 0.5  # share from which it counts as a cube
APART = 5.0  # mm from one top to the next, of one layer
BESIDE = 1.5  # mm beside a field in which the foot of one of its cubes may still be
HIDDEN = 0.16  # cubes of each good that a cube on others hides: mostly one, of any of five
AMISS = 4  # cubes in a heap may be miscounted by so many times those hidden
FAINT = 0.1  # share of lying on others up to which only the largest counts

Maps = Callable[[Field], Field]
"""Shares (n, 6, h / 2, w / 2) of tops of the goods, and of tops of upper cubes, in pictures (n, 3, h, w)."""


class Top(NamedTuple):
    """The top of a cube: its middle in places of the maps, its shares of ``GBRKY``, and that of lying on others."""

    x: float
    y: float
    shares: Points
    upper: float

    @property
    def there(self) -> float:
        """The share of a cube of any colour."""
        return float(min(self.shares.sum(), 1.0))


def field(frame: Picture, pose: Pose, box: Box) -> Field:
    """A box of the mat (mm) and AROUND mm about it from above, (h, w, 3), BGR at SCALE, its own ground at GROUND."""
    x0, y0, x1, y1 = box
    wide = (x0 - AROUND, y0 - AROUND, x1 + AROUND, y1 + AROUND)
    fine = rectified(frame, pose, wide, SCALE * FINE)
    return on_ground(cv2.resize(fine, None, fx=1 / FINE, fy=1 / FINE, interpolation=cv2.INTER_AREA))


def on_ground(picture: Picture) -> Field:
    """A picture of a field (h, w, 3) with the median of what is inside at GROUND, at most 1."""
    edge = round(AROUND * SCALE)
    ground = np.median(picture[edge:-edge:4, edge:-edge:4].reshape(-1, 3), axis=0)
    gain = (GROUND / np.maximum(ground, 1.0)).astype(np.float32)
    return np.asarray(np.minimum(picture * gain, np.float32(1.0)))


def seen(picture: Field, maps: Maps) -> Field:
    """What the network says (6, h / 2, w / 2) of a picture (h, w, 3): the mean of it and of its half turn."""
    return _half_turned(_whole(picture), maps)


def mirrored(picture: Field, maps: Maps) -> Field:
    """The same of its mirror image and the half turn of that, as the picture lies: a second opinion."""
    return np.asarray(_half_turned(_whole(picture)[:, :, ::-1], maps)[:, :, ::-1])


def _whole(picture: Field) -> Field:
    """A picture as the network takes it, (3, h, w)."""
    high, wide = (-length % WHOLE for length in picture.shape[:2])
    return cv2.copyMakeBorder(picture, 0, high, 0, wide, cv2.BORDER_REPLICATE).transpose(2, 0, 1)


def _half_turned(whole: Field, maps: Maps) -> Field:
    upright, turned = maps(np.ascontiguousarray(np.stack([whole, whole[:, ::-1, ::-1]])))
    return np.asarray((upright + turned[:, ::-1, ::-1]) / 2, np.float32)


def tops(maps: Field) -> list[Top]:
    """The tops in maps (6, h, w), the likeliest first; one hides all others within APART mm."""
    goods = maps[:UPPER]
    any_good = goods.max(axis=0)
    reach = int(APART * SCALE / STRIDE)
    window = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (reach | 1, reach | 1))
    peaks = np.argwhere((any_good >= LEAST) & (any_good >= cv2.dilate(any_good, window)))
    found: list[Top] = []
    for y, x in sorted(peaks.tolist(), key=lambda at: -float(any_good[at[0], at[1]])):
        if all(np.hypot(x - one.x, y - one.y) * STRIDE / SCALE >= APART for one in found):
            near = maps[:, max(y - 1, 0) : y + 2, max(x - 1, 0) : x + 2].reshape(len(maps), -1).max(axis=1)
            found.append(Top(x, y, np.asarray(near[:UPPER], float), float(near[UPPER])))
    return found


def heap(found: list[Top], lean: Points, size: Points) -> Heap:
    """The heap that shows these tops in a field of `size` (2,) mm; `lean` (2,) is the shift of a cube's top in mm.

    What may be a cube and is none is doubt of its colour; the likeliest of lying on others is doubt of all. Cubes
    beside the field are another field's.
    """
    own = [(top, place) for top, place in _placed(found) if _inside(place - lean * (1 + top.upper), size)]
    weak = sum((top.shares * (1 - top.shares) for top, _ in own if top.there < SEEN), np.zeros(len(GOODS)))
    hidden = weak + _below([top.upper for top, _ in own])
    cubes = (_cube(top, place - lean / 2, np.abs(lean)) for top, place in own if top.there >= SEEN)
    return Heap(tuple(cubes), (), tuple((good, float(part)) for good, part in zip(GOODS, hidden, strict=True)))


def _below(uppers: Sequence[float]) -> float:
    """The variance of each good's count by what lies under cubes with these shares of lying on others.

    So many cubes of each of five goods are expected there that are not counted; shares that are never quite nothing
    would make a crowd out of many cubes, so that only the largest of the small ones counts.
    """
    expected = HIDDEN * max(sum(share for share in uppers if share > FAINT), max(uppers, default=0.0))
    return expected + (AMISS * expected) ** 2


def _placed(found: list[Top]) -> list[tuple[Top, Points]]:
    """Each top with its place (2,) in mm from the field's corner."""
    return [(top, (np.array([top.x, top.y]) + 0.5) * STRIDE / SCALE - AROUND) for top in found]


def _inside(foot: Points, size: Points) -> bool:
    return bool((foot >= -BESIDE).all() and (foot <= size + BESIDE).all())


def _cube(top: Top, middle: Points, more: Points) -> Cube:
    x, y = (float(part) for part in middle)
    wide, high = (float(SIDE + part) for part in more)
    shares = tuple(float(share) for share in top.shares / top.shares.sum())
    return Cube(shares, (x - wide / 2, y - high / 2, wide, high), top.there)


def readings(frame: Picture, pose: Pose, box: Box, lean: Points, maps: Maps) -> Iterator[Heap]:
    """What lies in a box of the mat, with places in mm from its corner; then the same looked at from more sides.

    Each reading takes as long as the first one.
    """
    picture, size = field(frame, pose, box), np.array(box[2:]) - box[:2]
    first = seen(picture, maps)
    yield heap(tops(first), lean, size)
    yield heap(tops((first + mirrored(picture, maps)) / 2), lean, size)
