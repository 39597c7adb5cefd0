"""The journal is the outbox: in order, from the last entry that was heard, again when no answer comes."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from companion.host.outbox import ASKED_AGAIN, FILE, PATIENCE, WINDOW, Outbox, keep_heard, read_heard
from companion.titles import BUILT_IN, DEFAULT
from devices.desk import EntryLine, HeadLine, Heard, JournalLine, read
from engine.journal import Journal
from testkit.people import People


@pytest.fixture(scope="module")
def book() -> Journal:
    people = People.of(DEFAULT, 3, 1)
    people.play(100)
    return people.session.book


def numbers(lines: list[bytes]) -> list[int]:
    found: list[JournalLine] = [read("journal", line) for line in lines]
    return [0 if isinstance(line, HeadLine) else line.number for line in found]


def heard(box: Outbox, number: int, *, again: bool = False, digest: str | None = None) -> Heard:
    known = box.book.entries[number - 1].digest if number > 0 else ""
    return Heard(game=box.game, number=number, digest=known if digest is None else digest, again=again)


def test_a_new_desk_is_sent_the_head_first_and_no_more_than_may_be_on_its_way(book: Journal) -> None:
    assert numbers(Outbox(book).due(0)) == list(range(WINDOW))


def test_what_was_sent_is_not_sent_twice_while_an_answer_may_come(book: Journal) -> None:
    box = Outbox(book)
    box.due(0)
    assert box.due(PATIENCE - 0.1) == []
    assert numbers(box.due(PATIENCE + 0.1)) == [0]
    assert box.due(PATIENCE + ASKED_AGAIN) == []
    assert numbers(box.due(PATIENCE + ASKED_AGAIN + 0.2)) == [0]


def test_a_desk_that_was_late_is_not_sent_again_what_it_has(book: Journal) -> None:
    box = Outbox(book)
    box.due(0)
    box.due(PATIENCE + 0.1)
    box.take(heard(box, WINDOW - 1), PATIENCE + 1)
    assert numbers(box.due(PATIENCE + 1))[0] == WINDOW


def test_a_desk_that_has_lost_what_was_on_its_way_is_sent_it_as_soon_as_it_answers(book: Journal) -> None:
    box = Outbox(book, 10)
    box.due(0)
    assert numbers(box.due(PATIENCE + 0.1)) == [11]
    box.take(heard(box, 11), PATIENCE + 0.2)
    assert numbers(box.due(PATIENCE + 0.2))[0] == 12
    box.take(heard(box, 13), PATIENCE + 0.3)
    assert numbers(box.due(PATIENCE + 0.3))[0] == 12 + WINDOW


def test_it_goes_on_behind_what_was_heard(book: Journal) -> None:
    box = Outbox(book, 10)
    box.due(0)
    box.take(heard(box, 20), 1)
    assert numbers(box.due(1)) == list(range(11 + WINDOW, 21 + WINDOW))


def test_a_gap_is_sent_again_from_where_the_desk_asks(book: Journal) -> None:
    box = Outbox(book, 10)
    box.due(0)
    box.take(heard(box, 12, again=True), 1)
    assert numbers(box.due(1))[0] == 13


def test_a_desk_that_has_lost_its_file_is_sent_everything(book: Journal) -> None:
    box = Outbox(book, 40)
    box.take(heard(box, -1), 1)
    assert numbers(box.due(1))[0] == 0


def test_an_answer_about_another_game_means_nothing(book: Journal) -> None:
    box = Outbox(book, 10)
    box.take(Heard(game="another", number=3, digest="00"), 1)
    assert box.heard == 10


@pytest.mark.parametrize("number", [5, 10_000])
def test_a_desk_with_another_game_under_this_name_is_sent_nothing_more(book: Journal, number: int) -> None:
    box = Outbox(book)
    box.take(Heard(game=box.game, number=number, digest="ab" * 16), 1)
    assert str(number) in box.trouble
    assert box.due(1) == []


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_entry_of_a_game_fits_into_a_message_and_comes_out_as_it_was(game: str) -> None:
    people = People.of(game, 3, 2)
    people.play(60)
    book = people.session.book
    box = Outbox(book)
    for number in range(book.last + 1):
        found = read("journal", box._line(number))
        if isinstance(found, EntryLine):
            entry = book.entries[number - 1]
            assert bytes(found.command) == book.codec.encode(entry.command)
            assert (found.digest, found.at, found.origin) == (entry.digest, entry.at, entry.origin)


def test_what_was_heard_is_kept_beside_the_journal(tmp_path: Path) -> None:
    keep_heard(tmp_path, {"a": 3, "b": 7})
    assert read_heard(tmp_path) == {"a": 3, "b": 7}


@pytest.mark.parametrize("bytes_", [b"", b"{", b'{"a": "x"}', b'{"a": -7}', b"\xff" * 10, b"[" * 200_000])
def test_a_damaged_file_of_what_was_heard_costs_a_question_and_no_game(tmp_path: Path, bytes_: bytes) -> None:
    (tmp_path / FILE).write_bytes(bytes_)
    assert read_heard(tmp_path) == {}


def test_only_the_newest_games_are_remembered(tmp_path: Path) -> None:
    keep_heard(tmp_path, {f"game {number}": number for number in range(200)})
    kept = read_heard(tmp_path)
    assert (len(kept), kept["game 199"]) == (50, 199)
    assert msgspec.json.decode((tmp_path / FILE).read_bytes()) == kept
