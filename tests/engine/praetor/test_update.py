"""Phase 3: apprentices, homecoming, retirement, wages, refill, the last round (rulebook: Aggiornamento)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from engine.event import State
from engine.game import Offer
from engine.praetor.commands import (
    Activate,
    Decline,
    Enrol,
    Hire,
    Order,
    Pass,
    Pay,
    Return,
    Reveal,
    Train,
    Unveil,
    Wait,
)
from engine.praetor.homecoming import pension
from engine.praetor.pay import owed
from engine.praetor.phases import (
    Actions,
    Hiring,
    Homecoming,
    Ordering,
    Payday,
    Refilling,
    Schooling,
    Scoring,
    Training,
    Unveiling,
)
from engine.praetor.update import begin_update
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
    show,
    space,
    staff,
    table,
    turn,
)

mark = pytest.mark
BLUE = ("blue",)


def due(kind: type, players: int = 3, options: dict[str, str] | None = None) -> State:
    """A step of the update that is blue's; the other seats have nothing to do in it."""
    state = table(players, options)
    now = replace(state.phase.round, order=state.setup.colours)
    state.phase = kind(BLUE, now) if kind in (Schooling, Hiring) else kind(("",), now, "blue")
    return state


@mark.rule("P-UPD-01", "P-UPD-02", "P-UPD-03")
def test_apprentices_move_one_space_and_from_the_second_to_the_active_workers() -> None:
    state = due(Training)
    staff(state, "blue", active=(4,), first=2, second=1)
    do(state, Train(""))
    assert [levels(state, zone) for zone in ("active/blue", "apprentices/blue/2", "apprentices/blue/1")] == [
        [1, 4],
        [1, 1],
        [],
    ]


@mark.rule("P-UPD-01")
def test_who_was_recruited_this_very_round_moves_too() -> None:
    state = table()
    do(state, Activate("blue", "worker-camp-1", 1), Pass("yellow"), Pass("white"), Pass("blue"))
    assert isinstance(state.phase, Training)
    do(state, Train(""))
    assert levels(state, "apprentices/blue/2") == [1]


def with_academy(owner: str, **options: str) -> State:
    """Blue with two apprentices on the first space and one on the second, an Academy in the city."""
    state = due(Schooling, options=options)
    build(state, owner, "academy-1", 0, -1)
    staff(state, "blue", active=(4,), first=2, second=1)
    return state


@mark.rule("P-UPD-04", "P-TIL-18")
def test_one_stone_in_all_lets_all_apprentices_skip_the_second_space() -> None:
    state = with_academy("yellow")
    assert (rule(state, Enrol("blue", "academy-1", 1)), facts(state, Enrol("blue", "academy-1", 1))) == (
        "P-UPD-04",
        (2,),
    )
    do(state, Enrol("blue", "academy-1", 2))
    assert (held(state, "blue", "stone"), held(state, "yellow", "stone")) == (2, 4)
    do(state, Train(""))
    assert levels(state, "active/blue") == [1, 1, 1, 4]


@mark.rule("P-UPD-04")
def test_the_owner_of_the_academy_pays_nothing_and_it_is_a_choice() -> None:
    state = with_academy("blue")
    hold(state, "blue")
    assert rule(state, Enrol("blue", "academy-1", 2)) == ""
    do(state, Wait("blue"))
    assert isinstance(state.phase, Training)


@mark.rule("P-UPD-04")
def test_without_the_stone_no_academy_is_offered() -> None:
    state = with_academy("yellow")
    hold(state, "blue", gold=3)
    assert rule(state, Enrol("blue", "academy-1", 2)) == "P-UPD-04"
    begin_update_of(state)
    assert isinstance(state.phase, Training)


def begin_update_of(state: State) -> None:
    """Start the update anew from this table."""
    from engine.draft import Draft

    begin_update(Draft(state), state.phase.round)


@mark.rule("P-AMB-11", "P-UPD-04")
@mark.parametrize(
    ("owner", "scope", "one"), [("blue", "each", ""), ("blue", "all", "P-UPD-04"), ("yellow", "each", "P-UPD-04")]
)
def test_only_an_owner_may_send_some_and_only_where_agreed(owner: str, scope: str, one: str) -> None:
    state = with_academy(owner, academy_scope=scope)
    assert rule(state, Enrol("blue", "academy-1", 1)) == one
    assert isinstance(listed(state, "blue", Enrol)[0], Offer) == (not one)
    assert rule(state, Enrol("blue", "academy-1", 0)) == rule(state, Enrol("blue", "academy-1", 3)) == "P-UPD-04"


@mark.rule("P-UPD-05", "P-UPD-06", "P-SPC-06")
def test_workers_come_home_builders_and_red_areas_a_level_higher() -> None:
    state = due(Homecoming)
    staff(state, "blue", active=(1, 2, 3, 4), retired=1)
    build(state, "blue", "sawmill-1", 0, -1)
    put(state, "blue", 1, "centre/sawmill-1")
    put(state, "blue", 2, "area/sawmill-1")
    put(state, "blue", 3, "area/worker-camp-1")
    put(state, "blue", 6, "area/gold-mine-1")
    before = favor(state, "blue")
    do(state, Return(""))
    assert (levels(state, "active/blue"), levels(state, "retired/blue")) == ([2, 3, 3, 4], [6])
    assert favor(state, "blue") == before


