"""Phase 2: Labor Camps; the Academy waits for the update (rulebook: Tessere cittadine speciali)."""

from __future__ import annotations

import pytest

from engine.event import State
from engine.praetor.city import Spot
from engine.praetor.commands import Activate, Build, Enrol, Labor, Pass
from engine.praetor.phases import Actions, Lent, Trading
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
    rule,
    show,
    staff,
    table,
    turn,
)

mark = pytest.mark
CAMP = "labor-camp-1"


def with_camp(owner: str = "blue", retired: int = 1, active: tuple[int, ...] = (2,), **options: str) -> State:
    """Blue's turn with a Labor Camp in the city."""
    state = table(3, options)
    build(state, owner, CAMP, 0, -1)
    staff(state, "blue", active=active, retired=retired)
    turn(state, "blue")
    return state


@mark.rule("P-SPC-01", "P-SPC-04", "P-TIL-19")
def test_a_retired_worker_acts_as_one_of_level_6_and_no_active_worker_is_spent() -> None:
    state = with_camp()
    do(state, Labor("blue", CAMP))
    assert isinstance(state.phase, Lent)
    assert rule(state, Pass("blue")) == "P-SPC-04"
    assert rule(state, Labor("blue", CAMP)) == "P-SPC-04"
    assert rule(state, Activate("blue", "gold-mine-1", 2)) == "P-SPC-04"
    do(state, Activate("blue", "gold-mine-1", 6))
    assert held(state, "blue", "gold") == 16
    assert levels(state, "active/blue") == [2]
    assert state.phase.actors == ("yellow",)


@mark.rule("P-SPC-01")
def test_a_special_tile_takes_no_worker_and_other_tiles_are_not_special() -> None:
    state = with_camp()
    assert rule(state, Activate("blue", CAMP, 2)) == "P-SPC-01"
    assert rule(state, Labor("blue", "gold-mine-1")) == "P-SPC-01"
    assert rule(state, Labor("blue", "labor-camp-2")) == "P-SPC-01"


@mark.rule("P-SPC-02")
def test_each_player_uses_a_camp_once_a_round_and_others_may_too() -> None:
    state = with_camp(owner="white", retired=2)
    staff(state, "yellow", active=(1,), retired=1)
    hold(state, "yellow", weapons=1)
    do(state, Labor("blue", CAMP), Activate("blue", "gold-mine-1", 6))
    assert rule(state, Labor("yellow", CAMP)) == ""
    do(state, Pass("yellow"), Pass("white"))
    hold(state, "blue", weapons=3)
    assert rule(state, Labor("blue", CAMP)) == "P-SPC-02"
    assert listed(state, "blue", Labor) == []


@mark.rule("P-SPC-02")
def test_several_camps_are_several_actions_of_one_player() -> None:
    state = table(4)
    for number, (x, y) in enumerate([(0, -2), (-1, 0)], 1):
        build(state, "blue", f"labor-camp-{number}", x, y)
    staff(state, "blue", active=(1,), retired=2)
    turn(state, "blue", passed=("yellow", "white", "black"))
    do(state, Labor("blue", CAMP), Activate("blue", "gold-mine-1", 6))
    assert rule(state, Labor("blue", "labor-camp-2")) == ""


@mark.rule("P-SPC-03")
def test_the_fee_of_a_camp_goes_to_its_owner_who_pays_nothing() -> None:
    state = with_camp(owner="yellow")
    hold(state, "blue")
    assert (rule(state, Labor("blue", CAMP)), facts(state, Labor("blue", CAMP))) == ("P-SPC-03", ("weapons", 1, 0))
    hold(state, "blue", weapons=1)
    do(state, Labor("blue", CAMP))
    assert (held(state, "blue", "weapons"), held(state, "yellow", "weapons")) == (0, 2)
    own = with_camp()
    hold(own, "blue")
    assert rule(own, Labor("blue", CAMP)) == ""


@mark.rule("P-SPC-04", "P-AMB-06")
def test_a_lent_worker_may_build_as_well() -> None:
    state = with_camp()
    show(state, "sawmill-1")
    do(state, Labor("blue", CAMP), Build("blue", "sawmill-1", 6, Spot(-1, 0)))
    assert levels(state, "centre/sawmill-1") == [6]
    assert held(state, "blue", "gold") == 8


