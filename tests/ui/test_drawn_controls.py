"""The controls of a drawn table by touch: pause, step, speed, a seat of one's own, and every fault."""

from __future__ import annotations

import time
from contextlib import closing
from random import Random

import pytest

from companion.host.drawn_table import CAMERA, MARKER, TRAY
from companion.host.host import Host
from companion.presenters.desk import Desk
from companion.ui import offscreen
from companion.views.common import acts
from testkit.window.faults import wrong_words
from tests.ui.finger import press, taps, touch
from tests.virtual.test_drawn_controls import setting, until


@pytest.fixture
def host(tmp_path):
    """A host whose game has a drawn table; the first seat is played before the screen."""
    with closing(Host(tmp_path, pace=0.01, chance=Random(3))) as made:
        made.open(setting(), drawn=True)
        until(made, lambda: not made.setting)
        yield made


@pytest.fixture
def window(face, host):
    """A window that shows the controls, found in the menu."""
    made = face(Desk(host, source=host.running.session))
    touch(made, "Menu")
    touch(made, "The drawn table")
    return made


def wait(host, polls=100):
    for _poll in range(polls):
        host.poll()
        time.sleep(0.001)


def test_pause_and_one_step_by_touch(window, host, shoot):
    table, session = host.drawn_table, host.running.session
    table.own("red", False)
    touch(window, "Pause")
    assert table.paused
    shoot("drawn-table")
    before = session.book.last
    wait(host)
    assert session.book.last == before
    touch(window, "One step")
    until(host, lambda: session.book.last > before)
    offscreen.settle(2)
    assert table.paused
    touch(window, "Go on")
    assert not table.paused


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("label", "speed"), [("×½", 0.5), ("×4", 4.0), ("×16", 16.0)])
def test_the_speed_by_touch(window, host, label, speed):
    touch(window, label)
    assert host.drawn_table.speed == speed


def test_a_seat_is_taken_and_given_back_by_touch(window, host):
    touch(window, "I play this")
    assert host.drawn_table.mine == {"red", "blue"}
    touch(window, "Mine")
    assert len(host.drawn_table.mine) == 1


@pytest.mark.parametrize("large", [1.25, 1.5])
def test_who_plays_a_seat_stands_in_its_line_in_the_largest_words(host, face, large):
    made = face(Desk(host, source=host.running.session))
    made.desk.do(acts.Speak("de"))
    made.desk.do(acts.Prefer(scale=large))
    made.desk.do(acts.Open("drawn"))
    offscreen.settle(6)
    try:
        assert wrong_words(made) == []
    finally:
        made.desk.do(acts.Prefer(scale=1.0))


@pytest.mark.parametrize(
    ("label", "fault"),
    [("Pull Bruno’s tray", f"{TRAY}blue"), ("Stop the camera", CAMERA), ("Cover a corner", MARKER)],
)
def test_a_fault_is_made_and_mended_by_touch(window, host, label, fault):
    touch(window, label)
    assert host.drawn_table.faults == {fault}
    said = window.desk.view().body.note
    if fault != MARKER:
        until(host, lambda: any(device.state == "lost" for device in host.devices))
        offscreen.settle(3)
        said = window.desk.view().body.note
    assert "one corner" in said if fault == MARKER else "gone" in said
    chosen = next(widget for widget in taps(window) if type(widget).__name__ == "FaultTap" and widget.view.chosen)
    assert chosen.view.note == "tap to mend"
    press(chosen)
    assert not host.drawn_table.faults
