"""Every place on the table of Constantinopolis. `<c>` is a seat's colour.

| zone | holds | open to |
|---|---|---|
| `supply` (may owe) | goods `G B R K Y`, `gold` by value | all |
| `track` (may owe) | `fame`, `level` not yet taken, as a debt | all |
| `box` | pieces not in this game | all |
| `board` | building tiles by name, walls included | all |
| `shipyard` | ships on offer: `small-1` … | all |
| `contracts/deck` | contracts; their order is unknown | how many |
| `contracts/discard` | contracts | how many |
| `market/current` | the market card of the round | all |
| `market/next` | top of the future pile | all (option `future_market`) |
| `market/future` | the rest of it, order unknown | how many |
| `market/future/2` … `4` | the rest of it, order known (option `future_market = all_open`) | all |
| `market/past` | cards under the current one | all |
| `office/1` … `5` | marker `office-<c>`, turned `office-<c>:used` | all |
| `office/1/coins` … | gold laid there in the auction | all |
| `offices/ousted` | the marker of whoever has no office | all |
| `hold/<ship>` | contracts and, until the ship leaves, their goods | owner |
| `treasury/<c>` | gold by value | owner |
| `goods/<c>` | goods that may be spent | all |
| `sheet/<c>` | `ager` and every tile owned | all |
| `used/<c>/<tile>` | cubes spent on this tile this round | all |
| `ledger/<c>/bought` | cubes as marks | all |
| `ledger/<c>/sold` | cubes sold | all |
| `open/<c>` | contracts face up, neither saved nor loaded | all |
| `saved/<c>` | contracts under a post, and as many `post-<c>` | all |
| `posts/<c>` | posts bought and unused | all |
| `posts/<c>/unbought` | posts beside the sheet | all |
| `harbour/<c>` | ships that may load | all |
| `short/<c>`, `long/<c>` | ships at sea | all |
| `fame/<c>`, `level/<c>` | `fame`, `level` by value | all |
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct

from engine.table import Zone

GOODS = "GBRKY"
COLOURS = ("black", "blue", "green", "red", "yellow")
OFFICES = (1, 2, 3, 4, 5)
MAGISTER, PRETORIO, COMES, URBI, CONSUL = OFFICES  # C-CMP-11

SUPPLY = "supply"
TRACK = "track"
BOX = "box"
BOARD = "board"
SHIPYARD = "shipyard"
DECK = "contracts/deck"
DISCARDED = "contracts/discard"
CURRENT = "market/current"
NEXT = "market/next"
FUTURE = "market/future"
LATER = ("market/future/2", "market/future/3", "market/future/4")
PAST = "market/past"
OUSTED = "offices/ousted"
OFFICE = {office: f"office/{office}" for office in OFFICES}
COINS = {office: f"office/{office}/coins" for office in OFFICES}
BOTTOMLESS = frozenset({SUPPLY, TRACK})
USED_FACE = ":used"
HOLDER = {f"office-{colour}{face}": colour for colour in COLOURS for face in ("", USED_FACE)}
"""Whose office marker a piece is, fresh or turned."""

_SHARED = (SUPPLY, TRACK, BOX, BOARD, SHIPYARD, DECK, DISCARDED, CURRENT, NEXT, FUTURE, *LATER, PAST, OUSTED)


class Seat(Struct, frozen=True, gc=False):
    """One seat's zones and pieces, named once; the table itself is the seat with colour ``""``."""

    colour: str
    treasury: Zone
    goods: Zone
    sheet: Zone
    bought: Zone
    sold: Zone
    open: Zone
    saved: Zone
    posts: Zone
    unbought: Zone
    harbour: Zone
    short: Zone
    long: Zone
    fame: Zone
    level: Zone
    marker: str
    turned: str
    post: str
    used: dict[str, Zone]


def seat(colour: str, usable: Iterable[str]) -> Seat:
    """The zones of one seat; `usable` are the tiles that keep the cubes spent on them."""
    return Seat(
        colour,
        treasury=f"treasury/{colour}",
        goods=f"goods/{colour}",
        sheet=f"sheet/{colour}",
        bought=f"ledger/{colour}/bought",
        sold=f"ledger/{colour}/sold",
        open=f"open/{colour}",
        saved=f"saved/{colour}",
        posts=f"posts/{colour}",
        unbought=f"posts/{colour}/unbought",
        harbour=f"harbour/{colour}",
        short=f"short/{colour}",
        long=f"long/{colour}",
        fame=f"fame/{colour}",
        level=f"level/{colour}",
        marker=f"office-{colour}",
        turned=f"office-{colour}{USED_FACE}",
        post=f"post-{colour}",
        used={tile: f"used/{colour}/{tile}" for tile in usable},
    )


def hold(ship: str) -> Zone:
    """Where the cargo of a ship lies."""
    return f"hold/{ship}"


def zones(seats: Iterable[Seat], ships: Iterable[str]) -> Iterator[Zone]:
    """All zones of a game."""
    yield from _SHARED
    yield from OFFICE.values()
    yield from COINS.values()
    yield from map(hold, ships)
    for me in seats:
        yield from (getattr(me, name) for name in _OWN)
        yield from me.used.values()


_OWN = (
    "treasury",
    "goods",
    "sheet",
    "bought",
    "sold",
    "open",
    "saved",
    "posts",
    "unbought",
    "harbour",
    "short",
    "long",
    "fame",
    "level",
)
