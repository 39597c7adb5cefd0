"""What people may do to a drawn table: pause it, take a seat, let things fail and mend them."""

from __future__ import annotations

import time
from contextlib import closing
from random import Random

import numpy as np
import pytest

from companion.host.drawn_table import CAMERA, MARKER, TRAY
from companion.host.host import Host
from companion.titles.title import Place, Setting
from engine.errors import NotFound
from vision.mat.markers import find_markers

PLACES = (Place("red", "Anna"), Place("blue", "Bruno", "north"))


def setting():
    """Two people at a drawn table."""
    return Setting(game="constantinopolis", edition="reconciled", places=PLACES, drawn={"offices": ("red", "blue")})


def until(host, done, seconds=60):
    """Poll a host until something is so."""
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, "it did not come about"
        host.poll()
        time.sleep(0.002)


@pytest.fixture
def host(tmp_path):
    """A host without sensors whose game has a drawn table; the first seat is taken by people before the screen."""
    with closing(Host(tmp_path, pace=0.01, chance=Random(3))) as made:
        made.open(setting(), drawn=True)
        until(made, lambda: not made.setting)
        yield made


def test_nobody_plays_a_seat_that_was_taken_and_it_plays_by_itself_when_given_back(host):
    session = host.running.session
    assert host.drawn_table.mine == {"red"}
    until(host, lambda: session.state.phase.actors == ("red",) and session.book.last > 0)
    before = session.book.last
    for _poll in range(200):
        host.poll()
        time.sleep(0.001)
    assert session.book.last == before
    host.drawn_table.own("red", False)
    until(host, lambda: session.book.last > before)


def test_cards_are_held_by_seats_before_the_screen_alone(tmp_path):
    places = (*PLACES, Place("green", "Carla", "west"))
    with closing(Host(tmp_path, pace=0.01, chance=Random(3))) as made:
        made.open(Setting(game="byzanz", edition="reconciled", places=places), drawn=True)
        until(made, lambda: not made.setting)
        held = made.drawn_table.hand("red")
        assert sum(held.values()) == 4
        assert made.drawn_table.hand("blue") is None
        until(made, lambda: made.running.session.book.last > 1)
        assert made.drawn_table.hand("red") == held


def test_nobody_holds_cards_in_a_game_without_them(host):
    assert host.drawn_table.hand("red") is None


def test_a_paused_table_waits_and_one_step_is_one_entry(host):
    session = host.running.session
    host.drawn_table.own("red", False)
    host.drawn_table.pause(True)
    before = session.book.last
    for _poll in range(200):
        host.poll()
        time.sleep(0.001)
    assert session.book.last == before
    host.drawn_table.step()
    until(host, lambda: session.book.last > before)


def test_a_pulled_tray_is_reported_lost_and_found_again(host):
    session = host.running.session
    until(host, lambda: any(device.seat == "blue" and device.state == "ok" for device in session.devices))
    host.drawn_table.pause(True)
    host.drawn_table.fault(f"{TRAY}blue")
    until(host, lambda: any(device.seat == "blue" and device.state == "lost" for device in session.devices))
    host.drawn_table.fault(f"{TRAY}blue")
    until(host, lambda: not any(device.state == "lost" for device in session.devices))


def test_a_stopped_camera_is_lost_and_found_again(host):
    session = host.running.session
    until(host, lambda: any(device.kind == "camera" and device.state == "ok" for device in session.devices))
    host.drawn_table.pause(True)
    host.drawn_table.fault(CAMERA)
    until(host, lambda: any(device.kind == "camera" and device.state == "lost" for device in session.devices))
    host.drawn_table.fault(CAMERA)
    until(host, lambda: all(device.state != "lost" for device in session.devices))


def test_a_fault_that_is_none_is_refused(host):
    with pytest.raises(NotFound, match="'floor'"):
        host.drawn_table.fault("floor")


def test_a_game_that_is_only_watched_is_kept_nowhere(tmp_path):
    with closing(Host(tmp_path, pace=0.01, chance=Random(3))) as host:
        session = host.watch(setting())
        until(host, lambda: session.book.last > 3)
        assert host.saved == []


def test_a_drawn_game_that_is_gone_on_with_is_drawn_again(host, tmp_path):
    host.close()
    with closing(Host(tmp_path, pace=0.01)) as again:
        again.resume("constantinopolis-0001")
        assert again.virtual


def markers(frame):
    """The markers that can be found in a picture of the camera."""
    picture = np.frombuffer(frame.pixels, np.uint8).reshape(frame.height, frame.width, 4)
    return {number for number, _corners in find_markers(np.ascontiguousarray(picture[:, :, 2::-1]))}


def test_a_covered_corner_is_not_seen_and_the_mat_is_read_on_by_the_others(host):
    session = host.running.session
    host.drawn_table.pause(True)
    until(host, lambda: session.frame is not None and markers(session.frame) == {0, 1, 2, 3})
    host.drawn_table.fault(MARKER)
    until(host, lambda: markers(session.frame) == {0, 2, 3})
    assert all(device.state != "lost" for device in session.devices)
    host.drawn_table.fault(MARKER)
    until(host, lambda: markers(session.frame) == {0, 1, 2, 3})
