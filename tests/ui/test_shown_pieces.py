"""A finished game before the drawn table's camera, by touch."""

from __future__ import annotations

import time
from random import Random

import pytest
from kivy.tests.common import UnitTestTouch

from companion.host.host import Host
from companion.presenters.desk import Desk
from companion.ui import offscreen
from tests.ui.finger import press, showing, taps, touch

LIMIT = 180
"""Seconds after which nobody waits any longer, however busy the machine is."""


@pytest.fixture
def host(tmp_path):
    made = Host(tmp_path, virtual=True, chance=Random(3))
    yield made
    made.close()


@pytest.fixture
def window(face, host):
    return face(Desk(host, chance=Random(1)))


def until(window, holds):
    """Let the window live until something holds; fails when it never does."""
    end = time.monotonic() + LIMIT
    while not holds():
        assert time.monotonic() < end, window.desk.view().bar
        window.mark()
        offscreen.settle(2)
    window.mark()
    offscreen.settle(3)


def test_what_the_camera_sees_is_read_corrected_and_counted_by_touch(shoot, host, window):
    touch(window, "Score a finished game")
    touch(window, "Show to the camera")
    count = host.picture_count
    while not count.pieces:
        until(window, lambda: window.desk.view().bar.primary is not None)
        touch(window, "Take the picture")
        until(window, lambda: count.state == "read")
        if not count.pieces:
            touch(window, "Another picture")
    shoot("shown-pieces")
    before = len(count.labels)
    tap_piece(window, count.pieces[0])
    shoot("shown-pieces-asked")
    touch(window, "Not counted")
    assert len(count.labels) == before - 1
    touch(window, "Count these")
    assert window.desk.look.screen == "count"
    assert host.picture_count is None
    assert any(row.note == "read by the camera" for row in window.desk.view().body.rows)


def tap_piece(window, piece):
    """Touch the middle of a piece in the picture."""
    picture = next(widget for widget in window.walk() if type(widget).__name__ == "PiecePicture")
    left, low, wide, high = picture._fitted()
    u, v = (sum(corner[axis] for corner in piece.corners) / 4 for axis in (0, 1))
    finger = UnitTestTouch(*picture.to_window(left + u * wide, low + (1 - v) * high))
    finger.touch_down()
    offscreen.settle(2)
    finger.touch_up()
    offscreen.settle(4)
    assert window.desk.view().body.ask is not None


def test_leaving_the_screen_lets_go_of_the_camera(host, window):
    touch(window, "Score a finished game")
    touch(window, "Show to the camera")
    press(showing(window, "Back"))
    assert host.picture_count is None
    assert taps(window)
