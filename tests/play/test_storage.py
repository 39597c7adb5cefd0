"""Games kept on disk: nothing acknowledged is lost, nothing kept is changed, damage is named."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from companion.play.record import Damaged, decided_again, read_record, write_record
from companion.play.storage import Store
from engine.journal import Correct, Journal, Undo
from testkit.nim import Draw, Grow, Lay, Setup, Take

PROGRAM = """
import sys
from pathlib import Path
from companion.play.storage import Store
from testkit.nim import Draw, Grow, Lay, Setup, Skip
game, journal = Store(Path(sys.argv[1])).begin("nim", Setup(), 1.0)
journal.submit(Lay("", 12))
seat = "red"
while True:
    journal.submit(Skip(seat))
    journal.submit(Grow(""))
    seat = "blue" if seat == "red" else "red"
    print(journal.last, journal.entries[-1].digest, flush=True)
"""


def played(journal: Journal) -> Journal:
    for command in (Lay("", 12), Take("red", 2), Draw("red", {"card:b": 1}), Grow(""), Take("blue", 3)):
        journal.submit(command, at=2.0)
    journal.submit(Undo("blue", 4))
    return journal


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "games.db")


def test_a_kept_game_opens_with_the_same_entries_and_the_same_table(store: Store) -> None:
    game, journal = store.begin("nim", Setup(), 1.0)
    played(journal)
    again = store.open(game)
    assert [entry.digest for entry in again.entries] == [entry.digest for entry in journal.entries]
    assert (again.state.table, again.state.phase) == (journal.state.table, journal.state.phase)
    again.submit(Take("blue", 1))
    assert store.open(game).last == 7


def test_every_game_is_listed_the_newest_first(store: Store) -> None:
    first, _ = store.begin("nim", Setup(), 1.0)
    second, journal = store.begin("nim", Setup(), 2.0)
    played(journal)
    assert [(game, name, last) for game, name, last, _ in store.games()] == [(second, "nim", 6), (first, "nim", 0)]


@pytest.mark.parametrize("change", ["UPDATE entry SET origin = 'forged'", "DELETE FROM entry WHERE number = 3"])
def test_nobody_can_change_or_remove_an_entry(store: Store, change: str) -> None:
    played(store.begin("nim", Setup(), 1.0)[1])
    with sqlite3.connect(store.path) as other, pytest.raises(sqlite3.IntegrityError, match="only grows"):
        other.execute(change)


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        ('UPDATE entry SET command = \'["Take","red","two"]\' WHERE number = 2', r"entry 2: .*`\$\[2\]`"),
        ("UPDATE entry SET origin = 'camera' WHERE number = 3", "entry 3: .*digest"),
        ("DELETE FROM entry WHERE number = 4", "entry 5"),
        ("UPDATE entry SET command = '{' WHERE number = 0", "entry 0"),
        ("UPDATE entry SET origin = 'chess' WHERE number = 0", "entry 0: .*'chess'"),
    ],
)
def test_a_damaged_journal_names_the_game_and_the_entry(store: Store, damage: str, complaint: str) -> None:
    game, journal = store.begin("nim", Setup(), 1.0)
    played(journal)
    with sqlite3.connect(store.path) as other:
        other.execute("DROP TRIGGER entries_never_change")
        other.execute("DROP TRIGGER entries_never_go")
        other.execute(damage)
    with pytest.raises(Damaged, match=f"game '{game}', {complaint}"):
        store.open(game)


def test_a_file_that_is_no_journal_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "holiday.jpg"
    path.write_bytes(b"\xff\xd8\xff" * 500)
    with pytest.raises(Damaged, match=r"holiday\.jpg"):
        Store(path)
    assert path.read_bytes() == b"\xff\xd8\xff" * 500


def test_an_unknown_game_is_a_clear_error(store: Store) -> None:
    with pytest.raises(LookupError, match="'nim-0009'"):
        store.open("nim-0009")


def test_killed_at_any_moment_not_one_acknowledged_entry_is_lost(tmp_path: Path) -> None:
    program = [sys.executable, "-c", PROGRAM, str(tmp_path / "games.db")]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = [process.stdout.readline().split() for _ in range(25)]
        process.send_signal(signal.SIGKILL)
        said += [line.split() for line in process.stdout if line.endswith("\n")]
    journal = Store(tmp_path / "games.db").open("nim-0001")
    number, digest = said[-1]
    assert journal.entries[int(number) - 1].digest == digest


def test_a_record_reads_back_and_is_decided_again_the_same(store: Store, tmp_path: Path) -> None:
    journal = played(store.begin("nim", Setup(), 1.0)[1])
    write_record(journal, tmp_path / "game.jsonl")
    again = decided_again(read_record(tmp_path / "game.jsonl"))
    assert [entry.digest for entry in again.entries] == [entry.digest for entry in journal.entries]


def test_a_record_can_be_kept_again_whole_or_not_at_all(store: Store, tmp_path: Path) -> None:
    write_record(played(store.begin("nim", Setup(), 1.0)[1]), tmp_path / "game.jsonl")
    book = read_record(tmp_path / "game.jsonl")
    assert store.open(store.take_in(book, 3.0)).entries[-1].digest == book.entries[-1].digest
    book.entries.append(book.entries[0])
    with pytest.raises(OSError, match="entry 1"):
        store.take_in(book, 4.0)
    assert len(store.games()) == 2


def test_a_cut_or_foreign_record_names_the_line(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    write_record(played(store.begin("nim", Setup(), 1.0)[1]), path)
    path.write_bytes(path.read_bytes()[:-20])
    with pytest.raises(Damaged, match=r"'game\.jsonl', line 7"):
        read_record(path)
    path.write_text('{"form": 9, "game": "nim", "setup": {}}\n')
    with pytest.raises(Damaged, match="form 9"):
        read_record(path)


def test_a_record_whose_rules_say_otherwise_today_names_the_entry(store: Store, tmp_path: Path) -> None:
    journal = store.begin("nim", Setup(), 1.0)[1]
    journal.submit(Lay("", 12))
    entry = journal.submit(Correct("", ()))
    write_record(journal, tmp_path / "game.jsonl")
    text = (tmp_path / "game.jsonl").read_text().replace('["Lay","",12]', '["Lay","",13]')
    (tmp_path / "game.jsonl").write_text(text)
    with pytest.raises(Damaged, match="entry 1"):
        read_record(tmp_path / "game.jsonl")
    assert entry.number == 2
