"""What the camera sees of Praetor's city becomes readings of the table's zones; what is in doubt stays in doubt."""

import pytest

from companion.host.opening import shuffled_game
from companion.play.chores import chore_due
from companion.sensing.likelihood import fits, tally_of
from companion.titles.praetor.looked import looked
from companion.titles.praetor.seen import COLUMNS, MAT, ROWS, told
from engine.praetor.zones import CITY
from engine.sighting import Count, Guess, Pieces, Seen, Sighting
from tools.measure.city import CITY as GRID
from vision.flat.patches import LOOKS, Move


@pytest.fixture
def state():
    book = shuffled_game("praetor", 2, 1)
    while not book.state.zones[CITY] and (due := chore_due(book.game, book.state)) is not None:
        book.submit(due)
    return book.state


def readings(state, *values):
    seen = tuple(Seen(tuple(Guess(value, 0.99) for value in each.split("|"))) for each in values)
    return {each.zone: each.reading for each in told(state, Sighting("camera", MAT, 1.0, Pieces(seen)))}


def as_built(state):
    return [f"tile:{piece}" for piece in state.zones[CITY]]


def test_the_city_as_it_is_built_agrees_with_the_book(state):
    found = readings(state, *as_built(state))
    assert all(fits(reading, state.zones[zone]) for zone, reading in found.items())
    assert {"city", "centre/market-1", "area/market-1"} <= found.keys()


def test_a_new_tile_and_its_builder(state):
    found = readings(state, *as_built(state), "tile:sawmill-1:0,1,3", "die:blue:3:0,1,m")
    assert tally_of(found[CITY])["sawmill-1:0,1,3"] == 1
    assert tally_of(found["centre/sawmill-1"]) == {"worker-blue:3": 1}
    assert tally_of(found["area/sawmill-1"]) == {}


def test_the_area_turns_with_its_tile(state):
    """market-1 lies turned by one quarter: its area is on the left."""
    found = readings(state, *as_built(state), "die:white:2:1,0,3")
    assert tally_of(found["area/market-1"]) == {"worker-white:2": 1}


def test_a_die_on_no_place_of_a_tile_is_unknown(state):
    found = readings(state, *as_built(state), "die:white:2:1,0,1")
    assert tally_of(found["centre/market-1"]) == {"worker:?": 1}


def test_a_covered_tile_is_the_one_of_the_book_and_a_covered_new_one_is_asked(state):
    known = [value for value in as_built(state) if "market-1" not in value]
    found = readings(state, *known, "tile:?:1,0", "tile:?:3,0|tile:sawmill-1:3,0,0", "die:?:1,0|die:blue:3:1,0,m")
    assert tally_of(found[CITY])["market-1:1,0,1"] == 1
    assert [guess.value for guess in found[CITY].objects[-1].guesses] == ["?:3,0", "sawmill-1:3,0,0"]
    assert tally_of(found["centre/market-1"]) == {"worker:?": 1}


def test_a_tile_that_lies_otherwise_than_in_the_book_differs(state):
    known = [value for value in as_built(state) if "market-1" not in value]
    assert not fits(readings(state, *known, "tile:market-1:1,0,2")[CITY], state.zones[CITY])


@pytest.mark.parametrize(
    ("thing", "passed"),
    [("tile:?:-4,1", True), ("tile:?:2,1", False), ("tile:?:-4,1|tile:sawmill-1:-4,1,0", False)],
    ids=["apart", "beside the city", "likely a tile"],
)
def test_what_is_not_known_is_no_tile_where_none_may_lie(state, thing, passed):
    assert fits(readings(state, *as_built(state), thing)[CITY], state.zones[CITY]) == passed


def test_what_lies_beyond_the_mat_is_taken_from_the_book(state):
    assert {(x, y) for y in ROWS for x in COLUMNS} == set(GRID.cells)
    state.table.change("market-1:1,0,1", "market-1:1,-9,1", 1, CITY)
    known = [value for value in as_built(state) if "-9" not in value]
    assert fits(readings(state, *known)[CITY], state.zones[CITY])


def test_a_city_that_was_pushed_on_is_found_by_its_tiles(state):
    """Most tiles say by how many cells; one that was left behind lies in a wrong cell then."""
    built = as_built(state)
    pushed = [_pushed(value, -2, 1) for value in built]
    assert fits(readings(state, *pushed, "die:white:2:-1,1,3")[CITY], state.zones[CITY])
    assert tally_of(readings(state, *pushed, "die:white:2:-1,1,3")["area/market-1"]) == {"worker-white:2": 1}
    left = next(value for value in built if "market-1" in value)
    found = readings(state, *(value for value in pushed if "market-1" not in value), left)
    assert tally_of(found[CITY])["market-1:3,-1,1"] == 1


def _pushed(value, right, down):
    name, _, where = value.rpartition(":")
    x, y, turn = map(int, where.split(","))
    return f"{name}:{x + right},{y + down},{turn}"


