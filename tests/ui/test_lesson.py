"""The guided first game by touch, from the first screen on."""

from __future__ import annotations

from contextlib import closing
from random import Random

import pytest

from companion.host.host import Host
from companion.host.opening import new_session, shuffled_game
from companion.presenters.common.lesson import LESSON
from companion.presenters.desk import Desk
from companion.ui import offscreen
from companion.ui.controls import button_of, window_box
from companion.ui.ring import AIR
from tests.ui.finger import inside, showing, taps, touch


def test_a_lesson_begins_on_the_first_screen_and_its_hint_is_touched(face, shoot, tmp_path):
    with closing(Host(tmp_path, chance=Random(7))) as host:
        window = face(Desk(host, chance=Random(1)))
        touch(window, "Learn by playing")
        while host.setting:
            host.poll()
            offscreen.settle(1)
        host.drawn_table.pause(True)
        offscreen.settle(2)
        shoot("lesson")
        assert inside(showing(window, "Go on"))
        touch(window, "Go on")
        assert window.desk.view().hint.count.startswith("2 of ")
        touch(window, "Leave the lesson")
        assert window.desk.view().hint is None
        touch(window, "Menu")
        touch(window, "Lesson")
        assert window.desk.view().hint.count.startswith("2 of ")


@pytest.mark.parametrize("side", ["south", "west"])
def test_a_ring_goes_round_the_controls_that_the_step_speaks_of(face, shoot, side):
    desk = Desk(source=new_session(shuffled_game("constantinopolis", 4, 1)))
    desk.source.set_up.tick((LESSON,))
    desk.sides = dict.fromkeys(desk.source.names, side)
    window = face(desk)
    assert rings(window, showing(window, "Go on"))
    touch(window, "Go on")
    offices = [office.button for office in desk.view().body.offices if office.button.open]
    shoot(f"lesson-offices-{side}")
    assert rings(window, *(each for each in taps(window) if button_of(each) in offices))
    desk.press(offices[0])
    offscreen.settle(4)
    assert rings(window, next(each for each in taps(window) if button_of(each) == desk.view().bar.primary))
    touch(window, "Go on")
    assert rings(window, *(each for each in taps(window) if type(each).__name__ == "RailStep"))
    shoot(f"lesson-phases-{side}")
    touch(window, "Leave the lesson")
    assert window.pointer.ring.place == []


def rings(window, *controls) -> bool:
    """Does the ring of the lesson go round all of these and nothing else?"""
    boxes = [window_box(each) for each in controls]
    left, bottom = (min(box[at] for box in boxes) for at in (0, 1))
    right, top = (max(box[at] for box in boxes) for at in (2, 3))
    x, y, width, height, _radius = window.pointer.ring.place
    found = x + AIR, y + AIR, x + width - AIR, y + height - AIR
    return found == pytest.approx((left, bottom, right, top), abs=1.5)
