"""The types pictures and points have everywhere in vision."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

Picture = NDArray[Any]
"""Height × width × 3 (blue, green, red) or height × width (grey), 8 bits."""

Points = NDArray[Any]
"""n × 2, x to the right and y downwards, in px or mm as the name says."""

Field = NDArray[Any]
"""Height × width (× 3), 32-bit floats."""

Quad = tuple[tuple[float, float], ...]
"""Four corners, clockwise from the object's own top left."""
