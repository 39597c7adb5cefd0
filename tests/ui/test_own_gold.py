"""Whoever holds the own card on the table sees the own gold, at the own side, until the finger is lifted."""

from __future__ import annotations

from time import sleep
from typing import Any

import pytest
from kivy.tests.common import UnitTestTouch

from companion.host.opening import new_session, shuffled_setup
from companion.presenters.desk import Desk
from companion.ui import offscreen
from companion.ui.screens.common.overview import HOLD
from companion.views.common import acts
from companion.wording import wording
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.journal import Journal
from testkit.window.faults import faults
from tests.ui.finger import press, taps

SIDES = ("south", "west", "north", "east")


@pytest.fixture
def desk() -> Desk:
    """A game of four that has just begun, the table shown to all."""
    made = Desk(source=new_session(Journal(CONSTANTINOPOLIS, shuffled_setup("constantinopolis", 4, 1))))
    made.sides = dict(zip(made.source.names, SIDES, strict=True))
    made.do(acts.Open("table"))
    return made


def card_of(window: Any, seat: str) -> Any:
    """The card of a seat on the table."""
    return next(each for each in taps(window) if getattr(each.view, "secret", "") == seat)


def finger_on(window: Any, seat: str) -> UnitTestTouch:
    """A finger that lies on a seat's card and stays there."""
    card = card_of(window, seat)
    finger = UnitTestTouch(*card.to_window(*card.center))
    finger.touch_down()
    sleep(HOLD + 0.1)
    offscreen.settle(6)
    return finger


def shown(window: Any) -> list[Any]:
    """The gold that the window shows."""
    return [each.view for each in boxes(window)]


def boxes(window: Any) -> list[Any]:
    """The widgets that show gold; what lies below them is covered."""
    return [each for each in window.walk() if type(each).__name__ == "OwnGoldBox"]


@pytest.mark.parametrize("side", range(4))
def test_gold_shows_while_the_card_is_held_at_the_side_of_its_owner(
    face: Any, shoot: Any, desk: Desk, side: int
) -> None:
    seat = list(desk.source.names)[side]
    window = face(desk)
    assert shown(window) == []
    finger = finger_on(window, seat)
    (own,) = shown(window)
    shoot(f"own-gold-{SIDES[side]}")
    assert (own.person.seat, own.side, own.amount) == (seat, SIDES[side], "30")
    assert [change.amount for change in own.changes] == ["+30"]
    assert [each for box in boxes(window) for each in faults(box)] == []
    finger.touch_up()
    offscreen.settle(3)
    assert shown(window) == []
    assert desk.look.screen == "table"


def test_a_second_look_tells_what_changed_since_the_first(face: Any, desk: Desk) -> None:
    seat = next(iter(desk.source.names))
    window = face(desk)
    finger_on(window, seat).touch_up()
    offscreen.settle(3)
    finger = finger_on(window, seat)
    assert shown(window)[0].changes == ()
    finger.touch_up()


def test_a_short_tap_opens_the_card_and_shows_no_gold(face: Any, desk: Desk) -> None:
    seat = list(desk.source.names)[2]
    window = face(desk)
    press(card_of(window, seat))
    assert desk.look.uncovered == ""
    assert desk.look.screen != "table" or desk.look.seat == seat


@pytest.mark.parametrize("language", ["it", "es", "de"])
@pytest.mark.parametrize("scale", [1.25, 1.5])
def test_its_words_have_room_in_every_language_and_size(face: Any, desk: Desk, language: str, scale: float) -> None:
    wording.speak(language)
    desk.do(acts.Prefer(scale=scale))
    window = face(desk)
    finger = finger_on(window, next(iter(desk.source.names)))
    assert len(shown(window)) == 1
    assert [each for box in boxes(window) for each in faults(box)] == []
    finger.touch_up()
