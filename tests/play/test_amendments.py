"""A past entry is corrected: the later ones follow again, the record keeps both."""

from __future__ import annotations

import pytest

from companion.play.amendments import instead_of
from companion.play.reports import Refusal
from companion.play.session import Session
from engine.journal import Entry, Journal, Undo
from engine.rule import Illegal
from testkit.nim import NIM, POLICY, Draw, Setup, Skip, Take


@pytest.fixture
def session() -> Session:
    """Nim after red took 2 and drew, and blue took 1: lines 2, 3 and 5."""
    session = Session(Journal(NIM, Setup()), {"red": "Anna", "blue": "Bruno"}, POLICY, clock=lambda: 7.0)
    session.submit(Take("red", 2), "serial:red", "press 1")
    session.submit(Draw("red", {"card:a": 1}), "camera", "seen twice")
    session.submit(Take("blue", 1), "mqtt:blue", "press 0")
    return session


def test_what_a_line_could_have_been_is_what_was_lawful_then(session: Session) -> None:
    assert instead_of(session.book, 2) == [Take("red", 1), Take("red", 3), Skip("red")]


def test_a_corrected_line_is_followed_by_the_later_ones_with_their_origins(session: Session) -> None:
    assert isinstance(session.amend(2, Take("red", 3)), Entry)
    table = session.state.table
    assert (table["stones/red"], table["stones/blue"]) == ({"stone": 3}, {"stone": 1})
    origins = [session.journal[number - 1].origin for number in session.book.live]
    assert origins == ["table", "serial:red", "camera", "table", "mqtt:blue"]
    assert [session.journal[number - 1].evidence for number in session.book.live][1:3] == ["press 1", "seen twice"]


def test_the_line_that_was_corrected_stays_in_the_record(session: Session) -> None:
    before = [entry.command for entry in session.journal]
    session.amend(2, Take("red", 3))
    after = [entry.command for entry in session.journal]
    assert after[: len(before)] == before
    assert isinstance(after[len(before)], Undo)


def test_lines_that_are_no_longer_lawful_are_left_out(session: Session) -> None:
    session.amend(2, Skip("red"))
    live = [session.journal[number - 1].command for number in session.book.live]
    assert Draw("red", {"card:a": 1}) not in live
    assert live[-1] == Take("blue", 1)


def test_the_last_line_may_have_been_nothing(session: Session) -> None:
    session.amend(5, None)
    assert session.state.table["stones/blue"] == {}
    assert session.offers("blue")


@pytest.mark.parametrize(("number", "command", "rule"), [(2, Take("red", 4), "N-01"), (1, None, ""), (99, None, "")])
def test_what_cannot_have_been_changes_nothing(session: Session, number: int, command: Take | None, rule: str) -> None:
    before = list(session.journal)
    refused = session.amend(number, command)
    assert isinstance(refused, Refusal)
    assert refused.rule.startswith(rule)
    assert list(session.journal) == before


def test_a_line_taken_back_could_not_have_been_anything(session: Session) -> None:
    session.undo(2)
    with pytest.raises(Illegal):
        instead_of(session.book, 5)


def test_the_corrected_game_is_the_one_its_live_lines_lead_to(session: Session) -> None:
    session.amend(2, Take("red", 1))
    twin = Journal(NIM, Setup())
    for number in session.book.live:
        twin.submit(session.journal[number - 1].command)
    assert twin.state.table == session.state.table
