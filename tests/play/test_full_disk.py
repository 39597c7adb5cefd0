"""A disk that takes nothing more: the game stays open, says so, and goes on when there is room again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.host.opening import new_session, shuffled_setup
from companion.play.reports import Refusal
from companion.play.session import NOT_KEPT, TABLE, Session
from companion.play.storage import Store
from engine.journal import Entry, Remark
from testkit.nim import POLICY, Grow, Lay, Setup, Skip


class Disk:
    """A store on a disk that can be filled: SQLite's own limit of pages stands for it."""

    def __init__(self, folder: Path) -> None:
        self.store = Store(folder / "games.db")
        self.now = 100.0

    def fill(self, room: int = 0) -> None:
        pages = self.store._base.execute("PRAGMA page_count").fetchone()[0]
        self.store._base.execute(f"PRAGMA max_page_count = {pages + room}")

    def empty(self) -> None:
        self.store._base.execute("PRAGMA max_page_count = 1000000")


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    made = Disk(tmp_path)
    yield made
    made.store.close()


def played_on(disk: Disk) -> Session:
    setup = shuffled_setup("constantinopolis", 2, 1)
    return new_session(disk.store.begin("constantinopolis", setup, 1.0)[1], seconds=lambda: disk.now)


def until_refused(session: Session) -> Refusal:
    for _ in range(50):
        result = session.submit(Remark("", "x" * 3000))
        if isinstance(result, Refusal):
            return result
    raise AssertionError("the disk took everything")


def test_what_a_full_disk_does_not_take_is_refused_and_did_not_happen(disk: Disk) -> None:
    session = played_on(disk)
    disk.fill()
    assert until_refused(session).rule == NOT_KEPT
    disk.empty()
    assert isinstance(session.submit(Remark("", "again")), Entry)
    assert disk.store.open("constantinopolis-0001").entries[-1].digest == session.journal[-1].digest


def test_a_chore_the_disk_does_not_take_leaves_the_entry_before_it_and_is_done_when_there_is_room(disk: Disk) -> None:
    book = disk.store.begin("nim", Setup(), 1.0)[1]
    session = Session(book, {"red": "Anna", "blue": "Bruno"}, POLICY, seconds=lambda: disk.now)
    session.submit(Lay("", 12))
    kept = book._keep
    assert kept is not None

    def full(entry: Entry) -> None:
        if entry.origin == TABLE:
            raise OSError("disk full")
        kept(entry)

    book._keep = full
    assert isinstance(session.submit(Skip("red")), Entry)
    assert isinstance(session.note, Refusal)
    disk.now += 2
    session.poll()
    assert book.last == 2
    book._keep, disk.now = kept, disk.now + 2
    session.poll()
    assert isinstance(book.entries[-1].command, Grow)
    assert session.note == ""
