"""What every store of a desk must do."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from companion.host.mat_pictures import Shown, parts_of
from companion.play.record import FORM, Head, Line
from companion.web.desk.sqlite_store import FILE, SqliteStore
from companion.web.desk.store import MOST_PICTURES, DeskStore, Key, Lie, Mark, Ruling, picture_of
from devices.desk import PictureMark, PicturePart, RulingOrder
from engine.errors import NotWritten, WrongFile
from tests.desk.conftest import Open

KEY = Key("table-1", "nim-1")
HEAD = Head(FORM, "nim", msgspec.Raw(b'{"places":[]}'), "00")


@pytest.fixture
def store(opened: Open) -> DeskStore:
    return opened()


def line(number: int, digest: str = "") -> Line:
    said = msgspec.Raw(f'["Take","red",{number}]'.encode())
    digest = digest or f"{number:02x}"
    return Line(number=number, at=10.5, origin="tap", command=said, events=msgspec.Raw(b"[]"), digest=digest)


def test_of_a_game_that_was_never_heard_of_nothing_is_kept(store: DeskStore) -> None:
    assert (store.mark(KEY), store.head(KEY), store.lines(KEY), store.games()) == (Mark(), None, [], [])


def test_entries_come_back_as_they_were_sent(store: DeskStore) -> None:
    store.begin(KEY, HEAD, 1.0)
    assert store.append(KEY, line(1))
    assert store.lines(KEY) == [line(1)]
    assert store.head(KEY) == HEAD


def test_an_entry_is_kept_once(store: DeskStore) -> None:
    store.begin(KEY, HEAD, 1.0)
    assert store.append(KEY, line(1))
    assert not store.append(KEY, line(1, "ff"))
    assert store.digest(KEY, 1) == "01"


@pytest.mark.parametrize("number", [0, 1, 3, 7])
def test_only_the_next_entry_is_taken(store: DeskStore, number: int) -> None:
    store.begin(KEY, HEAD, 1.0)
    store.append(KEY, line(1))
    assert not store.append(KEY, line(number, "ff"))
    assert store.mark(KEY) == Mark(1, "01")


def test_nothing_is_taken_of_a_game_without_its_head(store: DeskStore) -> None:
    assert not store.append(KEY, line(1))


def test_two_workers_with_the_same_entry_keep_it_once(opened: Open) -> None:
    one, two = opened(), opened()
    one.begin(KEY, HEAD, 1.0)
    assert two.mark(KEY) == Mark(0, "00")
    assert one.append(KEY, line(1))
    assert not two.append(KEY, line(1, "ff"))
    assert two.mark(KEY) == Mark(1, "01")
    assert two.append(KEY, line(2))


def test_games_of_two_tables_do_not_meet(store: DeskStore) -> None:
    other = Key("table-2", KEY.game)
    store.begin(KEY, HEAD, 1.0)
    store.begin(other, HEAD, 2.0)
    store.append(KEY, line(1))
    assert (store.mark(other).number, list(store.games())) == (0, [KEY, other])


def test_what_breaks_off_leaves_nothing(store: DeskStore) -> None:
    store.begin(KEY, HEAD, 1.0)

    def killed() -> None:
        with store.together():
            store.append(KEY, line(1))
            raise RuntimeError("killed")

    with pytest.raises(RuntimeError, match="killed"):
        killed()
    assert store.mark(KEY) == Mark(0, "00")


def test_what_was_kept_together_is_there_for_the_next_process(opened: Open) -> None:
    first = opened()
    with first.together():
        first.begin(KEY, HEAD, 1.0)
        first.append(KEY, line(1))
        first.append(KEY, line(2))
    first.close()
    assert [each.number for each in opened().lines(KEY, 1)] == [2]


def test_the_first_report_of_a_lie_holds(store: DeskStore) -> None:
    store.accuse(KEY, Lie(3, "unfit", 5.0))
    store.accuse(KEY, Lie(3, "other", 6.0))
    assert store.lies(KEY) == [Lie(3, "unfit", 5.0)]
    assert list(store.games()) == [KEY]


def test_a_ruling_is_kept_until_it_is_answered_and_answered_once(store: DeskStore) -> None:
    order = RulingOrder(id="r1", game=KEY.game, challenge=7, how="back", referee="Marta")
    store.order(Ruling(table="table-1", order=order, at=4.0))
    store.order(Ruling(table="table-1", order=order, at=9.0))
    assert [each.open for each in store.rulings()] == [True]
    store.answer("table-2", "r1", 9, "")
    store.answer("table-1", "r1", 8, "")
    store.answer("table-1", "r1", 0, "too late")
    assert list(store.rulings()) == [Ruling(table="table-1", order=order, at=4.0, entry=8)]


def test_a_document_takes_the_place_of_the_one_before(store: DeskStore) -> None:
    assert store.kept("people") == b""
    store.keep("people", b"1")
    store.keep("people", b"2")
    assert store.kept("people") == b"2"


def test_a_file_of_another_program_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"not a database, and longer than a header of SQLite would be" * 20)
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises((WrongFile, NotWritten)):
        SqliteStore(tmp_path / FILE)
    assert (tmp_path / FILE).read_bytes() == before


def test_entries_of_the_file_can_only_grow(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / FILE)
    store.begin(KEY, HEAD, 1.0)
    store.append(KEY, line(1))
    for wish in ("UPDATE entry SET origin = 'x'", "DELETE FROM entry"):
        with pytest.raises(Exception, match="only grows"):
            store._base.execute(wish)
    store.close()


# --- pictures ---


def sent(data: bytes, *, at: float = 5.0, challenge: int = 7, game: str = KEY.game) -> list[PicturePart]:
    return parts_of(
        Shown(data, at, (PictureMark(label="card", share=0.9, corners=(1, 1, 9, 1, 9, 9, 1, 9)),)), game, challenge
    )


DATA = bytes(range(256)) * 400
"""Enough for several parts."""


def test_a_picture_is_whole_when_its_last_part_has_come_in_whatever_order_and_however_often(opened: Open) -> None:
    store, parts = opened(), sent(DATA)
    for part in [*parts[1:][::-1], *parts[1:]]:
        store.add_part(KEY, part, 1.0)
    assert (store.whole(KEY, 7), picture_of(store, KEY, 7)) == ("", None)
    store.add_part(KEY, parts[0], 1.0)
    found = picture_of(opened(), KEY, 7)
    assert found is not None
    assert (found.data, found.at, found.marks, found.digest) == (DATA, 5.0, parts[0].marks, store.whole(KEY, 7))


def test_a_newer_picture_takes_the_place_of_an_older_one_and_not_the_other_way_round(store: DeskStore) -> None:
    for data, at in ((b"old", 5.0), (b"new", 6.0), (b"old", 5.0), (b"older", 4.0)):
        for part in sent(data, at=at):
            store.add_part(KEY, part, 1.0)
    found = picture_of(store, KEY, 7)
    assert found is not None
    assert found.data == b"new"


def test_of_one_table_the_newest_pictures_are_kept_and_of_another_its_own(store: DeskStore) -> None:
    other = Key("table-2", "nim-2")
    for part in sent(b"other"):
        store.add_part(other, part, 0.5)
    for number in range(1, MOST_PICTURES + 4):
        for part in sent(DATA, challenge=number):
            store.add_part(KEY, part, float(number))
    kept = [number for number in range(1, MOST_PICTURES + 4) if store.whole(KEY, number)]
    assert kept == list(range(4, MOST_PICTURES + 4))
    assert store.whole(other, 7)


def test_parts_that_do_not_belong_together_are_no_picture(store: DeskStore) -> None:
    for part in sent(DATA):
        store.add_part(KEY, replace(part, data=b"x"), 1.0)
    assert store.whole(KEY, 7)
    assert picture_of(store, KEY, 7) is None
