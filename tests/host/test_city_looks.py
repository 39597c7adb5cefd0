"""A camera that shows a city without a mat reports it, each part once it is seen, and begins anew after an entry."""

import time

import cv2
import pytest

from companion.host.camera import LOOKER, Eyes
from companion.titles.praetor.prints import PAINT, tile_plates
from engine.sighting import Sighting
from testkit.scenes.bare_city import BUILT, WAYS, a_table, tilted
from vision.camera.posted import POSTED
from vision.flat.grid import reader_of
from vision.flat.patches import LOOKS, tiles_in
from vision.flat.taken import LookTaker

PICTURES = 12
"""More than are looked at before a city is sought without a mat."""
PATIENCE = 120.0
"""Seconds to wait for a picture that is read: other work may run beside."""


@pytest.fixture(scope="module")
def reader():
    return reader_of(tile_plates(), PAINT)


def pictures():
    return [tilted(a_table()[0], *way)[0] for way in WAYS]


def names(objects):
    return tiles_in([seen] for seen in objects).keys()


def test_a_phone_over_the_city_tells_of_it(reader):
    put, until = [], time.monotonic() + PATIENCE
    eyes = Eyes("phone://looks", put.append, {}, {}, game="praetor", grid=reader)
    data = cv2.imencode(".jpg", pictures()[0])[1].tobytes()
    try:
        for _ in range(PICTURES):
            looked = eyes.looked
            POSTED.put("phone://looks", data)
            while eyes.looked == looked and time.monotonic() < until:
                time.sleep(0.01)
        found = [each for each in put if isinstance(each, Sighting) and each.zone == LOOKS]
        frame = eyes.frame()
    finally:
        eyes.close()
    assert [(each.source, names(each.reading.objects)) for each in found] == [(LOOKER, BUILT.keys())]
    assert frame.note == "city"
    assert {mark.label.split(":")[1] for mark in frame.marks} == BUILT.keys()


def test_what_shows_nothing_new_or_is_blurred_is_not_read_again(reader):
    taker, (first, second, *_rest) = LookTaker(reader), pictures()
    assert names(taker.watch(first, 1.0)) == BUILT.keys()
    assert taker.watch(first, 2.0) is None
    before = taker.marks
    taker.watch(cv2.GaussianBlur(second, (0, 0), 6), 3.0)
    assert taker.marks is before
    taker.watch(second, 4.0)
    assert taker.marks is not before
    assert taker.parts == 1


def test_after_an_entry_what_was_seen_counts_no_more(reader):
    taker, (first, *_rest) = LookTaker(reader), pictures()
    said = taker.watch(first, 1.0)
    taker.begin()
    assert (taker.marks, taker.parts) == ((), 0)
    assert names(taker.watch(first, 2.0)) == names(said)
