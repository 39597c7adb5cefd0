"""Where a zone shows edges: of print, and of what lies there; a lamp's light fades over more than they rise in."""

from __future__ import annotations

import cv2
import numpy as np

from vision.picture import Field, Picture, Points, percentiles

COARSE = 0.4  # scale at which edges are looked for
SOFT = 0.8  # px by which that small picture is blurred
NOISY = 7.5  # times the steepness of what is plain in a zone that an edge has at least
PLAIN, GROUND = 25, 10  # per cent of the zone's pixels that are plain, and ground, at least, however much lies there
FAINT = 0.05  # part of the zone's contrast by which an edge rises in a px at least
BRIGHT = 99  # per cent of the zone's pixels that are darker than its paper
LINE = 4.0  # mm at the zone's edge left out: its printed line and what blurs it
BARE = (
    0.1  # part of its outline up to which the edges within an outline are none of a card: a printed one has ten times
)


def small(zone: Picture) -> Picture:
    """A grey picture of a zone, softened, of which edges are looked for, at `COARSE` of its size."""
    return cv2.GaussianBlur(cv2.resize(zone, None, fx=COARSE, fy=COARSE, interpolation=cv2.INTER_AREA), (0, 0), SOFT)


def edges(coarse: Picture, scale: float) -> Picture:
    """A mask of the edges in a `small` picture, `scale` px per mm of the zone's, but for the zone's own line.

    They rise above the noise, and by enough of the zone's contrast.
    """
    across, down = (cv2.Scharr(coarse, cv2.CV_32F, *way, scale=1 / 32) for way in ((1, 0), (0, 1)))
    steep = cv2.magnitude(across, down)
    least = FAINT * contrast(coarse)
    if not _plainly_below(steep, least / NOISY):
        least = max(NOISY * float(np.percentile(steep, PLAIN)), least)
    found = np.asarray((steep > least) * np.uint8(255))
    line = round(LINE * scale * COARSE)
    for side in (found[:line], found[-line:], found[:, :line], found[:, -line:]):
        side[:] = 0
    return found


def contrast(coarse: Picture) -> float:
    """Grey levels between the zone's paper and its ground; of an empty one few."""
    ground, paper = percentiles(coarse, GROUND, BRIGHT)
    return paper - ground


def length(found: Picture, outline: Points) -> float:
    """How long the edges within an outline (n, 2) are, px of their mask; an edge is some two px wide."""
    inside = np.zeros_like(found)
    cv2.drawContours(inside, [np.round(outline).astype(np.int32)], -1, (255,), cv2.FILLED)
    return cv2.countNonZero(cv2.bitwise_and(found, inside)) / 2


def bare(found: Picture, quad: Points) -> bool:
    """Does an outline (4, 2) in px of the zone's picture hold nothing: no print, and no edge of its own?"""
    outline = np.asarray((quad + 0.5) * COARSE - 0.5, np.float32)
    return length(found, outline) < BARE * cv2.arcLength(outline, True)


def _plainly_below(steep: Field, least: float) -> bool:
    """Whether as much as is plain is clearly less steep: then the percentile, which takes longer, is not needed."""
    return 100 * int(np.count_nonzero(steep < 0.999 * least)) > PLAIN * steep.size
