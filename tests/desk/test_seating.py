"""A round that is seated reaches its tables: each hears who sits there, until it says that it has heard it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.commands.playing import followed
from companion.host.host import Host
from companion.web.desk.club_desk import ClubDesk
from companion.web.desk.seating import seats_at
from companion.web.desk.sqlite_store import FILE, SqliteStore
from devices import desk
from devices.broker import start_broker
from devices.desk import MOST_SEATS, Seated, TableStatus
from testkit.club import Wire
from tests.desk.conftest import ACCOUNTS, IN_TIME, Club, Table
from tests.desk.ways import Way
from tests.devices.conftest import eventually

NAMES = ("Ada", "Ben", "Cleo", "Dora", "Eva", "Finn", "Gaia", "Hugo")


def seat(at: ClubDesk, *names: str) -> list[tuple[str, ...]]:
    """Draw and seat a round; who sits at which table."""
    at.evening.enter(names)
    at.evening.draw()
    at.evening.seat()
    return [tuple(table) for table in at.evening.rounds[-1]]


def hears(club: Club, *tables: Table, wanted: list[tuple[str, ...]]) -> bool:
    """Do these tables hear in time who sits there?"""

    def heard() -> bool:
        club.desk.poll(0.01)
        for table in tables:
            table.line.poll(table.session)
        return [table.line.seated for table in tables] == wanted

    return bool(eventually(heard, IN_TIME))


@pytest.fixture
def other(way: Way, tmp_path: Path) -> Iterator[Table]:
    made = Table(way, tmp_path / "table-2", "table-2", seed=2)
    yield made
    made.line.close()


def test_each_table_hears_who_sits_there_and_hears_the_next_round(club: Club, table: Table, other: Table) -> None:
    assert club.has(table, other)
    for _ in range(2):
        wanted = seat(club.desk, *NAMES)
        assert hears(club, table, other, wanted=wanted)
        assert sorted((*table.line.seated, *other.line.seated)) == sorted(NAMES)


def test_a_table_that_was_away_or_starts_again_hears_it_later(club: Club, table: Table) -> None:
    table.die()
    (wanted, *_others) = seat(club.desk, *NAMES)
    club.spin(seconds=0.2)
    table.come_back()
    assert table.line.seated == ()
    assert hears(club, table, wanted=[wanted])


def test_a_desk_that_starts_again_or_loses_its_evening_says_what_holds_now(club: Club, table: Table) -> None:
    (wanted, *_others) = seat(club.desk, *NAMES)
    assert hears(club, table, wanted=[wanted])
    club.close()
    club.open()
    assert club.has(table)
    assert table.line.seated == wanted
    club.close()
    club.lose()
    club.open()
    assert hears(club, table, wanted=[()])


# --- on a wire ---


class Hall:
    """A desk, and what it says to tables."""

    def __init__(self, folder: Path) -> None:
        self.wire = Wire()
        self.desk = ClubDesk(SqliteStore(folder / FILE), self.wire)

    def status(self, table: str, **said: Any) -> list[tuple[str, ...]]:
        """A table says how it is; the names the desk tells it then."""
        status = TableStatus(**{"online": True, **said})
        self.wire.put(desk.topic(table, "status"), msgspec.json.encode(status))
        return self.told(table)

    def told(self, table: str) -> list[tuple[str, ...]]:
        self.desk.poll()
        found = [desk.read("seated", said) for topic, said in self.wire.sent if topic == desk.topic(table, "seated")]
        self.wire.sent.clear()
        return [each.names for each in found]


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    made = Hall(tmp_path)
    yield made
    made.desk.store.close()


def test_it_is_told_until_the_table_says_that_it_has_heard_it(hall: Hall) -> None:
    (first, _second) = seat(hall.desk, *NAMES)
    assert [hall.status("table-1") for _ in range(2)] == [[first], [first]]
    mark = seats_at(hall.desk.evening.rounds, "table-1").mark
    assert hall.status("table-1", seated=mark) == []
    assert hall.status("table-1", seated="00") == [first]
    assert hall.status("table-1", online=False) == []


def test_a_round_that_is_seated_is_told_at_once_to_tables_that_are_there(hall: Hall) -> None:
    hall.status("table-1")
    hall.status("table-2", online=False)
    seat(hall.desk, *NAMES)
    hall.desk.poll()
    assert [topic for topic, _said in hall.wire.sent] == ["desk/table-1/seated"]
    hall.wire.sent.clear()
    assert hall.told("table-1") == []


@pytest.mark.parametrize("table", ["table-3", "table-0", "table", "guest", "table-99999999999999999999"])
def test_where_nobody_is_seated_nothing_is_told(hall: Hall, table: str) -> None:
    seat(hall.desk, *NAMES)
    hall.desk.poll()
    assert hall.status(table) == []
    assert hall.status(table, seated="00") == [()]  # it still has those of another evening


def test_people_told_apart_are_seated_by_the_name_they_were_told() -> None:
    assert seats_at([[["Anna B.", "Ben"]]], "hall-07-1").names == ("Anna B.", "Ben")


@pytest.mark.parametrize(
    "said",
    [
        {"round": 1, "names": ["x"] * (MOST_SEATS + 1)},
        {"round": 1, "names": ["x" * 61]},
        {"round": 1, "names": ["\x1b[31m"]},
        {"round": -1, "names": []},
        {"round": 1, "names": "Ada"},
        {"round": 1, "names": [1]},
        [],
    ],
)
def test_what_no_desk_says_is_dropped(said: object) -> None:
    with pytest.raises(ValueError, match=r"Expected|Object"):
        desk.read("seated", msgspec.json.encode(said))
    with pytest.raises(ValueError, match="bytes"):
        desk.read("seated", b" " * (desk.LARGEST + 1))


def test_names_that_steer_or_turn_what_follows_do_not_reach_the_screen(table: Table) -> None:
    table.line._take("desk/table-1/seated", msgspec.json.encode(Seated(round=1, names=("A\u202eda", "\u202e", "Ben"))))
    assert table.line.seated == ("Ada", "Ben")


def test_the_host_of_a_table_knows_who_sits_there(tmp_path: Path) -> None:
    with start_broker(ACCOUNTS) as broker:
        place = broker.address("table-1")
        address = f"mqtt://table-1:{ACCOUNTS['table-1'].replace(' ', '%20')}@{place.host}:{place.port}"
        club = Club(broker, tmp_path / "desk")
        host = Host(tmp_path / "table")
        with followed(host, address) as poll:
            (wanted, *_others) = seat(club.desk, *NAMES)
            assert eventually(lambda: poll() or club.desk.poll(0.01) is None or tuple(host.seated) == wanted, IN_TIME)
        host.close()
        club.close()
