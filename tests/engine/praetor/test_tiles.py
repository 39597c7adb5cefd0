"""The tiles one by one (rulebook: Le tessere cittadine in dettaglio)."""

from __future__ import annotations

from typing import Any

import pytest

from engine.event import State
from engine.praetor.commands import Activate, Buy, Close, Sell
from engine.praetor.hands import cheer
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
    put,
    rate,
    rule,
    section,
    space,
    staff,
    table,
    turn,
)

mark = pytest.mark


def with_tile(tile: str, players: int = 5, active: tuple[int, ...] = (3, 4), **options: Any) -> State:
    """Blue's turn beside an own tile, with nothing in hand."""
    state = table(players, options)
    if not any(piece.startswith(f"{tile}:") for piece in state.zones["city"]):
        build(state, "blue", tile, 2, 0)
    staff(state, "blue", active=active)
    hold(state, "blue")
    turn(state, "blue")
    return state


@mark.parametrize(
    ("tile", "piece"),
    [
        pytest.param("gold-mine-1", "gold", marks=mark.rule("P-TIL-01")),
        pytest.param("sawmill-1", "wood", marks=mark.rule("P-TIL-02")),
        pytest.param("stone-quarry-1", "stone", marks=mark.rule("P-TIL-03")),
        pytest.param("marble-quarry-1", "marble", marks=mark.rule("P-TIL-04")),
    ],
)
@mark.parametrize("level", [3, 4])
def test_a_resource_comes_in_the_worker_s_level(tile: str, piece: str, level: int) -> None:
    state = with_tile(tile)
    do(state, Activate("blue", tile, level))
    assert held(state, "blue", piece) == level


@mark.rule("P-CMP-03")
def test_resources_never_run_out_and_may_be_hoarded() -> None:
    state = with_tile("sawmill-1")
    hold(state, "yellow", wood=40)
    do(state, Activate("blue", "sawmill-1", 4))
    assert held(state, "blue", "wood") == 4
    assert state.zones["supply"]["wood"] < 0


@mark.rule("P-TIL-05")
def test_a_blacksmith_turns_wood_up_to_the_level_into_weapons() -> None:
    state = with_tile("blacksmith-1")
    hold(state, "blue", wood=5)
    assert (
        rule(state, Activate("blue", "blacksmith-1", 3, 4)),
        facts(state, Activate("blue", "blacksmith-1", 3, 4)),
    ) == (
        "P-TIL-05",
        (3,),
    )
    assert [item.over.span for item in listed(state, "blue", Activate) if item.vary == "wood"] == [(0, 3), (0, 4)]
    do(state, Activate("blue", "blacksmith-1", 4, 4))
    assert (held(state, "blue", "wood"), held(state, "blue", "weapons")) == (1, 4)


@mark.rule("P-TIL-05")
def test_wood_is_forged_only_at_a_blacksmith_and_only_if_it_is_there() -> None:
    state = with_tile("blacksmith-1")
    hold(state, "blue", wood=1)
    assert rule(state, Activate("blue", "gold-mine-1", 3, 1)) == "P-TIL-05"
    assert rule(state, Activate("blue", "blacksmith-1", 3, 2)) == "P-TIL-05"
    assert rule(state, Activate("blue", "blacksmith-1", 3, -1)) == "P-TIL-05"


@mark.rule("P-TIL-06")
def test_a_curia_gives_gold_for_each_own_tile_statues_and_mine_included() -> None:
    state = with_tile("curia-1")
    build(state, "blue", "statue-1", 3, 0)
    do(state, Activate("blue", "curia-1", 3))
    assert held(state, "blue", "gold") == 3


@mark.rule("P-TIL-07", "P-AMB-08")
@mark.parametrize(("option", "gold"), [("all", 6), ("on_board_only", 2)])
def test_a_forum_gives_two_gold_for_each_active_worker(option: str, gold: int) -> None:
    state = with_tile("forum-1", active=(2, 3, 4), count_active=option)
    staff(state, "blue", active=(2, 3, 4), first=1, second=1, retired=1)
    put(state, "blue", 4, "area/worker-camp-1")
    do(state, Activate("blue", "forum-1", 3))
    assert held(state, "blue", "gold") == gold


