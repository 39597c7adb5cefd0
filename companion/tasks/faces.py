"""Faces a card may have, and our own drawings of them; what draws is loaded with the first drawing."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from companion.play.reports import Crop
from vision.layouts.layout import LayoutError, load_layout

if TYPE_CHECKING:
    from vision.picture import Picture

DRAWN_AT = 4.0
"""Px per mm of the printed drawing beside a card."""


def is_face(family: str, face: str) -> bool:
    """Can a card of this layout look like this? None can where a game has no such cards."""
    if not family:
        return False
    layout = load_layout(family)
    try:
        layout.values(face)
    except LayoutError:
        return False
    return not layout.faces or face in layout.faces


@lru_cache(maxsize=64)
def drawn(family: str, face: str) -> Crop | None:
    """Our own drawing of a card of this layout; none of a face there cannot be."""
    if not is_face(family, face):
        return None
    from vision.printing.cards import art

    return crop_of(art(family, face, DRAWN_AT))


def crop_of(picture: Picture) -> Crop:
    """A picture (BGR) for the screen."""
    import numpy as np

    high, wide = picture.shape[:2]
    pixels = np.full((high, wide, 4), 255, np.uint8)
    pixels[:, :, :3] = picture[:, :, ::-1]
    return Crop(pixels.tobytes(), wide, high)
