"""An Android tablet's own camera, with its Java played. Never run on a tablet."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.host.rewiring import FoundCamera, found_cameras
from tests.pyjnius import Tablet, tablet
from vision.camera import tablet as own
from vision.camera.source import Camera
from vision.camera.tablet import BACK, FRONT, RIGHT, TabletFrames


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> Iterator[Tablet]:
    monkeypatch.setattr(own, "_asked", type(own._asked)())
    with tablet() as played:
        yield played


def test_its_pictures_come_as_those_of_any_camera(here: Tablet) -> None:
    with Camera(BACK) as camera:
        frame = camera.newest(5)
        assert frame is not None
        assert frame.picture.shape == (960, 1280, 3)
        assert abs(int(frame.picture.mean()) - 200) < 30
        assert camera.trouble == ""
    assert here.opened == []


@pytest.mark.parametrize(("place", "number"), [(BACK, 0), (FRONT, 1)])
def test_the_camera_that_looks_the_wanted_way_is_opened_and_kept_sharp(here: Tablet, place: str, number: int) -> None:
    frames = TabletFrames(place, 0.2)
    assert frames.read()[0]
    (opened,) = here.opened
    assert (opened.number, opened.focus) == (number, "continuous-picture")
    frames.release()
    assert here.opened == []


def test_the_player_is_asked_once_and_may_allow_it_later(here: Tablet) -> None:
    here.allowed = False
    frames = TabletFrames(BACK, 0.2)
    assert [frames.read()[0] for _ in range(3)] == [False] * 3
    assert here.asked == [RIGHT]
    here.allowed = True
    assert frames.read()[0]


def test_a_camera_that_another_app_has_or_that_sends_nothing_gives_no_picture(here: Tablet) -> None:
    here.broken = True
    frames = TabletFrames(BACK, 0.05)
    assert frames.read() == (False, None)
    here.broken, here.sends = False, False
    assert frames.read() == (False, None)
    here.sends = True
    assert frames.read()[0]


def test_a_computer_that_is_given_such_an_address_says_what_is_missing() -> None:
    assert TabletFrames(BACK, 0.05).read() == (False, None)


def test_a_tablet_lists_its_own_camera(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANDROID_ARGUMENT", "/data/app")
    assert found_cameras() == [FoundCamera(BACK, "")]
