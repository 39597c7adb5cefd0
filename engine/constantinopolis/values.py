"""Component values of Constantinopolis (C-CMP-01 to C-CMP-14): typed, and as a book in the form the rules read."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct

from engine.catalogue import HOUSE, Catalogue, converted, merge, read
from engine.catalogue import Values as Layer
from engine.errors import WrongFile

FOLDER = Path(__file__).with_name("catalogue")


Copies = Annotated[int, Meta(ge=0, le=999)]
"""How many of one kind a box may hold."""
Figure = Annotated[int, Meta(ge=0, le=999)]
"""A printed figure: gold, fame, slots, rounds."""
Letters = Annotated[str, Meta(pattern=r"^[GBRKY]{0,9}\Z")]
"""Goods by their letters."""
OneGood = Annotated[str, Meta(pattern=r"^[GBRKY]\Z")]
"""One good by its letter."""


class Good(Struct, frozen=True):
    copies: Copies


class Ship(Struct, frozen=True):
    """One size of ship: how many there are, price in gold, slots, slots that may take passengers."""

    copies: Annotated[int, Meta(ge=0, le=20)]
    cost: Figure
    hold: Figure
    passengers: Figure


class Building(Struct, frozen=True, omit_defaults=True):
    """One name of tile (C-CMP-02 to C-CMP-07). `output` and `requires` are goods letters, `fame` points; None is not
    known."""

    kind: str
    cost: Figure
    copies: Copies | None = None
    licence: str = ""
    output: Letters | None = None
    requires: Letters | None = None
    gold: Figure | None = None
    fame: Figure | None = None
    goods: Figure = 0
    contracts: Figure = 0
    discount: Figure = 0
    least: Figure = 0
    step: Figure = 0


class Market(Struct, frozen=True, omit_defaults=True):
    """One market card (C-CMP-10): per good its limit and prices in gold, per donation its fame; None is not known."""

    limit: dict[OneGood, Figure] | None = None
    buy: dict[OneGood, Figure] | None = None
    sell: dict[OneGood, Figure] | None = None
    donation: dict[Letters, Figure] | None = None


class Start(Struct, frozen=True):
    gold: Figure
    ships: tuple[str, ...]
    buildings: tuple[str, ...]


class Tracks(Struct, frozen=True, rename="kebab"):
    """Figures printed on the board: contracts by level 1–7 (C-CMP-12), fame by number of walls (C-CMP-13), prices of
    posts (C-CMP-14), the offices' gold."""

    draw: tuple[Figure, ...]
    wall_fame: tuple[Figure, ...]
    trading_posts: tuple[Figure, ...]
    comes_gold: Figure
    magister_contracts: Figure
    vacant_office: Figure
    gold_per_fame: Figure


class Abilities(Struct, frozen=True, rename="kebab"):
    mensae_gold: Figure
    redemptor_good: str
    redemptor_discount: Figure
    store: Figure
    horreum_store: Figure


class Contracts(Struct, frozen=True):
    """How many contracts there are; `faces` gives copies by ``cargo.gold.voyages``, empty where the deck is unknown."""

    copies: Copies
    faces: dict[str, Copies] = {}


class Coins(Struct, frozen=True):
    value: tuple[Figure, ...]
    copies: tuple[Figure, ...]


class Values(Struct, frozen=True):
    """All component values of one game, as they are pinned in its entry 1."""

    goods: dict[str, Good]
    ships: dict[str, Ship]
    buildings: dict[str, Building]
    markets: dict[str, Market]
    start: Start
    tracks: Tracks
    abilities: Abilities
    contracts: Contracts
    coins: Coins


@cache
def catalogue() -> Catalogue:
    """What the rulebooks say, completed by the house set."""
    return merge(read(FOLDER / "known.toml"), read(FOLDER / "house.toml"))


def house() -> Values:
    """The house set: complete."""
    return typed(catalogue())


def ours(values: Values) -> frozenset[str]:
    """The keys the house set gave, where all values are its own: a box in which the owner's stand has none."""
    return catalogue().keys_of(HOUSE) if values == house() else frozenset()


def copy(file: Path | None = None) -> Values:
    """What the rulebooks say, completed by the owner's copy; `ValueError` names the file and what does not fit."""
    known = read(FOLDER / "known.toml")
    if file is None:
        return typed(merge(known))
    own = read(file)
    _check_keys(known, own, file.name)
    try:
        return typed(merge(known, own))
    except ValueError as error:
        raise WrongFile(f"{file.name}: {error}") from error


def _check_keys(known: Layer, own: Layer, file: str) -> None:
    """Raise `WrongFile` for a key of the owner's file that stands for nothing in the box."""
    for table, items in own.items():
        if table in ("layer", "source"):
            continue
        if table not in Values.__struct_fields__:
            raise WrongFile(f"{file}: there is no {table!r}")
        if not isinstance(items, dict):
            raise WrongFile(f"{file}: {table} is no table")
        kind = {"buildings": Building, "markets": Market}.get(table)
        for name, item in items.items() if kind else ():
            if name != "source" and name not in known[table]:
                raise WrongFile(f"{file}: there is no {table}.{name}; there are {', '.join(known[table])}")
            fields = (*kind.__struct_fields__, *known[table].get(name, ()), "source") if kind else ()
            if odd := [key for key in item if key not in fields] if isinstance(item, dict) else ():
                raise WrongFile(f"{file}: there is no {table}.{name}.{odd[0]}")


def typed(catalogue: Catalogue) -> Values:
    """A catalogue as typed values; `ValueError` names the path of what does not fit."""
    return converted(catalogue.values, Values)


def missing(values: Values) -> list[str]:
    """The keys a complete game needs and `values` lacks, in the order of the catalogue."""
    found = [f"buildings.{tile}.{key}" for tile, item in values.buildings.items() for key in _lacks(item)]
    for card, market in values.markets.items():
        found += [
            f"markets.{card}.{key}" for key in ("limit", "buy", "sell", "donation") if getattr(market, key) is None
        ]
    if sum(values.contracts.faces.values()) < values.contracts.copies:
        found.append("contracts.faces")
    return found


def _lacks(tile: Building) -> list[str]:
    needed = {"production": ("copies", "output"), "commercial": ("copies", "requires", "gold", "fame")}
    return [key for key in needed.get(tile.kind, ("copies",)) if getattr(tile, key) is None]
