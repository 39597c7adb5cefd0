"""Whoever holds the own card on the table sees the own gold, at the own side, until the finger is lifted."""

from __future__ import annotations

from time import sleep
from typing import Any

import pytest
from kivy.core.window import Window
from kivy.tests.common import UnitTestTouch
from msgspec.structs import replace

from companion.host.opening import new_session, shuffled_setup
from companion.presenters.desk import Desk
from companion.ui import offscreen
from companion.ui.app import GUARD
from companion.ui.keyboard import ENTER, PAD_ENTER
from companion.ui.own import HOLD, OwnDisc, OwnTap
from companion.views.common import acts
from companion.views.common.parts import Tag
from companion.wording import _, wording
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.journal import Journal
from testkit.window.faults import faults
from tests.play.test_hands import home, played
from tests.ui.finger import press

SIDES = ("south", "west", "north", "east")


def begun() -> Desk:
    """A game of four that has just begun."""
    return Desk(source=new_session(Journal(CONSTANTINOPOLIS, shuffled_setup("constantinopolis", 4, 1))))


@pytest.fixture
def desk() -> Desk:
    """A game of four that has just begun, the table shown to all."""
    made = begun()
    made.sides = dict(zip(made.source.names, SIDES, strict=True))
    made.do(acts.Open("table"))
    return made


def card_of(window: Any, seat: str) -> Any:
    """What bears a seat's name and is held: its card on the table, its vote, its disc."""
    held = [each for each in window.screen.walk() if isinstance(each, OwnTap | OwnDisc)]
    return next(each for each in held if each.secret == seat)


def finger_on(window: Any, seat: str) -> UnitTestTouch:
    """A finger that lies on what bears a seat's name and stays there."""
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
    assert desk.look.own == ""
    assert desk.look.screen != "table" or desk.look.seat == seat


@pytest.mark.one_in(3)
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


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("language", "scale"), [("en", 1.0), ("it", 1.0), ("es", 1.0), ("de", 1.0), ("en", 1.5)])
def test_coins_lie_over_each_other_rather_than_push_what_the_tray_says_aside(
    face: Any, desk: Desk, language: str, scale: float
) -> None:
    wording.speak(language)
    desk.do(acts.Prefer(scale=scale))
    window = face(desk)
    finger = finger_on(window, next(iter(desk.source.names)))
    (box,) = boxes(window)
    box.view = replace(box.view, coins=(10, 5, 2, 2), tag=Tag(_("the tray agrees"), "verdigris", "check"))
    offscreen.settle(3)
    assert box.ids.tag.width > 100
    assert box.ids.tag.right <= box.ids.laid.right
    assert box.ids.laid.minimum_width <= box.ids.laid.width
    finger.touch_up()


def hands() -> Desk:
    """Ships have come home: everybody's sheet lies open."""
    return Desk(source=played(home))


def challenged() -> Desk:
    """Somebody has challenged, and the table votes."""
    desk = begun()
    desk.do(acts.Challenge(desk.scene().me))
    return desk


def asked() -> Desk:
    """Somebody is asked for an office."""
    return begun()


@pytest.mark.parametrize("opened", [hands, challenged])
def test_everybody_sees_the_own_gold_while_sheets_or_a_challenge_are_open(face: Any, shoot: Any, opened: Any) -> None:
    desk = opened()
    window, agreed = face(desk), desk.look.agreed
    for seat in desk.source.names:
        finger = finger_on(window, seat)
        (own,) = shown(window)
        assert (own.person.seat, own.side) == (seat, desk.scene().sides[seat])
        shoot(f"own-gold-{opened.__name__}")
        finger.touch_up()
        offscreen.settle(3)
        assert shown(window) == []
    assert desk.look.agreed == agreed


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_what_changed_has_room_however_much_it_is(face: Any, shoot: Any, scale: float) -> None:
    desk = hands()
    desk.do(acts.Prefer(scale=scale))
    window = face(desk)
    seat = list(desk.source.names)[-1]
    finger = finger_on(window, seat)
    assert len(shown(window)[0].changes) == 5
    shoot(f"own-gold-changes-{scale}")
    assert [each for box in boxes(window) for each in faults(box)] == []
    finger.touch_up()


@pytest.mark.parametrize("size", [(1280, 800), (800, 1280)])
def test_whoever_is_asked_sees_the_own_gold_by_holding_the_own_disc(face: Any, shoot: Any, size: Any) -> None:
    before = tuple(Window.size)
    Window.size = size
    try:
        desk = asked()
        window = face(desk)
        finger = finger_on(window, desk.scene().me)
        assert [own.person.seat for own in shown(window)] == [desk.scene().me]
        shoot(f"own-gold-asked-{size[0]}")
        finger.touch_up()
        offscreen.settle(3)
        assert shown(window) == []
        shoot(f"own-gold-asked-{size[0]}-covered")
    finally:
        Window.size = before
        offscreen.settle(3)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("opened", [hands, challenged, asked])
@pytest.mark.parametrize("enter", [ENTER, PAD_ENTER])
def test_gold_shows_while_enter_is_held(face: Any, opened: Any, enter: int) -> None:
    desk = opened()
    window, agreed = face(desk), desk.look.agreed
    sleep(GUARD)
    seat = next(iter(desk.source.names)) if opened is not asked else desk.scene().me
    window.keyboard.put(card_of(window, seat))
    Window.dispatch("on_key_down", enter, 0, "", [])
    sleep(HOLD + 0.1)
    offscreen.settle(6)
    assert [own.person.seat for own in shown(window)] == [seat]
    Window.dispatch("on_key_up", enter, 0)
    offscreen.settle(3)
    assert shown(window) == []
    assert desk.look.agreed == agreed


def test_a_short_enter_on_a_vote_is_a_yes(face: Any) -> None:
    desk = challenged()
    window = face(desk)
    sleep(GUARD)
    seat = next(seat for seat in desk.source.names if seat not in desk.look.agreed)
    window.keyboard.put(card_of(window, seat))
    Window.dispatch("on_key_down", ENTER, 0, "", [])
    Window.dispatch("on_key_up", ENTER, 0)
    assert seat in desk.look.agreed


def test_every_disc_that_is_held_is_reached_by_tab(face: Any) -> None:
    window = face(hands())
    there = [each.secret for each in window.keyboard.controls() if isinstance(each, OwnDisc)]
    assert sorted(there) == sorted(window.desk.source.names)


def test_a_tap_while_a_picture_is_slow_is_a_tap(face: Any) -> None:
    """The finger is up long before it is heard that it is."""
    desk = challenged()
    window = face(desk)
    sleep(GUARD)
    seat = next(seat for seat in desk.source.names if seat not in desk.look.agreed)
    card = card_of(window, seat)
    finger = UnitTestTouch(*card.to_window(*card.center))
    finger.touch_down()
    sleep(HOLD + 0.1)
    offscreen.settle(1)
    finger.touch_up()
    offscreen.settle(3)
    assert shown(window) == []
    assert seat in desk.look.agreed