@mark.rule("P-UPD-13", "P-ACT-05")
def test_once_all_are_home_every_tile_can_be_activated_anew() -> None:
    state = table()
    do(state, Activate("blue", "gold-mine-1", 3), Pass("yellow"), Pass("white"), Pass("blue"))
    assert rule(state, Activate("blue", "gold-mine-1", 1)) == "P-ACT-02"
    do(state, Return(""))
    assert state.zones["area/gold-mine-1"] == {}


@mark.rule("P-UPD-07", "P-UPD-08", "P-AMB-12")
@mark.parametrize(("first", "second", "points"), [(True, True, 12), (False, True, 8), (False, False, 8)])
def test_a_worker_of_level_6_retires_for_the_favor_of_the_era(first: bool, second: bool, points: int) -> None:
    state = due(Homecoming)
    staff(state, "blue", active=(5, 5))
    rate(state, "blue", favor=0)
    put(state, "blue", 5, "area/gold-mine-1")
    put(state, "blue", 5, "area/worker-camp-1")
    for zone, stays in (("deck/1", first), ("deck/2", second)):
        for tile in list(state.zones[zone]) if not stays else ():
            state.table.shift(tile, 1, zone, "box")
    assert pension(state) == points
    do(state, Return(""))
    assert (favor(state, "blue"), levels(state, "retired/blue"), levels(state, "active/blue")) == (points, [6], [5])


@mark.rule("P-UPD-09")
def test_wages_are_due_for_active_and_retired_workers_and_not_for_apprentices() -> None:
    state = due(Payday)
    staff(state, "blue", active=(1, 1, 2), first=2, retired=2)
    assert owed(state, state.seats["blue"]) == 5
    do(state, Pay(""))
    assert held(state, "blue", "gold") == 5


@mark.rule("P-UPD-10", "P-UPD-11", "P-FAV-01", "P-MOR-01")
@mark.parametrize(
    ("gold", "where", "before", "there", "after"),
    [(5, 9, 50, 9, 50), (3, 9, 50, 7, 50), (0, 3, 50, 0, 40), (0, 0, 50, 0, 25), (0, 0, 12, 0, 0)],
)
def test_missing_gold_costs_morale_and_then_favor(gold: int, where: int, before: int, there: int, after: int) -> None:
    state = due(Payday)
    staff(state, "blue", active=(1, 1, 2), retired=2)
    hold(state, "blue", gold=gold)
    rate(state, "blue", favor=before, space=where)
    do(state, Pay(""))
    assert (space(state, "blue"), favor(state, "blue"), held(state, "blue", "gold")) == (there, after, 0)


def destitute(points: int, **options: str) -> State:
    """Blue about to pay, without any Active Worker."""
    state = due(Payday, options=options)
    staff(state, "blue", retired=1, first=1)
    rate(state, "blue", favor=points)
    do(state, Pay(""))
    return state


@mark.rule("P-UPD-12", "P-CMP-04")
def test_who_has_no_active_worker_may_hire_a_citizen_for_five_favor_and_no_wage() -> None:
    state = destitute(20)
    assert isinstance(state.phase, Hiring)
    gold = held(state, "blue", "gold")
    do(state, Hire("blue"))
    assert (favor(state, "blue"), levels(state, "active/blue"), held(state, "blue", "gold")) == (15, [1], gold)
    refused = destitute(20)
    do(refused, Decline("blue"))
    assert (favor(refused, "blue"), levels(refused, "active/blue")) == (20, [])


@mark.rule("P-UPD-12", "P-AMB-13")
def test_with_less_than_five_favor_the_hire_ends_at_nought_unless_agreed_otherwise() -> None:
    state = destitute(3)
    do(state, Hire("blue"))
    assert favor(state, "blue") == 0
    assert not isinstance(destitute(3, emergency_hire_floor="need_5").phase, Hiring)
    assert isinstance(destitute(5, emergency_hire_floor="need_5").phase, Hiring)


@mark.rule("P-UPD-12")
def test_with_an_active_worker_or_without_a_citizen_none_is_hired() -> None:
    state = due(Payday)
    staff(state, "blue", active=(1,))
    do(state, Pay(""))
    assert not isinstance(state.phase, Hiring)
    empty = due(Payday)
    staff(empty, "blue", retired=8)
    do(empty, Pay(""))
    assert not isinstance(empty.phase, Hiring)


@mark.rule("P-AMB-10", "P-UPD-01")
@mark.parametrize(
    ("option", "second"), [("player_by_player", (Payday, "blue")), ("step_by_step", (Homecoming, "yellow"))]
)
def test_the_update_goes_player_by_player_or_step_by_step(option: str, second: Any) -> None:
    state = table(3, {"update_order": option})
    do(state, Activate("blue", "gold-mine-1", 1), Activate("yellow", "gold-mine-2", 1))
    do(state, Pass("white"), Pass("blue"), Pass("yellow"))
    assert (type(state.phase), state.phase.due) == (Homecoming, "blue")
    do(state, Return(""))
    assert (type(state.phase), state.phase.due) == second


