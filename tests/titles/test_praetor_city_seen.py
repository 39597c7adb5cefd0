"""How Praetor's city was seen, tile by tile: not yet, as in the book, in doubt, turned, elsewhere, another, by whom."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.host.opening import shuffled_game
from companion.play.chores import chore_due
from companion.titles.praetor.city_seen import AGREES, DIFFERS, DOUBT, UNSEEN, CitySeen, city_seen
from companion.titles.praetor.seen import MAT
from engine.praetor.city import Spot, city, free, laid
from engine.praetor.zones import CITY
from engine.sighting import Count, Guess, Pieces, Seen, Sighting
from vision.flat.patches import LOOKS, Move

ASIDE = Move(1, 20)
"""How the looks have the city, which were taken from another side."""


@pytest.fixture
def state() -> Any:
    book = shuffled_game("praetor", 2, 1)
    while not book.state.zones[CITY] and (due := chore_due(book.game, book.state)) is not None:
        book.submit(due)
    return book.state


def sighted(*values: str, zone: str = LOOKS, at: float = 1.0, share: float = 0.99) -> Sighting:
    """A sighting of things that are read with a share, by the cells of the map or by those of the looks."""
    named = [ASIDE.value(value) if zone == LOOKS else value for value in values]
    objects = tuple(Seen((Guess(value, share),)) for value in named)
    return Sighting("camera", zone, at, Pieces(objects))


def as_built(state: Any) -> list[str]:
    return [f"tile:{piece}" for piece in state.zones[CITY]]


def without(state: Any, tile: str) -> list[str]:
    return [value for value in as_built(state) if not value.startswith(f"tile:{tile}:")]


def lie(tile: str, x: int, y: int, turn: int) -> str:
    return f"tile:{laid(tile, Spot(x, y, turn))}"


def odd(found: CitySeen) -> set[str]:
    return set(found.those(DOUBT, DIFFERS))


@pytest.mark.parametrize("zone", [MAT, LOOKS])
def test_a_city_that_lies_as_in_the_book_agrees_on_a_mat_and_on_none(state: Any, zone: str) -> None:
    found = city_seen(state, [sighted(*as_built(state), zone=zone)])
    assert found.those(AGREES) == list(city(state.zones).spots)
    assert (dict(found.strays), found.apart) == ({}, False)


def test_what_no_look_shows_is_not_seen_yet_and_the_rest_is_added_by_the_next(state: Any) -> None:
    assert city_seen(state, []).those(UNSEEN) == list(city(state.zones).spots)
    first, second = as_built(state)[:4], as_built(state)[2:]
    assert len(city_seen(state, [sighted(*first)]).those(AGREES)) == 4
    assert city_seen(state, [sighted(*first), sighted(*second, at=2.0)]).those(UNSEEN) == []


@pytest.mark.parametrize(
    "sighting",
    [
        sighted(),
        sighted("tile:?:3,3,0"),
        sighted("tile:no-such-tile:3,3,0"),
        sighted("nonsense", "tile:", zone=MAT),
        Sighting("camera", LOOKS, 1.0, Count({"gold": 3})),
        Sighting("camera", "treasury/blue", 1.0, Pieces(())),
    ],
    ids=["empty", "unread", "unknown", "nonsense", "count", "elsewhere"],
)
def test_a_picture_of_anything_else_tells_nothing(state: Any, sighting: Sighting) -> None:
    found = city_seen(state, [sighting])
    if sighting.zone != MAT:
        assert found.those(UNSEEN) == list(city(state.zones).spots)
    assert dict(found.strays) == {}


def test_a_turned_tile_differs_with_how_it_lies(state: Any) -> None:
    spot = city(state.zones).spots["market-1"]
    turned = replace(spot, turn=(spot.turn + 1) % 4)
    found = city_seen(state, [sighted(*without(state, "market-1"), lie("market-1", turned.x, turned.y, turned.turn))])
    assert (odd(found), found.tiles["market-1"].lies) == ({"market-1"}, turned)


def test_a_tile_in_another_cell_differs_and_is_shown_where_it_lies(state: Any) -> None:
    cell = free(state.zones, "edge").values[0]
    found = city_seen(state, [sighted(*without(state, "market-1"), lie("market-1", cell.x, cell.y, 1))])
    assert odd(found) == {"market-1"}
    assert found.tiles["market-1"].lies == found.strays["market-1"] == Spot(cell.x, cell.y, 1)


def test_two_tiles_that_changed_places_both_differ_and_neither_is_a_stray(state: Any) -> None:
    one, other = list(city(state.zones).spots.items())[:2]
    rest = [value for value in as_built(state) if value.split(":")[1] not in (one[0], other[0])]
    swapped = [lie(one[0], other[1].x, other[1].y, 0), lie(other[0], one[1].x, one[1].y, 0)]
    found = city_seen(state, [sighted(*rest, *swapped)])
    assert odd(found) == {one[0], other[0]}
    assert found.tiles[one[0]].other == other[0]
    assert dict(found.strays) == {}


def test_a_tile_the_book_has_nowhere_is_another_one_in_a_cell_and_a_stray_beside(state: Any) -> None:
    sale = sorted(state.zones["display"])[:2]
    spot, cell = city(state.zones).spots["market-1"], free(state.zones, "edge").values[0]
    values = [lie(sale[0], spot.x, spot.y, 0), lie(sale[1], cell.x, cell.y, 0)]
    found = city_seen(state, [sighted(*without(state, "market-1"), *values)])
    assert found.tiles["market-1"].other == sale[0]
    assert list(found.strays) == [sale[1]]


def test_a_cell_seen_bare_lacks_its_tile(state: Any) -> None:
    spot = city(state.zones).spots["market-1"]
    found = city_seen(state, [sighted(*without(state, "market-1"), f"bare:{spot.x},{spot.y}")])
    assert found.tiles["market-1"].state == DIFFERS
    assert found.tiles["market-1"].lies is None


def test_a_tile_that_is_not_read_surely_is_in_doubt(state: Any) -> None:
    spot = city(state.zones).spots["market-1"]
    found = city_seen(state, [sighted(*without(state, "market-1"), f"tile:?:{spot.x},{spot.y}")])
    assert found.those(DOUBT) == ["market-1"]
    doubtful = city_seen(state, [sighted(*as_built(state), share=0.6, zone=MAT)])
    assert set(doubtful.those(AGREES, DIFFERS)) == set()


def test_a_tile_that_is_not_read_beside_the_city_is_told_until_it_is(state: Any) -> None:
    cell, sale = free(state.zones, "edge").values[0], min(state.zones["display"])
    doubtful = sighted(*as_built(state), f"tile:?:{cell.x},{cell.y}")
    assert city_seen(state, [doubtful]).unread == {(cell.x, cell.y)}
    assert city_seen(state, [doubtful]).doubted == 1
    for newer in (f"bare:{cell.x},{cell.y}", lie(sale, cell.x, cell.y, 0)):
        assert not city_seen(state, [doubtful, sighted(*as_built(state), newer, at=2.0)]).unread
    assert not city_seen(state, [sighted(*as_built(state), f"tile:?:{cell.x - 40},{cell.y}")]).unread


def test_a_worker_the_book_has_not_differs_and_one_that_is_not_read_is_in_doubt(state: Any) -> None:
    spot = city(state.zones).spots["market-1"]
    side = (spot.turn + 2) % 4
    found = city_seen(state, [sighted(*as_built(state), f"die:white:2:{spot.x},{spot.y},{side}")])
    market = found.tiles["market-1"]
    assert (market.state, dict(market.table), dict(market.book)) == (DIFFERS, {"worker-white:2": 1}, {})
    ways = (("?", 0.5), ("white:2", 0.3))
    die = Seen(tuple(Guess(f"die:{named}:{spot.x},{spot.y},{side}", share) for named, share in ways))
    tiles = sighted(*as_built(state), zone=MAT).reading.objects
    assert city_seen(state, [Sighting("camera", MAT, 2.0, Pieces((*tiles, die)))]).those(DOUBT) == ["market-1"]


def test_a_part_that_nothing_joins_to_the_map_is_said(state: Any) -> None:
    strange = [Seen((Guess(f"tile:{tile}:20{n},0,1", 0.99),)) for n, tile in enumerate(("statue-1", "statue-2"))]
    joined = sighted(*as_built(state))
    assert not city_seen(state, [joined]).apart
    found = city_seen(state, [replace(joined, reading=Pieces((*joined.reading.objects, *strange)))])
    assert (found.apart, dict(found.strays)) == (True, {})


def test_the_newest_sighting_says_how_a_tile_lies(state: Any) -> None:
    spot = city(state.zones).spots["market-1"]
    moved = [*without(state, "market-1"), lie("market-1", spot.x, spot.y, (spot.turn + 1) % 4)]
    old, new = sighted(*moved, at=1.0), sighted(*as_built(state), at=2.0)
    assert odd(city_seen(state, [new, old])) == set()
    assert odd(city_seen(state, [old, sighted(*without(state, "market-1")[:2], at=2.0)])) == {"market-1"}
