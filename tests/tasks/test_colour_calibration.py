"""A guided minute teaches the camera the colours of a place, and they are kept."""

import time

import pytest

from companion.host.camera_setup import bare_camera_setup
from companion.tasks.colour_calibration import ColourCalibration, colours_file, taught
from companion.titles import title_of

GIVE_UP = 60.0


@pytest.fixture
def setup(tmp_path):
    made = bare_camera_setup(title_of("constantinopolis"), tmp_path, 5)
    yield made
    made.close()


def looked(setup) -> ColourCalibration:
    """The task after a look at what lies there."""
    task = setup.begin(ColourCalibration)
    end = time.monotonic() + GIVE_UP
    while setup.eyes.looked < 5 and time.monotonic() < end:
        time.sleep(0.01)
    task.again()
    while task.state == "looking" and time.monotonic() < end:
        setup.poll()
        time.sleep(0.01)
    return task


def test_what_is_learnt_is_kept_for_this_camera_where_it_reads_the_cubes_better(setup, tmp_path):
    task = looked(setup)
    assert task.good
    task.better = True
    assert task.keep()
    assert taught(colours_file(tmp_path, setup.eyes.address)).goods.keys() == set("GBRKY")


def test_where_the_printed_colours_do_nothing_is_kept(setup, tmp_path):
    task = looked(setup)
    assert (task.good, task.plain, task.better, task.complaints) == (True, True, False, ())
    assert task.keep()
    assert taught(colours_file(tmp_path, setup.eyes.address)) is None
    assert not task.kept


def test_a_colour_that_was_not_laid_is_asked_for(setup):
    fields = setup.begin(ColourCalibration).fields
    field = next(zone for zone, letter in fields.items() if letter == "R")
    setup.hands.lay_goods(field, {})
    task = looked(setup)
    assert not task.good
    assert "red" in task.complaints[0]["en"]
    assert task.paint("R") == ""


def test_the_colours_of_a_place_can_be_forgotten(setup, tmp_path):
    task = looked(setup)
    task.better = True
    task.keep()
    assert task.kept
    task.drop()
    assert taught(colours_file(tmp_path, setup.eyes.address)) is None


def test_a_damaged_file_is_logged_and_the_printed_colours_are_used(tmp_path, caplog):
    path = colours_file(tmp_path, "0")
    path.parent.mkdir()
    path.write_text("{")
    assert taught(path) is None
    assert str(path) in caplog.text


def test_each_camera_has_colours_of_its_own(tmp_path):
    addresses = ("0", "rtsp://phone:8554/back", "http://127.0.0.1:40001/", "http://127.0.0.1:40002/")
    assert len({colours_file(tmp_path, address) for address in addresses}) == 3
