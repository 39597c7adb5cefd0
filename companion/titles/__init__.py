"""The games there are, each one module with its `TITLE`; read only when asked for. Begin with title.py."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module

from companion.titles.title import Title
from engine.errors import NotFound
from engine.rule import Rulebook

BUILT_IN = {
    "constantinopolis": "companion.titles.constantinopolis.title",
    "byzanz": "companion.titles.byzanz.title",
    "praetor": "companion.titles.praetor.title",
}
DEFAULT = next(iter(BUILT_IN))
"""The game that is meant where none is named."""
ENTRY_POINTS = "companion.titles"
"""Where an installed package names its games: `name = module`, with a `TITLE` in the module."""
_ADDED: dict[str, Callable[[], Title]] = {}


def add_title(name: str, load: Callable[[], Title]) -> None:
    """Make one more game known to this process."""
    _ADDED[name] = load


@cache
def title_of(name: str) -> Title:
    """The game called `name`; raises `NotFound` for one that is neither built in nor installed."""
    if name in _ADDED:
        return _ADDED[name]()
    module = BUILT_IN.get(name) or known().get(name)
    if module is None:
        raise NotFound(f"no game is called {name!r}; there are {', '.join(sorted(known()))}")
    title: Title = import_module(module).TITLE
    return title


@cache
def rulebook_of(name: str) -> Rulebook:
    """The rules of a game in our own words; empty for a game without a rulebook. `LookupError` as `title_of`."""
    return Rulebook.read(*title_of(name).rulebook_files())


def known() -> Mapping[str, str]:
    """The names of all games, with the modules they are read from: the built-in ones first."""
    return {**BUILT_IN, **_installed(tuple(sys.path)), **BUILT_IN, **dict.fromkeys(_ADDED, "")}


@cache
def _installed(_where: tuple[str, ...]) -> Mapping[str, str]:
    """The games of installed packages: every package's files are looked at, so once for each path of Python's."""
    from importlib.metadata import entry_points

    return {found.name: found.module for found in entry_points(group=ENTRY_POINTS)}
