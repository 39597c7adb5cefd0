"""The games there are: each by its name, with what its setup is made from; read only when asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine.event import State
from engine.game import Game
from engine.table import Table

TITLES = {
    "constantinopolis": ("engine.constantinopolis.game", "CONSTANTINOPOLIS", "engine.constantinopolis.setup", "Setup"),
    "byzanz": ("engine.byzanz.game", "BYZANZ", "engine.byzanz.setup", "Setup"),
}
KNOWN = {"constantinopolis": "engine.constantinopolis.information"}
"""Where a game says what a seat may know, and which rules tell of what others may not."""


class Title(Struct, frozen=True):
    """A game, the struct its setup is read into, and the table as a seat may know it (None: the game does not say).

    A refusal by one of the `private` rules tells, in the fact named there, of what only the one who asked may know.
    """

    game: Game
    setup: Any
    known: Callable[[State, str], Table] | None = None
    private: Mapping[str, str] = {}

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
    title = Title(getattr(import_module(where), game), getattr(import_module(of_setup), setup))
    if name not in KNOWN:
        return title
    knows = import_module(KNOWN[name])
    return replace(title, known=knows.known, private=knows.PRIVATE)


def named(setup: Any) -> dict[str, str]:
    """Who sits where, clockwise: colour → name, the colour itself where nobody said one."""
    if hasattr(setup, "places"):
        return {place.colour: place.name or place.colour for place in setup.places}
    return {seat: name or seat for seat, name in zip(setup.seats, setup.names, strict=True)}


def known() -> Mapping[str, object]:
    """The names of all games."""
    return {**TITLES, **_ADDED}
