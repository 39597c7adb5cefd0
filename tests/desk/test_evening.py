"""Points, standings and the Swiss system, and the files made of them."""

from __future__ import annotations

import csv
import io
from itertools import combinations
from pathlib import Path

import pytest

from companion.titles import BUILT_IN, title_of
from companion.web.desk.club_desk import ClubDesk
from companion.web.desk.export import csv_of
from companion.web.desk.pairing import met, sizes, swiss
from companion.web.desk.results import Finish, Result, points, ranked
from companion.web.desk.sqlite_store import FILE, SqliteStore
from engine.errors import WrongInput
from engine.journal import Undo
from testkit.club import Wire, WiredTable


def result(*names: str, number: int = 1) -> Result:
    """A game these people finished in this order."""
    places = list(range(1, len(names) + 1))
    finishes = [
        Finish(name, place, 50 - place, points(place, places)) for name, place in zip(names, places, strict=True)
    ]
    return Result(table="table-1", id=f"{names}{number}", game="nim", at=float(number), finishes=tuple(finishes))


@pytest.mark.parametrize(
    ("places", "expected"),
    [
        ([1, 2, 3, 4], [4, 3, 2, 1]),
        ([1, 2, 3], [4, 2.5, 1]),
        ([1, 2], [4, 1]),
        ([1, 1, 3, 4], [3.5, 3.5, 2, 1]),
        ([1, 1, 1], [2.5, 2.5, 2.5]),
        ([1], [4]),
    ],
)
def test_the_first_of_any_table_has_four_points_and_the_last_one(places: list[int], expected: list[float]) -> None:
    assert [points(place, places) for place in places] == expected


def test_everybody_is_ranked_by_points_then_wins_then_the_strength_of_those_met() -> None:
    found = ranked([result("Anna", "Bruno", "Carla"), result("Bruno", "Dario", "Anna", number=2)])
    assert [(each.name, each.points, each.wins) for each in found] == [
        ("Bruno", 6.5, 1), ("Anna", 5.0, 1), ("Dario", 2.5, 0), ("Carla", 1.0, 0),
    ]  # fmt: skip
    assert found[3].opponents == pytest.approx((6.5 + 5.0) / 2)


def test_who_is_equal_in_all_shares_a_place() -> None:
    found = ranked([result("Anna", "Bruno"), result("Carla", "Dario", number=2)])
    assert [each.place for each in found] == [1, 1, 3, 3]


@pytest.mark.parametrize(
    ("people", "tables"), [(4, [4]), (8, [4, 4]), (6, [3, 3]), (7, [4, 3]), (9, [3, 3, 3]), (11, [4, 4, 3]), (3, [3])]
)
def test_tables_have_four_seats_or_one_less(people: int, tables: list[int]) -> None:
    assert sizes(people) == tables


def test_five_people_are_one_table_which_every_game_has_seats_for(tmp_path: Path) -> None:
    desk = ClubDesk(SqliteStore(tmp_path / FILE), Wire())
    desk.evening.enter(["Ada", "Ben", "Cleo", "Dora", "Eva"])
    desk.evening.draw()
    assert [sorted(table) for table in desk.evening.draft] == [["Ada", "Ben", "Cleo", "Dora", "Eva"]]
    assert all(5 in title_of(game).game.seats for game in BUILT_IN)
    desk.store.close()


@pytest.mark.parametrize("people", [0, 1, 2])
def test_too_few_people_are_refused(people: int) -> None:
    with pytest.raises(ValueError, match=str(people)):
        sizes(people)


@pytest.mark.parametrize("people", [8, 12, 16, 24, 31, 60])
def test_everybody_is_seated_once(people: int) -> None:
    order = [f"p{number}" for number in range(people)]
    tables = swiss(order, {}, sizes(people), 3)
    assert sorted(name for table in tables for name in table) == sorted(order)


def test_those_who_stand_alike_meet() -> None:
    order = [f"p{number}" for number in range(16)]
    assert [set(table) for table in swiss(order, {}, [4] * 4)] == [set(order[at : at + 4]) for at in (0, 4, 8, 12)]


