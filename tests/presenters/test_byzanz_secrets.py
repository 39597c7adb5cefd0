"""What of two games of Byzanz that differ only in hidden cards is the same: answers, logs, and the memory aid."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from companion.arbiter.gamescript import read_game, write_game
from companion.host.opening import new_session, unkept
from companion.play.record import read_record, write_record
from companion.play.reports import Refusal
from companion.play.session import Session
from companion.presenters.desk import Desk
from companion.titles.byzanz.remembered import remembered
from companion.views.common import acts
from engine.byzanz.auction import Bid, LayOut, Pass
from engine.byzanz.cards import MERCHANT, PRINTED, UNKNOWN
from engine.byzanz.editions import edition
from engine.byzanz.game import BYZANZ
from engine.byzanz.ledger import Book, remembers
from engine.byzanz.ledger import book as ledger_book
from engine.byzanz.selling import Sell
from engine.byzanz.setup import Setup
from engine.event import State, Turned
from engine.game import Command
from engine.journal import Correct, Entry, Journal
from engine.sighting import Count, Guess, Lost, Pieces, Seen, Sighting
from testkit.byzanz.dealer import Dealer
from tests.presenters.test_byzanz_privacy import displays, every_game, pair, screens

AID = edition({"memory_aid": "yes"})
NOT_LEFT = [Refusal("B-INV-05", {}, (), ""), Refusal("B-SEL-08", {}, (), "")]
"""Such cards cannot come from that hand: nothing else is said."""
LOT = {"card:OL1": 2, "card:OL2": 2, "card:CL1": 2}


def copied(book: Journal) -> Journal:
    """The same game in a book of its own."""
    copy = Journal(BYZANZ, book.setup)
    for entry in book.entries:
        copy.submit(entry.command, entry.origin, entry.at)
    return copy


# --- answers ---


def tries(seat: str) -> list[Command]:
    """A bid of each card alone, and of each good every set with two merchants: most of them are unlawful."""
    alone = [Bid(seat, {card: 1}) for card in PRINTED if card != MERCHANT]
    return [*alone, *(Sell(seat, {card: 1, MERCHANT: 2}) for card in PRINTED if card != MERCHANT)]


def answer(book: Journal, command: Command) -> Refusal | None:
    """What is said of a try in the position of a book, which stays as it is; None where it is done."""
    said = new_session(copied(book)).submit(command)
    return said if isinstance(said, Refusal) else None


def answers(book: Journal, viewer: str) -> list[Refusal | None]:
    return [answer(book, command) for command in tries(viewer)]


def said(book: Journal) -> list[str]:
    """The faces that owners have said of their cards."""
    commands = (entry.command for entry in book.entries if isinstance(entry.command, Correct))
    return [shift.into for command in commands for shift in command.shifts if isinstance(shift, Turned)]


@pytest.mark.parametrize("zone", ["hand", "profit"])
@every_game
def test_answers_differ_only_for_a_card_whose_last_copy_another_has_named(players: int, seed: int, zone: str) -> None:
    """The book holds no card more often than the box: a try for one that is nowhere left is refused, naming no hand."""
    (one, other), owner = pair(players, seed, zone)
    named = {into for book in (one, other) for into in said(book)}
    for viewer in set(one.state.setup.seats) - {owner}:
        mine, theirs = answers(one, viewer), answers(other, viewer)
        assert any(mine)
        for command, *both in zip(tries(viewer), mine, theirs, strict=True):
            if both[0] != both[1]:
                assert command.cards.keys() - {MERCHANT} <= named or MERCHANT in named
                assert all(answer is None or answer in NOT_LEFT for answer in both)


def test_what_everybody_sees_to_be_unlawful_is_refused_in_the_same_words() -> None:
    (one, other), owner = pair(4, 6, "hand")
    viewer = next(seat for seat in one.state.setup.seats if seat != owner)
    wrong = [
        Bid(viewer, {MERCHANT: 1}),
        Bid(viewer, {}),
        Sell(viewer, {"card:WI1": 2, "card:SP1": 1}),
        Sell(viewer, {"card:WI1": 2}),
    ]
    refusals = [[answer(book, command) for command in wrong] for book in (one, other)]
    assert None not in refusals[0]
    assert refusals[0] == refusals[1]


# --- the log ---


@pytest.mark.parametrize("zone", ["hand", "profit"])
def test_the_logs_of_two_games_are_the_same_byte_for_byte(
    zone: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    books, _owner = pair(4, 6, zone)
    logs = []
    for book in books:
        caplog.clear()
        logging.getLogger("companion").info("a game")
        sense(book)
        dict(screens(book))
        for viewer in book.state.setup.seats:
            displays(book, viewer)
        write_record(book, tmp_path / "game.jsonl")
        logs.append(caplog.text)
    assert "a game" in logs[0]
    assert logs[0] == logs[1]
    assert not any(word in logs[0] for word in ("card:", *(into.removeprefix("card:") for into in said(books[0]))))


def sense(book: Journal) -> None:
    """The market is looked at, cards are shown that are no set, and a tray of nobody and a camera are lost."""
    now = [0.0]
    session = new_session(copied(book), seconds=lambda: now[0], clock=lambda: now[0])
    session.put(Sighting("camera", "market", 0.0, Count({"card:WI1": 9}, 0.0, {})))
    session.put(Sighting("camera", "mat/set", 0.0, Pieces((Seen((Guess("card:WI1", 0.9),)),))))
    session.put(Lost("camera", 0.0))
    for _ in range(20):
        now[0] += 1.0
        session.poll()


# --- the memory aid ---


def test_a_card_that_only_its_owner_told_is_not_remembered() -> None:
    session = new_session(unkept("byzanz", Setup(("red", "blue", "green"), ("Anna", "Bruno", "Carla"), "green", AID)))
    desk = Desk(source=session)
    told = Correct("blue", (Turned(UNKNOWN, "card:OL4", 1, "hand/blue", ""),))
    for command in (LayOut("", LOT), Bid("red", {"card:GR1": 1}), told):
        assert isinstance(session.submit(command), Entry)
    hands = book_of(session.state, session).hands
    assert hands["blue"].known == {}
    assert hands["blue"].unknown == 4
    desk.do(acts.Open("choose", "counts"))
    assert all(hand.known == () for hand in desk.view().body.hands)


def test_a_card_that_was_bid_and_taken_back_is_remembered() -> None:
    session = new_session(unkept("byzanz", Setup(("red", "blue", "green"), ("Anna", "Bruno", "Carla"), "green", AID)))
    for command in (
        LayOut("", LOT),
        Bid("red", {"card:GR1": 1}),
        Correct("blue", (Turned(UNKNOWN, "card:OL4", 1, "hand/blue", ""),)),
        Bid("blue", {"card:OL4": 1}),
        Bid("green", {"card:WI4": 2}),
        Pass("red"),
        Pass("blue"),
    ):
        assert isinstance(session.submit(command), Entry)
    hands = book_of(session.state, session).hands
    assert (hands["red"].known, hands["blue"].known) == ({"card:GR1": 1}, {"card:OL4": 1})


def book_of(state: State, session: Session) -> Book:
    return ledger_book(remembered(state, [session.journal[number - 1] for number in session.book.live]))


# --- the record ---


def test_a_record_says_that_the_memory_aid_is_on_and_reads_back_so(tmp_path: Path) -> None:
    book, path = Dealer(3, 1, AID).journal, tmp_path / "game.jsonl"
    write_record(book, path)
    assert b'"memory_aid":"yes"' in path.read_bytes().splitlines()[0]
    assert remembers(read_record(path).state)
    write_record(Dealer(3, 1).journal, tmp_path / "plain.jsonl")
    assert not remembers(read_record(tmp_path / "plain.jsonl").state)


def test_a_game_as_text_says_that_the_memory_aid_is_on_and_reads_back_so() -> None:
    text = write_game(Dealer(3, 1, AID).journal)
    assert "memory_aid" in text
    assert remembers(read_game(text).state)
    assert not remembers(read_game(write_game(Dealer(3, 1).journal)).state)
