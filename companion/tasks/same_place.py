"""Whether a thing on the mat is still the one that was spoken of."""

from __future__ import annotations

from math import hypot

from engine.sighting import Seen

Middle = tuple[float, float]


def middle(seen: Seen) -> Middle:
    """The middle of what was seen, in px of the picture."""
    count = len(seen.corners)
    return sum(x for x, _y in seen.corners) / count, sum(y for _x, y in seen.corners) / count


def lies_at(place: Middle, seen: Seen) -> bool:
    """Does it lie where another's middle was? Two middles are never nearer than half such a thing."""
    (ax, ay), (bx, by), (cx, cy) = place, middle(seen), seen.corners[0]
    return hypot(ax - bx, ay - by) < hypot(cx - bx, cy - by) / 2
