"""Praetor's city looked over by touch: from map and camera, with each look, again, on to what differs, and back."""

from __future__ import annotations

from typing import Any

import pytest

from companion.ui.screens.praetor.cells import PraetorTileCell
from companion.views.common import acts
from companion.views.praetor.city import PraetorCity
from companion.views.praetor.two_maps import PraetorScan
from engine.praetor.city import placed
from engine.praetor.phases import Actions
from engine.sighting import Found, Lost
from testkit.praetor.desks import desk_in
from testkit.praetor.seen_city import LookedOver, turned
from tests.presenters.test_look_over import counts
from tests.ui.finger import press, showing, taps, touch
from tests.ui.test_praetor_aside import read

LOOK = "Look over the city"


@pytest.fixture
def table() -> LookedOver:
    table = LookedOver()
    table.desk.do(acts.Prefer(turns=False))
    return table


def tiles(window: Any) -> list[Any]:
    return [each.view for each in window.screen.walk() if isinstance(each, PraetorTileCell)]


def test_the_button_of_the_map_opens_the_screen_and_done_leads_back(face: Any) -> None:
    desk = desk_in(Actions, players=3, since=2)
    desk.do(acts.Prefer(turns=False))
    window = face(desk)
    touch(window, LOOK)
    assert "No camera looks at this table" in read(window)
    assert f"0 of {len(tiles(window))} tiles seen" in read(window)
    assert showing(window, "Choose devices").view.open
    touch(window, "Done")
    assert isinstance(desk.view().body, PraetorCity)


def test_each_look_fills_in_the_map_and_the_counts(face: Any, table: LookedOver) -> None:
    window = face(table.desk)
    for seen in (2, 5, len(table.built)):
        table.show(*table.built[:seen])
        window.mark()
        window.show()
        assert sum(tile.seen == "agrees" for tile in tiles(window)) == seen
        assert f"{seen} of {len(table.built)} tiles seen" in read(window)
    assert "Every tile lies as in the book." in read(window)


def test_start_again_pales_every_tile(face: Any, table: LookedOver) -> None:
    table.show(*table.built)
    window = face(table.desk)
    touch(window, "Start again")
    assert {tile.seen for tile in tiles(window)} == {"unseen"}
    touch(window, "Start again")  # closed: there is nothing to forget
    assert counts(table.body)[3] == len(table.built)


def test_a_turned_tile_is_tapped_or_done_leads_to_what_is_asked(face: Any, table: LookedOver) -> None:
    table.show(*table.otherwise(table.built[3], turned(table.built[3])))
    table.rest(2.5)
    window = face(table.desk)
    assert [tile.doubt for tile in tiles(window) if tile.doubt] == ["turned?"]
    touch(window, "Done")
    assert isinstance(table.desk.view().body, PraetorScan)
    touch(window, LOOK)
    odd = next(each for each in taps(window) if isinstance(each, PraetorTileCell) and each.view.doubt)
    press(odd)
    assert isinstance(table.desk.view().body, PraetorScan)
    assert table.session.journal[-1].command.__class__.__name__ != "Correct"


def test_the_camera_screen_leads_there_when_nothing_is_asked(face: Any, table: LookedOver) -> None:
    table.desk.do(acts.Open("scan"))
    window = face(table.desk)
    touch(window, LOOK)
    assert table.desk.look.screen == "look_over"


def test_a_camera_that_goes_and_comes_back_meanwhile(face: Any, table: LookedOver) -> None:
    table.show(*table.built[:3])
    window = face(table.desk)
    table.session.put(Lost("camera", table.now, "unplugged"))
    table.session.poll()
    window.show()
    assert "The camera is gone" in read(window)
    assert sum(tile.seen == "agrees" for tile in tiles(window)) == 3
    table.session.put(Found("camera", table.now, "camera"))
    table.session.poll()
    window.show()
    assert "The camera is gone" not in read(window)


def test_a_tile_in_no_doubt_does_nothing_when_touched(face: Any, table: LookedOver) -> None:
    table.show(*table.built)
    window = face(table.desk)
    press(next(each for each in taps(window) if isinstance(each, PraetorTileCell)))
    assert table.desk.look.screen == "look_over"
    assert placed(table.built[0])
