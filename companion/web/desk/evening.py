"""An evening of a club: who plays on, the next round as it is drawn, and the rounds that were seated."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from msgspec import Struct
from msgspec.structs import replace

from companion.web.desk.pairing import met, sizes, swiss
from companion.web.desk.results import Rank, Results, ranked
from companion.web.desk.store import DeskStore, Document
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
        self._results = results
        self._document = Document(store, DOCUMENT, _Kept, _Kept())
        self.refresh = self._document.refresh

    @property
    def _kept(self) -> _Kept:
        return self._document.value

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
        self._document.change(self._drawn)

    def _drawn(self, kept: _Kept) -> _Kept:
        people = [rank.name for rank in self.standings() if rank.name not in kept.absent]
        played = [[one.name for one in each.finishes] for each in self._results.every()]
        try:
            seats = sizes(len(people))
        except ValueError as error:
            raise WrongInput(str(error)) from error
        draft = swiss(people, met(chain(played, *kept.rounds[-1:])), seats, kept.drawn + 1)
        return replace(kept, draft=draft, drawn=kept.drawn + 1)

    def swap(self, one: str, other: str) -> None:
        """Change two people of the draft by hand; `WrongInput` for people who are not in it."""
        self._document.change(lambda kept: _swapped(kept, one, other))

    def seat(self) -> None:
        """The draft is the next round; `WrongInput` while there is none."""
        self._document.change(_seated)

    def leave(self, name: str, *, absent: bool) -> None:
        """Somebody does not play on, or does after all."""
        gone = [name] if absent else []
        self._document.change(
            lambda kept: replace(kept, absent=[*(each for each in kept.absent if each != name), *gone])
        )

    def standings(self) -> list[Rank]:
        """Everybody who has finished a game."""
        return ranked(self._results.every())


def _swapped(kept: _Kept, one: str, other: str) -> _Kept:
    if not {one, other} <= set(chain(*kept.draft)):
        raise WrongInput(f"{one!r} and {other!r}: both must be seated in the next round")
    changed = {one: other, other: one}
    return replace(kept, draft=[[changed.get(name, name) for name in table] for table in kept.draft])


def _seated(kept: _Kept) -> _Kept:
    if not kept.draft:
        raise WrongInput("no round is drawn yet")
    return replace(kept, rounds=[*kept.rounds, kept.draft], draft=[])
