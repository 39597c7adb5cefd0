"""A guided minute teaches the camera the colours of a place, and they are kept."""

import time

import pytest

from companion.host.camera_setup import bare_camera_setup
from companion.tasks.colour_calibration import ColourCalibration, colours_file, taught

GIVE_UP = 60.0


@pytest.fixture
def bench(tmp_path):
    made = bare_camera_setup(tmp_path, {}, {}, seed=5)
    yield made
    made.close()


def looked(bench) -> ColourCalibration:
    """Teaching after a look at what lies there."""
    teaching = bench.teach()
    end = time.monotonic() + GIVE_UP
    while bench.eyes.looked < 5 and time.monotonic() < end:
        time.sleep(0.01)
    teaching.look()
    while teaching.state == "looking" and time.monotonic() < end:
        bench.tick()
        time.sleep(0.01)
    return teaching


def test_five_colours_are_learnt_and_kept_for_this_camera(bench, tmp_path):
    teaching = looked(bench)
    assert teaching.good
    teaching.keep()
    assert taught(colours_file(tmp_path, bench.eyes.address)).goods.keys() == set("GBRKY")


def test_a_colour_that_was_not_laid_is_asked_for(bench):
    bench.teach()
    field = next(zone for zone, letter in bench.teaching.fields.items() if letter == "R")
    bench.hands.lay_goods(field, {})
    teaching = looked(bench)
    assert not teaching.good
    assert "red" in teaching.complaints[0]["en"]
    assert teaching.paint("R") == ""


def test_the_colours_of_a_place_can_be_forgotten(bench, tmp_path):
    teaching = looked(bench)
    teaching.keep()
    teaching.drop()
    assert taught(colours_file(tmp_path, bench.eyes.address)) is None


def test_a_damaged_file_is_logged_and_the_printed_colours_are_used(tmp_path, caplog):
    path = colours_file(tmp_path, "0")
    path.parent.mkdir()
    path.write_text("{")
    assert taught(path) is None
    assert str(path) in caplog.text


def test_each_camera_has_colours_of_its_own(tmp_path):
    addresses = ("0", "rtsp://phone:8554/back", "http://127.0.0.1:40001/", "http://127.0.0.1:40002/")
    assert len({colours_file(tmp_path, address) for address in addresses}) == 3
