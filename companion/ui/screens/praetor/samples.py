"""Invented views that are never shown: from them the widgets of a screen are made before it is due."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from companion.views.common.acts import Pick
from companion.views.common.parts import Button
from companion.views.praetor.city import CityLine
from companion.views.praetor.reveal import PraetorReveal

TILES, LETTERS = 12, 14
"""So many tiles that may lie there can be seen at once, and so many letters they begin with."""


def reveal() -> PraetorReveal:
    """Tiles are turned up, none was told yet."""
    button = Button("", command=Pick(""))
    line = CityLine(name="", icon="", plazas=("", "", "", ""), price=(("coin", 1),), button=button)
    return PraetorReveal(heading="", note="", found=(), there=(line,) * TILES, letters=(button,) * LETTERS)


AHEAD: Mapping[str, Callable[[], Struct]] = {"PraetorRevealScreen": reveal}
"""What has so many widgets that it is made before it is due."""
