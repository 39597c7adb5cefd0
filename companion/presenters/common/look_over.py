"""A part of the table that is looked over piece by piece, where a game has such a part."""

from __future__ import annotations

from companion.presenters.common.scan import scanning
from companion.presenters.scene import Scene
from companion.views.common.parts import Sheet

SCREEN = "look_over"
"""The screen's name."""


def looking_over(scene: Scene) -> Sheet:
    """What was seen of it so far, on the game's own screen; the camera's picture where the game has none."""
    shown = getattr(scene.title, SCREEN, None)
    return scanning(scene) if shown is None else shown(scene)
