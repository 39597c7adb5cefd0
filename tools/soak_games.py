"""What the soaks of the games' file share: a game that is kept is played on at random, and what was acknowledged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random

from companion.host.opening import new_session, shuffled_setup
from companion.host.saved_games import damaged_games, saved_games
from companion.play.reports import Refusal
from companion.play.session import Session
from companion.play.storage import Store
from engine.journal import Entry, Journal
from testkit.constantinopolis.players import Player

GAME = "constantinopolis"
Kept = dict[int, str]
"""The digests of a game's entries by their numbers."""


def begun(store: Store, seed: int) -> tuple[str, Session]:
    """A new game of two, and its session."""
    id, book = store.begin(GAME, shuffled_setup(GAME, 2, seed), 1.0)
    return id, new_session(book)


def played_on(session: Session, chance: Random, most: int) -> Iterator[Entry | Refusal]:
    """Random lawful taps until the game is over, at most so many; each entry, or why there is none."""
    player = Player(chance.randrange(1 << 30))
    for _ in range(most):
        if not session.state.phase.actors:
            return
        yield session.submit(player.next(session.state))


def digests(book: Journal) -> Kept:
    """What a game holds."""
    return {entry.number: entry.digest for entry in book.entries}


def missing(store: Store, wanted: Mapping[str, Kept]) -> list[str]:
    """What is wrong with the games of a file that must hold `wanted`: a game that is lost without being named.

    A game that is named damaged may lack entries; one that is listed as whole must have all of its own.
    """
    whole, named = {saved.id for saved in saved_games(store)}, dict(damaged_games(store))
    wrong = [f"{game} is in no list" for game in wanted if game not in whole and game not in named]
    for game in whole & set(wanted):
        there = digests(store.open(game))
        lacks = [number for number, digest in wanted[game].items() if there.get(number) != digest]
        wrong += [f"{game} is listed as whole and lacks entries {lacks[0]} to {lacks[-1]}"] if lacks else []
    return wrong


def remove(path: Path) -> None:
    """Remove a games' file with its copies and all that stands beside it."""
    for file in path.parent.glob(f"*{path.stem}*"):
        file.unlink()
