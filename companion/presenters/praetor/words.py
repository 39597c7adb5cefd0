"""Names of the things of Praetor for players, and short reasons for closed buttons."""

from __future__ import annotations

from collections.abc import Mapping

from companion.presenters.game_words import Stop
from companion.presenters.scene import Scene
from companion.views.common.parts import Glyph, Line, Word
from companion.wording import _, figure, n_, signed, wording
from engine.praetor.city import Spot, placed
from engine.praetor.values import house
from engine.praetor.zones import RESOURCES

POINTS_ICON = "fame"
"""The icon of what is counted at the end."""
ICONS = {
    "gold": "coin",
    "wood": "stuff-wood",
    "stone": "stuff-stone",
    "marble": "stuff-marble",
    "weapons": "stuff-weapons",
    "favor": "fame",
    "morale": "morale",
}
Tally = Mapping[str, int]


def name_of(piece: str) -> str:
    """A resource, favor or morale in words."""
    return {
        "gold": _("gold"),
        "wood": _("wood"),
        "stone": _("stone"),
        "marble": _("marble"),
        "weapons": _("weapons"),
        "favor": _("favor"),
        "morale": _("morale"),
    }[piece]


def kind_name(kind: str) -> str:
    """A kind of tiles, as its name is written at the beginning of a line."""
    names = house().tiles[kind].name
    name = names.get(wording.language, names["en"])
    return name[:1].upper() + name[1:]


def kind_of(tile: str) -> str:
    """The kind of a tile by its name: `gold-mine` for `gold-mine-3`."""
    return tile.partition(":")[0].rpartition("-")[0]


def tile_name(tile: str) -> str:
    """A tile's name; tiles of one kind are called alike."""
    return kind_name(kind_of(tile))


def tile_icon(tile: str) -> str:
    """A tile's picture."""
    return f"city-{kind_of(tile)}"


def is_tile(piece: str) -> bool:
    """Is a piece a city tile?"""
    return kind_of(piece) in house().tiles


def section_name(section: str) -> str:
    """A wall section by its number."""
    return _("Wall section {n}").format(n=int(section.rpartition("-")[2])) if section[-1:].isdigit() else section


def price(cost: Tally) -> tuple[tuple[str, int], ...]:
    """A price as icons with figures, in the order of the resources."""
    return tuple((ICONS[piece], cost[piece]) for piece in RESOURCES if cost.get(piece))


def price_words(cost: Tally) -> str:
    """A price in words."""
    parts = [f"{cost[piece]} {name_of(piece)}" for piece in RESOURCES if cost.get(piece)]
    return ", ".join(parts) or _("nothing")


def say(text: str, strong: bool = False) -> Line:
    """Words as a line."""
    return (Word(text, strong),)


def amounts(changes: Tally, sign: bool = True) -> Line:
    """Changes as icons with figures; nothing for what did not change."""
    told = signed if sign else figure
    return tuple(Glyph(icon, told(changes[piece]), _tone(piece)) for piece, icon in ICONS.items() if changes.get(piece))


def _tone(piece: str) -> str:
    return {"gold": "gold_text", "favor": "porphyry"}.get(piece, "ink")


def piece_words(piece: str, count: int) -> str:
    """So many of a piece in words."""
    if piece in ICONS:
        return f"{count} {name_of(piece)}"
    if piece.startswith("worker-"):
        return _("worker of level {n}").format(n=piece.partition(":")[2])
    if piece.startswith("marker-"):
        return _("marker")
    if piece.startswith("order-"):
        return _("turn order marker")
    if piece.startswith("wall-"):
        return section_name(piece)
    return tile_name(piece) if is_tile(piece) else piece


def piece_icon(piece: str) -> str:
    """The icon of a piece."""
    if piece in ICONS:
        return ICONS[piece]
    for start, icon in (
        ("worker-", "die"),
        ("marker-", "city-tiles"),
        ("order-", "phase-order"),
        ("wall-", "kind-wall"),
    ):
        if piece.startswith(start):
            return icon
    return tile_icon(piece) if is_tile(piece) else "table"