def test_a_worker_in_doubt_counts_as_the_one_of_the_book_if_it_may_be(state):
    state.zones["area/market-1"]["worker-white:2"] = 1
    alike = readings(state, *as_built(state), "die:?:1,0,3|die:white:3:1,0,3|die:white:2:1,0,3")
    assert tally_of(alike["area/market-1"]) == {"worker-white:2": 1}
    other = readings(state, *as_built(state), "die:?:1,0,3|die:white:3:1,0,3|die:white:4:1,0,3")
    assert tally_of(other["area/market-1"]) == {"worker:?": 1}
    sure = readings(state, *as_built(state), "die:white:4:1,0,3")
    assert tally_of(sure["area/market-1"]) == {"worker-white:4": 1}


def test_what_only_looks_like_a_die_is_none_where_the_book_has_none(state):
    assert tally_of(readings(state, *as_built(state), "die:?:1,0")["centre/market-1"]) == {}


def test_other_sightings_stay_as_they_are(state):
    other = Sighting("camera", "mat/draw", 1.0, Count({}))
    assert list(told(state, other)) == [other]


ODD = [
    *(
        "",
        "?",
        "G",
        "tile",
        "tile:?",
        "tile:x:1",
        "tile:market-1:a,b,c",
        "tile:market-1:1,0,1,5",
        "tile:market-1:1,0,9",
    ),
    *(
        "tile:market-1:99999999999999,0,0",
        "die:?",
        "die:blue:9:0,0,m",
        "die:blue:3:0,1,z",
        "die:blue:3:0,1,m\n",
        "☃:☃:0,0",
    ),
]


@pytest.mark.parametrize("value", ODD)
def test_what_names_no_cell_or_no_piece_is_passed_over(state, value):
    built = readings(state, *as_built(state))
    assert readings(state, *as_built(state), value) == built
    assert readings(state, f"{as_built(state)[0]}|{value}", *as_built(state)[1:]) == built


def test_an_object_that_may_be_nothing_is_passed_over(state):
    seen = [*(Seen((Guess(value, 0.99),)) for value in as_built(state)), Seen(())]
    found = {each.zone: each.reading for each in told(state, Sighting("camera", MAT, 1.0, Pieces(tuple(seen))))}
    assert found == readings(state, *as_built(state))


# --- a city on no mat ---


def looked_at(state, *values):
    seen = tuple(Seen(tuple(Guess(value, 0.99) for value in each.split("|"))) for each in values)
    return {each.zone: each.reading for each in told(state, Sighting("camera:looks", LOOKS, 1.0, Pieces(seen)))}


ASIDE = Move(3, 7, 2)
"""How looks that were taken from another side have the city."""


def as_looked_at(state):
    """The city as looks have it that were taken from another side."""
    return [ASIDE.value(value) for value in as_built(state)]


def test_a_look_is_laid_on_the_map_however_it_was_taken(state):
    found = looked_at(state, *as_looked_at(state), ASIDE.value("die:white:2:1,0,3"))
    assert fits(found[CITY], state.zones[CITY])
    assert tally_of(found["area/market-1"]) == {"worker-white:2": 1}


def test_a_tile_laid_turned_and_one_in_another_cell_differ_from_the_book(state):
    others = [value for value in as_built(state) if "market-1" not in value]
    turned = looked_at(state, *map(Move(1, 20).value, [*others, "tile:market-1:1,0,2"]))
    assert tally_of(turned[CITY])["market-1:1,0,2"] == 1
    elsewhere = looked_at(state, *map(Move(1, 20).value, [*others, "tile:market-1:8,8,1"]))
    assert tally_of(elsewhere[CITY])["market-1:8,8,1"] == 1
    assert not any(piece.startswith("market-1:1,0") for piece in tally_of(elsewhere[CITY]))


def test_cells_that_were_not_seen_count_as_the_book_has_them(state):
    some = as_looked_at(state)[:2]
    found = looked_at(state, *some)
    assert fits(found[CITY], state.zones[CITY])
    assert len([zone for zone in found if zone.startswith("centre/")]) == 2


def test_a_cell_seen_bare_lacks_the_tile_of_the_book(state):
    others = [value for value in as_built(state) if "market-1" not in value]
    assert "market-1:1,0,1" in tally_of(looked_at(state, *others)[CITY])
    assert "market-1:1,0,1" not in tally_of(looked_at(state, *others, "bare:1,0")[CITY])


def test_a_part_that_no_tile_joins_to_the_map_waits(state):
    strange = ["tile:statue-1:200,0,1", "tile:statue-2:201,0,1"]
    built = [f"tile:{piece}" for piece in state.zones[CITY]]
    alone = looked(state, [Seen((Guess(value, 0.99),)) for value in [*built, *strange]])
    assert [[seen.best for seen in part] for part in alone.waiting] == [strange]
    assert fits(looked_at(state, *built, *strange)[CITY], state.zones[CITY])
