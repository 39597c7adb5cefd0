"""Final scoring, ties and the expert variant (rulebook: Punteggio finale, Vittoria, Gioco per esperti)."""

from __future__ import annotations

import pytest

from engine.event import State
from engine.praetor.commands import Score, Youngest
from engine.praetor.expert import largest_area, shares
from engine.praetor.game import PRAETOR
from engine.praetor.phases import Over, Tied
from engine.praetor.phases import Scoring as Last
from testkit.praetor.tables import build, do, favor, held, hold, put, rate, rule, section, staff, table

mark = pytest.mark
AREA, WALLS, CITIZENS = (12, 8, 4, 0), (18, 12, 6, 0), (20, 10, 5, 0)


def ending(players: int = 3, **options: str) -> State:
    """The moment of final scoring: no seat has anything but 20 favor and morale 0."""
    state = table(players, options)
    for colour in state.setup.colours:
        hold(state, colour)
        staff(state, colour)
        rate(state, colour, favor=20, space=4)
    state.phase = Last(("",), state.phase.round)
    return state


def scored(state: State, colour: str) -> int:
    do(state, Score(""))
    return favor(state, colour)


@mark.rule("P-SCO-01")
def test_an_active_worker_gives_its_level_and_a_retired_one_nothing() -> None:
    state = ending()
    staff(state, "blue", active=(2, 5), retired=3)
    put(state, "blue", 5, "area/gold-mine-1")
    assert scored(state, "blue") == 27


@mark.rule("P-SCO-02")
def test_an_apprentice_gives_one_and_a_citizen_nothing() -> None:
    state = ending()
    staff(state, "blue", first=2, second=1)
    assert scored(state, "blue") == 23


@mark.rule("P-SCO-03", "P-FAV-01")
@mark.parametrize(("points", "where", "after"), [(20, 9, 29), (20, 0, 10), (3, 0, 0)])
def test_morale_adds_or_takes_its_value_down_to_nought(points: int, where: int, after: int) -> None:
    state = ending()
    rate(state, "blue", favor=points, space=where)
    assert scored(state, "blue") == after


@mark.rule("P-SCO-03")
def test_a_loss_stops_at_nought_before_gold_is_counted() -> None:
    state = ending()
    rate(state, "blue", favor=3, space=0)
    hold(state, "blue", gold=25)
    assert scored(state, "blue") == 2


@mark.rule("P-SCO-04", "P-SCO-05")
def test_resources_are_sold_and_ten_gold_of_the_joint_total_give_one() -> None:
    state = ending()
    hold(state, "blue", gold=5, wood=3, stone=2, marble=2, weapons=1)
    assert scored(state, "blue") == 20 + (5 + 3 + 4 + 6 + 3) // 10
    assert (held(state, "blue", "gold"), held(state, "blue", "wood")) == (21, 0)


@mark.rule("P-SCO-04")
def test_an_incomplete_lot_gives_nothing() -> None:
    state = table(3, boards=("B1", "A", "A"))
    hold(state, "blue", gold=8, wood=3)
    state.phase = Last(("",), state.phase.round)
    do(state, Score(""))
    assert (held(state, "blue", "gold"), held(state, "blue", "wood")) == (9, 1)


@mark.rule("P-HRD-03")
def test_the_market_table_serves_without_any_market() -> None:
    state = ending(hard="yes")
    hold(state, "blue", marble=4)
    assert scored(state, "blue") == 21


@mark.rule("P-TIE-01")
def test_the_most_favor_wins_and_lines_add_up_to_the_score() -> None:
    state = ending()
    rate(state, "yellow", favor=31)
    before = PRAETOR.standings(state)
    do(state, Score(""))
    after = PRAETOR.standings(state)
    assert after[0].seat == "yellow"
    assert [(one.seat, one.score) for one in before] == [(one.seat, one.score) for one in after]
    assert all(one.score == sum(one.lines.values()) == favor(state, one.seat) for one in after)


def winner(state: State) -> list[str]:
    do(state, Score(""))
    return [one.seat for one in PRAETOR.standings(state) if one.place == 1]


@mark.rule("P-TIE-02")
def test_a_tie_goes_to_the_higher_morale_value() -> None:
    state = ending()
    rate(state, "blue", favor=18, space=6)
    assert winner(state) == ["blue"]


@mark.rule("P-TIE-03")
def test_then_to_more_wall_sections() -> None:
    state = ending()
    section(state, "white", "wall-03")
    assert winner(state) == ["white"]


