"""A guided first game: each step goes on when it was done or by a tap, can be left, gone on with, and is remembered."""

from __future__ import annotations

from contextlib import closing
from random import Random

import pytest

from companion.host.host import Host
from companion.host.opening import new_session, shuffled_game
from companion.presenters.common.lesson import LESSON
from companion.presenters.desk import Desk
from companion.presenters.lesson import taught_games
from companion.presenters.title_screens import screens_of
from companion.views.common import acts
from companion.wording import wording
from engine.constantinopolis.commands import Stay
from testkit.taps import tap


@pytest.fixture
def desk():
    """A desk at the first step of a lesson."""
    made = Desk(source=new_session(shuffled_game("constantinopolis", 4, 1)))
    made.source.set_up.tick((LESSON,))
    return made


def count(desk) -> str:
    hint = desk.view().hint
    return hint.count if hint else ""


@pytest.mark.parametrize("game", ["constantinopolis", "byzanz", "praetor"])
def test_every_game_has_a_lesson_in_every_language_and_says_what_it_is_about(game):
    assert game in taught_games()
    said = {language: words_of(game, language) for language in ("en", "it", "es", "de")}
    wording.speak("en")
    for texts in zip(*said.values(), strict=True):
        assert len(set(texts)) == 4


def words_of(game, language):
    """What a game's lesson says, and what the game is about."""
    wording.speak(language)
    title = screens_of(game)
    texts = [*(step.text for step in title.lesson()), *(text for _icon, text in title.about().points)]
    assert len(set(texts)) == len(texts) > 7
    return texts


def test_a_game_that_is_no_lesson_has_no_hints():
    assert Desk(source=new_session(shuffled_game("constantinopolis", 4, 1))).view().hint is None


def test_a_step_goes_on_by_a_tap_and_by_what_it_asks_for(desk):
    assert count(desk) == "1 of 9"
    tap(desk, "Go on")
    assert count(desk) == "2 of 9"
    seat = next(iter(desk.source.names))
    assert desk.scene().me == seat
    desk.do(Stay(seat))
    assert count(desk) == "3 of 9"
    desk.do(acts.Ask("C-AUC-01"))
    assert count(desk) == "4 of 9"


def test_what_others_do_ends_no_step():
    made = Desk(source=new_session(shuffled_game("constantinopolis", 4, 3)))
    made.source.set_up.tick((LESSON,))
    tap(made, "Go on")
    other = made.scene().me
    if other == next(iter(made.source.names)):
        pytest.skip("the learner begins")
    made.do(Stay(other))
    assert made.view().hint.count == "2 of 9"


def test_a_lesson_is_left_and_gone_on_with_from_the_menu(desk):
    tap(desk, "Go on")
    tap(desk, "Leave the lesson")
    assert count(desk) == ""
    desk.do(acts.Open("menu"))
    tap(desk, "Lesson")
    assert count(desk) == "2 of 9"
    assert desk.look.screen == "play"


def test_the_last_step_ends_the_lesson(desk):
    for _step in range(8):
        tap(desk, "Go on")
    tap(desk, "Finish")
    assert count(desk) == ""
    desk.do(acts.Open("menu"))
    assert not [button for button in desk.view().body.buttons if button.label == "Lesson"]


def test_it_begins_on_the_first_screen_with_a_seat_of_ones_own_and_survives_a_restart(tmp_path):
    with closing(Host(tmp_path, chance=Random(7))) as host:
        desk = Desk(host, chance=Random(1))
        tap(desk, "Learn by playing")
        tap(desk, "Constantinopolis")
        assert host.virtual
        assert host._taken == next(iter(desk.source.names))
        while host.setting:
            host.poll()
        desk.do(acts.LessonOn())
        game = host.saved[0].id
    with closing(Host(tmp_path)) as host:
        desk = Desk(host)
        desk.do(acts.GoOn(game))
        while host.setting:
            host.poll()
        assert count(desk) == "2 of 9"
        assert host.drawn_table is not None
        assert host.drawn_table.mine == {next(iter(desk.source.names))}


def test_a_step_points_at_the_buttons_it_speaks_of_on_the_screen_that_is_shown(desk):
    assert [each.label for each in desk.view().hint.at] == ["Go on"]
    tap(desk, "Go on")
    offices = desk.view().hint.at
    assert offices == tuple(office.button for office in desk.view().body.offices if office.button.open)
    desk.press(offices[0])
    assert desk.view().hint.at == (desk.view().bar.primary,)
    tap(desk, "Go on")
    assert desk.view().hint.at == tuple(step.button for step in desk.view().top.steps)
    tap(desk, "Go on")
    assert desk.view().hint.at == (desk.view().top.menu,)


def test_a_step_of_the_learners_turn_points_at_nothing_while_others_are_due(desk):
    tap(desk, "Go on")
    assert desk.view().hint.at
    desk.do(Stay(desk.scene().me))
    desk.source.set_up.tick((f"{LESSON}/office",), False)
    assert desk.scene().me != next(iter(desk.source.names))
    assert desk.view().hint is None or not desk.view().hint.at