def test_in_four_rounds_of_sixteen_no_two_meet_again() -> None:
    order, played = [f"p{number}" for number in range(16)], []
    for number in range(4):
        played += swiss(order, met(played), [4] * 4, number)
    assert max(met(played).values()) == 1


def test_a_seed_draws_the_same_round_again_and_another_another() -> None:
    order = [f"p{number}" for number in range(24)]
    before = met([order[at : at + 4] for at in range(0, 24, 4)])
    assert swiss(order, before, [4] * 6, 1) == swiss(order, before, [4] * 6, 1)
    drawn = {tuple(map(tuple, swiss(order, before, [4] * 6, seed))) for seed in range(6)}
    assert len(drawn) > 1
    assert not any(before[frozenset(pair)] for tables in drawn for table in tables for pair in combinations(table, 2))


@pytest.fixture
def played(tmp_path: Path) -> tuple[ClubDesk, Wire, list[WiredTable]]:
    """Two finished tables of eight people."""
    wire = Wire()
    desk = ClubDesk(SqliteStore(tmp_path / FILE), wire)
    people = ("Ada", "Ben", "Cleo", "=1+1", "Eva", "Finn", "Gaia", "Hugo")
    tables = [WiredTable(wire, at + 1, "byzanz", 4, names=people[4 * at : 4 * at + 4]).play(100_000) for at in range(2)]
    desk.poll()
    return desk, wire, tables


def rows(desk: ClubDesk, name: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(csv_of(desk, name))))


def test_a_finished_game_is_a_result_with_its_own_places(played: tuple[ClubDesk, Wire, list[WiredTable]]) -> None:
    desk, _wire, tables = played
    session = tables[0].session
    wanted = {session.names[one.seat]: one.score for one in session.game.standings(session.state)}
    mine = next(each for each in desk.results.every() if each.table == "table-1")
    assert {one.name: one.score for one in mine.finishes} == wanted


def test_an_end_that_is_taken_back_is_no_result(played: tuple[ClubDesk, Wire, list[WiredTable]]) -> None:
    desk, _wire, tables = played
    session = tables[0].session
    session.submit(Undo("", session.book.live[-4]))
    tables[0].send()
    desk.poll()
    assert [each.table for each in desk.results.every()] == ["table-2"]


def test_results_standings_and_rounds_outlive_the_desk(played: tuple[ClubDesk, Wire, list[WiredTable]]) -> None:
    desk, wire, _tables = played
    desk.evening.draw()
    desk.evening.seat()
    again = ClubDesk(desk.store, wire)
    assert again.evening.standings() == desk.evening.standings()
    assert again.evening.rounds == desk.evening.rounds
    assert not met([*again.evening.rounds[0]]).keys() - met(again.evening.rounds[0]).keys()


def test_who_has_left_is_not_seated(played: tuple[ClubDesk, Wire, list[WiredTable]]) -> None:
    desk, _wire, _tables = played
    desk.evening.leave("Ada", absent=True)
    desk.evening.draw()
    assert sorted(map(len, desk.evening.draft)) == [3, 4]
    assert not any("Ada" in table for table in desk.evening.draft)
    for name in ("Ben", "Cleo", "Eva", "Finn", "Gaia"):
        desk.evening.leave(name, absent=True)
    with pytest.raises(WrongInput):
        desk.evening.draw()


def test_a_name_is_no_formula_in_a_spreadsheet(played: tuple[ClubDesk, Wire, list[WiredTable]]) -> None:
    desk, _wire, _tables = played
    names = [row[4] for row in rows(desk, "results.csv")[1:]]
    assert "'=1+1" in names
    assert len(names) == 8


def test_files_call_people_as_the_pages_do(played: tuple[ClubDesk, Wire, list[WiredTable]]) -> None:
    desk, _wire, _tables = played
    desk.call_by(numbers=True)
    assert sorted(int(row[1]) for row in rows(desk, "standings.csv")[1:]) == list(range(1, 9))
