"""Tables and a desk at a real broker."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from companion.host.desk_line import DeskLine
from companion.host.mat_pictures import MatPictures
from companion.titles import DEFAULT
from companion.web.desk.postgres_store import PostgresStore
from companion.web.desk.sqlite_store import FILE, SqliteStore
from companion.web.desk.store import DeskStore
from companion.web.desk.worker import WorkerDesk
from devices import desk
from devices.broker import Broker, find_mosquitto, start_broker
from devices.mqtt_client import MqttClient
from testkit.convention import Database, Nodes, nats_server, postgres
from testkit.people import People
from tests.desk.hall import Hall
from tests.desk.ways import ClubWay, ConventionWay, Way
from tests.devices.conftest import eventually

ACCOUNTS = {desk.USER: "of the desk", "table-1": "of one", "table-2": "of two", "guest": "of a guest"}

IN_TIME = 60.0
"""Seconds until whatever was lost has been said again, on a machine that has much else to do.

A table says again after ten that it is there, the desk asks for a picture every five.
"""
Open = Callable[[], DeskStore]
"""Opens the same store, as often as it is called."""


class Table:
    """A table of virtual people whose game is published."""

    def __init__(
        self, broker: Broker | Way, folder: Path, name: str = "table-1", seed: int = 1, game: str = DEFAULT
    ) -> None:
        self._people = People.of(game, 3, seed)
        self.session = self._people.session
        self.book = self.session.book
        self._broker, self._folder, self.name = broker, folder, name
        self.pictures: MatPictures | None = None
        folder.mkdir(parents=True, exist_ok=True)
        self.line = self._join()

    def _join(self) -> DeskLine:
        return DeskLine(self._broker.address(self.name), self._folder, pictures=self.pictures)

    def play(self, entries: int) -> Table:
        """So many more decisions of people, as far as the game goes."""
        self._people.play(entries)
        return self

    def die(self) -> None:
        """Its process is killed: nothing more is kept, the cable is cut."""
        self.line._link._client.cut()
        self.line._link._closing = True

    def lose_an_old_line(self) -> None:
        """The broker finds a connection dead that the table had before this one, and publishes its will."""
        gone = desk.topic(self.name, "status"), msgspec.json.encode(desk.TableStatus(online=False))
        old = MqttClient(self._broker.address(self.name), f"old-{self.name}", [], gone, lambda: None)
        assert eventually(lambda: old.poll(0.02) or old.connected)
        old.cut()

    def come_back(self) -> None:
        """The process starts again on the same folder."""
        self.line = self._join()


class Club:
    """A desk with its store, at a broker."""

    def __init__(self, way: Way | Broker, folder: Path) -> None:
        self._way = ClubWay(way) if isinstance(way, Broker) else way
        self._folder = folder
        self.open()

    def open(self) -> None:
        """Start the desk."""
        self.desk, self.store, self.link = self._way.open(self._folder)

    def close(self) -> None:
        """It ends, or is killed: what was not committed is gone."""
        self.link.close()
        if isinstance(self.desk, WorkerDesk):
            self.desk._shares.close()
        self.store.close()

    def lose(self) -> None:
        """What it kept is lost."""
        self._way.lose(self._folder)

    def has(self, *tables: Table, seconds: float = IN_TIME) -> bool:
        """Everything that happened at these tables is, in time, in the desk's file."""

        def whole() -> bool:
            self.desk.poll(0.01)
            for table in tables:
                table.line.poll(table.session)
            return all(self.holds(table) for table in tables)

        return bool(eventually(whole, seconds))

    def holds(self, table: Table) -> bool:
        keys = [key for key in self.store.games() if key.table == table.name]
        kept = [line.digest for key in keys for line in self.store.lines(key)]
        return kept == [entry.digest for entry in table.book.entries]

    def follows(self, table: Table, seconds: float = IN_TIME) -> bool:
        """The same, and the desk has played it along, in time."""

        def done() -> bool:
            game = self.desk.table(table.name).game if self.has(table, seconds=0.05) else None
            return game is not None and game.last == table.book.last

        return bool(eventually(done, seconds))

    def spin(self, *tables: Table, seconds: float = 0.5) -> None:
        """Let desk and tables talk for a while."""
        eventually(lambda: self.has(*tables, seconds=0) and False, seconds)


@pytest.fixture(scope="session")
def database() -> Iterator[Database]:
    assert postgres(), "these tests need postgresql (apt)"
    with Database() as made:
        yield made


@pytest.fixture(scope="session")
def nodes() -> Iterator[Nodes]:
    assert nats_server(), "these tests need nats-server (apt)"
    made = Nodes(ACCOUNTS)
    yield made
    made.close()


def made_way(kind: str, request: pytest.FixtureRequest) -> Iterator[Way]:
    if kind == "convention":
        yield ConventionWay(request.getfixturevalue("nodes"), request.getfixturevalue("database"), ACCOUNTS)
        return
    assert kind != "mosquitto" or find_mosquitto(), "these tests need mosquitto (apt)"
    with start_broker(ACCOUNTS, kind) as broker:  # type: ignore[arg-type]
        yield ClubWay(broker)


@pytest.fixture(params=["mosquitto", "convention"])
def way(request: pytest.FixtureRequest) -> Iterator[Way]:
    yield from made_way(request.param, request)


@pytest.fixture(params=["mosquitto", "amqtt", "convention"])
def any_way(request: pytest.FixtureRequest) -> Iterator[Way]:
    yield from made_way(request.param, request)


@pytest.fixture
def club(way: Way, tmp_path: Path) -> Iterator[Club]:
    made = Club(way, tmp_path / "desk")
    yield made
    made.close()


@pytest.fixture
def table(way: Way, tmp_path: Path) -> Iterator[Table]:
    made = Table(way, tmp_path / "table-1")
    yield made
    made.line.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def opened(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Open]:
    """Opens the same store, as often as it is called."""
    stores: list[DeskStore] = []
    place = request.getfixturevalue("database").make() if request.param == "postgresql" else ""

    def open_() -> DeskStore:
        stores.append(PostgresStore(place) if place else SqliteStore(tmp_path / FILE))
        return stores[-1]

    yield open_
    for store in stores:
        store.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def hall(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Hall]:
    place = request.getfixturevalue("database").make() if request.param == "postgresql" else ""
    made = Hall(tmp_path, place)
    yield made
    made.close()
