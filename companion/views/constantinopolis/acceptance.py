"""Accepting contracts: cards and ships of one player, what is picked up and where it fits."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.parts import Button, Holding


class ContractCard(Struct, frozen=True, kw_only=True):
    """A contract as printed: `cargo` letters (`P` a passenger), gold, fame, rounds on a small, medium, large ship.

    `state` is `free`, `picked`, `loaded`, `saved`, `short` (goods are missing) or `drawn`; `word` says so.
    None in `rounds`: it cannot sail on a ship of that size. `house`: the card is one of our own set.
    """

    cargo: tuple[str, ...]
    gold: int
    fame: int
    rounds: tuple[int | None, int | None, int | None]
    state: str
    word: str
    button: Button
    icon: str = ""
    good: str = ""
    after: str = ""
    house: bool = False


class ShipBox(Struct, frozen=True, kw_only=True):
    """A ship with its places: a cargo letter, ``""`` for an empty one, ``fits`` where the picked card goes."""

    icon: str
    name: str
    places: tuple[str, ...]
    voyage: str
    long: bool
    fame: int
    button: Button
    note: str = ""
    gold: int = 0


class Acceptance(Struct, frozen=True, kw_only=True):
    """Loading as one screen."""

    title: str
    hint: str
    cards: tuple[ContractCard, ...]
    left: tuple[Holding, ...]
    gold: Button
    ships_title: str
    ready: str
    ships: tuple[ShipBox, ...]
    acts: tuple[Button, ...]
