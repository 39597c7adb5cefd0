"""Whether a thing on the mat is still the one that was spoken of."""

from __future__ import annotations

from math import hypot

from engine.sighting import Seen

STILL = 0.02
"""Share of its diagonal by which the corners of a thing that was not touched may seem to move."""
Middle = tuple[float, float]


def middle(seen: Seen) -> Middle:
    """The middle of what was seen, in px of the picture."""
    count = len(seen.corners)
    return sum(x for x, _y in seen.corners) / count, sum(y for _x, y in seen.corners) / count


def lies_at(place: Middle, seen: Seen) -> bool:
    """Does it lie where another's middle was? Two middles are never nearer than half such a thing."""
    (ax, ay), (bx, by), (cx, cy) = place, middle(seen), seen.corners[0]
    return hypot(ax - bx, ay - by) < hypot(cx - bx, cy - by) / 2


def lies_still(before: Seen, seen: Seen) -> bool:
    """Are all its corners where they were? Another card is hardly ever laid so exactly in its place."""
    pairs = [(*one, *two) for one, two in zip(before.corners, seen.corners, strict=True)]
    (ax, ay), (cx, cy) = seen.corners[0], seen.corners[2]
    return max(hypot(x - u, y - v) for x, y, u, v in pairs) < STILL * hypot(ax - cx, ay - cy)
