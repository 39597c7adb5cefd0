"""The virtual table's people playing any game, without a table: for what follows games and does not care which."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from companion.host.opening import NAMES, new_session, shuffled_setup, unkept
from companion.play.session import Session
from companion.titles import title_of


class People:
    """Everybody at the table of a `session`; the same seed decides the same."""

    def __init__(self, session: Session, seed: int) -> None:
        self.session = session
        self._title = title_of(session.game.name)
        assert self._title.table is not None
        self._people = self._title.table(tuple(session.names), seed)
        self._chance = Random(seed)

    @classmethod
    def of(cls, game: str, players: int, seed: int, names: Sequence[str] = NAMES) -> People:
        """The people of a new game; `names` are theirs."""
        return cls(new_session(unkept(game, shuffled_setup(game, players, seed, names))), seed)

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
