"""Invented views that nobody sees: from them the widgets of a screen are made before it is due."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct

from companion.views.common.acts import Pick
from companion.views.common.parts import Button, Holding
from companion.views.constantinopolis.construction import Construction, Kind, Market, MarketRow, Tile

GOODS = "YKRBG"
KINDS = ("production", "commercial", "utility", "public", "wall")
TILES = 12
"""So many buildings of a kind lie on the board at the most; most bring two goods, and of most two are left."""


def construction() -> Construction:
    """A construction turn with everything open."""
    button = Button("", command=Pick(""))
    tile = Tile(name="", makes=("G", "B"), word="", level="A", price=1, copies=2, button=button)
    rows = tuple(MarketRow(good, button, button, ("", "")) for good in GOODS)
    return Construction(
        hand=tuple(Holding(good, 0) for good in GOODS),
        treasury=Button(""),
        kinds=tuple(Kind(f"kind-{kind}", "open") for kind in KINDS),
        note="",
        used=(),
        acts=(button, button),
        tabs=tuple(Button("", icon=f"kind-{kind}", command=Pick("")) for kind in KINDS),
        tiles=(tile,) * TILES,
        market=Market("", "", rows),
    )


AHEAD: Mapping[str, Callable[[], Struct]] = {"ConstructionScreen": construction}
"""Screens with so many widgets that they are made before they are due."""
