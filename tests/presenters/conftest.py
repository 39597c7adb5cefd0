"""A game of Constantinopolis at a desk, without any window."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from companion.host.opening import new_session, shuffled_setup
from companion.play.session import Session
from companion.presenters.desk import Desk
from companion.wording import wording
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.journal import Journal


@pytest.fixture
def game() -> Callable[[int], Session]:
    """Starts a game of so many players, always the same."""

    def start(players: int, seed: int = 1) -> Session:
        book = Journal(CONSTANTINOPOLIS, shuffled_setup("constantinopolis", players, seed))
        return new_session(book)

    return start


@pytest.fixture
def desk(game: Callable[[int], Session]) -> Desk:
    """A desk with a game of four that has just begun."""
    return Desk(source=game(4))


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Tests read English."""
    wording.speak("en")
    yield
    wording.speak("en")
