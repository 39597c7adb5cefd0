"""How the start city lies on this table: a tile, a cell, a turn, by taps on a small map (P-SET-03, P-DAT-02)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.presenters.praetor import words
from companion.presenters.praetor.face_up import lying_tile, told
from companion.views.common import acts
from companion.views.common.parts import Bar, Button, Sheet, Top
from companion.views.praetor.city import CityLine, CityTile, FreeCell, PraetorCity, PraetorMap
from companion.wording import _, n_
from engine.praetor.city import EDGES, TURNS, Cell, Spot, laid, placed
from engine.praetor.setup import Setup, sound_city

QUARTER = 90
"""Degrees of a quarter turn."""


def fits(setup: Setup) -> bool:
    """Does the city lie as the rules demand?"""
    return all(holds for holds, *_facts in sound_city(setup))


def laying(setup: Setup, about: str, top: Top) -> Sheet:
    """Which start tile lies where; `about` is the tile that is laid next."""
    spots = dict(map(placed, setup.city))
    waiting = [tile for tile in setup.start_tiles if tile not in spots]
    tile = about if about in waiting else waiting[0] if waiting else ""
    body = PraetorCity(
        map=PraetorMap(
            tiles=tuple(_lying(setup, each, spot) for each, spot in spots.items()),
            free=tuple(_cell(setup, tile, cell) for cell in _cells(setup, spots)) if tile else (),
        ),
        tabs=(),
        lines=tuple(_line(setup, each, each == tile) for each in setup.start_tiles),
    )
    return Sheet(body=body, top=top, bar=_bar(setup, tile, len(waiting)))


def _bar(setup: Setup, tile: str, waiting: int) -> Bar:
    done = Button(_("It lies like this"), command=acts.Open("opening"), look="primary")
    if waiting or not fits(setup):
        left = n_("{n} tile to come", "{n} tiles to come", waiting)
        done = Button(_("It lies like this"), reason=left if waiting else _("a tile lies apart"))
    sentence = _("Where does it lie: {tile}?").format(tile=words.tile_name(tile)) if tile else _("The start city")
    return Bar(
        sentence=sentence,
        note=_("Tap its cell, then the tile itself to turn it. 0° is as its picture stands upright."),
        choices=(Button(_("Back"), command=acts.Open("seats" if waiting else "opening")),),
        primary=done,
    )


def _cells(setup: Setup, spots: dict[str, Spot]) -> tuple[Cell, ...]:
    """The free cells beside the city; one farther too, where a Market left a gap in it (P-HRD-02)."""
    taken = {(spot.x, spot.y) for spot in spots.values()}
    if not taken:
        return ((0, 0),)
    steps = (1, 2) if setup.edition.hard == "yes" and setup.edition.hard_start_gap == "leave" else (1,)
    beside = {(x + right * step, y + down * step) for x, y in taken for right, down in EDGES for step in steps}
    return tuple(sorted(beside - taken))


def _cell(setup: Setup, tile: str, cell: Cell) -> FreeCell:
    spot = Spot(*cell)
    return FreeCell(*cell, "", Button(words.cell_words(spot), command=_lies(*setup.city, laid(tile, spot))))


def _lies(*city: str) -> acts.Lies:
    return acts.Lies("city", city)


def _lying(setup: Setup, tile: str, spot: Spot) -> CityTile:
    """A tile as it lies; a tap turns it by a quarter."""
    lies, following = laid(tile, spot), laid(tile, replace(spot, turn=(spot.turn + 1) % TURNS))
    others = (following if piece == lies else piece for piece in setup.city)
    return replace(lying_tile(setup, lies, _lies(*others)), turned=f"{QUARTER * spot.turn}°")


def _line(setup: Setup, tile: str, chosen: bool) -> CityLine:
    """A start tile: to be laid, or to be taken up again."""
    lies = next((piece for piece in setup.city if placed(piece)[0] == tile), "")
    others = tuple(piece for piece in setup.city if piece != lies)
    act = acts.Open("opening", f"city {tile}")
    corners = told(setup.book.corners, tile)
    return CityLine(
        name=words.tile_name(tile),
        icon=words.tile_icon(tile),
        plazas=corners or (),
        note=_("lies there; a tap takes it up") if lies else "",
        button=Button(words.tile_name(tile), command=_lies(*others) if lies else act, chosen=chosen),
        gone=bool(lies),
        house=f"city.{tile}" in setup.ours,
    )
