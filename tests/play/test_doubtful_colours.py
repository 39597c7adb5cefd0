"""A good whose colour is in doubt in this light: what is lawful tells what it is, and nobody is asked."""

from __future__ import annotations

from random import Random

import pytest

from companion.host.opening import new_session, shuffled_game
from engine.constantinopolis.commands import Sell
from engine.constantinopolis.phases import Acceptance
from engine.sighting import Count, Sighting
from engine.table import Tally
from testkit.played import decision, people_of

SURE = 0.05
LEAST = 3


class Table:
    """A game in which a seat with several goods, none of them black, may sell; black and another good look alike."""

    def __init__(self) -> None:
        book, chance = shuffled_game("constantinopolis", 2, 1), Random(1)
        people = people_of(book, 1)
        while not (isinstance(book.state.phase, Acceptance) and self._seats(book.state.table, book.state.phase.actors)):
            book.submit(decision(book, people, chance))
        self.seat = self._seats(book.state.table, book.state.phase.actors)[0]
        self.now = 100.0
        self.session = new_session(book, seconds=lambda: self.now, clock=lambda: self.now)
        self.zone = f"goods/{self.seat}"
        self.held = dict(book.state.table[self.zone])
        self.good = max(self.held, key=self.held.__getitem__)

    def _seats(self, table: dict[str, Tally], actors: tuple[str, ...]) -> list[str]:
        held = {seat: table[f"goods/{seat}"] for seat in actors}
        return [seat for seat, goods in held.items() if max(goods.values(), default=0) >= LEAST and not goods.get("K")]

    def see(self, sold: int, black: int, number: float | None = SURE) -> None:
        """The camera sees so many fewer of the good, and so many of them it calls black."""
        read = self.held | {self.good: self.held[self.good] - sold - black, "K": black}
        doubts = {self.good: 1.0, "K": 1.0}
        self.session.put(Sighting("camera", self.zone, self.now, Count(read, 1.0, doubts, number)))
        self.wait(0.0)

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.session.poll()


@pytest.fixture
def table() -> Table:
    return Table()


def test_a_good_that_looks_black_is_what_the_book_says(table: Table) -> None:
    entries = table.session.book.last
    table.see(sold=0, black=2)
    table.wait(20.0)
    assert table.session.book.last == entries
    assert table.session.questions == ()
    assert table.session.disagreements == ()


def test_what_is_sold_is_booked_though_what_is_left_looks_black(table: Table) -> None:
    table.see(sold=1, black=2)
    table.wait(5.0)
    assert table.session.journal[-1].command == Sell(table.seat, table.good, 1)
    table.wait(20.0)
    assert table.session.questions == ()
    assert table.session.disagreements == ()


def test_where_their_number_is_in_doubt_as_well_people_are_asked(table: Table) -> None:
    entries = table.session.book.last
    table.see(sold=1, black=2, number=None)
    table.wait(5.0)
    assert table.session.book.last == entries
    assert [question.kind for question in table.session.questions] == ["many"]
