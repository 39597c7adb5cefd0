"""The screens of a game, found by the name its title gives them."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from companion.titles import known, title_of


def usual_screens() -> Any:
    """The screens whose words are used while no game runs; `LookupError` if no game has any."""
    for game in known():
        if name := title_of(game).screens:
            return import_module(name)
    raise LookupError("no game has screens")
