"""The guided first game by touch, from the first screen on."""

from __future__ import annotations

from contextlib import closing
from random import Random

from companion.host.host import Host
from companion.presenters.desk import Desk
from companion.ui import offscreen
from tests.ui.finger import inside, showing, touch


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
