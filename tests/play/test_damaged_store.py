"""A damaged, foreign or newer file of games: what can be read is kept on, what is lost is named, nothing is changed."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from contextlib import closing, suppress
from pathlib import Path
from random import Random

import pytest

from companion.host.saved_games import damaged_games, saved_games
from companion.play.backup import backups
from companion.play.games_file import APPLICATION
from companion.play.record import Damaged
from companion.play.storage import Store
from engine.errors import CompanionError, NotWritten
from engine.journal import Journal, Remark
from testkit.nim import Lay, Setup, Take

GAMES = 6


def many(path: Path, entries: int = 60) -> dict[str, list[str]]:
    """Games enough for many pages; their digests by game. No copy of the file is left beside it."""
    digests = {}
    with Store(path) as store:
        for _ in range(GAMES):
            game, journal = store.begin("nim", Setup(), 1.0)
            journal.submit(Lay("", 12), at=2.0)
            for number in range(entries):
                journal.submit(Remark("", f"remark {number} " + "x" * 100), at=3.0)
            digests[game] = [entry.digest for entry in journal.entries]
    return digests


def without_copies(path: Path) -> None:
    for copied in backups(path):
        copied.unlink()


def spoil_page(path: Path, page: int) -> None:
    data = bytearray(path.read_bytes())
    data[page * 4096 : page * 4096 + 8] = b"\xff" * 8
    path.write_bytes(data)


def opened(store: Store, game: str) -> list[str] | None:
    try:
        return [entry.digest for entry in store.open(game).entries]
    except Damaged:
        return None


def test_of_a_file_with_one_damaged_page_all_other_games_are_played_on_and_the_damaged_one_is_named(
    tmp_path: Path,
) -> None:
    path = tmp_path / "games.db"
    digests = many(path)
    without_copies(path)
    spoil_page(path, path.stat().st_size // 4096 // 2)
    with Store(path) as store:
        found = {game: opened(store, game) for game in digests}
        named = dict(damaged_games(store))
    lost = {game for game, kept in found.items() if kept != digests[game]}
    assert 1 <= len(lost) <= 2
    assert set(named) == lost
    assert all(found[game] is None for game in lost)


def test_no_page_of_random_bytes_loses_an_entry_in_silence(tmp_path: Path) -> None:
    digests = many(tmp_path / "games.db", 20)
    data = (tmp_path / "games.db").read_bytes()
    for page in range(1, len(data) // 4096):
        path = tmp_path / str(page) / "games.db"
        path.parent.mkdir()
        path.write_bytes(data[: page * 4096] + Random(page).randbytes(4096) + data[(page + 1) * 4096 :])
        with suppress(CompanionError), Store(path) as store:
            whole = {saved.id for saved in saved_games(store)}
            assert all(opened(store, game) == digests[game] for game in whole)


def test_no_page_in_the_place_of_another_loses_an_entry_in_silence(tmp_path: Path) -> None:
    digests = many(tmp_path / "games.db", 20)
    data, chance = (tmp_path / "games.db").read_bytes(), Random(5)
    pages = range(1, len(data) // 4096)
    for number, (page, other) in enumerate((page, chance.choice(pages)) for page in pages for _ in range(3)):
        path = tmp_path / str(number) / "games.db"
        path.parent.mkdir()
        taken = data[other * 4096 : (other + 1) * 4096]
        path.write_bytes(data[: page * 4096] + taken + data[(page + 1) * 4096 :])
        with suppress(CompanionError), Store(path) as store:
            whole = {saved.id for saved in saved_games(store)}
            assert all(opened(store, game) == digests[game] for game in whole), (page, other)


def test_a_game_of_which_no_entry_is_left_is_named(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    digests = many(path)
    without_copies(path)
    data = bytearray(path.read_bytes())
    with closing(sqlite3.connect(path)) as base:
        root = base.execute("SELECT rootpage FROM sqlite_schema WHERE name = 'entry'").fetchone()[0]
    leaf = next(
        at
        for at in range(0, len(data), 4096)
        if data[at] == 10 and b"nim-0003" in (page := data[at : at + 4096]) and b"remark" in page
    )
    data[(root - 1) * 4096 : root * 4096] = data[leaf : leaf + 4096]
    path.write_bytes(data)
    with Store(path) as store:
        whole, named = {saved.id for saved in saved_games(store)}, dict(damaged_games(store))
        assert set(digests) == whole | set(named)
        assert "nothing of it can be read" in named["nim-0006"]
        assert store.begin("nim", Setup(), 1.0)[0] == "nim-0007"


def test_a_damaged_file_is_kept_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    many(path)
    without_copies(path)
    spoil_page(path, 5)
    before = path.read_bytes()
    with Store(path) as store:
        assert store.damaged_file is not None
        assert store.damaged_file.read_bytes() == before


def test_a_table_whose_name_is_damaged_to_no_text_is_damage_like_any_other(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    digests = many(path, 5)
    data = path.read_bytes()
    assert b"tableformform" in data
    data = data.replace(b"tableformform", b"tablef\x92rmform").replace(b"CREATE TABLE form", b"CREATE TABLX form")
    path.write_bytes(data)
    with Store(path) as store:
        for game, _ in damaged_games(store):
            store.restore(game)
        assert {game: opened(store, game) for game in digests} == digests


@pytest.mark.parametrize("seed", range(40))
def test_a_damaged_byte_loses_no_entry_in_silence_and_takes_no_list(tmp_path: Path, seed: int) -> None:
    path, chance = tmp_path / "games.db", Random(seed)
    digests = many(path, 20)
    without_copies(path)
    data = bytearray(path.read_bytes())
    at = chance.randrange(100, len(data)) if seed % 4 else chance.randrange(100)
    data[at] ^= chance.randrange(1, 256)
    path.write_bytes(data)
    try:
        store = Store(path)
    except CompanionError:
        assert path.read_bytes() == data
        return
    with store:
        whole, named = {saved.id for saved in saved_games(store)}, dict(damaged_games(store))
        assert set(digests) <= whole | set(named)
        assert all(opened(store, game) == digests[game] for game in digests if game in whole)


def test_with_a_copy_a_damaged_file_loses_nothing_of_what_was_copied(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    digests = many(path)
    spoil_page(path, path.stat().st_size // 4096 // 2)
    with Store(path) as store:
        for game, _ in damaged_games(store):
            store.restore(game)
        assert {game: opened(store, game) for game in digests} == digests


def test_a_file_whose_head_is_gone_is_taken_from_its_copy(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    digests = many(path, 5)
    path.write_bytes(b"\0" * 4096)
    with Store(path) as store:
        for game, _ in damaged_games(store):
            store.restore(game)
        assert {game: opened(store, game) for game in digests} == digests


def test_a_forged_entry_is_restored_from_the_copy(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    digests = many(path, 5)
    with sqlite3.connect(path) as other:
        other.execute("DROP TRIGGER entries_never_change")
        other.execute("UPDATE entry SET origin = 'forged' WHERE game = 'nim-0002' AND number = 3")
    with Store(path) as store:
        assert [game for game, _ in damaged_games(store)] == ["nim-0002"]
        assert store.restore("nim-0002") == 6
        assert opened(store, "nim-0002") == digests["nim-0002"]
    with sqlite3.connect(path) as other, pytest.raises(sqlite3.IntegrityError, match="only grows"):
        other.execute("DELETE FROM entry")


def test_as_many_damaged_games_as_there_are_are_restored_one_by_one_from_one_copy(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    digests = many(path, 5)
    with sqlite3.connect(path) as other:
        other.execute("DROP TRIGGER entries_never_change")
        other.execute("UPDATE entry SET origin = 'forged' WHERE number = 3")
    for game in digests:
        with Store(path) as store:
            assert store.restore(game) == 6
    with Store(path) as store:
        assert {game: opened(store, game) for game in digests} == digests
    with Store(backups(path)[0]) as copied:
        assert {game: opened(copied, game) for game in digests} == digests


def test_a_restored_game_without_a_copy_goes_on_after_its_last_good_entry(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    many(path, 5)
    without_copies(path)
    with sqlite3.connect(path) as other:
        other.execute("DROP TRIGGER entries_never_change")
        other.execute("UPDATE entry SET origin = 'forged' WHERE game = 'nim-0002' AND number = 3")
    with Store(path) as store:
        without_copies(path)
        assert store.restore("nim-0002") == 2
        store.open("nim-0002").submit(Take("red", 1), at=4.0)


def test_closing_copies_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    with Store(path) as store:
        store.begin("nim", Setup(), 1.0)[1].submit(Lay("", 12), at=2.0)
    (copied,) = backups(path)
    with Store(copied) as other:
        assert other.open("nim-0001").last == 1


def test_copies_of_three_days_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    for day in range(5):
        with Store(path) as store:
            store.begin("nim", Setup(), 1.0)
        os.utime(backups(path)[0], (1e9 + day * 86400, 1e9 + day * 86400))
    assert len(backups(path)) == 3


def test_files_of_games_and_their_copies_are_for_the_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    path.touch(0o644)
    with Store(path) as store:
        store.begin("nim", Setup(), 1.0)
        assert all(file.stat().st_mode & 0o077 == 0 for file in tmp_path.iterdir())
    assert all(file.stat().st_mode & 0o077 == 0 for file in tmp_path.iterdir())


@pytest.mark.parametrize(
    ("made", "complaint"),
    [
        ("CREATE TABLE photos (name TEXT)", "another program"),
        ("CREATE TABLE entry (game TEXT, stake REAL)", "another program"),
        ("PRAGMA application_id = 252006675", "another program"),
    ],
)
def test_a_database_of_another_program_is_refused_and_gets_no_table_of_ours(
    tmp_path: Path, made: str, complaint: str
) -> None:
    path = tmp_path / "games.db"
    with sqlite3.connect(path) as other:
        other.execute(made)
    before = path.read_bytes()
    with pytest.raises(Damaged, match=complaint):
        Store(path)
    assert path.read_bytes() == before


def test_a_file_of_a_newer_version_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    Store(path).close()
    with sqlite3.connect(path) as other:
        other.execute("PRAGMA user_version = 7")
        other.execute("UPDATE form SET version = 7")
    before = path.read_bytes()
    with pytest.raises(Damaged, match="newer version"):
        Store(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("at", [*range(60, 64), *range(68, 72)])
def test_a_damaged_byte_of_version_or_application_in_the_head_is_mended_and_every_game_opens(
    tmp_path: Path, at: int
) -> None:
    path = tmp_path / "games.db"
    digests = many(path, 3)
    without_copies(path)
    for bit in range(8):
        data = bytearray(path.read_bytes())
        data[at] ^= 1 << bit
        path.write_bytes(data)
        with Store(path) as store:
            assert {game: opened(store, game) for game in digests} == digests
        without_copies(path)
    with sqlite3.connect(path) as mended:
        assert mended.execute("PRAGMA user_version").fetchone() == (1,)
        assert mended.execute("PRAGMA application_id").fetchone() == (APPLICATION,)


def test_a_damaged_byte_of_the_form_of_the_tables_is_damage_and_no_error_of_the_disk(tmp_path: Path) -> None:
    path, at = tmp_path / "games.db", 47  # what SQLite reads of the number at 44
    digests = many(path, 3)
    for bit in (1, 7):
        data = bytearray(path.read_bytes())
        data[at] ^= 1 << bit
        path.write_bytes(data)
        with Store(path) as store:
            assert store.damaged_file is not None
            assert store.damaged_file.read_bytes() == bytes(data)
            assert {game: opened(store, game) for game in digests} == dict.fromkeys(digests)
            for game in digests:
                store.restore(game)
            assert {game: opened(store, game) for game in digests} == digests
    without_copies(path)
    data[:] = path.read_bytes()
    data[at] ^= 0x80
    path.write_bytes(data)
    with pytest.raises(Damaged, match="left as it is"):
        Store(path)
    assert path.read_bytes() == bytes(data)


def test_a_file_made_before_it_had_a_version_opens_and_gets_one(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    digests = many(path, 3)
    with sqlite3.connect(path) as older:
        older.execute("DROP TABLE doubt")
        older.execute("DROP TABLE form")
        older.execute("PRAGMA user_version = 0")
        older.execute("PRAGMA application_id = 0")
    with Store(path) as store:
        assert {game: opened(store, game) for game in digests} == digests
    with sqlite3.connect(path) as again:
        assert again.execute("PRAGMA application_id").fetchone() == (APPLICATION,)


def test_a_second_journal_of_one_game_gets_a_sentence_and_loses_nothing(tmp_path: Path) -> None:
    with Store(tmp_path / "games.db") as store:
        game, mine = store.begin("nim", Setup(), 1.0)
        theirs = store.open(game)
        theirs.submit(Lay("", 12), at=2.0)
        with pytest.raises(NotWritten, match="another window or command went on with this game"):
            mine.submit(Lay("", 12), at=2.0)
        assert store.open(game).last == 1


READER = """
import os, sys
from pathlib import Path
from companion.play.storage import Store
from testkit.nim import Lay
os.setuid(65534)
with Store(Path(sys.argv[1])) as store:
    book = store.open("nim-0001")
    print(book.last)
    try:
        book.submit(Lay("", 12), at=2.0)
    except OSError as error:
        print(error)
