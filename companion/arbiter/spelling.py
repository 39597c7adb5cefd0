"""How each game is written: its spelling, and a speller that knows the people of one table."""

from __future__ import annotations

from functools import cache

from companion.notation.line import Speller
from companion.notation.spelling import Spelling, read_spelling
from companion.titles import title_of
from engine.game import Game, Setup


@cache
def spelling_of(game: str) -> Spelling:
    """The spelling of the game called `game`; raises `LookupError` for a game that has none."""
    return read_spelling(title_of(game).file("notation.toml"))


def speller(game: Game, setup: Setup = None) -> Speller:
    """A speller that reads players' names too, if `setup` gives them as `places`."""
    places = getattr(setup, "places", ())
    names = {place.name.lower(): place.colour for place in places if place.name}
    return Speller(game, spelling_of(game.name), names, setup)
