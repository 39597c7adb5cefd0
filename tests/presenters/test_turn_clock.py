"""The turn clock is off until somebody wants it, and then says whose turn has taken how long."""

from __future__ import annotations

from companion.host.opening import new_session, shuffled_setup
from companion.host.preferences import PLAIN
from companion.presenters.desk import Desk
from companion.views.common import acts
from engine.constantinopolis.commands import Stay
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.journal import Journal
from testkit.taps import labelled, tap
from tests.sharing.conftest import timed


class Clock:
    """A clock that goes on when it is told to."""

    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


def table() -> tuple[Desk, Clock]:
    """A game of three that has just begun, at a desk with a clock in hand."""
    clock = Clock()
    book = Journal(CONSTANTINOPOLIS, shuffled_setup("constantinopolis", 3, 1))
    source = new_session(book, clock=clock)
    desk = Desk()
    desk.now = clock
    desk.follow(source, {})
    return desk, clock


def test_no_clock_is_shown_unless_somebody_wants_it() -> None:
    desk, clock = table()
    clock.at += 75
    assert not PLAIN.clock
    assert desk.clock == -1
    assert desk.view().top.note == ""


def test_the_clock_says_whose_turn_it_is_and_how_long_it_has_taken() -> None:
    desk, clock = table()
    desk.do(acts.Open("menu"))
    tap(desk, "Turn clock")
    assert labelled(desk, "Turn clock").note == "on"
    desk.do(acts.Open("play"))
    clock.at += 75
    (seat,) = desk.scene().phase.actors
    assert desk.view().top.note == f"{desk.scene().name(seat)} 1:15"
    desk.do(Stay(seat))
    assert desk.view().top.note == f"{desk.scene().name(desk.scene().phase.actors[0])} 0:00"


def test_a_game_gone_on_with_the_next_day_begins_at_nought() -> None:
    desk, clock = table()
    desk.do(acts.Prefer(clock=True))
    clock.at += 100_000
    assert desk.view().top.note == ""
    desk.follow(desk.source, {})
    clock.at += 5
    assert desk.view().top.note.endswith(" 0:05")


def test_the_result_says_how_long_each_player_took() -> None:
    desk = Desk(source=new_session(timed("constantinopolis")))
    desk.do(acts.Open("score"))
    before = desk.view().body.note
    desk.do(acts.Prefer(clock=True))
    after = desk.view().body.note
    assert after.startswith(f"{before} Time: ")
    assert all(f"{name} " in after for name in desk.source.names.values())
    assert after.count(" min") == 3
