"""What can be seen, what must be tapped, and a count that differs from the record."""

from __future__ import annotations

import pytest

from engine.praetor.city import Spot
from engine.praetor.commands import Activate, Build, Enrol, Hire, Pass, Sell
from engine.praetor.watching import COINS, cube, differences, hidden_markers, tapped
from testkit.praetor.tables import hold, rate, table

mark = pytest.mark


@mark.rule("P-CMP-06")
def test_cubes_and_coins_are_read_by_their_colours() -> None:
    assert [cube(colour) for colour in ("orange", "grey", "white", "black", "red")] == [
        "wood",
        "stone",
        "marble",
        "weapons",
        "",
    ]
    assert COINS == {"gold": 1, "silver": 5}


@mark.rule("P-OBS-01")
def test_of_a_stack_only_the_top_marker_is_seen() -> None:
    state = table()
    for colour, points in {"blue": 9, "yellow": 9, "white": 12}.items():
        rate(state, colour, favor=points)
    first = hidden_markers(state)
    assert len(first) == 1
    assert set(first) < {"blue", "yellow"}


@mark.rule("P-OBS-02")
@mark.parametrize(
    ("command", "expected"),
    [
        (Pass("blue"), True),
        (Enrol("blue", "academy-1", 1), True),
        (Hire("blue"), True),
        (Sell("blue", "wood", 1), True),
        (Activate("blue", "blacksmith-1", 3, 2), True),
        (Activate("blue", "gold-mine-1", 3), False),
        (Build("blue", "sawmill-1", 3, Spot(0, -1)), False),
    ],
)
def test_what_leaves_no_sure_trace_is_tapped(command: object, expected: bool) -> None:
    assert tapped(command) is expected


@mark.rule("P-OBS-03")
def test_a_count_that_differs_is_shown_beside_the_record_and_corrects_nothing() -> None:
    state = table()
    hold(state, "blue", gold=7, wood=3)
    counted = {"goods/blue": {"wood": 4}, "treasury/blue": {"gold": 7}, "supply": {"wood": 9}}
    assert differences(state, counted) == {"goods/blue": ({"wood": 3}, {"wood": 4})}
    assert state.zones["goods/blue"] == {"wood": 3}
