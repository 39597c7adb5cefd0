"""Camera and cards are tended to by touch."""

from __future__ import annotations

from contextlib import closing
from random import Random

import pytest
from kivy.tests.common import UnitTestTouch

from companion.host.host import Host
from companion.host.rewiring import FoundCamera
from companion.presenters.common import wiring
from companion.presenters.desk import Desk
from companion.titles import DEFAULT, title_of
from companion.ui import offscreen
from companion.views.common import acts
from companion.views.common import task_acts as t
from companion.virtual.cards import BareMat
from tests.ui.finger import label_of, press, showing, taps, touch

CORNERS = ((0.1, 0.1), (0.9, 0.1), (0.95, 0.93), (0.05, 0.9))


@pytest.fixture
def host(tmp_path):
    """A host with a virtual table."""
    made = Host(tmp_path, virtual=True, chance=Random(7))
    yield made
    made.close()


@pytest.fixture
def window(face, host):
    """The window of a desk at which no game runs."""
    return face(Desk(host, chance=Random(1)))


def until(host, window, holds, most=3000):
    """Poll the host until something holds; fails when it never does."""
    for _ in range(most):
        if holds():
            window.mark()
            offscreen.settle(3)
            return
        host.poll()
        offscreen.settle(1)
    raise AssertionError(f"{most} beats and it never held")


def shows(window, label):
    """Is there a button with this label just now?"""
    window.mark()
    offscreen.settle(3)
    return any(label_of(widget) == label for widget in taps(window))


def test_eight_cards_are_enrolled_with_one_touch(shoot, host, window):
    touch(window, "New game")
    window.desk.do(t.BeginTask("card_enrolment"))
    task = host.camera_setup.task
    until(host, window, lambda: len(task.cards) == 8 and all(card.ready for card in task.cards))
    shoot("enrolling")
    right = next(widget for widget in taps(window) if label_of(widget).endswith("right"))
    press(right)
    assert task.count >= 7
    touch(window, "Stop here")
    assert host.camera_setup is None


def test_a_card_is_corrected_by_touching_what_is_printed_on_it(shoot, host, window):
    window.desk.do(t.BeginTask("card_enrolment"))
    task = host.camera_setup.task
    until(host, window, lambda: task.cards and all(card.ready for card in task.cards))
    true = host.camera_setup.helper.lying[0]
    press(next(widget for widget in taps(window) if type(widget).__name__ == "PairTap"))
    for gold in ("30", true.split(".")[1]):
        touch(window, gold)
    shoot("correcting")
    touch(window, "That is right")
    assert task.tally == {true: 1}


def test_the_corners_of_the_mat_are_touched_one_after_the_other(shoot, host, window):
    window.desk.do(acts.Open("scan"))
    until(host, window, lambda: host.camera_setup.eyes.looked > 3)
    touch(window, "Tap the corners")
    picture = next(widget for widget in window.walk() if type(widget).__name__ == "CornerPicture")
    for place in CORNERS:
        finger(picture, *place)
    shoot("corners")
    until(host, window, lambda: host.camera_setup.eyes.eye.pose is not None)
    assert len(host.camera_setup.task.corners) == 4
    showing(window, "It lies so")


def test_colours_that_read_no_better_than_the_printed_ones_are_left_by_a_touch(shoot, host, window):
    window.desk.do(acts.Open("devices"))
    offscreen.settle(3)
    touch(window, "Colours")
    until(host, window, lambda: host.camera_setup.eyes.looked > 5)
    touch(window, "They lie so")
    until(host, window, lambda: host.camera_setup.task.state == "learnt")
    shoot("colours")
    touch(window, "Use the printed colours")
    assert window.desk.look.screen == "devices"
    assert not list(host.folder.glob("cameras/*.json"))


def live_picture(window):
    """The place of the camera's picture among the devices."""
    return next(widget for widget in taps(window) if type(widget).__name__ == "PictureTap")


def test_a_camera_looks_from_the_list_of_devices_by_a_touch_and_is_enlarged_by_another(shoot, host, window):
    window.desk.do(acts.Open("devices"))
    offscreen.settle(3)
    assert host.camera_setup is None
    press(live_picture(window))
    until(host, window, lambda: window.desk.view().body.picture.pixels)
    shoot("devices-picture")
    assert live_picture(window).view.pixels
    press(live_picture(window))
    assert window.desk.look.screen == "scan"


def test_the_camera_that_is_touched_is_kept_and_shows_what_it_sees(face, shoot, tmp_path, monkeypatch):
    with closing(BareMat(title_of(DEFAULT), 7)) as mat, closing(Host(tmp_path / "data", chance=Random(7))) as host:
        monkeypatch.setattr(wiring, "found_cameras", lambda: [FoundCamera(mat.camera.url, "On the arm")])
        window = face(Desk(host, chance=Random(1)))
        window.desk.do(acts.Open("devices"))
        offscreen.settle(3)
        assert not live_picture(window).view.pixels
        touch(window, "On the arm")
        until(host, window, lambda: window.desk.view().body.picture.pixels)
        assert live_picture(window).view.pixels
        shoot("devices-chosen")
        assert window.desk.look.screen == "devices"
        assert host.wiring.camera == mat.camera.url
        touch(window, "No camera")
        assert (host.camera_setup, host.wiring.camera) == (None, "")
        assert not live_picture(window).view.pixels


def test_a_lens_is_measured_by_holding_up_the_sheet_and_kept_by_a_touch(shoot, host, window):
    window.desk.do(acts.Open("devices"))
    offscreen.settle(3)
    touch(window, "Lens")
    until(host, window, lambda: host.camera_setup.task.count == 3)
    shoot("lens")
    until(host, window, lambda: host.camera_setup.task.state == "measured")
    shoot("lens-measured")
    touch(window, "Keep this lens")
    assert window.desk.look.screen == "devices"
    assert list(host.folder.glob("cameras/*-lens.json"))


def test_a_tray_is_calibrated_step_by_step(shoot, host, window):
    touch(window, "New game")
    touch(window, "Ours, printed")
    touch(window, "Who sits where?")
    touch(window, "Start")
    until(host, window, lambda: not host.setting and any(device.kind == "serial" for device in host.devices))
    window.desk.do(acts.Open("devices"))
    until(host, window, lambda: shows(window, "Calibrate"))
    touch(window, "Calibrate")
    touch(window, "It is empty")
    until(host, window, lambda: host.tray_calibration.calibration.number == 1)
    shoot("calibrating")
    touch(window, "Back")
    assert host.tray_calibration is None


def finger(picture, u, v):
    """Touch a picture at a share of its width and height, and let go."""
    x, y, width, height = picture._fitted()
    touch_ = UnitTestTouch(*picture.to_window(x + u * width, y + height - v * height))
    touch_.touch_down()
    offscreen.settle(2)
    touch_.touch_up()
    offscreen.settle(3)
