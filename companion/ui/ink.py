"""Words are written into their textures before a picture is drawn; importing this module does it.

Kivy writes a text when its texture is first used, in the middle of a picture, and has the picture so far drawn at once:
without a graphics chip the whole screen is drawn anew for every new text.
"""

from __future__ import annotations

from weakref import WeakSet

from kivy.core.text import LabelBase

_fresh: WeakSet[LabelBase] = WeakSet()
"""Texts whose texture is not written yet."""
_refresh = LabelBase.refresh


def refresh(text: LabelBase) -> None:
    """Lay a text out anew, and remember to write it: Kivy's `refresh`."""
    _refresh(text)
    _fresh.add(text)


def write() -> None:
    """Write what is new; called before every picture."""
    while _fresh:
        texture = _fresh.pop().texture
        if texture is not None:
            texture.bind()


LabelBase.refresh = refresh