def cell_words(spot: Spot) -> str:
    """A cell of the city."""
    return _("column {x}, row {y}").format(x=figure(spot.x), y=figure(spot.y))


def where(piece: str) -> str:
    """The cell of a tile in the city."""
    _tile, spot = placed(piece)
    return cell_words(spot)


def in_city(piece: str) -> str:
    """A tile of the city with its cell and how far it is turned; nothing for any other piece."""
    if piece.count(",") != len(Spot.__struct_fields__) - 1 or not is_tile(piece):
        return ""
    tile, spot = placed(piece)
    return f"{tile_name(tile)}: {where(piece)}, {90 * spot.turn}°"


def place_words(scene: Scene, zone: str) -> str:
    """Where to, in words."""
    first, _slash, rest = zone.partition("/")
    seat = rest.partition("/")[0]
    if seat in scene.source.names:
        return _("to {name}").format(name=scene.name(seat))
    if first in ("mark", "centre", "area"):
        return _("onto {tile}").format(tile=tile_name(rest))
    return {
        "supply": _("to the bank"),
        "track": _("off the track"),
        "city": _("into the city"),
        "display": _("to the display"),
        "deck": _("to the deck"),
        "walls": _("to the wall sections"),
        "order": _("to place {n}").format(n=rest),
    }.get(first, _("back"))


def zone_words(scene: Scene, zone: str) -> str:
    """A place on the table in words."""
    first, _slash, rest = zone.partition("/")
    seat = rest.partition("/")[0]
    what = {
        "treasury": _("gold"),
        "goods": _("resources"),
        "favor": _("favor"),
        "morale": _("morale"),
        "active": _("workers"),
        "retired": _("retired workers"),
        "apprentices": _("apprentices"),
        "citizens": _("citizens"),
        "sections": _("wall sections"),
        "city": _("the city"),
        "display": _("the display"),
        "mat": _("the mat"),
        "walls": _("the wall"),
    }.get(first, first)
    if seat in scene.source.names:
        return _("{name}’s {what}").format(name=scene.name(seat), what=what)
    if first in ("mark", "centre", "area") and is_tile(rest):
        return tile_name(rest)
    return what[:1].upper() + what[1:]


def short(stop: Stop) -> str:
    """A reason that fits below a button; the rule sheet tells the whole of it."""
    if stop.untimely:
        return _("not now")
    return _reasons(stop.facts).get(stop.rule, _("not allowed"))


def _reasons(facts: tuple[object, ...]) -> dict[str, str]:
    first = facts[0] if facts else ""
    lacks = _("{what} missing").format(what=name_of(str(first)) if first in ICONS else _("resources"))
    return {
        **dict.fromkeys(("P-ACT-06", "P-ACV-03", "P-SPC-03", "P-BLD-01"), lacks),
        "P-ACT-03": _("no worker left"),
        "P-BLD-02": _("no such worker"),
        "P-ACV-01": _("no such worker"),
        "P-CMP-05": _("no marker left"),
        "P-BLD-03": _("not beside the city"),
        "P-ACV-02": _("used this round"),
        "P-ACV-06": _("nothing to do there"),
        "P-ACV-07": _("brings nothing"),
        "P-CMP-04": _("no citizen left"),
        "P-TIL-15": _("no room"),
        "P-TIL-17": _("no section left"),
        "P-SPC-01": _("no special tile"),
        "P-SPC-02": _("used this round"),
        "P-SPC-05": _("nobody to lend"),
        "P-SPC-08": _("in the update only"),
        "P-AMB-20": n_("only {n} a round", "only {n} a round", first if isinstance(first, int) else 1),
    }


def tile_kinds() -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """Each kind of tile: its key, a word, and the names of its tiles."""
    tiles = house().city
    kinds = dict.fromkeys(item.kind for item in tiles.values())
    return tuple(
        (kind, kind_name(kind), tuple(tile for tile, item in tiles.items() if item.kind == kind)) for kind in kinds
    )


def tile_title(name: str) -> str:
    """A tile's name with its number, where several bear one name."""
    return f"{tile_name(name)} {name.rpartition('-')[2]}"