@mark.rule("P-TIL-08")
def test_maia_gives_two_favor_for_each_active_worker() -> None:
    state = with_tile("temple-maia-1")
    rate(state, "blue", favor=0)
    do(state, Activate("blue", "temple-maia-1", 3))
    assert favor(state, "blue") == 4


@mark.rule("P-TIL-09")
def test_apollo_gives_two_favor_for_each_own_tile() -> None:
    state = with_tile("temple-apollo-1")
    rate(state, "blue", favor=0)
    do(state, Activate("blue", "temple-apollo-1", 3))
    assert favor(state, "blue") == 4


@mark.rule("P-TIL-10", "P-AMB-20")
@mark.parametrize(("cap", "gained"), [("none", 30), ("22", 22), ("9", 9)])
def test_pluto_gives_one_favor_for_each_wood_and_stone_and_takes_none(cap: str, gained: int) -> None:
    state = with_tile("temple-pluto-1", temple_cap=cap)
    rate(state, "blue", favor=0)
    hold(state, "blue", wood=20, stone=10, marble=7)
    do(state, Activate("blue", "temple-pluto-1", 3))
    assert (favor(state, "blue"), held(state, "blue", "wood")) == (gained, 20)


@mark.rule("P-TIL-11", "P-AMB-20")
@mark.parametrize(("cap", "gained"), [("none", 28), ("22", 22)])
def test_mercury_gives_two_favor_for_each_marble_and_weapon_and_takes_none(cap: str, gained: int) -> None:
    state = with_tile("temple-mercury-1", temple_cap=cap)
    rate(state, "blue", favor=0)
    hold(state, "blue", marble=10, weapons=4, wood=9)
    do(state, Activate("blue", "temple-mercury-1", 3))
    assert (favor(state, "blue"), held(state, "blue", "marble")) == (gained, 10)


@mark.rule("P-TIL-12", "P-AMB-09")
@mark.parametrize(("where", "option", "gained"), [(9, "zero", 9), (0, "zero", 0), (1, "lose", -7), (9, "lose", 9)])
def test_venus_gives_the_favor_at_the_morale_marker(where: int, option: str, gained: int) -> None:
    state = with_tile("temple-venus-1", venus_negative=option)
    rate(state, "blue", favor=20, space=where)
    do(state, Activate("blue", "temple-venus-1", 3))
    assert favor(state, "blue") - 20 == gained


@mark.rule("P-TIL-13")
def test_a_colosseum_raises_morale_by_half_the_tiles_rounded_down() -> None:
    state = with_tile("colosseum-1")
    build(state, "blue", "statue-1", 3, 0)
    before = space(state, "blue")
    do(state, Activate("blue", "colosseum-1", 3))
    assert space(state, "blue") == before + 1


@mark.rule("P-TIL-14")
def test_an_oracle_raises_morale_by_two_for_each_retired_worker() -> None:
    state = with_tile("oracle-1")
    staff(state, "blue", active=(3,), retired=2)
    before = space(state, "blue")
    do(state, Activate("blue", "oracle-1", 3))
    assert space(state, "blue") == before + 4


@mark.rule("P-MOR-01", "P-TIL-14")
def test_morale_beyond_the_end_of_the_track_is_lost() -> None:
    state = with_tile("oracle-1")
    staff(state, "blue", active=(3,), retired=4)
    rate(state, "blue", space=10)
    do(state, Activate("blue", "oracle-1", 3))
    assert space(state, "blue") == len(state.book.morale["A"]) - 1


@mark.rule("P-MOR-01")
def test_morale_moves_by_spaces_and_stops_at_either_end() -> None:
    from engine.draft import Draft

    state = table()
    draft, me = Draft(state), state.seats["blue"]
    assert cheer(draft, me, -9, "P-UPD-10") == -4
    assert cheer(draft, me, 50, "P-TIL-13") == 11


@mark.rule("P-TIL-15", "P-CMP-04")
def test_a_camp_recruits_a_citizen_as_long_as_there_is_one() -> None:
    state = with_tile("worker-camp-1", active=(1, 2))
    do(state, Activate("blue", "worker-camp-1", 1))
    assert levels(state, "apprentices/blue/1") == [1]
    none = with_tile("worker-camp-1")
    staff(none, "blue", active=(1, 1, 1, 1), retired=4)
    assert rule(none, Activate("blue", "worker-camp-1", 1)) == "P-CMP-04"


