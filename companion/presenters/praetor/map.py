"""The city as a map: tiles as they lie, who is on them, what a free cell would give a tile."""

from __future__ import annotations

from msgspec.structs import replace

from companion.presenters.praetor import words
from companion.presenters.praetor.choice import BUILD, Choice, chosen, of_tile, pick
from companion.presenters.praetor.common import die, sums_hidden
from companion.presenters.praetor.doubts import doubts, strays
from companion.presenters.scene import Scene
from companion.views.common import acts
from companion.views.common.parts import Button
from companion.views.praetor.city import CityTile, CornerShare, FreeCell, PraetorMap
from companion.wording import _
from engine.praetor.city import TURNS, Spot, city, free, plazas
from engine.praetor.readings import owner

VERTICES = ((0, 0), (1, 0), (1, 1), (0, 1))
"""Where the corners of a cell lie, from the north-west clockwise."""


def turned(corners: tuple[str, ...], turn: int) -> tuple[str, ...]:
    """The plazas of a tile as they lie after so many quarter turns clockwise."""
    return tuple(corners[(corner - turn) % TURNS] for corner in range(TURNS))


def map_of(scene: Scene) -> PraetorMap:
    """Everything that lies in the city, and what may be done there by a tap."""
    choice = chosen(scene)
    odd = doubts(scene)
    tiles = tuple(
        _doubted(scene, tile_at(scene, tile, spot, choice), odd.get(tile, ""))
        for tile, spot in city(scene.state.zones).spots.items()
    )
    tiles += tuple(stray(scene, tile, spot) for tile, spot in strays(scene).items())
    cells = () if choice.kind != BUILD else _free(scene, choice)
    if choice.kind != BUILD or choice.spot is None:
        return PraetorMap(tiles=tiles, free=cells)
    ghost = _ghost(scene, choice, choice.spot)
    corners, total = _shares(scene, choice.tile, choice.spot), value(scene, choice.tile, choice.spot)
    others = tuple(cell for cell in cells if (cell.x, cell.y) != (choice.spot.x, choice.spot.y))
    return PraetorMap(tiles=(*tiles, ghost), free=others, corners=corners, total=f"+{total}")


def tile_at(scene: Scene, tile: str, spot: Spot, choice: Choice) -> CityTile:
    """A tile where it lies, with its owner and the workers on it."""
    zones, book = scene.state.zones, scene.state.book
    builder, worker = (next(iter(zones[zone]), "") for zone in (book.centre[tile], book.area_of[tile]))
    button = Button(words.tile_name(tile), command=pick(of_tile(scene, tile)), chosen=choice.tile == tile)
    return CityTile(
        x=spot.x,
        y=spot.y,
        name=words.tile_name(tile),
        icon=words.tile_icon(tile),
        plazas=turned(book.corners[tile], spot.turn),
        area=book.area[tile],
        fee=words.price(book.fee[tile]),
        button=button,
        owner=scene.person(owner(zones, book, tile)),
        builder=die(scene, builder) if builder else None,
        worker=die(scene, worker) if worker else None,
        house=scene.ours(f"city.{tile}"),
    )


def _doubted(scene: Scene, shown: CityTile, doubt: str) -> CityTile:
    """A tile of which the camera sees something else, if it does: a tap leads to what is asked, or to what differs."""
    if not doubt:
        return shown
    settled_at = acts.Open("scan" if scene.source.questions else "differ")
    return replace(shown, doubt=doubt, button=replace(shown.button, command=settled_at))


def stray(scene: Scene, tile: str, spot: Spot) -> CityTile:
    """A tile where the camera sees it and the book does not have it."""
    plain = tile_at(scene, tile, spot, Choice())
    return _doubted(scene, replace(plain, owner=None, builder=None, worker=None), _("here?"))


def _ghost(scene: Scene, choice: Choice, spot: Spot) -> CityTile:
    book, tile = scene.state.book, choice.tile
    return CityTile(
        x=spot.x,
        y=spot.y,
        name=words.tile_name(tile),
        icon=words.tile_icon(tile),
        plazas=turned(book.corners[tile], spot.turn),
        area=book.area[tile],
        fee=words.price(book.fee[tile]),
        button=Button(words.tile_name(tile), command=pick(Choice(BUILD, tile, None, choice.worker)), chosen=True),
        ghost=True,
        house=scene.ours(f"city.{tile}"),
    )


def _free(scene: Scene, choice: Choice) -> tuple[FreeCell, ...]:
    cells = dict.fromkeys((spot.x, spot.y) for spot in free(scene.state.zones, _adjacency(scene)).values)
    hidden = sums_hidden(scene)
    return tuple(_cell(scene, choice, x, y, hidden) for x, y in cells)


def _adjacency(scene: Scene) -> str:
    return str(scene.state.setup.edition.adjacency)


def _cell(scene: Scene, choice: Choice, x: int, y: int, hidden: bool) -> FreeCell:
    spot = Spot(x, y) if hidden else best_turn(scene, choice.tile, x, y)
    figure = "" if hidden else f"+{value(scene, choice.tile, spot)}"
    label = words.cell_words(spot)
    return FreeCell(x, y, figure, Button(label, command=pick(Choice(BUILD, choice.tile, spot, choice.worker))))


def value(scene: Scene, tile: str, spot: Spot) -> int:
    """The favor the plazas give a tile at a spot."""
    return plazas(scene.state.book.corners, city(scene.state.zones), tile, spot)


def best_turn(scene: Scene, tile: str, x: int, y: int) -> Spot:
    """A cell with the tile turned the way that gives most; as little as possible where ways are equal."""
    return max((Spot(x, y, turn) for turn in range(TURNS)), key=lambda spot: value(scene, tile, spot))


def _shares(scene: Scene, tile: str, spot: Spot) -> tuple[CornerShare, ...]:
    """What each corner gives: the same sum with only this corner's picture left on the tile."""
    corners, taken, found = scene.state.book.corners, city(scene.state.zones), []
    for corner, (right, down) in enumerate(VERTICES):
        kept = (corner - spot.turn) % TURNS
        alone = tuple(picture if at == kept else "" for at, picture in enumerate(corners[tile]))
        share = plazas({**corners, tile: alone}, taken, tile, spot)
        if share:
            found.append(CornerShare(spot.x + right, spot.y + down, f"+{share}"))
    return tuple(found)
