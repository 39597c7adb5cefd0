"""A game that was played, as data: computed once from its journal, for every file, screen and command.

What counts in a game is said by its `Chronicle` (`companion/titles/chronicle.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct

from companion.play.challenges import Challenge, parsed
from companion.sharing.times import Pace, Spent, times_of
from companion.titles import title_of
from companion.titles.chronicle import Sold
from companion.titles.title import Title, named
from engine.event import State, evolve
from engine.game import Standing
from engine.journal import Correct, Entry, Journal, Learn, Overrule, Undo

Seat = str
UNDONE, CORRECTED, ALLOWED, DOUBTED = "undone", "corrected", "allowed", "doubted"
"""What people settle among themselves: taken back, put right, allowed though forbidden, called for a ruling."""


class Settled(Struct, frozen=True, kw_only=True):
    """Something the people settled at entry `number`: one of the kinds above, by a `seat` or the table (``""``)."""

    kind: str
    number: int
    round: int
    seat: Seat = ""
    rule: str = ""
    entries: int = 0


class Round(Struct, frozen=True, kw_only=True):
    """One round: the figures at its end, the points it brought by category, the sales, and the seconds it took."""

    number: int
    figures: Mapping[str, Mapping[Seat, int]]
    points: Mapping[Seat, Mapping[str, int]]
    sold: tuple[Sold, ...] = ()
    spent: Mapping[Seat, Spent] = {}


class Report(Struct, frozen=True, kw_only=True):
    """A whole game: who played, how it ended, and what each round brought.

    `began` and `ended` are seconds since 1970, 0 where the journal knows no time; `seconds` is how long people were at
    it, pauses left out. `start` are the figures before the first round. `ties` names what `Standing.ties` counts.
    """

    game: str
    people: Mapping[Seat, str]
    over: bool
    standings: tuple[Standing, ...]
    ties: tuple[str, ...]
    start: Mapping[str, Mapping[Seat, int]]
    rounds: tuple[Round, ...]
    categories: tuple[str, ...]
    began: float
    ended: float
    seconds: float
    pace: Pace
    settled: tuple[Settled, ...]
    entries: int
    digest: str

    @property
    def winners(self) -> tuple[str, ...]:
        """The names on the first place."""
        return tuple(self.people[one.seat] for one in self.standings if one.place == 1)

    def curve(self, figure: str, seat: Seat) -> tuple[int, ...]:
        """A figure of a seat: before the first round, then at the end of each."""
        return (self.start[figure][seat], *(each.figures[figure][seat] for each in self.rounds))

    def sources(self, seat: Seat) -> dict[str, int]:
        """Where a seat's points came from in the whole game, in the order of the categories."""
        rounds = [each.points.get(seat, {}) for each in self.rounds]
        return {name: sum(each.get(name, 0) for each in rounds) for name in self.categories}


class _Chapter:
    """A round while its entries are read."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.points: dict[Seat, dict[str, int]] = {}
        self.sold: list[Sold] = []

    def add(self, title: Title, state: State, entry: Entry) -> None:
        """Take in what an entry brought, for the state before it."""
        for seat, category, count in title.chronicle.points(state, entry.events):
            mine = self.points.setdefault(seat, {})
            mine[category] = mine.get(category, 0) + count
        self.sold += title.chronicle.sales(state, entry.events)

    def as_round(self, figures: Mapping[str, Mapping[Seat, int]], spent: Mapping[Seat, Spent]) -> Round:
        return Round(number=self.number, figures=figures, points=self.points, sold=tuple(self.sold), spent=spent)


def report_of(journal: Journal) -> Report:
    """The report of a game, finished or as it stands."""
    title, people = title_of(journal.game.name), named(journal.setup)
    pace = times_of(journal, title, tuple(people))
    start, rounds = _rounds(journal, title, tuple(people), pace)
    found = {name for each in rounds for mine in each.points.values() for name in mine}
    known = title.chronicle.categories
    entries = journal.entries
    return Report(
        game=journal.game.name,
        people=people,
        over=title.over(journal.state),
        standings=tuple(journal.game.standings(journal.state)),
        ties=title.ties,
        start=start,
        rounds=rounds,
        categories=(*known, *sorted(found - {*known})),
        began=entries[0].at if entries else 0.0,
        ended=entries[-1].at if entries else 0.0,
        seconds=pace.seconds,
        pace=pace,
        settled=tuple(_settled(journal, title)),
        entries=journal.last,
        digest=entries[-1].digest if entries else "",
    )


_LAST: list[tuple[str, Report]] = []
"""The report that was made last, with the digest it was made for."""


def report_now(journal: Journal) -> Report:
    """The report of a game, made anew only when the game has gone on: for screens, which ask often."""
    digest = journal.entries[-1].digest if journal.entries else ""
    if not _LAST or _LAST[0][0] != digest or not digest:
        _LAST[:] = [(digest, report_of(journal))]
    return _LAST[0][1]


def _rounds(
    journal: Journal, title: Title, seats: tuple[Seat, ...], pace: Pace
) -> tuple[Mapping[str, Mapping[Seat, int]], tuple[Round, ...]]:
    """The figures at the start, and the rounds, by the entries that stand."""
    state = journal.game.box(journal.setup)
    start, rounds = _figures(title, state, ()), list[Round]()
    chapter = _Chapter(1)
    for number in journal.live:
        entry = journal.entries[number - 1]
        if (now := title.round(state)) > chapter.number:
            rounds.append(chapter.as_round(_figures(title, state, seats), pace.by_round.get(chapter.number, {})))
            chapter = _Chapter(now)
        if number == 1:
            _happen(state, journal, entry)
            start = _figures(title, state, seats)
            chapter.add(title, journal.game.box(journal.setup), entry)
        else:
            chapter.add(title, state, entry)
            _happen(state, journal, entry)
    rounds.append(chapter.as_round(_figures(title, state, seats), pace.by_round.get(chapter.number, {})))
    return start, tuple(rounds)


def _happen(state: State, journal: Journal, entry: Entry) -> None:
    evolve(state, entry.events)
    if isinstance(entry.command, Learn):
        state.learn(journal.game.learn(state.setup, entry.command.key, entry.command.value))


def _figures(title: Title, state: State, seats: tuple[Seat, ...]) -> dict[str, dict[Seat, int]]:
    figures = title.chronicle.figures
    return {name: {seat: figure(state, seat) for seat in seats} for name, figure in figures.items()}


def _settled(journal: Journal, title: Title) -> Iterator[Settled]:
    """What people settled, in the order of the entries; what was taken back later is listed too."""
    state, live = journal.game.box(journal.setup), list[int]()
    for entry in journal.entries:
        kind, seat, rule = _kind(entry)
        gone = 0
        if isinstance(entry.command, Undo):
            gone = sum(1 for number in live if number > entry.command.to)
            live = [number for number in live if number <= entry.command.to]
        else:
            live.append(entry.number)
        if kind:
            now = title.round(state)
            yield Settled(kind=kind, number=entry.number, round=now, seat=seat, rule=rule, entries=gone)
        _happen(state, journal, entry)


def _kind(entry: Entry) -> tuple[str, Seat, str]:
    """What an entry settled: kind, seat, rule; no kind for a command of the game."""
    command = entry.command
    if isinstance(command, Undo):
        return UNDONE, command.seat, ""
    if isinstance(command, Correct):
        return CORRECTED, command.seat, command.rule
    if isinstance(command, Overrule):
        return ALLOWED, command.command.seat, command.rule
    said = parsed(entry)
    return (DOUBTED, said.seat, said.rule) if isinstance(said, Challenge) else ("", "", "")
