"""The position a file leads to: a case, a record, or a game written as text."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import NotFound
from engine.game import Setup

if TYPE_CHECKING:
    from engine.event import State
    from engine.game import Game


def position(file: Path, at: int | None) -> tuple[Game, State]:
    """The game and the position a case leads to, or a record ends with or had after entry `at`."""
    from companion.arbiter.judging import after, judge_file
    from companion.sharing.reading import journal_of
    from companion.titles import title_of

    if file.suffix == ".toml":
        found = judge_file(file)
        return title_of(found.case.game).game, found.state
    journal = journal_of(file)
    journal = journal if at is None else after(journal, at)
    return journal.game, journal.state


def names_of(setup: Setup) -> dict[str, str]:
    """The players' names by colour, as far as the set-up has them."""
    return {place.colour: place.name for place in getattr(setup, "places", ())}


def seat_called(player: str, names: Mapping[str, str]) -> str:
    """The seat of a colour or a name; `NotFound` if there is none."""
    for seat, name in names.items():
        if player.lower() in (seat, name.lower()):
            return seat
    raise NotFound(f"no player is called {player!r}; there are {', '.join(filter(None, (*names, *names.values())))}")
