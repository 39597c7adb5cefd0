"""The box, the set-up and the values: what lies where before the first action."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.catalogue import Unknown
from engine.event import State
from engine.game import judge
from engine.praetor.checks import counts, examples
from engine.praetor.city import Spot, placed
from engine.praetor.commands import Open
from engine.praetor.editions import OPTIONS, Edition, edition, limit, presets
from engine.praetor.game import PRAETOR
from engine.praetor.phases import Ordering
from engine.praetor.setup import Place, Setup, box, start_city
from engine.praetor.values import Book, Wage, house, wages
from engine.praetor.zones import COLOURS
from engine.table import total
from testkit.praetor.tables import agreed, favor, held, levels, space, table

mark = pytest.mark
ALL = mark.parametrize("players", [2, 3, 4, 5])


def refused(setup: Setup) -> str:
    return judge(PRAETOR, box(setup), Open("", setup)).rule


@mark.rule("P-CMP-01", "P-CMP-02")
def test_the_box_holds_the_tiles_walls_cubes_and_gold_it_says() -> None:
    pieces = box(agreed(5)).zones["box"]
    assert len([piece for piece in pieces if piece in house().city]) == 42
    assert len([piece for piece in pieces if piece.startswith("wall-")]) == 14
    assert [pieces[good] for good in ("wood", "stone", "marble", "weapons", "gold")] == [25, 25, 20, 20, 112]
    assert all(pieces[f"worker-{colour}:1"] == 8 and pieces[f"marker-{colour}"] == 12 for colour in COLOURS)


@mark.rule("P-CMP-01")
def test_two_seats_of_one_colour_are_refused() -> None:
    double = agreed(3, places=(Place("blue"), Place("blue"), Place("white")))
    assert refused(double) == "P-CMP-01"


@mark.rule("P-CMP-05")
def test_twelve_markers_are_left_for_tiles_and_one_lies_on_the_gold_mine() -> None:
    state = table()
    assert state.zones["markers/blue"] == {"marker-blue": 11}
    assert state.zones["mark/gold-mine-1"] == {"marker-blue": 1}


@mark.rule("P-SET-01")
@mark.parametrize("colours", [("blue",), (*COLOURS, "blue")])
def test_two_to_five_play(colours: tuple[str, ...]) -> None:
    setup = agreed(5, places=tuple(Place(colour) for colour in colours))
    assert refused(setup) == "P-SET-01"


def test_a_seat_of_no_colour_of_the_game_is_named() -> None:
    with pytest.raises(ValueError, match="green"):
        box(agreed(2, places=(Place("green"), Place("blue"))))


@ALL
@mark.rule("P-SET-02")
def test_only_tiles_marked_for_so_many_players_are_in_the_game(players: int) -> None:
    state, book = table(players), Book(house())
    in_game = [tile for tile in book.kind if tile not in state.zones["box"]]
    assert set(in_game) == {tile for tile in book.kind if book.players[tile] <= players}
    foreign = next((tile for tile in book.kind if book.players[tile] > players), "gold-mine-1")
    assert refused(agreed(players, display=(*agreed(players).display[1:], foreign))) == "P-SET-02"


@ALL
@mark.rule("P-SET-03")
def test_the_start_city_is_camp_market_outpost_and_a_gold_mine_each(players: int) -> None:
    kinds = [placed(piece)[0].rpartition("-")[0] for piece in table(players).zones["city"]]
    assert {"worker-camp", "market", "imperial-outpost"} <= set(kinds)
    assert kinds.count("gold-mine") == players


@mark.rule("P-SET-03")
@mark.parametrize(
    "city",
    [
        ("worker-camp-1:0,0,0", "market-1:1,0,0", "imperial-outpost-1:2,0,0", "gold-mine-1:1,1,0"),
        ("worker-camp-1:0,0,0", "market-1:1,0,0", "imperial-outpost-1:2,0,0", "gold-mine-1:1,1,0", "gold-mine-2:1,1,0"),
        ("worker-camp-1:0,0,0", "market-1:1,0,0", "imperial-outpost-1:2,0,0", "gold-mine-1:1,1,0", "gold-mine-2:9,1,0"),
        ("worker-camp-1:0,0,4", "market-1:1,0,0", "imperial-outpost-1:2,0,0", "gold-mine-1:1,1,0", "gold-mine-2:2,1,0"),
    ],
    ids=["a mine is missing", "two in one cell", "in two parts", "turned too often"],
)
def test_a_start_city_that_cannot_be_is_refused(city: tuple[str, ...]) -> None:
    assert refused(agreed(2, city=city)) == "P-SET-03"


@mark.rule("P-SET-04", "P-SET-06")
@ALL
def test_the_display_has_one_tile_more_than_players_off_the_first_era(players: int) -> None:
    state, setup = table(players), agreed(players)
    assert total(state.zones["display"]) == players + 1
    assert set(state.zones["deck/1"]) == set(setup.deck("I")) - set(setup.display)
    assert set(state.zones["deck/2"]) == set(setup.deck("II"))
    assert refused(agreed(players, display=setup.display[1:])) == "P-SET-06"
    assert refused(agreed(players, display=(*setup.display[1:], setup.deck("II")[0]))) == "P-SET-04"


@mark.rule("P-SET-05", "P-SET-06")
def test_one_wall_section_is_open_and_thirteen_lie_in_the_pile() -> None:
    state = table()
    assert (total(state.zones["walls/open"]), total(state.zones["walls/deck"])) == (1, 13)
    assert refused(agreed(wall="wall-99")) == "P-SET-05"


@mark.rule("P-SET-07")
def test_sides_may_be_mixed_but_each_b_side_is_there_once() -> None:
    assert refused(agreed(boards=("A", "B2", "A"))) == ""
    assert refused(agreed(boards=("B2", "B2", "A"))) == "P-SET-07"
    assert refused(agreed(boards=("C", "A", "A"))) == "P-SET-07"
    assert agreed(boards=("A", "B2", "A")).side["yellow"] == "B2"
    assert set(agreed().side.values()) == {"A"}


@mark.rule("P-SET-08")
def test_each_begins_with_the_same_resources_workers_and_morale() -> None:
    state = table()
    for colour in ("blue", "yellow", "white"):
        assert [held(state, colour, piece) for piece in ("gold", "wood", "stone", "marble", "weapons")] == [
            10,
            4,
            3,
            2,
            1,
        ]
        assert levels(state, f"active/{colour}") == [1, 2, 3]
        assert state.zones[f"citizens/{colour}"] == {f"worker-{colour}:1": 5}
        assert state.book.morale["A"][space(state, colour)] == 0


@mark.rule("P-SET-09")
def test_two_players_never_mark_one_gold_mine() -> None:
    assert refused(agreed(mines=("gold-mine-1", "gold-mine-1", "gold-mine-2"))) == "P-SET-09"
    assert refused(agreed(mines=("gold-mine-1", "gold-mine-2", "market-1"))) == "P-SET-09"


@mark.rule("P-SET-10", "P-SET-11")
def test_the_visitor_to_rome_starts_with_10_and_acts_last_clockwise_from_the_left() -> None:
    state = table(5, rome="white")
    assert [favor(state, colour) for colour in ("white", "yellow", "blue", "purple", "black")] == [10, 9, 8, 7, 6]
    assert state.phase.round.order == ("black", "purple", "blue", "yellow", "white")
    assert refused(agreed(3, rome="purple")) == "P-SET-10"


@mark.rule("P-HRD-01", "P-HRD-02", "P-AMB-16")
@mark.parametrize("gap", OPTIONS["hard_start_gap"])
@ALL
def test_without_markets_the_gap_stays_or_is_closed(players: int, gap: str) -> None:
    state = table(players, {"hard": "yes", "hard_start_gap": gap})
    everywhere = [piece for zone, tally in state.zones.items() if zone != "box" for piece in tally]
    assert not [piece for piece in everywhere if piece.startswith("market-")]
    outpost = next(spot for tile, spot in map(placed, state.zones["city"]) if tile == "imperial-outpost-1")
    full = next(
        spot for tile, spot in map(placed, start_city(state.book, players, Edition())) if tile == "imperial-outpost-1"
    )
    moved = gap == "close_up" and players < 4
    assert outpost == (Spot(full.x - 1, full.y, full.turn) if moved else full)


@mark.rule("P-HRD-01", "P-HRD-02")
def test_a_market_in_the_hard_variant_and_a_gap_that_should_be_closed_are_refused() -> None:
    plain = agreed(2).city
    assert refused(agreed(2, {"hard": "yes"}, city=plain)) == "P-HRD-01"
    left = tuple(piece for piece in plain if not piece.startswith("market"))
    assert refused(agreed(2, {"hard": "yes"}, city=left)) == ""
    assert refused(agreed(2, {"hard": "yes", "hard_start_gap": "close_up"}, city=left)) == "P-HRD-02"


@mark.rule("P-EXP-01", "P-HRD-04")
def test_the_expert_variant_needs_three_players_and_goes_with_the_hard_one() -> None:
    assert refused(agreed(2, {"expert": "yes"})) == "P-EXP-01"
    assert refused(agreed(3, {"expert": "yes", "hard": "yes"})) == ""


@mark.rule("P-DAT-01")
def test_a_value_not_entered_is_asked_for_where_it_is_needed() -> None:
    values = house()
    blank = replace(values, city={**values.city, "sawmill-1": replace(values.city["sawmill-1"], cost=None)})
    state = table(3, values=blank)
    with pytest.raises(Unknown, match=r"city\.sawmill-1\.cost"):
        state.book.cost["sawmill-1"]
    with pytest.raises(Unknown, match="city"):
        box(agreed(3, values=replace(values, city={})))
    with pytest.raises(Unknown, match=r"layouts\.players-3\.tiles"):
        start_city(Book(replace(values, layouts={})), 3, Edition())


@mark.rule("P-UPD-09")
@mark.parametrize(
    ("rate", "workers", "cost"), [(1, 4, 4), (2, 3, 6), ((0, 1, 2), 2, 1), ((0, 1, 2), 5, 7), ((3,), 0, 0)]
)
def test_wages_may_differ_by_slot(rate: Wage, workers: int, cost: int) -> None:
    assert wages(rate, workers) == cost


@mark.rule("P-DAT-03", "P-DAT-04")
def test_the_house_set_fits_the_box_and_the_printed_examples() -> None:
    assert [sentence for sentence in (*counts(house()), *examples(house())) if not sentence[0]] == []


def changed(section: str, key: str, **values: Any) -> Any:
    """The house set with one tile, section or board changed."""
    whole = house()
    items = getattr(whole, section)
    return replace(whole, **{section: {**items, key: replace(items[key], **values)}})


@mark.rule("P-DAT-03")
@mark.parametrize(
    ("section", "key", "values", "named"),
    [
        ("city", "sawmill-1", {"cost": {"gold": 5}}, "sawmill.cost"),
        ("city", "worker-camp-1", {"area": "red"}, "worker-camp-1.area"),
        ("sections", "wall-01", {"favor": 9}, "sections"),
        ("board", "A", {"wage_active": 2}, "board.A.wages"),
        ("board", "A", {"morale": (-1, 0, 1, 4, 9)}, "board.A.morale"),
    ],
)
def test_values_that_contradict_an_example_are_named(section: str, key: str, values: Any, named: str) -> None:
    found = [sentence for sentence in examples(changed(section, key, **values)) if not sentence[0]]
    assert [sentence[2] for sentence in found] == [named]


@mark.rule("P-DAT-04")
def test_values_that_cannot_be_whole_are_named() -> None:
    whole = house()
    few = replace(whole, city={name: tile for name, tile in whole.city.items() if name != "gold-mine-5"})
    assert [sentence[2] for sentence in counts(few) if not sentence[0]] == ["city", "start tiles for 5"]
    flat = changed("board", "B1", morale=(0, 0, 1))
    assert [sentence[2] for sentence in counts(flat) if not sentence[0]] == ["board.B1.morale"]


def test_options_are_those_of_the_struct_and_numbers_are_taken_where_they_fit() -> None:
    assert edition({"temple_cap": "30"}).temple_cap == "30"
    assert (limit("22"), limit("none"), limit("unlimited")) == (22, None, None)
    assert presets()["errata"].temple_cap == "22"
    for options, named in (({"temple_cap": "many"}, "temple_cap"), ({"adjacency": "3"}, "adjacency"), ({"x": ""}, "x")):
        with pytest.raises(ValueError, match=named):
            edition(options)


def test_the_game_waits_for_the_turn_order_once_it_is_laid_out() -> None:
    state: State = box(agreed())
    events = judge(PRAETOR, state, Open("", state.setup)).events
    assert isinstance(events[-1].phase, Ordering)  # type: ignore[union-attr]
    assert judge(PRAETOR, state, Open("", agreed(4))).rule == "P-SET-01"
