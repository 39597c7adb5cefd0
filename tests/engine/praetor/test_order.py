"""Rounds, turn order, stacks of favor markers (rulebook: Ordine di gioco)."""

from __future__ import annotations

import pytest

from engine.event import State
from engine.praetor.commands import Activate, Order, Pass, Restack
from engine.praetor.hands import relaid
from engine.praetor.order import turn_order
from engine.praetor.phases import Actions, Ordering, Round
from testkit.praetor.tables import build, favor, listed, rate, rule, staff, table, turn
from testkit.praetor.tables import do as carry

mark = pytest.mark


def ordering(players: int = 3, laid: tuple[str, ...] = (), option: str = "last_on_top", **favors: int) -> State:
    """A round about to be put in order: favor by colour, markers laid in this order."""
    state = table(players, {"tie_stack": option})
    for colour, points in favors.items():
        rate(state, colour, favor=points)
    state.phase = Ordering(("",), Round(2, laid or state.setup.colours))
    return state


@mark.rule("P-ORD-01", "P-ORD-04", "P-RND-01")
def test_the_fewest_favor_acts_first_and_the_order_holds_for_the_round() -> None:
    state = ordering(blue=12, yellow=3, white=7)
    carry(state, Order(""))
    assert state.phase.actors == ("yellow",)
    assert [list(state.zones[f"order/{place}"]) for place in (1, 2, 3)] == [
        ["order-yellow"],
        ["order-white"],
        ["order-blue"],
    ]
    rate(state, "yellow", favor=50)
    carry(state, Pass("yellow"))
    assert (state.phase.actors, state.phase.round.order) == (("white",), ("yellow", "white", "blue"))


@mark.rule("P-ORD-02", "P-ORD-03", "P-AMB-01")
def test_in_a_tie_the_marker_that_came_last_lies_on_top_and_acts_first() -> None:
    state = ordering(laid=("yellow", "blue", "white"), yellow=69, blue=66, white=66)
    carry(state, Order(""))
    assert state.phase.round.order == ("white", "blue", "yellow")


@mark.rule("P-ORD-03")
def test_a_table_may_lay_the_last_marker_below() -> None:
    state = ordering(laid=("yellow", "blue", "white"), option="last_below", yellow=69, blue=66, white=66)
    carry(state, Order(""))
    assert state.phase.round.order == ("blue", "white", "yellow")


@mark.rule("P-AMB-01", "P-ORD-02")
@mark.parametrize("option", ["last_on_top", "last_below"])
def test_where_the_table_shows_another_stack_that_one_counts(option: str) -> None:
    state = ordering(option=option, yellow=69, blue=66, white=66)
    first = turn_order(state, state.phase.round.laid)[:2]
    assert rule(state, Restack("", first)) == "P-AMB-01"
    assert rule(state, Restack("", ("blue", "yellow"))) == "P-ORD-02"
    carry(state, Restack("", first[::-1]), Order(""))
    assert state.phase.round.order == (*first[::-1], "yellow")


@mark.rule("P-ORD-05")
def test_a_marker_that_does_not_move_is_not_lifted_and_others_keep_their_order() -> None:
    state = table()
    now = Round(1, ("blue", "yellow", "white"))
    assert relaid(now, state.seats["blue"], 0) is now
    assert relaid(now, state.seats["blue"], 3).laid == ("yellow", "white", "blue")
    assert relaid(now, state.seats["yellow"], -5).laid == ("blue", "white", "yellow")


@mark.rule("P-ORD-06")
def test_totals_count_and_not_the_spaces_of_a_lapped_track() -> None:
    state = ordering(blue=105, yellow=5, white=6)
    assert listed(state, "", Restack) == []
    carry(state, Order(""))
    assert state.phase.round.order == ("yellow", "white", "blue")


@mark.rule("P-FAV-01", "P-TIL-12")
def test_favor_never_drops_below_nought() -> None:
    state = table(3, {"venus_negative": "lose"})
    build(state, "blue", "temple-venus-1", 0, -1)
    rate(state, "blue", favor=3, space=0)
    staff(state, "blue", active=(2,))
    turn(state, "blue")
    carry(state, Activate("blue", "temple-venus-1", 2))
    assert favor(state, "blue") == 0
    assert state.phase.round.laid[-1] == "blue"


@mark.rule("P-RND-01")
def test_a_new_round_begins_with_its_order_and_only_then_come_actions() -> None:
    state = ordering()
    assert rule(state, Pass("blue")) == "P-ACT-02"
    carry(state, Order(""))
    assert isinstance(state.phase, Actions)
    assert rule(state, Order("")) == "P-ORD-04"
