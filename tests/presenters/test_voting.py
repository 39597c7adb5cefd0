"""Challenges and votes: the rule is read, everybody says yes by a tap, and what is ruled is booked."""

from __future__ import annotations

import pytest

from companion.host.opening import new_session
from companion.play.challenges import call, let_stand
from companion.play.record import read_record, write_record
from companion.presenters.desk import Desk
from companion.views.common import acts
from engine.constantinopolis.commands import Stay
from engine.journal import Overrule, Undo
from testkit.taps import labelled, tap
from tests.presenters.test_common import Watched, differing


@pytest.fixture
def refused(desk: Desk) -> Desk:
    """Somebody bids more gold than they have, and asks the table."""
    other = next(tile for tile in desk.view().body.offices if tile.button.label.startswith("Bid"))
    desk.press(other.button)
    desk.step(31)
    desk.press(desk.view().bar.primary)
    tap(desk, "Ask the table")
    return desk


@pytest.fixture
def called(desk: Desk) -> Desk:
    """Somebody stays on their office, and the next player challenges it."""
    desk.do(Stay(desk.scene().me))
    desk.do(acts.Challenge(desk.scene().me))
    return desk


def test_a_challenge_shows_the_rule_and_where_each_edition_has_it(refused):
    body = refused.view().body
    assert (body.rule, body.verdict) == ("C-AUC-10", "Is it allowed?")
    assert [cite.language for cite in body.cites] == ["IT", "EN", "ES"]


def test_who_asks_the_table_has_said_yes_by_asking(refused):
    asker = refused.source.challenge.seat
    assert [vote.person.seat for vote in refused.view().body.votes if vote.person and vote.yes] == [asker]


def test_the_table_allows_it_only_when_all_agree(refused):
    assert labelled(refused, "The table allows it").reason == "3 yes are missing"
    for vote in refused.view().body.votes:
        if vote.person and not vote.yes:
            refused.press(vote.button)
    tap(refused, "The table allows it")
    command = refused.source.journal[-1].command
    assert isinstance(command, Overrule)
    assert (command.rule, command.why.startswith("agreed: ")) == ("C-AUC-10", True)
    assert all(name in command.why for name in refused.source.names.values())


def test_a_yes_can_be_taken_back(refused):
    tap(refused, "All agree")
    refused.press(refused.view().body.votes[0].button)
    assert labelled(refused, "The table allows it").reason == "1 yes is missing"


def test_the_rule_can_be_kept_and_that_is_booked_too(refused):
    tap(refused, "The rule stands")
    assert refused.source.journal[-1].command == let_stand("C-AUC-10")
    assert refused.source.challenge is None


def test_a_referee_rules_without_a_vote(refused):
    tap(refused, "Referee")
    entry = refused.source.journal[-1]
    assert (type(entry.command), entry.origin) == (Overrule, "referee")


def test_while_it_is_not_ruled_on_the_game_shows_nothing_else_and_moves_nothing(called):
    before = called.source.book.last
    called.do(acts.Open("play"))
    assert called.view().body.votes
    called.do(Stay(called.scene().phase.actors[0]))
    assert called.source.book.last == before


def test_what_was_done_last_is_what_is_looked_at(called):
    assert "challenges line 2" in called.view().body.asked


def test_what_was_challenged_is_taken_back_when_all_agree(called):
    tap(called, "All agree")
    tap(called, "It is taken back")
    command = called.source.journal[-1].command
    assert (type(command), command.to) == (Undo, 1)
    assert "agreed: " in command.why
    assert called.source.challenge is None


def test_what_was_challenged_may_stand(called):
    tap(called, "It stands")
    called.do(Stay(called.scene().me))
    assert isinstance(called.source.journal[-1].command, Stay)


def test_the_lines_can_be_read_before_the_ruling(called):
    tap(called, "Lines")
    assert type(called.view().body).__name__ == "History"
    called.do(acts.Open("play"))
    assert called.view().body.votes


def test_with_nothing_to_challenge_the_game_goes_on(desk):
    desk.do(acts.Challenge())
    tap(desk, "Go on")
    assert desk.source.challenge is None


def test_a_challenge_is_a_line_of_the_history(called):
    called.do(acts.Open("history"))
    assert [part.text for part in called.view().body.lines[0].line] == ["calls for a ruling"]
    assert called.source.journal[-1].command.text == "challenge"


def test_going_back_to_agreed_asks_whoever_gets_or_loses_gold(desk):
    seats = list(desk.source.names)
    for _each in seats[:2]:
        desk.do(Stay(desk.scene().me))
    watched = Watched(desk.source, disagreements=(differing(seats[0], private=True),))
    asking = Desk(source=watched)
    asking.do(acts.Open("differ"))
    asking.press(asking.view().body.exits[3].button)
    back = asking.view().body.back
    assert back.asked is not None
    assert watched.settled == []


def test_with_everybodys_yes_the_disagreement_is_settled_by_going_back(desk):
    seats = list(desk.source.names)
    for _each in seats[:3]:
        desk.do(Stay(desk.scene().me))
    watched = Watched(desk.source, disagreements=(differing(seats[0], private=True),))
    asking = Desk(source=watched)
    asking.do(acts.Open("differ"))
    asking.press(asking.view().body.exits[3].button)
    for _seat in seats:
        back = getattr(asking.view().body, "back", None)
        if back is not None:
            asking.press(back.all or back.yes)
    assert watched.settled == [(f"treasury/{seats[0]}", "back")]


def test_one_tap_says_that_all_agree_and_their_names_are_kept(desk):
    for _each in range(3):
        desk.do(Stay(desk.scene().me))
    desk.do(acts.BackTo(1))
    desk.press(desk.view().body.back.all)
    tap(desk, "Take it back")
    assert desk.source.journal[-1].command.why.count(",") >= 1


def test_what_the_table_was_asked_is_still_known_when_the_game_goes_on(refused, tmp_path):
    write_record(refused.source.book, tmp_path / "game.jsonl")
    book = read_record(tmp_path / "game.jsonl")
    again = Desk(source=new_session(book))
    assert again.view().body.verdict == "Is it allowed?"
    tap(again, "All agree")
    tap(again, "The table allows it")
    assert isinstance(again.source.journal[-1].command, Overrule)
    assert again.source.journal[-1].command.command.gold == 31


@pytest.mark.parametrize("evidence", ["tray 17, book 19", "[]", '["Bid"]', "\x00"])
def test_evidence_that_is_no_command_leaves_the_last_line_to_be_looked_at(desk, evidence):
    desk.do(Stay(desk.scene().me))
    desk.source.submit(call(desk.scene().me), "tap", evidence)
    assert desk.view().body.verdict == "Does it stand?"
