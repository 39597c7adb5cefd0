"""What the eye doubts is shown: cards of Byzanz with the rule, Praetor's city on the table beside that in the book."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from companion.presenters.desk import Desk
from companion.views.byzanz.doubted import ByzQuestion, ByzScan
from companion.views.common import acts
from companion.views.common.scan import Scan
from companion.views.praetor.two_maps import PraetorDiffer, PraetorQuestion, SmallMap
from engine.journal import Correct
from engine.praetor.city import Spot, free, laid, placed
from engine.praetor.zones import CITY
from engine.sighting import Found, Guess
from testkit.praetor.seen_city import City
from tests.play.test_shown_market import Table as Market
from tests.play.test_shown_sales import Table as Sales
from tests.presenters.byzanz_taps import Tapper

# --- Praetor ---


def marked(shown: SmallMap) -> Any:
    return next(tile for tile in shown.tiles if tile.marked)


def test_a_tile_that_was_turned_is_asked_about_with_two_maps() -> None:
    table = City()
    old = next(piece for piece in table.built if piece.startswith("imperial"))
    tile, spot = placed(old)
    new = laid(tile, replace(spot, turn=(spot.turn + 1) % 4))
    table.lay_otherwise(old, new)
    question = table.wait(2.5, "scan").question
    assert isinstance(question, PraetorQuestion)
    there, book = question.maps
    assert (there.source, book.source) == ("table", "book")
    assert (there.favor, book.favor) == (table.gives(new), table.gives(old))
    assert there.favor != book.favor
    corners = marked(book).plazas
    assert marked(there).plazas == (corners[3], *corners[:3])
    assert book.button is None
    table.desk.press(there.button)
    assert isinstance(table.session.journal[-1].command, Correct)
    assert new in table.session.state.zones[CITY]


def test_a_tile_in_another_cell_is_shown_where_it_lies_and_where_the_book_has_it() -> None:
    table = City()
    old = table.built[3]
    tile, spot = placed(old)
    cells = free(table.session.state.zones, "edge").values
    far = max(cells, key=lambda each: abs(each.x - spot.x) + abs(each.y - spot.y))
    table.lay_otherwise(old, laid(tile, Spot(far.x, far.y, spot.turn)))
    there, book = table.wait(2.5, "scan").question.maps
    assert [(marked(each).x, marked(each).y) for each in (there, book)] == [(1, 1), (1, 1)]
    assert there.tiles != book.tiles


def test_once_the_city_differs_the_maps_stay_beside_the_four_ways_out() -> None:
    table = City()
    old = table.built[3]
    tile, spot = placed(old)
    table.lay_otherwise(old, laid(tile, replace(spot, turn=(spot.turn + 1) % 4)))
    table.wait(2.5, "scan")
    table.wait(8, "scan")
    body = table.wait(8, "differ")
    assert isinstance(body, PraetorDiffer)
    assert [each.source for each in body.maps] == ["table", "book"]
    assert len(body.exits) == 4


def test_two_readings_of_a_new_tile_are_told_by_what_differs() -> None:
    table = City()
    tile = sorted(table.session.state.zones["display"])[0]
    cell = free(table.session.state.zones, "edge").values[0]
    table.now += 1
    ways = tuple(Guess(laid(tile, Spot(cell.x, cell.y, turn)), share) for turn, share in ((1, 0.6), (2, 0.38)))
    table.look([*table.built, ways])
    maps = table.wait(3, "scan").question.maps
    assert [each.name for each in maps] == ["level 1", "level 2"]
    assert {each.share for each in maps} == {0.0}


# --- Byzanz ---


def scanned(session: Any) -> tuple[Desk, Any]:
    desk = Desk(source=session)
    desk.do(acts.Open("scan"))
    return desk, desk.view().body


def test_a_doubtful_market_column_shows_the_card_so_many_times_and_the_rule() -> None:
    table = Market()
    table.doubt()
    desk, body = scanned(table.session)
    assert isinstance(body, ByzScan)
    assert [(each.name, len(each.cards)) for each in body.question.doubted] == [
        ("1 card", 1),
        ("none", 1),
        ("2 cards", 2),
    ]
    assert [each.cards[0].look for each in body.question.doubted] == ["plain", "gap", "plain"]
    assert body.question.printed.startswith("B-WIN-02: ")
    desk.press(body.question.rule)
    assert desk.view().body.rule == "B-WIN-02"


def test_of_two_sets_only_the_doubtful_card_is_drawn() -> None:
    table = Sales()
    table.doubt()
    question = scanned(table.session)[1].question
    assert isinstance(question, ByzQuestion)
    assert [[card.figure for card in each.cards] for each in question.doubted] == [["1"], ["2"]]


def test_whose_cards_they_are_is_asked_with_people() -> None:
    table = Sales()
    table.lay("card:WI1", "card:WI2", "card:ME")
    table.wait(2.5)
    assert type(scanned(table.session)[1]) is Scan


def bidding() -> tuple[Tapper, Desk]:
    """Somebody has just bid."""
    from engine.byzanz.phases import Bidding

    tapper = Tapper(4, 5)
    tapper.play(Bidding)
    while type(tapper.desk.source.journal[-1].command).__name__ != "Bid":
        tapper.step()
    return tapper, tapper.desk


def test_the_cards_just_laid_are_marked_until_somebody_acts() -> None:
    tapper, desk = bidding()
    leader = next(each for each in desk.view().body.bidders if each.leads)
    assert {card.look for card in leader.cards} == {"new"}
    while type(desk.source.journal[-1].command).__name__ == "Bid":
        tapper.step()
    bidders = getattr(desk.view().body, "bidders", ())
    assert all(card.look == "plain" for each in bidders for card in each.cards)


def test_where_a_camera_reads_bids_faces_wait_for_a_tap() -> None:
    _tapper, desk = bidding()
    assert desk.view().body.faces is not None
    assert "Add a card" not in [each.label for each in desk.view().bar.choices]
    desk.source.put(Found("camera", "camera"))
    desk.source.poll()
    body = desk.view().body
    assert body.faces is None
    assert "just laid" in body.notice.line[0].text
    assert body.notice.why.command == acts.Ask("B-AUC-07")
    desk.press(next(each for each in desk.view().bar.choices if each.label == "Add a card"))
    assert desk.view().body.faces is not None
    assert desk.view().body.notice is None
