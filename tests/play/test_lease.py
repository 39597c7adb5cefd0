"""Two stores, one game: only one writes, the other says who does, and goes on only when that one is gone."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from companion.play.lease import PATIENCE, Held
from companion.play.storage import Store
from engine.errors import NotWritten
from testkit.nim import Draw, Grow, Lay, Setup, Skip, Take

HOLDER = """
import sys
from pathlib import Path
from companion.play.storage import Store
from testkit.nim import Lay, Skip
store = Store(Path(sys.argv[1]), name="the kitchen")
store.hold("nim-0001")
book = store.open("nim-0001")
if not book.last:
    book.submit(Lay("", 12), at=2.0)
print(book.last, flush=True)
for line in sys.stdin:
    try:
        book.submit(Skip("red"), at=3.0)
        print(book.last, flush=True)
    except OSError as error:
        print(type(error).__name__, error, flush=True)
"""


class Clock:
    """Seconds that pass when they are told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with one game, held by nobody."""
    with Store(tmp_path / "games.db") as store:
        store.begin("nim", Setup(), 1.0)
    return tmp_path / "games.db"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@contextmanager
def other(path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the game and has said so."""
    words = [sys.executable, "-c", HOLDER, str(path)]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline().strip() == "1"
            yield process
        finally:
            process.kill()


