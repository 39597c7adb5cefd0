"""An evening of a club: who plays on, the next round as it is drawn, and the rounds that were seated."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from companion.web.desk.pairing import met, sizes, swiss
from companion.web.desk.results import Rank, Results, ranked
from companion.web.desk.store import DeskStore, read_document
from engine.errors import WrongInput

DOCUMENT = "evening"
Tables = list[list[str]]


class _Kept(Struct, frozen=True):
    """What is kept of an evening; `draft` is the next round while it is being made."""

    rounds: list[Tables] = []
    draft: Tables = []
    drawn: int = 0
    absent: list[str] = []


class Evening:
    """The rounds of an evening, kept in the store."""

    def __init__(self, store: DeskStore, results: Results) -> None:
        self._store, self._results = store, results
        self._kept = read_document(store, DOCUMENT, _Kept) or _Kept()

    @property
    def draft(self) -> Sequence[Sequence[str]]:
        """The next round as it is drawn; empty while none is."""
        return self._kept.draft

    @property
    def rounds(self) -> Sequence[Tables]:
        """The rounds that were seated."""
        return self._kept.rounds

    @property
    def first_table(self) -> frozenset[str]:
        """Who meets at the first table of the next round while it is drawn, or of the one that is seated."""
        tables = self._kept.draft or (self._kept.rounds[-1] if self._kept.rounds else [[]])
        return frozenset(tables[0])

    @property
    def absent(self) -> frozenset[str]:
        """Who does not play on."""
        return frozenset(self._kept.absent)

    def draw(self) -> None:
        """Draw the next round from the standings, and each time another one; `WrongInput` for too few people."""
        people = [rank.name for rank in self.standings() if rank.name not in self.absent]
        played = [[one.name for one in each.finishes] for each in self._results.every()]
        try:
            seats = sizes(len(people))
        except ValueError as error:
            raise WrongInput(str(error)) from error
        drawn = self._kept.drawn + 1
        draft = swiss(people, met(chain(played, *self._kept.rounds[-1:])), seats, drawn)
        self._keep(replace(self._kept, draft=draft, drawn=drawn))

    def swap(self, one: str, other: str) -> None:
        """Change two people of the draft by hand; `WrongInput` for people who are not in it."""
        if not {one, other} <= set(chain(*self._kept.draft)):
            raise WrongInput(f"{one!r} and {other!r}: both must be seated in the next round")
        changed = {one: other, other: one}
        draft = [[changed.get(name, name) for name in table] for table in self._kept.draft]
        self._keep(replace(self._kept, draft=draft))

    def seat(self) -> None:
        """The draft is the next round; `WrongInput` while there is none."""
        if not self._kept.draft:
            raise WrongInput("no round is drawn yet")
        self._keep(replace(self._kept, rounds=[*self._kept.rounds, self._kept.draft], draft=[]))

    def leave(self, name: str, *, absent: bool) -> None:
        """Somebody does not play on, or does after all."""
        others = [each for each in self._kept.absent if each != name]
        self._keep(replace(self._kept, absent=[*others, name] if absent else others))

    def standings(self) -> list[Rank]:
        """Everybody who has finished a game."""
        return ranked(self._results.every())

    def _keep(self, changed: _Kept) -> None:
        """It is so once the store has it; where the disk refuses, nothing has changed."""
        self._store.keep(DOCUMENT, msgspec.json.encode(changed))
        self._kept = changed
