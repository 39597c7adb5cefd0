"""What is printed on the house set's city tiles, from the values in force."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engine.constantinopolis.values import catalogue

if TYPE_CHECKING:
    from vision.printing.flats import TilePrint

ABILITIES = {
    "mensae": ["coin", "coin"], "redemptor": ["R"], "taberna": ["ship-medium"], "horreum": ["G", "B", "R", "K"],
    "wall-swap": ["G", "Y"], "wall-three-goods": ["G", "B", "R"], "wall-contract": ["P"], "wall-market": ["coin"],
    "wall-auction": ["fame"], "wall-ship": ["ship-small"],
}  # fmt: skip
"""The symbols of a tile that neither makes nor takes goods."""


def tile_prints() -> dict[str, TilePrint]:
    """What is printed on each tile, by its name among the engine's pieces; the sheet's own Ager is no tile."""
    buildings: Mapping[str, Mapping[str, Any]] = catalogue().values["buildings"]
    return {name: _print(name, building) for name, building in buildings.items() if building.get("copies") != 0}


def _print(name: str, building: Mapping[str, Any]) -> TilePrint:
    goods = building.get("output") or building.get("requires") or ""
    title, number = str(building["name"]), building.get("gold", building.get("fame", ""))
    marks = ABILITIES.get(name) or list(goods) or ["fame"]
    return {"title": title, "kind": building["kind"], "cost": building["cost"], "marks": marks, "number": str(number)}
