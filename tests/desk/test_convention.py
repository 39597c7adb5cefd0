"""A convention's desk as it runs: workers and pages in processes of their own, any of which may be killed."""

from __future__ import annotations

import csv
import http.client
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from urllib.parse import urlsplit

import numpy as np
import pytest

from companion.host.desk_line import DeskLine, read_address
from companion.host.mat_pictures import MatPictures, Shown
from companion.host.outbox import game_id
from companion.play import challenges
from companion.play.challenges import REFEREE
from devices.broker import free_ports
from devices.desk import PART, PICTURE
from testkit.people import People
from tests.desk.proxy import Proxy
from tests.devices.conftest import eventually
from tools.bench_desk_convention import Convention
from vision.camera.mat_pictures import small_jpeg


class Table:
    """A table of people, connected by the address that was given to it."""

    def __init__(self, address: str, folder: Path, seed: int) -> None:
        self.people = People.of("byzanz", 3, seed)
        self.session, self.book = self.people.session, self.people.session.book
        self.name = read_address(address).user
        folder.mkdir()
        self.line = DeskLine(read_address(address), folder)

    def play(self, entries: int) -> None:
        self.people.play(entries)
        self.line.poll(self.session)

    @property
    def digests(self) -> list[str]:
        return [entry.digest for entry in self.book.entries]


class Evening:
    """A convention with two tables and a referee's browser."""

    def __init__(self, folder: Path) -> None:
        self.desk = Convention(folder, 4, durable=False)
        addresses = self.desk.addresses
        self.tables = [Table(addresses[number], folder / f"t{number}", number + 1) for number in range(2)]

    def whole(self, seconds: float = 40.0) -> bool:
        """Is everything that happened kept, in time?"""

        def same() -> bool:
            for table in self.tables:
                table.line.poll(table.session)
            return all(self.desk.kept(table.name) == table.digests for table in self.tables)

        return bool(eventually(same, seconds))

    def asked(self, method: str, path: str, body: str = "") -> tuple[int, str]:
        place = urlsplit(self.desk.link)
        line = http.client.HTTPConnection(place.hostname or "", place.port, timeout=10)
        headers = {"Host": place.netloc, "Cookie": f"desk={self.token}", "Origin": f"http://{place.netloc}"}
        line.request(method, path, body, headers)
        answer = line.getresponse()
        return answer.status, answer.read().decode(errors="replace")

    @property
    def token(self) -> str:
        return urlsplit(self.desk.link).query.removeprefix("token=")

    def since(self, table: Table) -> float:
        """When the newest entry was made that the page of all tables shows of a table."""
        found = re.search(rf'{table.name}".*?data-since="([0-9.]+)"', self.asked("GET", "/")[1], re.DOTALL)
        return float(found[1]) if found else 0.0

    def shows(self, table: Table, seconds: float = 20.0) -> bool:
        """Does the page show the newest entry, in time?"""
        return bool(
            eventually(
                lambda: table.line.poll(table.session) or self.since(table) == table.book.entries[-1].at, seconds
            )
        )

    @property
    def hidden(self) -> list[str]:
        """The tables whose newest entry the page does not show in time."""
        return [table.name for table in self.tables if not self.shows(table)]

    def close(self) -> None:
        for table in self.tables:
            table.line.close()
        self.desk.close()


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    made = Evening(tmp_path_factory.mktemp("convention"))
    yield made
    made.close()


def test_every_entry_is_kept_and_shown(evening: Evening) -> None:
    for table in evening.tables:
        table.play(20)
    assert evening.whole()
    assert not evening.hidden


@pytest.mark.parametrize("victim", ["worker", "database", "page", "node"])
def test_whatever_is_killed_nothing_is_lost_or_doubled(evening: Evening, victim: str) -> None:
    kill = evening.desk.victims(Random(1))[victim]
    evening.tables[0].play(5)
    evening.tables[1].play(5)
    kill()
    evening.tables[0].play(5)
    evening.tables[1].play(5)
    assert evening.whole()
    assert not evening.hidden


def test_a_page_that_was_started_again_is_opened_by_the_same_token(evening: Evening) -> None:
    before = evening.token
    evening.desk.web.restart()
    assert evening.token == before
    assert evening.asked("GET", "/standings")[0] == 200