def told(process: subprocess.Popen[str]) -> str:
    """What the other process says when it is asked to go on."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("go on\n")
    process.stdin.flush()
    return process.stdout.readline().strip()


def beaten(path: Path) -> None:
    """The holder, wherever it is, gives a sign of life."""
    with closing(sqlite3.connect(path)) as base, base:
        base.execute("UPDATE lease SET beat = beat + 1")


def from_elsewhere(path: Path, since: float = 5.0) -> None:
    """The game is held on another machine, whose clock says what it likes."""
    with closing(sqlite3.connect(path)) as base, base:
        base.execute("DELETE FROM lease")
        row = ("nim-0001", "somebody", "the attic", 77, "another machine", since, 1)
        base.execute("INSERT INTO lease VALUES (?, ?, ?, ?, ?, ?, ?)", row)


# --- one writes ---


def test_the_second_to_open_a_game_reads_it_and_is_told_who_plays_it(path: Path) -> None:
    with other(path) as first, Store(path) as second:
        book = second.open("nim-0001")
        assert book.last == 1
        with pytest.raises(Held, match=rf"'nim-0001' is played at the kitchen \(process {first.pid}\) since "):
            second.hold("nim-0001")
        with pytest.raises(NotWritten, match="the kitchen"):
            book.submit(Skip("red"), at=3.0)
        assert book.last == 1
        assert told(first) == "2"
        lease = second.lease("nim-0001")
        assert lease is not None
        assert (lease.name, lease.process) == ("the kitchen", first.pid)


def test_who_begins_a_game_holds_it(path: Path) -> None:
    with Store(path) as first, Store(path) as second:
        game, mine = first.begin("nim", Setup(), 1.0)
        with pytest.raises(Held):
            second.open(game).submit(Lay("", 12), at=2.0)
        mine.submit(Lay("", 12), at=2.0)
        assert second.open(game).last == 1


def test_a_game_that_is_let_go_of_may_be_gone_on_with_at_once(path: Path) -> None:
    with Store(path) as first, Store(path) as second:
        first.hold("nim-0001")
        first.release("nim-0001")
        second.hold("nim-0001")
        second.open("nim-0001").submit(Lay("", 12), at=2.0)
        with pytest.raises(Held):
            first.open("nim-0001").submit(Skip("red"), at=2.0)


def test_a_store_that_is_closed_holds_nothing_and_leaves_nothing_beside_the_file(path: Path) -> None:
    with Store(path) as first:
        first.hold("nim-0001")
        assert list(path.parent.glob("*holder*"))
    assert not list(path.parent.glob("*holder*"))
    with Store(path) as second:
        assert second.lease("nim-0001") is None
        second.hold("nim-0001")


def test_who_looks_sees_what_the_other_plays(path: Path) -> None:
    with other(path) as first, Store(path) as second:
        book = second.open("nim-0001")
        assert second.catch_up("nim-0001", book) == []
        assert told(first) == "2"
        assert [entry.number for entry in second.catch_up("nim-0001", book)] == [2]
        assert book.entries[-1].digest == second.open("nim-0001").entries[-1].digest


def test_a_held_game_is_not_restored(path: Path) -> None:
    with other(path), Store(path) as second, pytest.raises(Held):
        second.restore("nim-0001")


def test_a_game_is_held_by_whoever_writes_it_even_if_nobody_asked(path: Path) -> None:
    with Store(path) as first, Store(path) as second:
        first.open("nim-0001").submit(Lay("", 12), at=2.0)
        with pytest.raises(Held):
            second.hold("nim-0001")


# --- gone ---


def test_a_killed_process_holds_nothing(path: Path) -> None:
    with other(path) as first:
        first.send_signal(signal.SIGKILL)
        first.wait()
        with Store(path) as second:
            assert second.lease("nim-0001") is None
            second.hold("nim-0001")
            second.open("nim-0001").submit(Skip("red"), at=3.0)
    assert not list(path.parent.glob("*holder*"))


def test_a_process_that_lives_is_never_taken_over(path: Path, clock: Clock) -> None:
    with other(path), Store(path, seconds=clock) as second:
        for _ in range(5):
            with pytest.raises(Held):
                second.take_over("nim-0001")
            clock.now += PATIENCE
            beaten(path)


def test_a_process_that_stands_still_is_taken_over_and_writes_no_more(path: Path, clock: Clock) -> None:
    with other(path) as first, Store(path, seconds=clock) as second:
        first.send_signal(signal.SIGSTOP)
        assert second.lease("nim-0001") is not None
        clock.now += PATIENCE - 0.1
        with pytest.raises(Held):
            second.take_over("nim-0001")
        clock.now += 0.2
        second.take_over("nim-0001")
        first.send_signal(signal.SIGCONT)
        assert told(first).startswith("Held ")
        mine = second.open("nim-0001")
        mine.submit(Skip("red"), at=3.0)
        assert told(first).startswith("Held ")
        assert [entry.number for entry in second.open("nim-0001").entries] == [1, 2]


@pytest.mark.parametrize("since", [0.0, 5.0, 4e9])
def test_another_machine_is_gone_when_it_gives_no_sign_whatever_its_clock_says(
    path: Path, clock: Clock, since: float
) -> None:
    from_elsewhere(path, since)
    with Store(path, seconds=clock) as store:
        for _ in range(3):
            lease = store.lease("nim-0001")
            assert lease is not None
            assert not store.is_gone(lease)
            clock.now += PATIENCE / 2
            beaten(path)
        assert store.lease("nim-0001") is not None
        clock.now += PATIENCE
        with pytest.raises(Held):  # what is gone is taken over by who says so, and by nobody else
            store.hold("nim-0001")
        store.take_over("nim-0001")
        store.open("nim-0001").submit(Lay("", 12), at=2.0)


def test_a_sign_in_the_last_moment_keeps_the_game(path: Path, clock: Clock) -> None:
    from_elsewhere(path)
    with Store(path, seconds=clock) as store:
        assert store.lease("nim-0001") is not None
        clock.now += PATIENCE
        beaten(path)
        with pytest.raises(Held):
            store.take_over("nim-0001")


def test_who_holds_a_game_gives_signs_and_hears_that_it_was_taken(path: Path, clock: Clock) -> None:
    with Store(path) as first, Store(path, seconds=clock) as second:
        first.hold("nim-0001")
        before = second.lease("nim-0001")
        assert first.beat() == []
        after = second.lease("nim-0001")
        assert before is not None
        assert after is not None
        assert after.beat > before.beat
        clock.now += PATIENCE
        second.take_over("nim-0001")
        assert first.beat() == ["nim-0001"]
        assert first.beat() == []


def test_who_lost_a_game_does_not_write_on_from_an_old_page_once_it_is_free(path: Path, clock: Clock) -> None:
    with Store(path) as first, Store(path, seconds=clock) as second:
        mine = first.open("nim-0001")
        first.hold("nim-0001")
        assert second.lease("nim-0001") is not None
        clock.now += PATIENCE
        second.take_over("nim-0001")
        assert first.beat() == ["nim-0001"]
        second.release("nim-0001")
        with pytest.raises(NotWritten, match="was played elsewhere; open it again"):
            mine.submit(Lay("", 12), at=2.0)
        first.hold("nim-0001")
        first.open("nim-0001").submit(Lay("", 12), at=2.0)


def test_of_two_that_would_take_over_one_does(path: Path, clock: Clock) -> None:
    from_elsewhere(path)
    with Store(path, seconds=clock) as first, Store(path, seconds=clock) as second:
        assert (first.lease("nim-0001"), second.lease("nim-0001")) != (None, None)
        clock.now += PATIENCE
        first.take_over("nim-0001")
        with pytest.raises(Held):
            second.take_over("nim-0001")


# --- beside it ---


def test_copies_and_backups_are_held_by_nobody(path: Path) -> None:
    from_elsewhere(path)
    with Store(path) as store:
        store.begin("nim", Setup(), 1.0)
        store.copy_to(path.with_name("copy.db"))
    for copied in (path.with_name("copy.db"), path.with_name("games.backup-1.db")):
        with Store(copied) as store:
            assert store.lease("nim-0001") is None
            store.hold("nim-0001")


def test_a_file_made_before_there_were_leases_gets_them(path: Path) -> None:
    with closing(sqlite3.connect(path)) as base, base:
        base.execute("DROP TABLE lease")
    with Store(path) as store:
        store.hold("nim-0001")
        store.open("nim-0001").submit(Lay("", 12), at=2.0)


def test_where_the_system_knows_no_locks_only_signs_count(
    path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none_here(*_: object) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr("companion.play.lease.flock", none_here)
    with Store(path) as first, Store(path, seconds=clock) as second:
        first.hold("nim-0001")
        first.open("nim-0001").submit(Lay("", 12), at=2.0)
        with pytest.raises(Held):
            second.hold("nim-0001")
        clock.now += PATIENCE
        second.take_over("nim-0001")


def test_a_game_nobody_keeps_cannot_be_held(path: Path) -> None:
    with Store(path) as store, pytest.raises(LookupError, match="nim-0009"):
        store.hold("nim-0009")


@pytest.mark.skipif(os.getuid() != 0, reason="needs another user")
def test_who_may_only_read_holds_nothing_and_sees_who_does(path: Path) -> None:
    look = (
        "import os, sys; from pathlib import Path; from companion.play.storage import Store; os.setuid(65534)\n"
        "with Store(Path(sys.argv[1])) as store:\n"
        "    print(store.lease('nim-0001').name)\n"
        "    try: store.hold('nim-0001')\n"
        "    except OSError as error: print('refused', error)\n"
    )
    with other(path):
        path.chmod(0o444)
        Path(f"{path}-wal").chmod(0o444)
        path.parent.chmod(0o555)
        for above in path.parent.parents:
            if above.stat().st_mode & 0o005 != 0o005 and str(above).startswith("/tmp/"):
                above.chmod(0o755)
        ran = subprocess.run([sys.executable, "-c", look, str(path)], capture_output=True, text=True, check=False)
    first, second = ran.stdout.splitlines() or [ran.stderr, ""]
    assert first == "the kitchen"
    assert second.startswith("refused ")


def test_all_that_was_played_before_still_reads_back(path: Path) -> None:
    with Store(path) as store:
        book = store.open("nim-0001")
        for command in (Lay("", 12), Take("red", 2), Draw("red", {"card:b": 1}), Grow("")):
            book.submit(command, at=2.0)
    with Store(path) as store:
        assert store.open("nim-0001").entries[-1].digest == book.entries[-1].digest
