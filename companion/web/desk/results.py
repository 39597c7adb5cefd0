"""What finished games came to, and the standings they make: points by place, wins, strength of the opponents."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from companion.titles import title_of
from companion.titles.title import named
from companion.web.desk.namesakes import Namesakes, tidied
from companion.web.desk.store import DeskStore, Document, Key
from engine.journal import Journal

DOCUMENT = "results"
MOST, LEAST = 4.0, 1.0
"""Points of the first and of the last at any table, however many sit there."""


class Finish(Struct, frozen=True):
    """A person's end of a game: the place and the score, the points for it, and the seat."""

    name: str
    place: int
    score: int
    points: float
    seat: str = ""


class Result(Struct, frozen=True, kw_only=True):
    """A finished game, the best first; it `began` and ended (`at`) then, seconds since 1970."""

    table: str
    id: str
    game: str
    at: float
    finishes: tuple[Finish, ...]
    began: float = 0.0


class Rank(Struct, frozen=True, kw_only=True):
    """A person in the standings; `opponents` are the mean points of those met, `games` how many were played."""

    place: int
    name: str
    points: float
    wins: int
    opponents: float
    games: int


def result_of(key: Key, journal: Journal) -> Result:
    """What a finished game came to."""
    names, standings = named(journal.setup), journal.game.standings(journal.state)
    places = [one.place for one in standings]
    ends = [
        Finish(tidied(names[one.seat]), one.place, one.score, points(one.place, places), one.seat) for one in standings
    ]
    best = tuple(sorted(ends, key=lambda one: one.place))
    began, at = journal.entries[0].at, journal.entries[-1].at
    return Result(table=key.table, id=key.game, game=journal.game.name, at=at, finishes=best, began=began)


def points(place: int, places: Sequence[int]) -> float:
    """4 for the first, 1 for the last, evenly between; who shares a place shares its points."""
    if len(places) < 2:
        return MOST
    beaten = sum(1.0 for other in places if other > place) + (places.count(place) - 1) / 2
    return LEAST + (MOST - LEAST) * beaten / (len(places) - 1)


class Results:
    """The results of an evening, kept in the store; a game that is taken back from its end has none any more.

    `namesakes` says who sat there where the referee has told people apart.
    """

    def __init__(self, store: DeskStore, namesakes: Namesakes) -> None:
        self._namesakes = namesakes
        self._document = Document(store, DOCUMENT, list[Result], [])
        self._kept = _by_game(self._document.value)

    def take(self, key: Key, journal: Journal) -> None:
        """Keep what a game came to, or that it has not ended after all."""
        over = title_of(journal.game.name).over(journal.state)
        mine = result_of(key, journal) if over else None
        if mine == self._kept.get((key.table, key.game)):
            return
        added = [mine] if mine is not None else []
        self._document.change(lambda kept: [*(each for each in kept if not _is_of(each, key)), *added])
        self._kept = _by_game(self._document.value)

    def has(self, key: Key) -> bool:
        """Has this game a result?"""
        return (key.table, key.game) in self._kept

    def refresh(self) -> None:
        """Read them anew, where other desks may have changed them."""
        self._document.refresh()
        self._kept = _by_game(self._document.value)

    def every(self) -> list[Result]:
        """All results, in the order in which the games ended."""
        return [self._told(each) for each in sorted(self._kept.values(), key=lambda each: each.at)]

    def _told(self, result: Result) -> Result:
        """The result with those who sat there by the word of the referee."""
        if not (told := self._namesakes.at(Key(result.table, result.id))):
            return result
        return replace(
            result, finishes=tuple(replace(one, name=told.get(one.seat, one.name)) for one in result.finishes)
        )


def _by_game(results: Iterable[Result]) -> dict[tuple[str, str], Result]:
    return {(each.table, each.id): each for each in results}


def _is_of(result: Result, key: Key) -> bool:
    return (result.table, result.id) == (key.table, key.game)


def ranked(results: Iterable[Result]) -> list[Rank]:
    """Everybody by points, then wins, then the strength of the opponents; who is equal in all shares a place."""
    played: dict[str, list[Finish]] = {}
    met: dict[str, list[str]] = {}
    for result in results:
        names = [one.name for one in result.finishes]
        for one in result.finishes:
            played.setdefault(one.name, []).append(one)
            met.setdefault(one.name, []).extend(other for other in names if other != one.name)
    sums = {name: sum(one.points for one in mine) for name, mine in played.items()}
    mean = {name: sum(sums[other] for other in others) / len(others) if others else 0.0 for name, others in met.items()}
    merit = {name: (sums[name], _wins(mine), round(mean[name], 6)) for name, mine in played.items()}
    return [
        Rank(
            place=1 + sum(1 for other in merit.values() if other > merit[name]),
            name=name,
            points=sums[name],
            wins=_wins(played[name]),
            opponents=mean[name],
            games=len(played[name]),
        )
        for name in sorted(merit, key=lambda name: (*(-each for each in merit[name]), name))
    ]


def _wins(finishes: Sequence[Finish]) -> int:
    return sum(1 for one in finishes if one.place == 1)
