"""The worked examples of the printed rulebook, as it tells them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.event import State
from engine.praetor.city import Spot
from engine.praetor.commands import Activate, Build, Enrol, Labor, Order, Pass, Pay, Return
from engine.praetor.phases import Ordering
from engine.praetor.values import house
from testkit.praetor.tables import (
    build,
    do,
    favor,
    held,
    hold,
    levels,
    rate,
    rule,
    show,
    space,
    staff,
    table,
    turn,
)

mark = pytest.mark


def city_of_the_example() -> State:
    """Five players, and plazas so that two match at the new tile's top right corner and one at its top left."""
    values = house()
    city = {tile: replace(item, corners=("",) * 4) for tile, item in values.city.items()}
    pictures = {
        "curia-1": ("", "", "fountain", ""),
        "forum-1": ("", "", "", "column"),
        "worker-camp-1": ("column", "", "", ""),
        "sawmill-1": ("fountain", "column", "tree", "mosaic"),
    }
    city |= {tile: replace(city[tile], corners=corners) for tile, corners in pictures.items()}
    state = table(5, values=replace(values, city=city))
    show(state, "sawmill-1")
    return state


@mark.rule("P-ORD-01", "P-ORD-02")
def test_yellow_69_blue_and_purple_66_with_purple_on_top_is_purple_blue_yellow() -> None:
    state = table(5)
    for colour, points in {"yellow": 69, "blue": 66, "purple": 66, "white": 80, "black": 90}.items():
        rate(state, colour, favor=points)
    state.phase = Ordering(("",), replace(state.phase.round, laid=("yellow", "blue", "purple", "white", "black")))
    do(state, Order(""))
    assert state.phase.round.order[:3] == ("purple", "blue", "yellow")


@mark.rule("P-BLD-02", "P-BLD-06", "P-BLD-07", "P-BLD-09", "P-DAT-05")
def test_yellow_builds_a_sawmill_for_2_gold_and_gains_1_and_3() -> None:
    state = city_of_the_example()
    cells = {"curia-1": (3, -1), "forum-1": (5, -1)}
    for tile, (x, y) in cells.items():
        build(state, "", tile, x, y)
    camp = state.zones["city"]
    camp["worker-camp-1:5,0,0"] = camp.pop("worker-camp-1:0,0,0")
    turn(state, "yellow")
    before = favor(state, "yellow")
    do(state, Build("yellow", "sawmill-1", 2, Spot(4, 0, 0)))
    assert held(state, "yellow", "gold") == 8
    assert state.zones["mark/sawmill-1"] == {"marker-yellow": 1}
    assert favor(state, "yellow") - before == 1 + 3


@mark.rule("P-ACV-01", "P-ACV-02", "P-ACV-03", "P-ACV-04", "P-TIL-01", "P-TIL-02", "P-TIL-17")
def test_purple_the_sawmill_white_the_outpost_blue_not_the_sawmill_but_its_own_mine() -> None:
    state = table(5)
    build(state, "yellow", "sawmill-1", 2, 0)
    hold(state, "white", marble=2, weapons=2)
    turn(state, "purple")
    do(state, Activate("purple", "sawmill-1", 3))
    assert (held(state, "purple", "wood"), held(state, "purple", "gold"), held(state, "yellow", "gold")) == (7, 9, 11)
    turn(state, "white")
    before = favor(state, "white")
    do(state, Activate("white", "imperial-outpost-1", 2))
    assert favor(state, "white") - before == 10
    assert (held(state, "white", "marble"), held(state, "white", "weapons")) == (0, 0)
    turn(state, "blue")
    assert rule(state, Activate("blue", "sawmill-1", 3)) == "P-ACV-02"
    do(state, Activate("blue", "gold-mine-1", 3))
    assert held(state, "blue", "gold") == 13


@mark.rule("P-SPC-03", "P-SPC-04", "P-SPC-07", "P-AMB-19")
def test_purple_pays_blue_a_weapon_for_6_gold_and_blue_takes_6_marble_for_1_gold_to_yellow() -> None:
    state = table(5)
    build(state, "blue", "labor-camp-1", 2, 0)
    build(state, "yellow", "marble-quarry-1", 3, 1)
    for colour in ("purple", "blue"):
        staff(state, colour, active=(1, 2), retired=1)
    turn(state, "purple")
    do(state, Labor("purple", "labor-camp-1"), Activate("purple", "gold-mine-5", 6))
    assert (held(state, "purple", "weapons"), held(state, "purple", "gold"), held(state, "blue", "weapons")) == (
        0,
        16,
        2,
    )
    do(state, Labor("blue", "labor-camp-1"), Activate("blue", "marble-quarry-1", 6))
    assert (held(state, "blue", "gold"), held(state, "blue", "marble"), held(state, "yellow", "gold")) == (9, 8, 11)
    assert held(state, "blue", "weapons") == 2


@mark.rule("P-UPD-01", "P-UPD-04", "P-UPD-05", "P-UPD-06", "P-UPD-07", "P-UPD-08", "P-UPD-09", "P-UPD-10")
def test_purple_s_whole_round_ends_with_3_active_2_retired_and_morale_from_9_to_4() -> None:
    state = table(5)
    for owner, tile, x, y in (
        ("blue", "labor-camp-1", 2, 0),
        ("yellow", "marble-quarry-1", 3, 1),
        ("yellow", "academy-1", 0, 2),
        ("purple", "sawmill-1", 3, 0),
    ):
        build(state, owner, tile, x, y)
    staff(state, "purple", active=(1, 2, 5), retired=1)
    hold(state, "purple", gold=4, stone=1, marble=2, weapons=3)
    rate(state, "purple", favor=0, space=9)
    alone = ("blue", "yellow", "white", "black")
    turn(state, "purple", passed=alone, order=("purple", *alone))
    do(state, Activate("purple", "worker-camp-1", 1), Activate("purple", "imperial-outpost-1", 2))
    do(state, Labor("purple", "labor-camp-1"), Activate("purple", "marble-quarry-1", 6))
    do(state, Activate("purple", "sawmill-1", 5), Pass("purple"))
    assert (favor(state, "purple"), held(state, "purple", "marble"), held(state, "purple", "wood")) == (10, 6, 5)
    do(state, Enrol("purple", "academy-1", 1), Return(""))
    assert (levels(state, "active/purple"), levels(state, "retired/purple")) == ([1, 1, 2], [6, 6])
    assert (favor(state, "purple"), held(state, "purple", "gold")) == (22, 3)
    track = state.book.morale["A"]
    assert track[space(state, "purple")] == 9
    do(state, Pay(""))
    assert (track[space(state, "purple")], held(state, "purple", "gold")) == (4, 0)
