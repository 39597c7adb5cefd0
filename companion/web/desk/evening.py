"""An evening of a club: who was entered, who plays on, the rounds, and the clock of the one that is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence, Set
from itertools import chain
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from companion.web.desk.namesakes import tidied
from companion.web.desk.pairing import met, sizes, swiss
from companion.web.desk.results import Rank, Results, ranked
from companion.web.desk.store import DeskStore, Document
from engine.errors import WrongInput

DOCUMENT = "evening"
MOST_PEOPLE = 10_000
"""So many are entered at most."""
LONGEST_ROUND = 24 * 60.0
"""Minutes."""
Tables = list[list[str]]


class _Kept(Struct, frozen=True, kw_only=True):
    """What is kept of an evening; `draft` is the next round while it is being made.

    `again` were typed last and there already.
    The round that is played ends at `ends`, seconds since 1970, 0 for never; it was given so many `minutes`.
    """

    rounds: list[Tables] = []
    draft: Tables = []
    drawn: int = 0
    absent: list[str] = []
    entered: list[str] = []
    again: list[str] = []
    ends: float = 0.0
    minutes: float = 0.0


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

    @property
    def entered(self) -> Sequence[str]:
        """Who was entered by hand, first who came first."""
        return self._kept.entered

    @property
    def again(self) -> Sequence[str]:
        """Who was typed last and was there already, or twice: one person still. Nobody once a round is drawn."""
        return self._kept.again

    @property
    def ends(self) -> float:
        """When the round that is played ends, seconds since 1970; 0 where it has no clock."""
        return self._kept.ends

    @property
    def minutes(self) -> float:
        """How long the round was given last; 0 where none ever was."""
        return self._kept.minutes

    def enter(self, names: Iterable[str], *, typed: bool = True) -> None:
        """Enter these people as they are called at the tables; who had left plays on. `WrongInput` for too many.

        Of names that were `typed`, those that are there already are `again`.
        """
        found, played = [name for name in map(tidied, names) if name], {rank.name for rank in self.standings()}
        self._document.change(lambda kept: _entered(kept, found, _again(kept, found, played) if typed else []))

    def start_clock(self, now: float, minutes: float) -> None:
        """The round ends in so many minutes from now, seconds since 1970; `WrongInput` for what is no time."""
        if not 0 < minutes <= LONGEST_ROUND:
            raise WrongInput(f"{minutes:g} minutes: a round takes 1 to {LONGEST_ROUND:g}")
        self._document.change(lambda kept: replace(kept, ends=now + minutes * 60, minutes=minutes))

    def stop_clock(self) -> None:
        """The round that is played has no clock any more."""
        self._document.change(lambda kept: replace(kept, ends=0.0))

    def draw(self) -> None:
        """Draw the next round from the standings, and each time another one; `WrongInput` for too few people.

        Who has not finished a game yet stands behind who has, in an order that is drawn by lot.
        """
        self._document.change(self._drawn)

    def _drawn(self, kept: _Kept) -> _Kept:
        ranked_ones = [rank.name for rank in self.standings()]
        new = [name for name in kept.entered if name not in ranked_ones]
        Random(kept.drawn + 1).shuffle(new)
        people = [name for name in (*ranked_ones, *new) if name not in kept.absent]
        played = [[one.name for one in each.finishes] for each in self._results.every()]
        try:
            seats = sizes(len(people))
        except ValueError as error:
            raise WrongInput(str(error)) from error
        draft = swiss(people, met(chain(played, *kept.rounds[-1:])), seats, kept.drawn + 1)
        return replace(kept, draft=draft, drawn=kept.drawn + 1, again=[])

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

    def people(self) -> list[Rank]:
        """Everybody who has finished a game, as they stand, then who was entered and has not."""
        found = self.standings()
        there, place = {rank.name for rank in found}, len(found) + 1
        new = [Rank(place=place, name=name, points=0.0, wins=0, opponents=0.0, games=0)
               for name in self._kept.entered if name not in there]  # fmt: skip
        return [*found, *new]


def _again(kept: _Kept, names: Sequence[str], played: Set[str]) -> list[str]:
    """Those of these names that play already, or stand there twice."""
    there = ({*kept.entered} | played) - {*kept.absent}
    return [name for name, times in Counter(names).items() if times > 1 or name in there]


def _entered(kept: _Kept, names: Sequence[str], again: list[str]) -> _Kept:
    entered = list(dict.fromkeys((*kept.entered, *names)))
    if len(entered) > MOST_PEOPLE:
        raise WrongInput(f"{len(entered)} people: at most {MOST_PEOPLE} are entered")
    absent = [name for name in kept.absent if name not in names]
    return replace(kept, entered=entered, absent=absent, again=again)


def _swapped(kept: _Kept, one: str, other: str) -> _Kept:
    if not {one, other} <= set(chain(*kept.draft)):
        raise WrongInput(f"{one!r} and {other!r}: both must be seated in the next round")
    changed = {one: other, other: one}
    return replace(kept, draft=[[changed.get(name, name) for name in table] for table in kept.draft])


def _seated(kept: _Kept) -> _Kept:
    if not kept.draft:
        raise WrongInput("no round is drawn yet")
    return replace(kept, rounds=[*kept.rounds, kept.draft], draft=[])
