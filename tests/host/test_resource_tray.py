"""Praetor's resources are weighed by a tray with five wells, and held against the book."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest

from companion.host.opening import new_session, shuffled_game
from companion.host.trays import Trays
from companion.host.wiring import Wiring
from companion.play.chores import chore_due
from companion.presenters.desk import Desk
from companion.titles.praetor.weighed import WELLS
from companion.views.common.acts import Open
from devices.virtual import VirtualTray
from engine.journal import Correct
from engine.praetor.zones import GOODS

LETTERS = {piece: letter for letter, piece in WELLS.items()}


class Table:
    """A game of two; before the first of them stands a tray with wells for all five resources."""

    def __init__(self) -> None:
        book = shuffled_game("praetor", 2, 1)
        while (due := chore_due(book.game, book.state)) is not None:
            book.submit(due)
        self.now = 0.0
        self.session = new_session(book, seconds=lambda: self.now)
        self.seat = next(iter(self.session.names))
        without = ("ledger", "buildings")
        self.tray = VirtualTray(self.seat, device="ledger-tray", settle=0.02, travel=0.001, without=without)
        self.trays = Trays(Wiring(serial=(self.tray.serve_pty(),), trays={self.tray.id: 1}, usb=False))
        self.trays.watch(self.session)

    @property
    def book(self) -> dict[str, int]:
        """What the seat owns by the book."""
        state = self.session.state.table
        return {**state[f"treasury/{self.seat}"], **state[f"goods/{self.seat}"]}

    def lay(self, **other: int) -> None:
        """Lay what the book has, but for some."""
        self.tray.store({LETTERS[piece]: count for piece, count in {**self.book, **other}.items()})

    def until(self, holds: Callable[[], bool], seconds: float = 20.0) -> None:
        end = time.monotonic() + seconds
        while not holds():
            self.now += 0.1
            self.trays.poll()
            self.session.poll()
            assert time.monotonic() < end, (self.session.devices, self.session.disagreements)
            time.sleep(0.002)

    def weighs(self, *zones: str) -> bool:
        return all(self.session.weighs(f"{zone}/{self.seat}") for zone in zones)

    def close(self) -> None:
        self.trays.close()
        self.tray.close()


@pytest.fixture
def table() -> Iterator[Table]:
    table = Table()
    yield table
    table.close()


def test_all_five_that_lie_as_the_book_has_them_are_no_difference(table: Table) -> None:
    assert set(table.book) == {"gold", *GOODS}
    table.lay()
    table.until(lambda: table.weighs("goods", "treasury") and not table.session.pending)
    assert not table.session.disagreements


@pytest.mark.parametrize("piece", ["gold", *GOODS])
def test_pieces_too_many_in_a_well_are_told_by_name_until_they_are_put_back(table: Table, piece: str) -> None:
    table.lay(**{piece: table.book[piece] + 9})
    table.until(lambda: bool(table.session.disagreements))
    (found,) = table.session.disagreements
    assert found.zone == f"{'treasury' if piece == 'gold' else 'goods'}/{table.seat}"
    assert found.table[piece] == found.book[piece] + 9
    desk = Desk(source=table.session)
    desk.do(Open("differ"))
    assert desk.view().body is not None
    table.lay()
    table.until(lambda: not table.session.disagreements)


def test_the_table_may_be_right_and_the_pieces_come_from_the_supply(table: Table) -> None:
    table.lay(marble=11)
    table.until(lambda: bool(table.session.disagreements))
    (found,) = table.session.disagreements
    table.session.settle(found.zone, "table")
    assert isinstance(table.session.journal[-1].command, Correct)
    assert table.book["marble"] == 11
