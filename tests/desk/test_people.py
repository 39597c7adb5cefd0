"""People are known by name: what a name is, who is two people, and who they are then, on either store."""

from __future__ import annotations

import csv
import io

import msgspec
import pytest

from companion.web.desk.cards import card_of
from companion.web.desk.club_desk import ClubDesk
from companion.web.desk.export import csv_of
from companion.web.desk.namesakes import SLACK, Stay, at_once
from companion.web.desk.store import Key
from engine.errors import NotFound, WrongInput
from testkit.club import WiredTable
from tests.desk.hall import Hall
from tests.devices.conftest import eventually

AT_3, AT_7 = ("Anna", "Ben", "Cleo", "Dora"), ("Eva", "Anna", "Finn", "Gaia")
FOREVER = float("inf")


class Annas:
    """Two tables at which an Anna sits, after so many decisions."""

    def __init__(self, hall: Hall, decisions: int) -> None:
        self.hall = hall
        self.three = WiredTable(hall.wire, 3, "byzanz", names=AT_3)
        self.seven = WiredTable(hall.wire, 7, "byzanz", names=AT_7)
        self.play(decisions)

    def play(self, decisions: int) -> None:
        for table in (self.three, self.seven):
            self.hall.play(table, decisions)

    @property
    def anna(self) -> tuple[Key, str]:
        """The game and the seat of Anna at table 7."""
        seat = next(seat for seat, name in self.seven.session.names.items() if name == "Anna")
        return Key("table-7", self.seven.outbox.game), seat

    @property
    def doubled(self) -> dict[str, list[str]]:
        return tables_of(self.hall.page)

    def tell(self, name: str) -> None:
        self.hall.page.tell_apart(*self.anna, name)


@pytest.fixture
def annas(hall: Hall) -> Annas:
    return Annas(hall, 10)


def tables_of(desk: ClubDesk) -> dict[str, list[str]]:
    """Names that sit at several tables at a time, and these tables."""
    return {name: sorted(stay.key.table for stay in stays) for name, stays in desk.at_once().items()}


def rows(desk: ClubDesk, name: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(csv_of(desk, name))))


# --- two tables, one name ---


def test_a_name_at_two_tables_that_play_is_named(annas: Annas) -> None:
    assert annas.doubled == {"Anna": ["table-3", "table-7"]}


def test_two_who_were_told_apart_are_two_people_also_after_a_restart(annas: Annas) -> None:
    annas.tell("Anna B.")
    assert annas.doubled == {}
    key, seat = annas.anna
    assert annas.hall.another_page().people.at(key)[seat] == "Anna B."
    annas.hall.page.enter_playing()
    assert {"Anna", "Anna B."} <= set(annas.hall.page.evening.entered)


def test_telling_twice_tells_once_and_no_name_takes_it_back(annas: Annas) -> None:
    for _ in range(2):
        annas.tell(" Anna  B. ")
    assert [told.name for told in annas.hall.page.namesakes.told] == ["Anna B."]
    annas.tell("")
    assert list(annas.hall.page.namesakes.told) == []
    assert annas.doubled == {"Anna": ["table-3", "table-7"]}


def test_the_name_that_the_table_gave_is_nothing_to_be_kept(annas: Annas) -> None:
    annas.tell("Anna")
    assert list(annas.hall.page.namesakes.told) == []


def test_results_and_files_count_two_people_told_apart_before_or_after_the_end(annas: Annas) -> None:
    annas.play(100_000)
    assert [each.games for each in annas.hall.page.evening.standings() if each.name == "Anna"] == [2]
    annas.tell("Anna B.")
    standings = {row[1]: row[5] for row in rows(annas.hall.page, "standings.csv")[1:]}
    assert (standings["Anna"], standings["Anna B."], len(standings)) == ("1", "1", 8)
    results = {(row[0], row[4]) for row in rows(annas.hall.page, "results.csv")[1:]}
    assert {("table-3", "Anna"), ("table-7", "Anna B.")} <= results
    assert ("table-7", "Anna") not in results
    annas.hall.page.evening.draw()
    assert {"Anna", "Anna B."} <= {name for table in annas.hall.page.evening.draft for name in table}


def test_cards_call_them_so_also_where_another_desk_draws_them(annas: Annas) -> None:
    annas.tell("Anna B.")

    def shown() -> list[str]:
        annas.hall.hears.poll()
        card = card_of(annas.hall.hears.table("table-7"), 0.0)
        return [seat.person.name for seat in card.seats]

    assert eventually(lambda: "Anna B." in shown())
    assert "Anna" not in shown()


