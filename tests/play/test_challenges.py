"""A challenge freezes the game until it is ruled on, also in a game that is gone on with."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.arbiter.verdict import refusal_sentence
from companion.host.opening import new_session, shuffled_game
from companion.play import challenges
from companion.play.reports import Refusal
from companion.play.session import Session
from engine.constantinopolis.commands import BuyShip
from engine.journal import Entry, Journal, Overrule, Remark, Undo
from testkit.nim import POLICY, Skip, Take
from tests.play.test_session import Room

CALL = challenges.call("blue")


@pytest.fixture
def room() -> Room:
    """Red has skipped a turn, and blue calls."""
    room = Room()
    room.session.submit(Skip("red"))
    room.press("blue", "call")
    return room


def test_while_a_challenge_stands_no_move_is_booked(room: Room) -> None:
    before = room.session.book.last
    refusal = room.session.submit(Skip("blue"))
    assert isinstance(refusal, Refusal)
    assert (refusal.rule, room.session.book.last) == ("T-CHALLENGE", before)


def test_while_a_challenge_stands_sensors_book_nothing(room: Room) -> None:
    before = room.session.book.last
    room.see("stones/blue", 0, "mqtt:blue")
    room.see("stones/blue", 2, "mqtt:blue")
    room.wait(30)
    assert room.session.book.last == before
    assert room.session.challenge is not None


def test_what_was_done_last_is_what_is_challenged(room: Room) -> None:
    entry = challenges.challenged(room.session.book)
    assert entry is not None
    assert entry.command == Skip("red")


def test_after_the_ruling_that_it_stands_the_game_goes_on(room: Room) -> None:
    room.session.submit(challenges.let_stand())
    assert room.session.challenge is None
    assert isinstance(room.session.submit(Skip("blue")), Entry)


def test_taking_back_what_was_challenged_takes_the_challenge_with_it(room: Room) -> None:
    entry = challenges.challenged(room.session.book)
    assert entry is not None
    room.session.undo(entry.number - 1, why=challenges.agreed(["Anna", "Bruno"]))
    assert room.session.challenge is None
    assert room.commands[-1] == Undo("", entry.number - 1, "agreed: Anna, Bruno")


def test_a_move_the_table_allows_is_the_ruling_on_its_challenge(room: Room) -> None:
    room.session.submit(Overrule("blue", Take("blue", 5), "N-01", "agreed: Anna, Bruno"))
    assert room.session.challenge is None
    assert room.session.state.table["stones/blue"] == {"stone": 5}


def test_a_game_gone_on_with_is_frozen_still(room: Room) -> None:
    again = Journal(room.session.game, room.session.book.setup)
    for entry in room.session.journal:
        again.append(entry)
    session = Session(again, {"red": "Anna", "blue": "Bruno"}, POLICY)
    assert isinstance(session.submit(Skip("blue")), Refusal)


def test_a_second_call_is_the_challenge_that_stands(room: Room) -> None:
    room.session.submit(challenges.call("red"))
    assert room.session.challenge is not None
    assert room.session.challenge.seat == "red"


def test_a_button_pressed_again_and_again_makes_one_challenge(room: Room) -> None:
    before = room.session.book.last
    for seat in ("blue", "blue", "red"):
        room.press(seat, "call")
    assert room.session.book.last == before
    assert room.session.challenge is not None
    assert room.session.challenge.seat == "blue"
    room.session.submit(challenges.let_stand())
    room.press("red", "call")
    assert room.session.challenge is not None
    assert room.session.challenge.seat == "red"


def test_with_nothing_done_yet_nothing_is_challenged() -> None:
    room = Room()
    room.session.submit(CALL)
    assert challenges.challenged(room.session.book) is None


def test_a_move_of_another_phase_is_refused_in_words_by_the_rule_of_its_own_phase() -> None:
    session = new_session(shuffled_game("constantinopolis", 3, 1))
    refusal = session.submit(BuyShip(next(iter(session.names)), "small"))
    assert isinstance(refusal, Refusal)
    assert refusal.rule == "C-ACC-01"
    sentence = refusal_sentence(session.game, refusal.rule, refusal.values, "en")
    assert "…" not in sentence
    assert not {"BuyShip", "Activation", "Acceptance"} & set(sentence.replace(",", " ").split())


def test_a_record_keeps_a_challenge_and_its_ruling_as_the_remarks_it_always_did() -> None:
    assert challenges.call("red", "C-AUC-09") == Remark("red", "challenge", "C-AUC-09")
    assert challenges.let_stand("C-AUC-09") == Remark("", "ruling", "C-AUC-09")


def test_a_remark_about_something_else_is_no_challenge(room: Room) -> None:
    entry = room.session.submit(Remark("red", "well played"))
    assert isinstance(entry, Entry)
    assert challenges.parsed(entry) is None


@pytest.mark.parametrize("evidence", ["[" * 8000, "\ud800", "{}", '["Take","red"', '["Overrule","",' * 2000])
def test_a_challenge_with_evidence_that_is_no_command_is_about_what_was_done(room: Room, evidence: str) -> None:
    entry = room.session.book.entries[-1]
    room.session.book.entries[-1] = replace(entry, evidence=evidence)
    assert challenges.asked(room.session.book) is None
    assert challenges.challenged(room.session.book) is not None
