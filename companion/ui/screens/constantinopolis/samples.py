"""Invented views that are never shown: from them the widgets of a screen are made before it is due.

They are not taken from a game: it would have to be played up to such a screen, which takes longer than is saved, and
one position rarely has as many rows as the screen may come to need.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from companion.views.common.acts import Pick
from companion.views.common.parts import Button, Holding, Person
from companion.views.constantinopolis.auction import Auction, Bidder, Centre, OfficeTile
from companion.views.constantinopolis.construction import Construction, Kind, Market, MarketRow, Tile

SOMEBODY = Person("red", "", "")
GOODS = "YKRBG"
KINDS = ("production", "commercial", "utility", "public", "wall")
OFFICES = 5
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


def choice() -> Auction:
    """An auction in which nothing is asked yet."""
    button = Button("", command=Pick(""))
    office = OfficeTile(office=1, icon="", name="", holder=SOMEBODY, coins=1, word="", button=button)
    return Auction(heading="", order=(), treasury=button, offices=(office,) * OFFICES)


def duel() -> Auction:
    """Two bid for an office."""
    auction = choice()
    bidder = Bidder(SOMEBODY, 1, "")
    centre = Centre(office=1, icon="", name="", gives="", coins="")
    return replace(auction, duel=(bidder, centre, bidder))


AHEAD: Mapping[str, Callable[[], Struct]] = {
    "AuctionScreen/DuelSide": duel,
    "AuctionScreen/ChoiceSide": choice,
    "ConstructionScreen": construction,
}
"""What has so many widgets that it is made before it is due: a screen, or what is shown `within` one."""
