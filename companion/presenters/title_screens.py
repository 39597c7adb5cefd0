"""The screens of a game, found by the name its title gives them."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import cast

from companion.presenters.scene import Screens
from companion.titles import known, title_of


@cache
def screens_of(game: str) -> Screens | None:
    """The module that computes a game's screens; None for a game that has none yet."""
    name = title_of(game).screens
    return cast(Screens, import_module(name)) if name else None


def shown_games() -> tuple[str, ...]:
    """The games that have screens, in the order in which they are offered: those built in first."""
    return tuple(sorted((game for game in known() if title_of(game).screens), key=_order))


def unshown_games() -> tuple[str, ...]:
    """The games of which only the rules are known."""
    return tuple(sorted((game for game in known() if not title_of(game).screens), key=_order))


def _order(game: str) -> tuple[bool, int]:
    names = list(known())
    return not title_of(game).home.startswith("companion."), names.index(game)


def usual_screens() -> Screens:
    """The screens whose words are used while no game runs; `LookupError` if no game has any."""
    for game in shown_games():
        if (screens := screens_of(game)) is not None:
            return screens
    raise LookupError("no game has screens")
