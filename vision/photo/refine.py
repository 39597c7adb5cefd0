"""Refines outlines that are nearly a card's: moves them in small steps to where the judge is surest.

Glare, a shadow's edge or a busy ground may misplace one side; the judge's logit rises where it moves back.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo.edges import outward
from vision.photo.found import Points
from vision.photo.judge import Reduced, verdicts
from vision.photo.net import Net
from vision.photo.quads import area

Floats = NDArray[np.float32]

FIRST, LAST = 0.1, 0.015
"""The first step and the least one, as shares of the root of the outline's area; each is half of the one before."""

GAIN = 0.05
"""The least gain, in logits, for which a step is taken."""

MOST = 12
"""So many steps are tried at most."""

ENDS = np.array([(1, 1), (-1, -1), (1, -1), (-1, 1)], np.float32)
"""How a side's two ends move outwards: the side does, or it turns."""


def climbed(seen: Reduced, corners: Points, judge: Net) -> tuple[Points, float]:
    """The outline near `corners` of which the judge is surest, and its logit."""
    best, height, step = corners, float(heights(seen, [corners], judge)[0]), FIRST
    for _ in range(MOST):
        higher, top = uphill(seen, best, height, step, judge)
        if top > height + GAIN:
            best, height = higher, top
        elif (step := step / 2) < LAST:
            break
    return best, height


def uphill(seen: Reduced, corners: Points, height: float, step: float, judge: Net) -> tuple[Points, float]:
    """The best of the single moves and of all sides' best moves together, and its logit."""
    ways = moves(corners, step)
    gains = heights(seen, list(corners + ways), judge) - height
    single = int(gains.argmax())
    together = np.asarray(corners + joined(ways, gains), np.float32)
    joint = float(heights(seen, [together], judge)[0])
    if joint > height + gains[single]:
        return together, joint
    return np.asarray(corners + ways[single], np.float32), height + float(gains[single])


def joined(ways: Floats, gains: Floats) -> Floats:
    """The sum of the sides' best moves, of those that gain: 4 × 2 px."""
    sides = gains[: 4 * len(ENDS)].reshape(4, len(ENDS))
    best = ways[sides.argmax(axis=1) + np.arange(4) * len(ENDS)]
    return np.asarray(best[sides.max(axis=1) > 0].sum(axis=0), np.float32)


def moves(corners: Points, step: float) -> Floats:
    """By how much the corners move where a side does or turns, then where the whole outline does: n × 4 × 2 px."""
    across = outward(corners, np.roll(corners, -1, axis=0)) * np.float32(step * np.sqrt(area(corners)))
    ways = np.zeros((4, len(ENDS), 4, 2), np.float32)
    for side, way in enumerate(across):
        ways[side][:, [side, (side + 1) % 4]] = ENDS[..., None] * way
    whole = np.array([sign * way for way in across[:2] for sign in (-1, 1)], np.float32)
    return np.concatenate([ways.reshape(-1, 4, 2), np.repeat(whole[:, None], 4, axis=1)])


def heights(seen: Reduced, outlines: list[Points], judge: Net) -> Floats:
    """The judge's mean logit of each outline seen from both of its ends; that of one end alone may be chance.

    Outlines that are not convex are no cards.
    """
    both = verdicts(seen, [turned for one in outlines for turned in (one, np.roll(one, 2, axis=0))], judge)
    logits = both.reshape(-1, 2).mean(axis=1)
    return np.asarray(np.where([cv2.isContourConvex(one) for one in outlines], logits, -np.inf), np.float32)