@pytest.mark.parametrize("name", ["Eva", " Eva "])
def test_a_name_that_another_one_has_at_this_table_is_refused(annas: Annas, name: str) -> None:
    with pytest.raises(WrongInput, match="another one has this name"):
        annas.tell(name)
    assert annas.doubled == {"Anna": ["table-3", "table-7"]}


def test_a_seat_that_nobody_has_is_refused(annas: Annas) -> None:
    key, _seat = annas.anna
    for where, seat in ((key, "beige"), (Key("table-7", "other"), "red"), (Key("table-77", key.game), "red")):
        with pytest.raises(NotFound, match="nobody sits"):
            annas.hall.page.tell_apart(where, seat, "Anna B.")


def test_a_hostile_name_is_kept_as_any_name_is(annas: Annas) -> None:
    annas.tell("\x1b[31m\u202e" + "x" * 500)
    (told,) = annas.hall.page.namesakes.told
    assert told.name == ("[31m" + "x" * 60)[:58]


def test_who_gave_no_name_is_nobodys_namesake(hall: Hall) -> None:
    for number in (1, 2):
        hall.play(WiredTable(hall.wire, number, "byzanz", names=("", "", "", "")), 10)
    assert tables_of(hall.page) == {}


def test_two_of_one_name_at_one_table_are_told_apart_too(hall: Hall) -> None:
    hall.play(WiredTable(hall.wire, 1, "byzanz", names=("Anna", "Anna", "Ben", "Cleo")), 10)
    assert tables_of(hall.page) == {"Anna": ["table-1", "table-1"]}
    stay = hall.page.at_once()["Anna"][0]
    hall.page.tell_apart(stay.key, stay.seat, "Anna B.")
    assert tables_of(hall.page) == {}


# --- at a time ---


def stay(table: str, began: float, ended: float = FOREVER) -> Stay:
    return Stay(name="Anna", key=Key(table, "g"), seat="red", began=began, ended=ended)


@pytest.mark.parametrize(
    ("stays", "doubled"),
    [
        ([stay("a", 0), stay("b", 500)], ["a", "b"]),
        ([stay("a", 0, 1000), stay("b", 500)], ["a", "b"]),
        ([stay("a", 0, 1000), stay("b", 500, 2000)], ["a", "b"]),
        ([stay("a", 0, 1000), stay("b", 1000)], []),
        ([stay("a", 0, 1000), stay("b", 1000 - SLACK, 2000)], []),
        ([stay("a", 0, 1000), stay("b", 1000, 2000), stay("c", 2000)], []),
        ([stay("a", 0, 3000), stay("b", 1000, 2000), stay("c", 2500)], ["a", "b", "c"]),
        ([stay("a", 0, 500), stay("b", 1000, 2000), stay("c", 1500)], ["b", "c"]),
        ([stay("a", 0), stay("b", 700, 700)], []),
    ],
)
def test_who_goes_from_one_table_to_the_next_is_one_person(stays: list[Stay], doubled: list[str]) -> None:
    assert [each.key.table for each in at_once(stays).get("Anna", [])] == doubled


def test_a_result_tells_how_long_its_game_took(annas: Annas) -> None:
    annas.play(100_000)
    found = {each.table: (each.began, each.at) for each in annas.hall.page.results.every()}
    entries = annas.seven.session.book.entries
    assert found["table-7"] == (entries[0].at, entries[-1].at)


def test_results_of_an_evening_that_began_with_an_older_desk_are_read(hall: Hall) -> None:
    finish = {"name": "Anna", "place": 1, "score": 3, "points": 4.0}
    old = {"table": "table-3", "id": "g", "game": "nim", "at": 5.0, "finishes": [finish]}
    hall.page.store.keep("results", msgspec.json.encode([old]))
    again = hall.another_page()
    assert [rank.name for rank in again.evening.standings()] == ["Anna"]
    assert again.at_once() == {}


# --- what a name is ---


def test_blanks_make_no_other_person(hall: Hall) -> None:
    tables = [
        WiredTable(hall.wire, 1, "byzanz", names=("  Anna   B. ", "Ben", "Cleo", "Dora")),
        WiredTable(hall.wire, 2, "byzanz", names=("Anna B.", "Eva", "Finn", "Gaia")),
    ]
    for table in tables:
        hall.play(table, 10)
    assert tables_of(hall.page) == {"Anna B.": ["table-1", "table-2"]}
    hall.page.evening.enter(["Anna\tB. "])
    hall.page.enter_playing()
    assert list(hall.page.evening.entered).count("Anna B.") == 1
    for table in tables:
        hall.play(table, 100_000)
    assert [rank.games for rank in hall.page.evening.standings() if rank.name.startswith("Anna")] == [2]
