"""The running game as one seat may know it: what a phone shows is computed from this and from nothing else.

Zones that are hidden from the seat are veiled before any word is made of them, so nothing that is computed from here
can tell of them, whatever a screen's presenter does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from msgspec.structs import replace

from companion.play.challenges import Challenge
from companion.play.hands import Hands
from companion.play.reports import Device, Disagreement, Question
from companion.play.seat_record import Follower, Shown
from companion.presenters.source import Source
from companion.titles import title_of
from engine.event import State
from engine.game import Game, Setup
from engine.journal import Entry, Remark

HIDDEN = Remark("", "")
"""Stands for a command the seat may not know."""


class SeatBook:
    """The journal of a `SeatSource`: entries without events, evidence and digests, commands only as far as known."""

    def __init__(self, source: SeatSource) -> None:
        self._source = source
        self.entries: list[Entry] = []
        self.open: set[int] = set()
        """The numbers of the entries whose command the seat may know."""

    def take(self, line: Shown, entry: Entry) -> None:
        """One more entry, as it is shown to the seat."""
        command = HIDDEN if line.command is None else entry.command
        self.entries.append(replace(entry, command=command, events=(), evidence="", digest=""))
        if line.command is not None:
            self.open.add(line.number)

    @property
    def game(self) -> Game:
        return self._source.game

    @property
    def setup(self) -> Setup:
        return self._source.real.book.setup

    @property
    def state(self) -> State:
        return self._source.state

    @property
    def last(self) -> int:
        return len(self.entries)

    @property
    def live(self) -> list[int]:
        return [number for number in self._source.real.book.live if number in self.open]


class SeatSource:
    """A source for presenters that knows what `seat` may know; the empty seat, ``""``, knows what lies open to all.

    `NotFound` where the game does not say what a seat may know.
    """

    def __init__(self, real: Source, seat: str) -> None:
        self.real, self.seat = real, seat
        self.book = SeatBook(self)
        self.hands = Hands(real.names)
        self.note, self.lacks = "", ""
        self.disagreements: Sequence[Disagreement] = ()
        self.devices: Sequence[Device] = ()
        self.cautions = tuple
        self.state = real.state
        self._follower = Follower(real.book, seat)
        self.catch_up()

    def catch_up(self) -> None:
        """Take in what was entered since."""
        for line in self._follower.news():
            self.book.take(line, self.real.journal[line.number - 1])
        real, known = self.real.state, title_of(self.game.name).known
        assert known is not None  # the follower has asked for it
        self.state = State(real.setup, real.seats, known(real, self.seat), real.phase)

    @property
    def game(self) -> Game:
        return self.real.game

    @property
    def names(self) -> Mapping[str, str]:
        return self.real.names

    @property
    def journal(self) -> Sequence[Entry]:
        return self.book.entries

    @property
    def questions(self) -> Sequence[Question]:
        """What is asked about the seat's own pieces."""
        return [each for each in self.real.questions if self.seat and each.seat == self.seat]

    @property
    def challenge(self) -> Challenge | None:
        return self.real.challenge


def as_source(source: SeatSource) -> Source:
    """The same for presenters, which only read."""
    return cast(Source, source)
