"""The virtual table's people playing any game, without a table: for what follows games and does not care which."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from companion.host.opening import NAMES, new_session, shuffled_setup, unkept
from companion.play.session import Session
from companion.titles import title_of


class People:
    """Everybody at one table, whose game is `session`; the same seed plays the same game. `names` are theirs."""

    def __init__(self, game: str, players: int, seed: int, names: Sequence[str] = NAMES) -> None:
        book = unkept(game, shuffled_setup(game, players, seed, names))
        self._title = title_of(game)
        assert self._title.table is not None
        self.session: Session = new_session(book)
        self._people = self._title.table(tuple(self.session.names), seed)
        self._chance = Random(seed)

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return self._title.over(self.session.state)

    def play(self, decisions: int) -> None:
        """So many decisions of people or of chance, as far as the game goes."""
        for _ in range(decisions):
            if self.over or self.session.challenge is not None:
                return
            self._decide()

    def _decide(self) -> None:
        state = self.session.state
        due = self._title.due(state)
        seat = self._chance.choice(due) if due else ""
        given = self._people.chance(state, seat, self._chance)
        self.session.submit(self._people.decide(state, seat) if given is None else given)
