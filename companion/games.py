"""The games there are: each by its name, with what its setup is made from; read only when asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any

import msgspec
from msgspec import Struct

from engine.event import State
from engine.game import Game
from engine.table import Table

TITLES = {
    "constantinopolis": ("engine.constantinopolis.game", "CONSTANTINOPOLIS", "engine.constantinopolis.setup", "Setup"),
    "byzanz": ("engine.byzanz.game", "BYZANZ", "engine.byzanz.setup", "Setup"),
}
KNOWN = {"constantinopolis": "engine.constantinopolis.information"}
"""Where a game says what a seat may know."""


class Title(Struct, frozen=True):
    """A game, the struct its setup is read into, and the table as a seat may know it (None: the game does not say)."""

    game: Game
    setup: Any
    known: Callable[[State, str], Table] | None = None

    def read_setup(self, data: bytes) -> Any:
        """The setup `data` holds as JSON; raises `ValueError` naming what does not fit."""
        return msgspec.json.decode(data, type=self.setup)


_ADDED: dict[str, Callable[[], Title]] = {}


def add_title(name: str, load: Callable[[], Title]) -> None:
    """Make one more game known, as a plug-in or a test does."""
    _ADDED[name] = load


@cache
def title_of(name: str) -> Title:
    """The game called `name`; raises `LookupError` for one nobody knows."""
    if name in _ADDED:
        return _ADDED[name]()
    if name not in TITLES:
        raise LookupError(f"no game is called {name!r}")
    where, game, of_setup, setup = TITLES[name]
    knows = import_module(KNOWN[name]).known if name in KNOWN else None
    return Title(getattr(import_module(where), game), getattr(import_module(of_setup), setup), knows)


def named(setup: Any) -> dict[str, str]:
    """Who sits where, clockwise: colour → name, the colour itself where nobody said one."""
    if hasattr(setup, "places"):
        return {place.colour: place.name or place.colour for place in setup.places}
    return {seat: name or seat for seat, name in zip(setup.seats, setup.names, strict=True)}


def known() -> Mapping[str, object]:
    """The names of all games."""
    return {**TITLES, **_ADDED}
