"""Rounds of an evening on either store: who is entered before anything was played, and the clock of a round."""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import pytest

from companion.web.desk.cards import PLAYS, SLOW_STATE, card_of, state_of
from companion.web.desk.club_desk import ClubDesk
from companion.web.desk.office import News, Office
from companion.web.desk.sqlite_store import FILE, SqliteStore
from engine.errors import WrongInput
from testkit.club import Wire, WiredTable
from tests.desk.hall import Hall
from tests.devices.conftest import eventually

NAMES = ("Ada", "Ben", "Cleo", "Dora", "Eva", "Finn", "Gaia", "Hugo")


def seated(desk: ClubDesk) -> list[str]:
    return sorted(chain(*desk.evening.draft))


# --- who plays ---


def test_the_first_round_is_drawn_of_those_who_were_entered(hall: Hall) -> None:
    evening = hall.page.evening
    with pytest.raises(WrongInput):
        evening.draw()
    evening.enter(NAMES)
    evening.draw()
    evening.seat()
    assert [len(table) for table in evening.rounds[0]] == [4, 4]
    again = hall.another_page().evening
    assert sorted(chain(*again.rounds[0])) == sorted(NAMES)
    assert [rank.name for rank in again.people()] == list(NAMES)
    assert again.standings() == []


def test_a_first_round_is_drawn_by_lot_and_not_in_the_order_of_entering(hall: Hall) -> None:
    evening = hall.page.evening
    evening.enter(NAMES)
    tables = set()
    for _ in range(6):
        evening.draw()
        tables.add(frozenset(evening.draft[0]))
    assert len(tables) > 2


def test_who_comes_late_plays_the_next_round_and_who_left_does_not(hall: Hall) -> None:
    evening = hall.page.evening
    evening.enter(NAMES)
    evening.draw()
    evening.seat()
    evening.enter(["Ida"])
    evening.leave("Ada", absent=True)
    evening.draw()
    assert seated(hall.page) == sorted({*NAMES, "Ida"} - {"Ada"})
    evening.enter(["Ada"])  # is back after all
    evening.draw()
    assert seated(hall.page) == sorted({*NAMES, "Ida"})


def test_a_name_is_one_person_however_it_is_spaced_and_however_often_it_is_entered(hall: Hall) -> None:
    hall.page.evening.enter(["  Ada ", "Ada", "", "   ", "Anna\tB.", "Anna  B.", "x" * 500, "Ev\x1b[31ma"])
    assert list(hall.page.evening.entered) == ["Ada", "Anna B.", "x" * 60, "Ev[31ma"]


def test_who_was_there_already_is_named_until_the_next_names_or_the_draw(hall: Hall) -> None:
    evening = hall.page.evening
    evening.enter(["Anna", "Ben", "Cleo", "Ben "])
    assert list(evening.again) == ["Ben"]
    evening.leave("Cleo", absent=True)
    evening.enter(["Cleo", "Anna"])
    assert list(evening.again) == ["Anna"]  # Cleo had left and is back
    assert list(hall.another_page().evening.again) == ["Anna"]
    evening.draw()
    assert list(evening.again) == []


def test_who_has_finished_a_game_is_there_already_and_those_at_tables_are_not_named(hall: Hall) -> None:
    table = WiredTable(hall.wire, 1, "byzanz", 3)
    hall.play(table, 100_000)
    name = next(iter(table.session.names.values()))
    hall.page.evening.enter([name])
    assert list(hall.page.evening.again) == [name]
    playing = WiredTable(hall.wire, 2, "byzanz", 3)
    hall.play(playing, 5)
    hall.page.enter_playing()
    assert list(hall.page.evening.again) == []


def test_more_people_than_any_hall_has_are_refused_and_change_nothing(hall: Hall) -> None:
    hall.page.evening.enter(["Ada"])
    with pytest.raises(WrongInput, match="10001 people"):
        hall.page.evening.enter(f"p{number}" for number in range(10_000))
    assert list(hall.page.evening.entered) == ["Ada"]


def test_those_at_tables_that_play_are_entered_and_those_who_have_finished_are_in_already(hall: Hall) -> None:
    tables = [WiredTable(hall.wire, 1, "byzanz", names=NAMES[:4]), WiredTable(hall.wire, 2, "byzanz", names=NAMES[4:])]
    hall.play(tables[0], 100_000)
    hall.play(tables[1], 10)
    assert sorted(rank.name for rank in hall.page.evening.people()) == sorted(NAMES[:4])
    hall.page.enter_playing()
    assert sorted(hall.page.evening.entered) == sorted(NAMES[4:])
    points = [rank.points for rank in hall.page.evening.people()]
    assert points == [4, 3, 2, 1, 0, 0, 0, 0]
    hall.page.evening.draw()
    assert seated(hall.page) == sorted(NAMES)


def test_those_at_a_table_that_is_gone_are_not_entered(hall: Hall) -> None:
    table = WiredTable(hall.wire, 1, "byzanz", names=NAMES[:4])
    hall.play(table, 10)
    table.send(online=False)
    hall.hear(table)
    hall.page.enter_playing()
    assert list(hall.page.evening.entered) == []


# --- clocks ---


def test_the_clock_of_a_round_is_the_same_at_every_desk_and_after_a_restart(hall: Hall) -> None:
    evening = hall.page.evening
    assert evening.ends == 0
    evening.start_clock(1000.0, 90.0)
    assert evening.ends == 1000 + 90 * 60
    again = hall.another_page().evening
    assert (again.ends, again.minutes) == (evening.ends, 90)
    evening.stop_clock()
    stopped = hall.another_page().evening
    assert (stopped.ends, stopped.minutes) == (0, 90)  # the next round is offered as much


@pytest.mark.parametrize("minutes", [0.0, -5.0, 1441.0, float("inf"), float("nan")])
def test_a_round_of_no_length_is_refused(hall: Hall, minutes: float) -> None:
    with pytest.raises(WrongInput, match="minutes"):
        hall.page.start_clock(minutes)
    assert hall.page.evening.ends == 0


def test_pages_hear_of_a_clock_that_was_started(hall: Hall) -> None:
    office, start = hall.office()
    told: list[News] = []
    office.tell = told.append
    office.start()
    assert eventually(lambda: office.ask(lambda desk: desk.evening.ends == 0).result(10))
    told.clear()
    start()
    assert eventually(lambda: bool(told))
    assert office.desk.evening.ends > 0
    office.close()


# --- slow ---


def test_a_table_at_which_nothing_happens_becomes_slow_by_itself(tmp_path: Path) -> None:
    wire = Wire()
    desk = ClubDesk(SqliteStore(tmp_path / FILE), wire)
    table = WiredTable(wire, 1, "byzanz").play(10)
    desk.poll()
    shown = desk.table("table-1")
    at = table.session.book.entries[-1].at
    assert state_of(shown, at + 299) == PLAYS
    assert state_of(shown, at + 301) == SLOW_STATE
    assert card_of(shown, at + 61, 60.0).state == SLOW_STATE
    office = Office(desk, wire, slow=0.0)
    told: list[News] = []
    office.tell = told.append
    office._cards["table-1"] = card_of(shown, at, 60.0)  # drawn while it was quick
    office._step()
    assert [card.state for news in told for card in news.changed] == [SLOW_STATE]
    desk.store.close()
