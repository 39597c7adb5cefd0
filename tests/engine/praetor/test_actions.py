"""Phase 2: turns, building, activating (rulebook: Azioni)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.praetor.city import Spot, city, plazas
from engine.praetor.commands import Activate, Build, Labor, Pass
from engine.praetor.phases import Homecoming, Payday
from engine.praetor.values import house
from engine.table import total
from testkit.praetor.tables import (
    build,
    do,
    facts,
    favor,
    held,
    hold,
    levels,
    listed,
    rate,
    rule,
    show,
    staff,
    table,
    turn,
)

mark = pytest.mark
FREE = Spot(0, -1, 0)


@mark.rule("P-ACT-01", "P-ACT-04", "P-AMB-03")
def test_each_acts_once_in_order_until_all_have_passed() -> None:
    state = table()
    do(state, Activate("blue", "gold-mine-1", 3), Pass("yellow"), Activate("white", "gold-mine-3", 1))
    assert state.phase.actors == ("blue",)
    do(state, Pass("blue"))
    assert state.phase.actors == ("white",)
    assert rule(state, Activate("yellow", "worker-camp-1", 1)) == "P-ACT-04"
    do(state, Pass("white"))
    assert isinstance(state.phase, Homecoming)


@mark.rule("P-ACT-02")
def test_a_turn_is_to_build_to_activate_or_to_use_a_special_tile_or_to_pass() -> None:
    state = table()
    build(state, "yellow", "labor-camp-1", 0, -1)
    staff(state, "blue", active=(1,), retired=1)
    turn(state, "blue")
    assert all(listed(state, "blue", kind) for kind in (Build, Activate, Labor, Pass))
    assert rule(state, Build("yellow", "sawmill-1", 1, FREE)) == "P-ACT-01"


@mark.rule("P-ACT-03")
def test_without_an_active_worker_left_one_must_pass() -> None:
    state = table()
    staff(state, "blue", active=())
    assert rule(state, Activate("blue", "gold-mine-1", 1)) == "P-ACT-03"
    assert rule(state, Build("blue", "sawmill-1", 1, FREE)) == "P-ACT-03"
    assert do(state, Pass("blue"))[0].why == "P-ACT-03"


@mark.rule("P-ACT-04")
def test_passing_early_is_allowed_and_final() -> None:
    state = table()
    assert do(state, Pass("blue"))[0].why == "P-ACT-04"
    assert state.phase.passed == ("blue",)


@mark.rule("P-ACT-05")
def test_a_worker_stays_on_its_tile_and_acts_once_a_round() -> None:
    state = table()
    do(state, Activate("blue", "gold-mine-1", 3), Pass("yellow"), Pass("white"))
    assert levels(state, "area/gold-mine-1") == [3]
    assert rule(state, Activate("blue", "worker-camp-1", 3)) == "P-ACV-01"
    assert facts(state, Activate("blue", "worker-camp-1", 3)) == (3, "1, 2")


@mark.rule("P-ACT-06", "P-BLD-01")
def test_a_tile_is_built_only_from_the_display_and_for_its_whole_price() -> None:
    state = table()
    hold(state, "blue", wood=2, stone=1)
    assert rule(state, Build("blue", "statue-1", 1, FREE)) == "P-BLD-01"
    ruling = Build("blue", "marble-quarry-1", 1, FREE)
    assert (rule(state, ruling), facts(state, ruling)) == ("P-ACT-06", ("stone", 2, 1))
    hold(state, "blue", wood=2, stone=2)
    assert rule(state, ruling) == ""


@mark.rule("P-BLD-02", "P-BLD-05", "P-BLD-06", "P-BLD-11")
def test_building_places_worker_and_marker_pays_the_bank_and_leaves_a_gap() -> None:
    state = table()
    before, bank = favor(state, "blue"), state.zones["supply"]["gold"]
    do(state, Build("blue", "sawmill-1", 2, Spot(-1, 0, 0)))
    assert levels(state, "centre/sawmill-1") == [2]
    assert (held(state, "blue", "gold"), state.zones["supply"]["gold"]) == (8, bank + 2)
    assert state.zones["mark/sawmill-1"] == {"marker-blue": 1}
    assert favor(state, "blue") >= before + 1
    assert total(state.zones["display"]) == 3


@mark.rule("P-BLD-02")
@mark.parametrize("level", [1, 2, 3])
def test_a_worker_of_any_level_builds(level: int) -> None:
    assert rule(table(), Build("blue", "sawmill-1", level, FREE)) == ""
    assert rule(table(), Build("blue", "sawmill-1", 5, FREE)) == "P-BLD-02"


@mark.rule("P-BLD-03", "P-AMB-04")
@mark.parametrize(("adjacency", "corner"), [("edge", "P-BLD-03"), ("edge_or_corner", "")])
def test_a_tile_shares_an_edge_with_the_city_or_a_corner_where_so_agreed(adjacency: str, corner: str) -> None:
    state = table(3, {"adjacency": adjacency})
    assert rule(state, Build("blue", "sawmill-1", 1, Spot(-1, 0))) == ""
    assert rule(state, Build("blue", "sawmill-1", 1, Spot(-1, -1))) == corner
    assert rule(state, Build("blue", "sawmill-1", 1, Spot(0, 0))) == "P-BLD-03"
    assert rule(state, Build("blue", "sawmill-1", 1, Spot(7, 7))) == "P-BLD-03"


@mark.rule("P-BLD-04", "P-DAT-05")
@mark.parametrize("quarter", range(4))
def test_a_tile_is_turned_before_it_is_laid_and_lies_so(quarter: int) -> None:
    state = table()
    do(state, Build("blue", "sawmill-1", 1, Spot(-1, 0, quarter)))
    assert f"sawmill-1:-1,0,{quarter}" in state.zones["city"]
    assert rule(table(), Build("blue", "sawmill-1", 1, Spot(-1, 0, 4))) == "P-BLD-04"
    assert rule(table(), Build("blue", "sawmill-1", 1, Spot(-1, 0, -1))) == "P-BLD-04"


CORNERS = {"new": ("a", "b", "c", "d"), "same": ("a", "a", "a", "a"), "none": ("", "", "", "")}


@mark.rule("P-BLD-07", "P-DAT-05")
@mark.parametrize(
    ("around", "quarter", "bonus"),
    [
        ({"same:0,-1,0": 1}, 0, 1),
        ({"same:0,-1,0": 1}, 1, 1),
        ({"same:0,-1,0": 1}, 2, 0),
        ({"same:-1,-1,0": 1}, 0, 1),
        ({"none:0,-1,0": 1}, 0, 0),
        ({"same:1,1,0": 1}, 2, 1),
        ({"same:1,1,0": 1}, 0, 0),
    ],
)
def test_a_plaza_counts_where_pictures_meet_at_a_point(around: dict[str, int], quarter: int, bonus: int) -> None:
    assert plazas(CORNERS, city({"city": around}), "new", Spot(0, 0, quarter)) == bonus


@mark.rule("P-BLD-07")
def test_a_corner_gives_up_to_three_and_a_tile_up_to_twelve() -> None:
    cells = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
    corners = {"new": ("a",) * 4} | {f"t{number}": ("a",) * 4 for number in range(8)}
    around = {f"t{number}:{x},{y},0": 1 for number, (x, y) in enumerate(cells)}
    assert plazas(corners, city({"city": around}), "new", Spot(0, 0)) == 12


@mark.rule("P-BLD-07", "P-BLD-08", "P-BLD-09")
def test_only_the_builder_gains_by_plazas_and_the_marker_moves_once() -> None:
    state = table()
    before = {colour: favor(state, colour) for colour in state.setup.colours}
    spots = listed(state, "blue", Build)[0].over.values
    gains = {spot: plazas(state.book.corners, city(state.zones), "sawmill-1", spot) for spot in spots}
    best = max(gains, key=gains.__getitem__)
    do(state, Build("blue", "sawmill-1", 1, best))
    assert favor(state, "blue") == before["blue"] + 1 + gains[best]
    assert gains[best] > 1
    assert [favor(state, colour) for colour in ("yellow", "white")] == [before["yellow"], before["white"]]
    assert state.phase.round.laid.count("blue") == 1


@mark.rule("P-BLD-10")
def test_a_tile_is_activated_in_the_round_it_was_built_by_its_builder_too() -> None:
    state = table()
    do(state, Build("blue", "sawmill-1", 1, FREE), Pass("yellow"), Pass("white"))
    do(state, Activate("blue", "sawmill-1", 3))
    assert (levels(state, "centre/sawmill-1"), levels(state, "area/sawmill-1")) == ([1], [3])


@mark.rule("P-CMP-05", "P-AMB-17")
def test_a_thirteenth_tile_needs_a_substitute() -> None:
    for option, expected in (("enforce", "P-CMP-05"), ("substitute", "")):
        state = table(3, {"marker_limit": option})
        state.table.shift("marker-blue", 11, "markers/blue", "box")
        assert rule(state, Build("blue", "sawmill-1", 1, FREE)) == expected
        assert bool(listed(state, "blue", Build)) == (not expected)


@mark.rule("P-ACV-01")
def test_an_active_worker_goes_to_the_area_of_a_tile_that_is_built() -> None:
    state = table()
    assert rule(state, Activate("blue", "sawmill-1", 1)) == "P-ACV-01"
    do(state, Activate("blue", "gold-mine-1", 2))
    assert levels(state, "area/gold-mine-1") == [2]


@mark.rule("P-ACV-02")
def test_a_tile_is_activated_once_a_round_by_all_together() -> None:
    state = table()
    do(state, Activate("blue", "worker-camp-1", 1))
    for colour, next_one in (("yellow", "white"), ("white", "blue")):
        assert rule(state, Activate(colour, "worker-camp-1", 1)) == "P-ACV-02"
        do(state, Pass(colour))
        assert state.phase.actors == (next_one,)


@mark.rule("P-ACV-03")
def test_the_whole_fee_goes_to_the_owner_before_the_benefit() -> None:
    state = table()
    hold(state, "blue")
    ruling = Activate("blue", "gold-mine-2", 3)
    assert (rule(state, ruling), facts(state, ruling)) == ("P-ACV-03", ("gold", 1, 0))
    hold(state, "blue", gold=1)
    do(state, ruling)
    assert (held(state, "blue", "gold"), held(state, "yellow", "gold")) == (3, 11)


@mark.rule("P-ACV-04")
@mark.parametrize("tile", ["gold-mine-1", "worker-camp-1"])
def test_an_own_tile_and_one_without_owner_cost_nothing(tile: str) -> None:
    state = table()
    hold(state, "blue")
    assert rule(state, Activate("blue", tile, 1)) == ""


@mark.rule("P-ACV-05")
def test_the_benefit_is_reckoned_on_what_is_left_after_paying() -> None:
    values = house()
    dear = replace(values.city["temple-pluto-1"], fee={"stone": 2})
    state = table(3, values=replace(values, city={**values.city, "temple-pluto-1": dear}))
    build(state, "yellow", "temple-pluto-1", -1, 0)
    hold(state, "blue", wood=4, stone=3)
    before = favor(state, "blue")
    do(state, Activate("blue", "temple-pluto-1", 1))
    assert (favor(state, "blue") - before, held(state, "blue", "wood")) == (4 + 1, 4)


@mark.rule("P-ACV-06", "P-TIL-20", "P-TIL-21")
@mark.parametrize(("tile", "expected"), [("statue-1", "P-TIL-20"), ("triumphal-arch-1", "P-TIL-21")])
def test_a_tile_without_area_is_never_activated(tile: str, expected: str) -> None:
    state = table()
    build(state, "blue", tile, 0, -1)
    assert rule(state, Activate("blue", tile, 1)) == expected
    assert tile not in [item.least.tile for item in listed(state, "blue", Activate)]


@mark.rule("P-ACV-07", "P-AMB-05")
@mark.parametrize(("option", "empty"), [("variable_only", ""), ("always", ""), ("never", "P-ACV-07")])
def test_a_yield_of_nought_is_allowed_unless_the_table_forbids_it(option: str, empty: str) -> None:
    state = table(3, {"empty_activation": option})
    build(state, "blue", "temple-pluto-1", 0, -1)
    hold(state, "blue")
    assert rule(state, Activate("blue", "temple-pluto-1", 1)) == empty
    build(state, "blue", "blacksmith-1", -1, 0)
    assert rule(state, Activate("blue", "blacksmith-1", 1, 0)) == empty
    assert rule(state, Activate("blue", "market-1", 1)) == empty


@mark.rule("P-ACV-07", "P-CMP-04", "P-TIL-17")
@mark.parametrize(("option", "allowed"), [("variable_only", False), ("always", True), ("never", False)])
def test_a_deal_that_cannot_be_made_forbids_the_activation(option: str, allowed: bool) -> None:
    state = table(3, {"empty_activation": option})
    staff(state, "blue", active=(1, 1, 2), first=5)
    state.table.shift("wall-01", 1, "walls/open", "walls/gone")
    assert rule(state, Activate("blue", "worker-camp-1", 1)) == ("" if allowed else "P-CMP-04")
    assert rule(state, Activate("blue", "imperial-outpost-1", 1)) == ("" if allowed else "P-TIL-17")
    if allowed:
        do(state, Activate("blue", "worker-camp-1", 1))
        assert total(state.zones["apprentices/blue/1"]) == 5


def test_a_round_ends_with_wages_where_no_worker_is_out() -> None:
    state = table()
    show(state)
    rate(state, "blue", favor=1)
    do(state, Pass("blue"), Pass("yellow"), Pass("white"))
    assert isinstance(state.phase, Payday)
