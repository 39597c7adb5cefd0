"""The city tiles of Constantinopolis by kind, as people look for them."""

from __future__ import annotations

from companion.presenters.constantinopolis import words
from engine.constantinopolis.values import catalogue

KINDS = ("production", "commercial", "utility", "public", "wall")


def tile_kinds() -> tuple[tuple[str, str, tuple[str, ...]], ...]:
    """Each kind: its key, a word, and the names of its tiles, the cheapest first."""
    buildings = catalogue().values["buildings"]
    there = sorted((item["cost"], name) for name, item in buildings.items() if item.get("copies") != 0)
    return tuple(
        (kind, words.kind_name(kind), tuple(name for _cost, name in there if buildings[name]["kind"] == kind))
        for kind in KINDS
    )


def tile_title(name: str) -> str:
    """A tile's name with the fame on it, where several bear one name."""
    fame = name.rpartition("-")[2]
    return f"{words.tile_name(name)} {fame}" if fame.isdigit() else words.tile_name(name)
