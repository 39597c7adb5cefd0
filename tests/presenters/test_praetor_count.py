"""A finished game of Praetor is scored by the values of its own box, and by the board each player had."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.host.host import Host
from companion.host.owner_values import file_of, tell
from companion.presenters.desk import Desk
from companion.views.common import acts, count_acts
from companion.views.common.asking import Asking
from companion.views.common.counting import Counting
from companion.views.common.score import FinalScore
from engine.praetor.values import copy, house
from testkit.taps import labelled, tap

OWN = file_of("praetor")
RATES = {"wood": {"buy": [1, 2], "sell": [1, 9]}}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A desk at which a game of three is counted."""
    home = Host(tmp_path, virtual=True, chance=Random(7))
    desk = Desk(home, chance=Random(1))
    desk.do(acts.Open("count"))
    desk.do(acts.Agreed("game", "praetor"))
    desk.do(acts.NamePerson("purple"))
    desk.do(acts.Rise())
    yield desk
    home.close()


def count(desk: Desk, seat: str, **figures: int) -> None:
    """Type some figures of a seat."""
    desk.do(count_acts.CountOf(seat))
    for line, figure in figures.items():
        desk.do(count_acts.CountLine(line))
        for digit in str(figure):
            desk.do(count_acts.CountKey(digit))


def everybody(desk: Desk, **figures: int) -> None:
    for seat in ("blue", "yellow", "white"):
        count(desk, seat, **figures)


def row(desk: Desk, label: str) -> Any:
    return next(row for row in desk.view().body.rows if row.label == label)


def gold(desk: Desk) -> list[str]:
    """The points for gold by line of the result."""
    body = desk.view().body
    assert isinstance(body, FinalScore)
    return [line.cells[4].figure for line in body.lines]


def test_nobody_has_won_before_the_box_is_named(desk: Desk) -> None:
    everybody(desk, favor=10, wood=10)
    assert labelled(desk, "Who has won?").reason == "which box?"
    desk.do(acts.Open("counted"))
    assert isinstance(desk.view().body, Counting)
    assert [seat.total for seat in desk.view().body.seats] == ["–"] * 3


def test_resources_sell_at_the_rates_of_each_ones_own_board_and_ours_are_marked(desk: Desk) -> None:
    desk.do(acts.Agreed("values", "house"))
    everybody(desk, favor=10, wood=40)
    desk.do(count_acts.CountOf("yellow"))
    desk.do(count_acts.CountStep("board", 1))
    assert row(desk, "Player board").figure == "B1"
    tap(desk, "Who has won?")
    assert house().board["B1"].market["wood"].sell == (2, 1)
    assert gold(desk) == ["4", "4", "2"]
    assert desk.view().body.headings[4].word == "Gold*"


def test_each_of_the_different_sides_is_there_once(desk: Desk) -> None:
    desk.do(acts.Agreed("values", "house"))
    for seat in ("blue", "yellow"):
        desk.do(count_acts.CountOf(seat))
        desk.do(count_acts.CountStep("board", 1))
    assert row(desk, "Player board").figure == "B2"
    for _step in range(2):
        desk.do(count_acts.CountStep("board", -1))
    assert row(desk, "Player board").figure == "B5"


def test_the_own_box_counts_by_its_own_rates(desk: Desk, tmp_path: Path) -> None:
    tell(tmp_path, "board.A.market", RATES, file=OWN)
    desk.do(acts.Agreed("values", "copy"))
    everybody(desk, favor=10, wood=10)
    tap(desk, "Who has won?")
    assert gold(desk) == ["9", "9", "9"]
    assert desk.view().body.headings[4].word == "Gold"


def test_rates_the_own_box_does_not_say_are_asked_and_kept_never_guessed(desk: Desk, tmp_path: Path) -> None:
    desk.do(acts.Agreed("values", "copy"))
    everybody(desk, favor=10, wood=10)
    assert desk.view().body.seats[0].total == "–"
    tap(desk, "Rates of board A")
    assert isinstance(desk.view().body, Asking)
    for key in ("cubes", "gold", "sold", "got"):
        for good in ("wood", "stone", "marble", "weapons"):
            desk.do(acts.Amount(f"{key} {good}", 1))
    desk.do(acts.Amount("got wood", 1))
    tap(desk, "Keep it")
    tap(desk, "Who has won?")
    assert gold(desk) == ["2", "2", "2"]
    assert copy(tmp_path / OWN).board["A"].market["wood"].sell == (1, 2)


def test_who_sold_nothing_is_scored_without_any_rates(desk: Desk) -> None:
    desk.do(acts.Agreed("values", "copy"))
    everybody(desk, favor=10, gold=25)
    tap(desk, "Who has won?")
    assert gold(desk) == ["2", "2", "2"]


def test_rates_nobody_knows_are_taken_from_ours_and_marked(desk: Desk, tmp_path: Path) -> None:
    desk.do(acts.Agreed("values", "copy"))
    everybody(desk, favor=10, wood=40)
    tap(desk, "Rates of board A")
    tap(desk, "Nobody knows")
    tap(desk, "Who has won?")
    assert gold(desk) == ["4", "4", "4"]
    assert desk.view().body.headings[4].word == "Gold*"
    assert not (tmp_path / OWN).exists()


def test_morale_goes_by_the_spaces_of_the_own_board_where_they_are_known(desk: Desk, tmp_path: Path) -> None:
    tell(tmp_path, "board.A.morale", [-3, 0, 4, 9], file=OWN)
    desk.do(acts.Agreed("values", "copy"))
    desk.do(count_acts.CountStep("morale", 1))
    desk.do(count_acts.CountStep("morale", 1))
    assert row(desk, "Morale").figure == "9"
    assert row(desk, "Morale").more.command is None
    count(desk, "blue", morale=5)
    assert row(desk, "Morale").note == "board A has no space of this value"
    desk.do(count_acts.CountStep("morale", -1))
    assert row(desk, "Morale").figure == "4"
