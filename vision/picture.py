"""The types of pictures and points everywhere in vision, and the simplest operations on them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[Any]
"""Height × width × 3 (blue, green, red) or height × width (grey), 8 bits."""

Points = NDArray[Any]
"""n × 2, x to the right and y downwards, in px or mm."""

Field = NDArray[Any]
"""Height × width (× 3), 32-bit floats."""

Colour = str
"""#RRGGBB."""

Quad = tuple[tuple[float, float], ...]
"""Four corners, clockwise from the object's own top left."""


def bgr(colour: Colour) -> tuple[int, int, int]:
    """Blue, green, red of a colour #RRGGBB."""
    return int(colour[5:7], 16), int(colour[3:5], 16), int(colour[1:3], 16)


def turned(points: Points, x: float, y: float, angle: float) -> Points:
    """Points (n, 2) turned clockwise by `angle` degrees and shifted to x, y."""
    a = np.radians(angle)
    return np.asarray(points @ np.array([[np.cos(a), np.sin(a)], [-np.sin(a), np.cos(a)]]) + np.array([x, y]))


def rectangle(wide: float, high: float) -> Points:
    """A rectangle about the origin, clockwise from its top left."""
    return np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * [wide / 2, high / 2]