def refilling(*shown: str, players: int = 3) -> State:
    """All have paid, and the display holds these tiles."""
    state = table(players)
    show(state, *shown)
    for colour in state.setup.colours:
        staff(state, colour, retired=0)
        rate(state, colour, favor=0)
    do(state, *(Pass(colour) for colour in state.setup.colours))
    while isinstance(state.phase, Hiring):
        do(state, Decline(state.phase.actors[0]))
    return state


@mark.rule("P-REF-01", "P-BLD-11")
def test_the_display_is_filled_up_and_what_was_not_built_stays() -> None:
    state = refilling("sawmill-1", "statue-1")
    assert isinstance(state.phase, Refilling)
    assert rule(state, Reveal("", {"curia-1": 1})) == "P-REF-01"
    do(state, Reveal("", {"curia-1": 1, "forum-1": 1}))
    assert set(state.zones["display"]) == {"sawmill-1", "statue-1", "curia-1", "forum-1"}


@mark.rule("P-REF-01", "P-REF-04")
def test_a_full_display_takes_no_tile_and_is_no_end() -> None:
    state = refilling("sawmill-1", "statue-1", "curia-1", "forum-1")
    assert isinstance(state.phase, Unveiling)
    do(state, Unveil("", "wall-05"))
    assert not state.phase.round.last


def leave(state: State, zone: str, *tiles: str) -> None:
    """A part of the deck holds only these tiles."""
    for tile in [tile for tile in state.zones[zone] if tile not in tiles]:
        state.table.shift(tile, 1, zone, "box")


@mark.rule("P-SET-04", "P-REF-01", "P-REF-02")
def test_tiles_of_the_first_era_come_first_and_none_that_is_not_in_the_deck() -> None:
    state = refilling("sawmill-1", "statue-1")
    leave(state, "deck/1", "curia-1")
    assert rule(state, Reveal("", {"temple-maia-1": 1, "oracle-2": 1})) == "P-SET-04"
    assert rule(state, Reveal("", {"sawmill-1": 1, "oracle-2": 1})) == "P-REF-02"
    assert rule(state, Reveal("", {"curia-1": 2})) == "P-REF-02"
    assert rule(state, Reveal("", {"curia-1": 1, "oracle-2": 1})) == ""


@mark.rule("P-REF-02", "P-REF-04")
def test_a_deck_too_short_gives_what_there_is_and_the_coming_round_is_the_last() -> None:
    state = refilling("sawmill-1")
    leave(state, "deck/1", "curia-1")
    leave(state, "deck/2")
    state.phase = replace(state.phase, due=1)
    do(state, Reveal("", {"curia-1": 1}), Unveil("", "wall-02"))
    assert (isinstance(state.phase, Ordering), state.phase.round.last) == (True, True)


@mark.rule("P-REF-03")
def test_a_section_left_over_leaves_the_game_and_the_next_is_open() -> None:
    state = refilling("sawmill-1", "statue-1", "curia-1", "forum-1")
    assert rule(state, Unveil("", "wall-01")) == "P-REF-03"
    do(state, Unveil("", "wall-09"))
    assert (state.zones["walls/gone"], state.zones["walls/open"]) == ({"wall-01": 1}, {"wall-09": 1})


@mark.rule("P-REF-04")
def test_with_the_last_section_turned_up_the_coming_round_is_the_last() -> None:
    state = refilling("sawmill-1", "statue-1", "curia-1", "forum-1")
    for name in list(state.zones["walls/deck"])[1:]:
        state.table.shift(name, 1, "walls/deck", "walls/gone")
    do(state, Unveil("", next(iter(state.zones["walls/deck"]))))
    assert state.phase.round.last
    assert rule(state, Order("")) == ""


def last_round(**options: str) -> State:
    """The last round, in which all but blue have passed."""
    state = table(3, options)
    turn(state, "blue", passed=("yellow", "white"), last=True)
    do(state, Activate("blue", "gold-mine-1", 3), Pass("blue"))
    return state


@mark.rule("P-END-01", "P-END-02", "P-AMB-14")
def test_the_last_round_is_played_in_full_and_only_the_refill_is_left_out() -> None:
    state = last_round()
    do(state, Return(""), Pay(""), Pay(""), Pay(""))
    assert isinstance(state.phase, Scoring)
    assert levels(state, "active/blue") == [1, 2, 4]


@mark.rule("P-END-02")
def test_a_table_may_count_at_once_after_the_last_actions() -> None:
    assert isinstance(last_round(last_round_upkeep="no").phase, Scoring)


def test_the_next_round_has_a_new_number_and_no_special_tile_is_used() -> None:
    state = refilling("sawmill-1", "statue-1", "curia-1", "forum-1")
    do(state, Unveil("", "wall-02"), Order(""))
    assert (type(state.phase), state.phase.round.number, state.phase.round.used) == (Actions, 2, ())
    assert total(state.zones["display"]) == 4