@mark.rule("P-SPC-05")
def test_without_a_retired_worker_or_anything_to_do_a_camp_is_of_no_use() -> None:
    assert rule(with_camp(retired=0), Labor("blue", CAMP)) == "P-SPC-05"
    state = with_camp()
    hold(state, "blue")
    show(state, "sawmill-1")
    staff(state, "yellow", active=(1, 1, 1, 1, 1, 1))
    staff(state, "blue", active=(1,), retired=1, first=6)
    for tile, level in (("gold-mine-1", 1), ("market-1", 1)):
        put(state, "yellow", level, state.book.area_of[tile])
    assert rule(state, Labor("blue", CAMP)) == "P-SPC-05"
    hold(state, "blue", gold=2)
    assert rule(state, Labor("blue", CAMP)) == ""


@mark.rule("P-SPC-05", "P-SPC-03")
def test_what_the_fee_takes_is_not_there_for_the_second_tile() -> None:
    state = with_camp(owner="yellow")
    hold(state, "blue", weapons=2, marble=2)
    staff(state, "yellow", active=(1, 1, 1, 1, 1, 1))
    staff(state, "blue", active=(1,), retired=1, first=6)
    for tile in ("gold-mine-1", "market-1"):
        put(state, "yellow", 1, state.book.area_of[tile])
    show(state)
    assert rule(state, Labor("blue", CAMP)) == "P-SPC-05"
    hold(state, "blue", weapons=3, marble=2)
    assert rule(state, Labor("blue", CAMP)) == ""


@mark.rule("P-SPC-06", "P-AMB-07")
@mark.parametrize(("option", "gold"), [("no", 2 * 2), ("yes", 3 * 2)])
def test_a_lent_worker_is_a_retired_one_for_forum_and_oracle(option: str, gold: int) -> None:
    state = with_camp(active=(2, 3), labor_counts_active=option)
    build(state, "blue", "forum-1", -1, 0)
    build(state, "blue", "oracle-2", -2, 0)
    hold(state, "blue")
    do(state, Labor("blue", CAMP), Activate("blue", "forum-1", 6), Pass("yellow"), Pass("white"))
    assert held(state, "blue", "gold") == gold
    before = state.zones["morale/blue"]["morale"]
    do(state, Activate("blue", "oracle-2", 2))
    assert state.zones["morale/blue"]["morale"] == before + 2


@mark.rule("P-SPC-07")
def test_the_second_tile_is_activated_in_the_usual_way() -> None:
    state = with_camp()
    staff(state, "white", active=(1, 1))
    put(state, "white", 1, "area/gold-mine-1")
    do(state, Labor("blue", CAMP))
    assert rule(state, Activate("blue", "gold-mine-1", 6)) == "P-ACV-02"
    hold(state, "blue")
    assert rule(state, Activate("blue", "gold-mine-2", 6)) == "P-ACV-03"


@mark.rule("P-SPC-08", "P-TIL-18")
def test_the_academy_is_never_an_action() -> None:
    state = table()
    build(state, "blue", "academy-1", 0, -1)
    assert rule(state, Activate("blue", "academy-1", 1)) == "P-SPC-08"
    assert rule(state, Labor("blue", "academy-1")) == "P-SPC-08"
    assert rule(state, Enrol("blue", "academy-1", 1)) == "P-SPC-08"


@mark.rule("P-AMB-02", "P-ACT-03")
@mark.parametrize(("option", "expected"), [("no_active_workers", "P-ACT-03"), ("no_legal_action", "")])
def test_with_all_workers_placed_even_a_camp_is_closed_unless_agreed(option: str, expected: str) -> None:
    state = with_camp(active=(), forced_pass=option)
    assert rule(state, Labor("blue", CAMP)) == expected
    assert bool(listed(state, "blue", Labor)) == (not expected)


@mark.rule("P-TIL-19", "P-TIL-16")
def test_a_lent_worker_may_go_to_the_market_and_the_turn_goes_on_from_there() -> None:
    state = with_camp()
    do(state, Labor("blue", CAMP), Activate("blue", "market-1", 6))
    assert isinstance(state.phase, Trading)
    assert isinstance(state.phase.back, Actions)
    assert state.phase.level == 6
    assert favor(state, "blue") == 8