"""


@pytest.mark.skipif(os.getuid() != 0, reason="another user is played by giving up root's rights")
def test_games_in_a_folder_that_can_only_be_read_are_looked_at_and_an_entry_is_refused_in_a_sentence(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "data"
    with Store(folder / "games.db") as store:
        store.begin("nim", Setup(), 1.0)
        (folder / "games.db").chmod(0o444)
        Path(f"{store.path}-wal").chmod(0o444)
        folder.chmod(0o555)
        for above in folder.parents:
            if above.stat().st_mode & 0o005 != 0o005 and str(above).startswith("/tmp/"):
                above.chmod(0o755)
        read = subprocess.run(
            [sys.executable, "-c", READER, str(store.path)], capture_output=True, text=True, check=False
        )
    first, second = read.stdout.splitlines() or [read.stderr, ""]
    assert first == "0"
    assert "can only be read" in second


def test_a_full_disk_during_an_import_is_one_error_and_leaves_the_store_usable(tmp_path: Path) -> None:
    with Store(tmp_path / "games.db") as store:
        book = Journal(store.begin("nim", Setup(), 1.0)[1].game, Setup())
        for number in range(200):
            book.submit(Remark("", f"{number} " + "x" * 1000), at=2.0)
        pages = store._base.execute("PRAGMA page_count").fetchone()[0]
        store._base.execute(f"PRAGMA max_page_count = {pages + 5}")
        with pytest.raises(NotWritten, match="full"):
            store.take_in(book, 3.0)
        store._base.execute("PRAGMA max_page_count = 1000000")
        assert store.take_in(book, 3.0) == "nim-0002"
