"""The menu, which holds everything that is not the next step."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.newgame import Segment
from companion.views.common.parts import Button


class Menu(Struct, frozen=True):
    """Everything that is not the next step."""

    title: str
    buttons: tuple[Button, ...]
    segments: tuple[Segment, ...]
