"""The camera's picture of Praetor's city: as large as it may be, and on it what is asked."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.play.reports import Frame, Mark
from companion.presenters.desk import Desk
from companion.ui.screens.common.scan import LivePicture
from companion.views.common import acts
from engine.praetor.city import laid, placed
from testkit.praetor.seen_city import City
from tests.presenters.test_common import Watched

WIDE, HIGH, SIDE = 1280, 720, 40
LEFT, LOW = 560, 300
"""Where the cell 0, 0 of the city is seen, in px."""


def seen(pieces: list[str]) -> Frame:
    """A picture on which tiles are read where they lie."""
    marks = []
    for tile, spot in map(placed, pieces):
        x, y = LEFT + SIDE * spot.x, LOW + SIDE * spot.y
        corners = ((x, y), (x + SIDE, y), (x + SIDE, y + SIDE), (x, y + SIDE))
        marks.append(Mark(label=f"tile:{tile}:{spot.x},{spot.y},{spot.turn}", corners=corners, zone="mat/city"))
    return Frame(pixels=bytes(4 * WIDE * HIGH), width=WIDE, height=HIGH, marks=tuple(marks), corners=4)


@pytest.fixture
def scan() -> Any:
    """What the scan screen shows once a tile was seen turned."""
    table = City()
    old = table.built[3]
    tile, spot = placed(old)
    new = laid(tile, replace(spot, turn=(spot.turn + 1) % 4))
    table.lay_otherwise(old, new)
    table.wait(2.5, "scan")
    desk = Desk(source=Watched(table.session, frame=seen(table.built), questions=table.session.questions))
    desk.do(acts.Open("scan"))
    return desk.view().body


def test_what_is_asked_is_framed_on_the_picture_with_its_word(scan: Any) -> None:
    asked = [mark for mark in scan.marks if not mark.sure]
    assert [[part.text for part in mark.line] for mark in asked] == [["turned?"]]
    assert asked[0].corners in [mark.corners for mark in scan.marks if mark.sure]


def test_the_picture_shows_the_city_with_room_around_it_and_no_more(scan: Any) -> None:
    left, top, right, foot = scan.focus
    for mark in scan.marks:
        assert all(left < x < right and top < y < foot for x, y in mark.corners)
    assert right - left < 0.5


@pytest.mark.parametrize("size", [(860, 724), (800, 400), (400, 900)])
def test_what_is_looked_at_lies_in_its_place_and_fills_it(scan: Any, size: tuple[int, int]) -> None:
    picture, whole = LivePicture(view=scan, pos=(30, 50), size=size), LivePicture(view=replace(scan, focus=None))
    whole.size = size
    x, y, wide, high = picture._fitted()
    left, top, right, foot = scan.focus
    assert x + left * wide >= 30
    assert x + right * wide <= 30 + size[0] + 1
    assert y + high - foot * high + 1 >= 50
    assert y + high - top * high <= 50 + size[1] + 1
    assert wide > 1.5 * whole._fitted()[2]
