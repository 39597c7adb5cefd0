"""Praetor's city looked over with the camera: the map fills in, what comes next, what differs, and the ways out."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.play.reports import Frame, Mark
from companion.presenters.desk import Desk
from companion.titles.praetor.seen import MAT
from companion.views.common import acts
from companion.views.common.scan import Scan
from companion.views.praetor.look_over import PraetorLookOver
from engine.praetor.city import Spot, free, laid, placed
from engine.sighting import Lost
from testkit.praetor.seen_city import City, LookedOver, turned
from tests.presenters.test_common import Watched
from vision.flat.patches import LOOKS


def counts(body: PraetorLookOver) -> list[int]:
    """As in the book, in doubt, otherwise, not seen yet."""
    return [int(each.figure) for each in body.counts]


@pytest.fixture
def table() -> LookedOver:
    return LookedOver()


def test_the_map_fills_in_with_each_look_and_nothing_is_booked(table: LookedOver) -> None:
    whole, entries = len(table.built), table.session.book.last
    assert counts(table.body) == [0, 0, 0, whole]
    assert "slowly over the city" in table.bar.note
    table.show(*table.built[:3])
    assert counts(table.body) == [3, 0, 0, whole - 3]
    assert table.bar.sentence == f"3 of {whole} tiles seen"
    table.show(*table.built)
    assert counts(table.body) == [whole, 0, 0, 0]
    assert table.bar.note == "Every tile lies as in the book."
    assert table.session.book.last == entries


def test_the_next_tile_is_named_by_one_that_was_seen_and_framed_on_the_map(table: LookedOver) -> None:
    body = table.show(*table.built[:-1])
    due = next(tile for tile in body.map.tiles if tile.seen == "unseen")
    assert due.button.chosen
    assert table.bar.note.startswith(f"Next: {due.name}, ")
    assert table.bar.note.endswith(" on the map.")


def test_when_all_agrees_done_says_so_and_goes_back_to_the_game(table: LookedOver) -> None:
    table.show(*table.built)
    assert table.bar.primary.note == "all as in the book"
    table.desk.press(table.bar.primary)
    assert table.desk.look.screen == "play"


def test_a_turned_tile_is_framed_at_once_then_asked_then_differs_and_done_leads_there(table: LookedOver) -> None:
    old = table.built[3]
    body = table.show(*table.otherwise(old, turned(old)))
    odd = next(tile for tile in body.map.tiles if tile.seen == "differs")
    assert (odd.doubt, counts(body)[2]) == ("turned?", 1)
    assert table.bar.primary.note == "1 otherwise, asked soon"
    table.rest(2.5)
    assert table.bar.primary.command == acts.Open("scan")
    table.desk.press(next(tile for tile in table.body.map.tiles if tile.doubt).button)
    table.desk.press(table.desk.view().body.question.neither)
    table.desk.do(acts.Open("look_over"))
    table.rest(20)
    assert table.bar.primary.command == acts.Open("differ")


def test_a_tile_in_another_cell_is_shown_in_both(table: LookedOver) -> None:
    old = table.built[3]
    cell = free(table.session.state.zones, "edge").values[0]
    body = table.show(*table.otherwise(old, laid(placed(old)[0], Spot(cell.x, cell.y, 0))))
    assert sorted(tile.doubt for tile in body.map.tiles if tile.doubt) == ["elsewhere?", "here?"]


def test_another_tile_a_bare_cell_and_a_worker_have_each_their_word(table: LookedOver) -> None:
    old, sale = table.built[3], sorted(table.session.state.zones["display"])[0]
    spot = placed(old)[1]
    body = table.show(*table.otherwise(old, laid(sale, spot)))
    named = next(tile for tile in table.body.map.tiles if tile.doubt)
    assert named.doubt.endswith("?")
    assert named.name not in named.doubt
    body = table.show(*table.otherwise(old, f"bare:{spot.x},{spot.y}"))
    assert [tile.doubt for tile in body.map.tiles if tile.doubt] == ["not there?"]
    x, y, side = spot.x, spot.y, (spot.turn + 2) % 4
    body = table.show(*table.built, f"die:white:2:{x},{y},{side}")
    assert [tile.doubt for tile in body.map.tiles if tile.doubt] == ["a worker?"]


def test_a_tile_of_no_known_name_is_another_one(table: LookedOver) -> None:
    old = table.built[3]
    body = table.show(*table.otherwise(old, laid("no-such-tile", placed(old)[1])))
    assert [tile.doubt for tile in body.map.tiles if tile.doubt] == ["another tile?"]


def test_what_is_not_read_surely_is_in_doubt_and_asked_for_once_more(table: LookedOver) -> None:
    old = table.built[3]
    spot = placed(old)[1]
    body = table.show(*table.otherwise(old, f"tile:?:{spot.x},{spot.y}"))
    assert counts(body)[1:3] == [1, 0]
    assert "once more" in table.bar.note


def test_what_lies_beside_the_city_and_is_not_read_is_shown_there_and_asked_for_once_more(table: LookedOver) -> None:
    cell = free(table.session.state.zones, "edge").values[0]
    body = table.show(*table.built, f"tile:?:{cell.x},{cell.y}")
    assert [(tile.x, tile.y, tile.seen) for tile in body.map.tiles if tile.doubt == "a tile?"] == [
        (cell.x, cell.y, "doubt")
    ]
    assert counts(body)[1] == 1
    assert "Beside the city" in table.bar.note
    assert table.bar.primary.note == "1 in doubt"


def test_start_again_forgets_the_looks_and_asks_the_camera_for_new_ones(table: LookedOver) -> None:
    assert not table.bar.choices[0].open
    table.show(*table.built)
    table.desk.press(table.bar.choices[0])
    assert counts(table.body) == [0, 0, 0, len(table.built)]
    assert LOOKS in table.forgotten
    table.show(*table.built[:2])
    assert counts(table.body)[0] == 2


def test_on_a_mat_the_city_fills_in_at_once(table: LookedOver) -> None:
    assert counts(table.show(*table.built, zone=MAT))[0] == len(table.built)


def test_a_camera_that_goes_away_leaves_what_was_seen_and_the_way_to_it(table: LookedOver) -> None:
    table.show(*table.built[:3])
    table.session.put(Lost("camera", table.now, "unplugged"))
    table.session.poll()
    body = table.body
    assert counts(body)[0] == 3
    assert body.picture is None
    assert "gone" in body.trouble
    assert table.bar.note == ""
    table.desk.press(body.way)
    assert table.desk.look.screen == "devices"


def test_without_a_camera_the_screen_says_so_and_leads_to_the_choice_of_one() -> None:
    desk = City().desk
    desk.do(acts.Open("look_over"))
    body = desk.view().body
    assert "No camera" in body.trouble
    assert body.way.command == acts.Open("wiring")
    assert desk.view().bar.primary.open


@pytest.mark.parametrize("values", [(), ("tile:?:3,3",), ("tile:no-such-tile:3,3,0",)], ids=["empty", "?", "unknown"])
def test_a_picture_of_anything_else_changes_nothing(table: LookedOver, values: tuple[str, ...]) -> None:
    assert counts(table.show(*values))[3] == len(table.built)


def test_a_foreign_picture_is_told_from_one_with_tiles(table: LookedOver) -> None:
    foreign = Frame(pixels=bytes(4 * 16 * 9), width=16, height=9, note="no mat")
    corners = ((1.0, 1.0), (4.0, 1.0), (4.0, 4.0), (1.0, 4.0))
    city = replace(foreign, note="city", marks=(Mark(label="tile:market-1:0,0,0", corners=corners),))
    statuses = []
    for frame in (foreign, city):
        desk = Desk(source=Watched(table.session, frame=frame, devices=table.session.devices))
        desk.do(acts.Open("look_over"))
        statuses.append((desk.view().body.picture.status, desk.view().body.picture.good))
    assert statuses == [("No tile is known here", False), ("The city is read without a mat", True)]


def test_the_camera_screen_and_the_city_lead_here_by_one_button(table: LookedOver) -> None:
    label = "Look over the city"
    table.desk.do(acts.Open("scan"))
    assert isinstance(table.desk.view().body, Scan)
    assert table.desk.view().body.primary.label == label
    old = table.built[3]
    table.desk.do(acts.Open("look_over"))
    table.show(*table.otherwise(old, turned(old)))
    table.rest(2.5)
    table.desk.do(acts.Open("scan"))
    assert label in [each.label for each in table.desk.view().body.buttons]


def test_the_screen_goes_on_without_taps(table: LookedOver) -> None:
    assert table.desk.live


def test_what_a_picture_shows_of_the_city_is_named_for_a_phone(table: LookedOver) -> None:
    line = table.desk.scene().title.piece_line
    assert line("tile:market-1:0,0,1")[-1].text == "Market"
    assert line("die:white:2:1,0,m")[-1].text == "2"
    assert line("die:white:2")[-1].text.endswith("2")