@mark.rule("P-TIE-04")
def test_then_to_more_tiles() -> None:
    state = ending()
    build(state, "yellow", "statue-1", 0, -1)
    section(state, "white", "wall-03")
    section(state, "yellow", "wall-04")
    assert winner(state) == ["yellow"]


@mark.rule("P-TIE-05")
def test_then_the_youngest_is_asked_for_and_wins() -> None:
    state = ending()
    rate(state, "white", favor=1)
    assert winner(state) == ["yellow", "blue"]
    assert isinstance(state.phase, Tied)
    assert rule(state, Youngest("", "white")) == "P-TIE-05"
    do(state, Youngest("", "blue"))
    assert [(one.seat, one.place) for one in PRAETOR.standings(state)] == [("blue", 1), ("yellow", 2), ("white", 3)]


@mark.rule("P-TIE-05")
@mark.parametrize("option", ["ask", "shared"])
def test_where_the_youngest_is_not_known_the_victory_is_shared(option: str) -> None:
    state = ending(youngest_known=option)
    do(state, Score(""))
    if option == "ask":
        do(state, Youngest("", ""))
    assert isinstance(state.phase, Over)
    assert [one.place for one in PRAETOR.standings(state)] == [1, 1, 1]


@mark.rule("P-EXP-02")
def test_the_largest_area_is_joined_by_edges() -> None:
    state = ending()
    build(state, "blue", "statue-1", 1, -2)
    build(state, "blue", "sawmill-1", 2, -3)
    build(state, "blue", "sawmill-2", 3, -3)
    assert largest_area(state, state.seats["blue"]) == 2
    build(state, "blue", "curia-1", 2, -2)
    assert largest_area(state, state.seats["blue"]) == 5


@mark.rule("P-SCO-06", "P-EXP-02", "P-EXP-03", "P-EXP-04")
def test_the_expert_variant_adds_area_walls_and_citizens() -> None:
    state = ending(expert="yes")
    build(state, "blue", "statue-1", 1, -2)
    section(state, "yellow", "wall-02", "wall-03")
    section(state, "blue", "wall-04")
    staff(state, "white", retired=2)
    staff(state, "yellow", retired=1)
    do(state, Score(""))
    lines = state.phase.lines
    assert [lines["blue"][line] for line in ("area", "walls", "citizens")] == [12, 12, 20]
    assert [lines["yellow"][line] for line in ("area", "walls", "citizens")] == [6, 18, 10]
    assert [lines["white"][line] for line in ("area", "walls", "citizens")] == [6, 6, 5]
    assert favor(state, "blue") == 20 + 44


@mark.rule("P-EXP-06", "P-EXP-05")
@mark.parametrize(
    ("points", "counts", "expected"),
    [
        (AREA, (5, 5, 3), [10, 10, 4]),
        (AREA, (6, 4, 4), [12, 6, 6]),
        (AREA, (6, 5, 2, 2), [12, 8, 2, 2]),
        (AREA, (3, 3, 3, 1), [8, 8, 8, 0]),
        (AREA, (6, 3, 3, 3), [12, 4, 4, 4]),
        (AREA, (9, 8, 3, 3, 3), [12, 8, 1, 1, 1]),
        (AREA, (4, 4, 4, 4), [6, 6, 6, 6]),
        (AREA, (9, 4, 4, 4, 4), [12, 3, 3, 3, 3]),
        (AREA, (4, 4, 4, 4, 4), [4, 4, 4, 4, 4]),
        (WALLS, (2, 2, 1), [15, 15, 6]),
        (WALLS, (3, 1, 1, 1), [18, 6, 6, 6]),
        (WALLS, (1, 1, 1, 1, 1), [7, 7, 7, 7, 7]),
        (CITIZENS, (3, 2, 2, 1), [20, 7, 7, 0]),
        (CITIZENS, (3, 3, 3, 1), [11, 11, 11, 0]),
        (CITIZENS, (5, 4, 3, 2, 1), [20, 10, 5, 0, 0]),
    ],
)
def test_tied_players_share_the_places_they_cover_rounded_down(
    points: tuple[int, ...], counts: tuple[int, ...], expected: list[int]
) -> None:
    assert shares(counts, points, zero_ranks=True) == expected


@mark.rule("P-EXP-07", "P-AMB-15")
def test_a_count_of_nought_ranks_unless_agreed_otherwise() -> None:
    assert shares((2, 0, 0), WALLS, zero_ranks=True) == [18, 9, 9]
    assert shares((2, 0, 0), WALLS, zero_ranks=False) == [18, 0, 0]
    state = ending(expert="yes", expert_zero_ranks="no")
    do(state, Score(""))
    assert {lines["walls"] for lines in state.phase.lines.values()} == {0}