@mark.rule("P-TIL-15")
def test_apprentices_may_be_limited_by_agreement() -> None:
    state = with_tile("worker-camp-1", apprentice_capacity="2")
    staff(state, "blue", active=(1,), first=1, second=1)
    assert rule(state, Activate("blue", "worker-camp-1", 1)) == "P-TIL-15"
    staff(state, "blue", active=(1,), first=1)
    assert rule(state, Activate("blue", "worker-camp-1", 1)) == ""


def trading(level: int = 2, **options: str) -> State:
    """Blue at the Market with 10 gold and some cubes; on board A wood costs 2, a marble sells for 3."""
    state = with_tile("market-1", active=(level, 5), **options)
    hold(state, "blue", gold=10, wood=1, marble=4)
    do(state, Activate("blue", "market-1", level))
    return state


@mark.rule("P-TIL-16", "P-CMP-03")
def test_a_market_trades_any_number_at_the_rates_of_the_own_board() -> None:
    state = trading()
    do(state, Sell("blue", "marble", 4), Buy("blue", "wood", 11))
    assert [held(state, "blue", piece) for piece in ("gold", "wood", "marble")] == [0, 12, 0]
    assert rule(state, Activate("blue", "gold-mine-1", 5)) == "P-TIL-16"
    do(state, Close("blue"))
    assert state.phase.actors == ("yellow",)


@mark.rule("P-TIL-16", "P-ACT-06")
def test_nothing_is_bought_or_sold_that_is_not_there() -> None:
    state = trading()
    assert (rule(state, Buy("blue", "wood", 6)), facts(state, Buy("blue", "wood", 6))) == ("P-ACT-06", ("gold", 12, 10))
    assert facts(state, Sell("blue", "marble", 5)) == ("marble", 5, 4)
    assert rule(state, Buy("blue", "gold", 1)) == rule(state, Sell("blue", "wood", 0)) == "P-TIL-16"


@mark.rule("P-TIL-16", "P-AMB-20")
def test_deals_may_be_limited_by_the_worker_s_level() -> None:
    state = trading(2, market_limit="worker_level")
    assert rule(state, Sell("blue", "marble", 3)) == rule(state, Buy("blue", "wood", 3)) == "P-AMB-20"
    do(state, Sell("blue", "marble", 2), Buy("blue", "wood", 1))
    assert rule(state, Sell("blue", "marble", 1)) == "P-AMB-20"
    assert rule(state, Buy("blue", "wood", 1)) == ""


@mark.rule("P-TIL-16", "P-ACV-07")
def test_where_nothing_may_be_empty_a_market_is_left_only_after_a_deal() -> None:
    state = trading(empty_activation="never")
    assert (rule(state, Close("blue")), listed(state, "blue", Close)) == ("P-ACV-07", [])
    do(state, Sell("blue", "wood", 1))
    assert rule(state, Close("blue")) == ""


@mark.rule("P-TIL-17")
def test_an_outpost_gives_the_section_and_the_backs_taken_before() -> None:
    state = with_tile("imperial-outpost-1")
    rate(state, "blue", favor=0)
    section(state, "blue", "wall-02", "wall-07")
    hold(state, "blue", marble=2, weapons=2)
    do(state, Activate("blue", "imperial-outpost-1", 3))
    assert favor(state, "blue") == 10 + 2 + 3
    assert total(state.zones["sections/blue"]) == 3
    assert (held(state, "blue", "marble"), held(state, "blue", "weapons")) == (0, 0)


@mark.rule("P-TIL-17", "P-ACT-06", "P-AMB-18")
def test_an_outpost_needs_the_open_section_and_its_whole_price() -> None:
    state = with_tile("imperial-outpost-1")
    hold(state, "blue", marble=2, weapons=1)
    short = Activate("blue", "imperial-outpost-1", 3)
    assert (rule(state, short), facts(state, short)) == ("P-ACT-06", ("weapons", 2, 1))
    section(state, "yellow", "wall-01")
    assert rule(state, short) == "P-TIL-17"
