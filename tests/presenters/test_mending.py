"""Correcting one line of the history: what it could have been, what else changes, who agrees."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from companion.play.session import Session
from companion.presenters.desk import Desk
from companion.views.common import acts
from engine.constantinopolis.commands import Bid, Draw, Raise, Stay
from engine.journal import Undo
from testkit.taps import tap, wander
from tests.presenters.test_telling import FACE, OTHER, prints, take
from tests.presenters.test_telling import tell as told
from tests.presenters.test_telling import unread as undealt


@pytest.fixture
def duel(desk: Desk) -> Desk:
    """The first player bids 1 for the second's office, who raises to 4: lines 2 and 3, looked at from line 2."""
    desk.do(Bid(desk.scene().me, 2, 1))
    desk.do(Raise(desk.scene().me, 4))
    desk.do(acts.BackTo(1))
    return desk


def lines(desk: Desk) -> list[object]:
    """The commands that stand."""
    return [desk.source.journal[number - 1].command for number in desk.source.book.live]


def choose(desk: Desk, command: object) -> None:
    """Tap what line 2 should have been."""
    tap(desk, "Correct only line 2")
    desk.press(next(c.button for c in desk.view().body.mend.choices if c.button.command == acts.Instead(2, command)))


def agree(desk: Desk) -> None:
    """Everybody asked says yes."""
    while isinstance(desk.view().body.back.yes.command, acts.Agree):
        desk.press(desk.view().body.back.yes)


def test_a_line_shows_what_it_could_have_been_its_own_kind_first(duel: Desk) -> None:
    tap(duel, "Correct only line 2")
    mend = duel.view().body.mend
    assert mend.note.endswith("bids 1 for Praefectus Pretorio")
    kinds = [type(choice.button.command.command) for choice in mend.choices]
    assert kinds[0] is Bid
    assert {Stay, type(None)} <= set(kinds)


def test_a_correction_that_leaves_the_later_lines_lawful_changes_only_its_line(duel: Desk) -> None:
    first, later = lines(duel)[1:]
    choose(duel, Bid(first.seat, 2, 3))
    assert duel.view().body.back.note == "Every later line stands."
    agree(duel)
    tap(duel, "Correct it")
    assert lines(duel)[1:] == [Bid(first.seat, 2, 3), later]
    assert any(isinstance(entry.command, Undo) for entry in duel.source.journal)


def test_lines_that_would_no_longer_be_lawful_are_named_before_anybody_accepts(duel: Desk) -> None:
    first, later = lines(duel)[1:]
    choose(duel, Bid(first.seat, 2, 9))
    back = duel.view().body.back
    assert back.note == "1 later line is no longer lawful and is left out."
    assert back.pieces[0].person.seat == later.seat
    assert [line.number for line in duel.view().body.lines if line.struck] == [3, 2]
    assert lines(duel)[1:] == [first, later]


def test_whoever_loses_a_line_must_agree_first(duel: Desk) -> None:
    first, later = lines(duel)[1:]
    choose(duel, None)
    duel.do(acts.Amend())
    assert lines(duel)[1:] == [first, later]
    assert duel.view().body.back.asked.seat in (first.seat, later.seat)
    agree(duel)
    tap(duel, "Correct it")
    assert lines(duel)[1:] == []


def test_a_correction_is_let_go_when_the_game_goes_on(duel: Desk) -> None:
    tap(duel, "Correct only line 2")
    duel.source.submit(Raise(duel.scene().phase.actors[0], 6))
    assert duel.view().body.mend is None


def test_the_laying_out_of_the_game_is_nobodys_line_to_correct(duel: Desk) -> None:
    duel.do(acts.BackTo(0))
    assert duel.view().body.back.mend is None


@pytest.fixture
def drawn(game: Callable[[int], Session]) -> Desk:
    """Somebody has just drawn contracts."""
    desk = Desk(source=game(3))
    wander(desk, Random(4), "Drawing")
    offer = desk.scene().offer(desk.scene().me, Draw)
    pool = sorted(offer.over.pool)
    cards = dict.fromkeys(pool[: offer.over.most], 1)
    desk.do(Draw(desk.scene().me, cards))
    return desk


def test_the_right_pieces_are_chosen_one_by_one(drawn: Desk) -> None:
    number = next(e.number for e in reversed(drawn.source.journal) if isinstance(e.command, Draw))
    said = drawn.source.journal[number - 1].command
    drawn.do(acts.Mend(number))
    drawn.press(drawn.view().body.mend.choices[0].button)
    rows = drawn.view().body.pick.rows
    assert [row.taken for row in rows if row.taken] == list(said.cards.values())
    drawn.press(rows[0].less)
    assert not drawn.view().body.pick.yes.open
    drawn.press(drawn.view().body.pick.rows[-1].more)
    drawn.press(drawn.view().body.pick.yes)
    agree(drawn)
    tap(drawn, "Correct it")
    now = [drawn.source.journal[n - 1].command for n in drawn.source.book.live]
    right = [each for each in now if isinstance(each, Draw) and each.seat == said.seat][-1]
    assert right.cards != said.cards
    assert sum(right.cards.values()) == sum(said.cards.values())


def test_no_more_pieces_are_taken_than_the_line_may_have(drawn: Desk) -> None:
    number = next(e.number for e in reversed(drawn.source.journal) if isinstance(e.command, Draw))
    drawn.do(acts.Pieces(number, "Draw"))
    while open_rows := [row for row in drawn.view().body.pick.rows if row.more.open]:
        drawn.press(open_rows[0].more)
    assert drawn.view().body.pick.yes.open


def test_what_wants_no_pieces_has_none_to_choose(duel: Desk) -> None:
    duel.do(acts.Pieces(2, "Draw"))
    assert duel.view().body.pick is None
    assert duel.view().body.mend is not None


def test_a_card_nobody_had_read_is_told_where_its_line_is_corrected():
    desk = undealt()
    told(desk, FACE)
    take(desk)
    number = next(entry.number for entry in desk.source.journal if isinstance(entry.command, Draw))
    desk.do(acts.Open("history"))
    desk.do(acts.Mend(number))
    desk.do(acts.Pieces(number, "Draw"))
    rows = desk.view().body.pick.rows
    desk.press(next(row for row in rows if row.taken).less)
    desk.press(next(row for row in desk.view().body.pick.rows if row.less.command is None and row.more.open).more)
    prints(desk, OTHER)
    tap(desk, "These")
    assert OTHER in desk.look.instead.cards
