"""`companion desk`, as it is started: its broker, its addresses, and how it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from companion.commands.cli import main
from companion.host.desk_line import DeskLine, read_address
from companion.web.desk.accounts import FILE, Accounts
from devices.broker import LOOPBACK, free_port
from engine.errors import WrongFile, WrongInput
from testkit.people import People
from tests.desk.test_strangers import listening
from tests.devices.conftest import eventually
from tools.bench_desk import broker_process
from tools.bench_desk_parts import DeskProcess


def addresses(folder: Path, capsys: pytest.CaptureFixture[str], *more: str) -> list[str]:
    assert main(["--data", str(folder), "desk", "--addresses", *more]) == 0
    return capsys.readouterr().out.split()


def test_addresses_stay_the_same_from_evening_to_evening(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = addresses(tmp_path, capsys, "--tables", "3")
    assert len(set(first)) == 3
    assert addresses(tmp_path, capsys, "--tables", "30")[:3] == first
    assert (tmp_path / "desk" / FILE).stat().st_mode & 0o077 == 0


def test_every_address_is_one_a_table_takes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = addresses(tmp_path, capsys, "--tables", "1", "--listen", "192.168.1.10")
    place = read_address(line)
    assert (place.host, place.port, place.user, len(place.password)) == ("192.168.1.10", 1884, "table-1", 24)


def test_an_address_may_name_several_nodes() -> None:
    place = read_address("mqtts://table-7:a%40b@n1,n2:9999,[::1]:1?ca=ca.crt")
    assert (place.host, place.port, place.user, place.password) == ("n1", 8883, "table-7", "a@b")
    assert place.others == (("n2", 9999), ("::1", 1))


@pytest.mark.parametrize(
    "text",
    ["", "table-7", "http://table-7:x@host", "mqtt://host", "mqtt://desk:x@host", "mqtt://a b:x@host", "mqtt://t:x@h:99999",
     "mqtts://t:x@host", "mqtt://t:x@host?ca=x", "mqtt://t:x@one,", "mqtt://t:x@one:1,two:x"],
)  # fmt: skip
def test_what_is_no_address_of_a_desk_is_refused(text: str) -> None:
    with pytest.raises(WrongInput, match="the desk's address"):
        read_address(text)


def test_a_damaged_secret_is_named(tmp_path: Path) -> None:
    (tmp_path / "desk").mkdir()
    (tmp_path / "desk" / FILE).write_bytes(b"short")
    assert main(["--data", str(tmp_path), "desk", "--addresses"]) == 1
    with pytest.raises(WrongFile, match="no secret"):
        Accounts(tmp_path / "desk", 1)


@pytest.mark.parametrize("tables", ["0", "1001"])
def test_a_number_of_tables_that_makes_no_sense_is_refused(tmp_path: Path, tables: str) -> None:
    assert main(["--data", str(tmp_path), "desk", "--tables", tables]) == 1


@pytest.mark.parametrize("page", ["0.0.0.0", "::", ""])
def test_a_page_answers_to_one_address(tmp_path: Path, page: str) -> None:
    assert main(["--data", str(tmp_path), "desk", "--page", page]) == 1


def test_accounts_are_what_a_broker_elsewhere_is_given(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--data", str(tmp_path), "desk", "--accounts", "--tables", "2"]) == 0
    accounts = dict(line.split(":") for line in capsys.readouterr().out.split())
    assert list(accounts) == ["desk", "table-1", "table-2"]
    (line,) = addresses(tmp_path, capsys, "--tables", "1", "--broker", "mqtts://club.local:8883?ca=/keys/ca.crt")
    assert line.endswith("?ca=ca.crt")
    assert accounts["table-1"] in line


@pytest.mark.parametrize(
    "words",
    [["--broker", "nonsense"], ["--broker", "mqtts://club.local"], ["--broker", "mqtt://guest:x@club.local"],
     ["--known-as", "http://club.local"], ["--known-as", "club.local:x"]],
)  # fmt: skip
def test_a_broker_or_a_name_that_is_none_is_refused(
    tmp_path: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--data", str(tmp_path), "desk", *words]) == 1
    assert capsys.readouterr().err.startswith("companion: ")


@pytest.fixture
def running(tmp_path: Path) -> Iterator[DeskProcess]:
    desk = DeskProcess(tmp_path, 2, free_port())
    yield desk
    desk.close()


def test_a_broker_that_is_killed_is_started_again(running: DeskProcess) -> None:
    first = broker_process(running.number)
    os.kill(first, signal.SIGKILL)
    assert eventually(lambda: broker_process(running.number) not in (0, first))


def test_its_broker_and_its_page_listen_on_this_machine_alone(tmp_path: Path) -> None:
    port = free_port()
    desk = DeskProcess(tmp_path, 2, port)
    page = urlsplit(desk.link).port
    assert page is not None
    assert [listening(port), listening(page)] == [{LOOPBACK}] * 2
    desk.close()


def test_it_ends_at_once_when_it_is_asked_to(tmp_path: Path) -> None:
    desk = DeskProcess(tmp_path, 2, free_port())
    broker = broker_process(desk.number)
    desk.close()
    assert desk._process.returncode == 143
    assert eventually(lambda: not Path(f"/proc/{broker}").exists())


def test_a_table_of_another_process_reaches_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    port = free_port()
    desk = DeskProcess(tmp_path, 2, port)
    line = DeskLine(read_address(addresses(tmp_path, capsys, "--tables", "1", "--broker-port", str(port))[0]), tmp_path)
    people = People.of("byzanz", 3, 1)
    people.play(10)
    assert eventually(lambda: line.poll(people.session) or line.waiting == 0)
    line.close()
    desk.close()


def test_help_names_the_desk() -> None:
    said = subprocess.run([sys.executable, "-m", "companion", "--help"], capture_output=True, text=True, check=True)
    assert "a referee's desk for all tables of a club" in said.stdout
