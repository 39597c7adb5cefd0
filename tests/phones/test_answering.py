"""A question about a seat's own pieces stands on that seat's phone, and is answered there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from engine.constantinopolis.commands import Build
from engine.journal import Entry
from tests.phones.hall import Hall, hall
from tests.phones.test_server import ask
from tests.play.test_counted import Table


@pytest.fixture
def table() -> Table:
    """A table whose camera has counted less gold than the book says: something may have been bought."""
    made = Table()  # type: ignore[no-untyped-call]
    made.count(made.gold - 5)  # type: ignore[no-untyped-call]
    made.wait(3)  # type: ignore[no-untyped-call]
    return made


@pytest.fixture
def here(table: Table) -> Iterator[Hall]:
    with hall(table.session) as opened:
        yield opened


def shown(here: Hall, seat: str) -> Any:
    """What a seat's phone shows of a question."""
    return json.loads(here.owner(lambda: here.table._sent(seat, "en")).view)["question"]


def answer(here: Hall, seat: str, chosen: object, do: str = "answer", **more: object) -> Any:
    (question,) = here.session.questions or [None]
    key = question.id.partition("/")[0] if question else "9"
    tap = {"id": f"my-answer-{do}-{chosen}", "seen": here.session.book.last, "do": do, "key": key, "chosen": chosen}
    return ask(here, "/api/act", {**tap, **more}, here.token(seat)).json


def test_a_question_stands_on_the_phone_of_the_seat_it_is_about_and_on_no_other(table: Table, here: Hall) -> None:
    question = shown(here, table.seat)
    assert question["asks"] == "Which of these was done?"
    assert len(question["readings"]) == len(here.session.questions[0].readings)
    assert all(shown(here, seat) is None for seat in ("", *here.session.names) if seat != table.seat)


def test_a_reading_that_is_chosen_is_entered_once(table: Table, here: Hall) -> None:
    last, wanted = here.session.book.last, here.session.questions[0].readings[0].command
    first = answer(here, table.seat, 0)
    assert first["done"]
    entry = here.session.journal[last]
    assert isinstance(entry, Entry)
    assert isinstance(entry.command, Build)
    assert entry.command == wanted
    assert shown(here, table.seat) is None
    assert answer(here, table.seat, 0, seen=last) == first
    assert len([one for one in here.session.journal[last:] if one.command == wanted]) == 1


def test_none_of_them_is_an_answer_too(table: Table, here: Hall) -> None:
    last = here.session.book.last
    assert answer(here, table.seat, None)["done"]
    assert here.session.book.last == last
    assert here.session.questions == ()


def test_to_look_again_ends_the_question(table: Table, here: Hall) -> None:
    assert answer(here, table.seat, None, "look")["done"]
    assert here.session.questions == ()


def test_another_seat_an_older_entry_and_what_is_no_place_answer_nothing(table: Table, here: Hall) -> None:
    last, other = here.session.book.last, next(seat for seat in here.session.names if seat != table.seat)
    for told in (
        answer(here, other, 0),
        answer(here, table.seat, 0, seen=last - 1),
        answer(here, table.seat, 0, key="12345"),
        answer(here, table.seat, {"gold": 1}),
    ):
        assert (told["done"], told["stale"]) == (False, True)
    assert here.session.book.last == last
    assert len(here.session.questions) == 1