def test_two_web_workers_behind_a_proxy_are_one_page(evening: Evening) -> None:
    ports = free_ports(2)
    known = ["--known-as", "https://desk.test"]
    webs = [evening.desk.role("web", f"web-{port}", "--port", str(port), *known) for port in ports]
    proxy = Proxy(ports)

    def asked(path: str, body: str | None = None) -> tuple[int, str]:
        line = http.client.HTTPConnection("127.0.0.1", proxy.port, timeout=10)
        headers = {"Host": "desk.test", "Cookie": f"desk={evening.token}", "Origin": "https://desk.test"}
        line.request("GET" if body is None else "POST", path, body, headers)
        answer = line.getresponse()
        return answer.status, answer.read().decode()

    assert [web.said for web in webs] == [f"https://desk.test/?token={evening.token}"] * 2
    assert asked("/enter", '{"names": "Olga\\nPia\\nQuim"}')[0] == 200
    assert asked("/clock", '{"minutes": 45}')[0] == 200
    assert asked("/draw", "{}")[0] == 200

    def both_show(what: str) -> bool:
        return all(what in asked("/standings")[1] for _ in range(2))

    assert eventually(lambda: both_show("Quim") and both_show("data-until") and both_show("drawn, not seated yet"))
    assert len({re.search(r'data-until="([0-9.]+)"', asked("/standings")[1])[1] for _ in range(2)}) == 1  # type: ignore[index]
    assert sorted(proxy.asked) == sorted(ports)
    assert asked("/clock-off", "{}")[0] == 200
    for each in (proxy, *webs):
        each.close()


def test_a_round_that_a_page_has_seated_reaches_its_tables_by_a_worker(evening: Evening) -> None:
    names = "\\n".join(f"Guest {number}" for number in range(1, 9))
    for path, body in (("/enter", f'{{"names": "{names}"}}'), ("/draw", "{}"), ("/seat", "{}")):
        assert evening.asked("POST", path, body)[0] == 200

    def heard() -> list[tuple[str, ...]]:
        for table in evening.tables:
            table.line.poll(table.session)
        return [table.line.seated for table in evening.tables]

    assert eventually(lambda: all(heard()), 30.0)
    assert heard() == [seats_of(evening, table.name) for table in evening.tables]


def seats_of(evening: Evening, table: str) -> tuple[str, ...]:
    """Who sits at a table, by the page's file of rounds."""
    rows = csv.DictReader(io.StringIO(evening.asked("GET", "/export/rounds.csv")[1]))
    return tuple(row["name"] for row in rows if row["table"] == table.removeprefix("table-"))


def test_a_ruling_from_a_page_becomes_an_entry_at_the_table_by_a_worker(evening: Evening) -> None:
    table = evening.tables[0]
    table.play(3)
    table.session.submit(challenges.call(next(iter(table.session.names))))
    assert table.session.challenge is not None
    assert evening.shows(table)
    order = {"table": table.name, "challenge": table.session.challenge.number, "how": "stands"}
    assert evening.asked("POST", "/rule", json.dumps(order))[0] == 200
    assert eventually(lambda: table.line.poll(table.session) or table.book.entries[-1].origin == REFEREE)
    assert evening.shows(table)
    assert [ruling.entry for ruling in evening.desk.rulings()] == [table.book.last]
    assert evening.asked("GET", "/record")[0] == 200


def test_the_picture_of_a_challenge_goes_through_nodes_and_workers_to_any_page(evening: Evening) -> None:
    table = evening.tables[1]
    table.play(3)
    table.session.submit(challenges.call(next(iter(table.session.names))))
    assert table.session.challenge is not None
    number = table.session.challenge.number
    data = small_jpeg(np.random.default_rng(1).integers(0, 256, (360, 640, 3), np.uint8), PICTURE)
    assert len(data) > 2 * PART
    table.line._pictures = pictures = MatPictures(lambda: None)
    pictures._made = (game_id(table.book), number), Shown(data, 1e9, ())
    path = f"/table/{table.name}/picture/{number}"
    assert eventually(lambda: table.line.poll(table.session) or evening.asked("GET", path)[0] == 200, 40.0)
    assert f'src="{path}?' in evening.asked("GET", f"/table/{table.name}")[1]
    table.session.submit(challenges.let_stand())
    assert evening.shows(table)


def test_people_are_called_by_number_on_every_page(evening: Evening) -> None:
    name = next(iter(evening.tables[1].session.names.values()))
    assert eventually(lambda: name in evening.asked("GET", "/")[1])
    assert evening.asked("POST", "/people", '{"numbers": true}')[0] == 200
    assert eventually(lambda: name not in evening.asked("GET", "/")[1])
    assert evening.asked("POST", "/people", '{"numbers": false}')[0] == 200
    assert eventually(lambda: name in evening.asked("GET", "/")[1])
