"""A club's desk by TLS, with the table's own authority: page and broker, as `companion desk` starts them."""

from __future__ import annotations

import http.client
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from msgspec.structs import replace

from companion.commands.cli import main
from companion.host.desk_line import DeskLine, read_address
from companion.web.serving.keys import KEYS, keys_for, make_keys
from devices.broker import HOST_USER, LOOPBACK, Kind, free_port, start_broker
from devices.mqtt_client import Address, MqttClient
from testkit.people import People
from tests.desk.test_command import addresses
from tests.devices.conftest import BROKERS, eventually

ELSEWHERE = "127.0.0.2"
"""An address of this machine that is not the one everything else listens at."""


class Desk:
    """`companion desk` of two tables on a folder; `said` is what it printed at its start."""

    def __init__(self, folder: Path, *more: str) -> None:
        self.folder, self.port = folder, free_port()
        command = [sys.executable, "-m", "companion", "--data", str(folder), "desk", "--tables", "2", "--port", "0"]
        command += ["--broker-port", str(self.port), "--broker", "mosquitto", *more]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.said = list(self._until_up())

    def _until_up(self) -> Iterator[str]:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            yield line.strip()
            if line.startswith(("by TLS", "not private")):
                return

    @property
    def link(self) -> str:
        return self.said[0].removeprefix("desk: ")

    def asked(self, authority: Path, path: str, **headers: str) -> http.client.HTTPResponse:
        """A request of a browser that trusts this authority and no other."""
        place = urlsplit(self.link)
        trust = ssl.create_default_context(cafile=str(authority))
        way = http.client.HTTPSConnection(place.netloc, timeout=10, context=trust)
        way.request("GET", path, headers={"Host": place.netloc, **headers})
        return way.getresponse()

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(20)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """A desk with keys that were made for nothing but a name."""
    folder = tmp_path_factory.mktemp("data")
    make_keys(folder / KEYS, ["table.local"])
    opened = Desk(folder, "--listen", ELSEWHERE)
    yield opened
    opened.close()


@pytest.fixture
def stranger(tmp_path: Path) -> Path:
    """Another table's authority."""
    make_keys(tmp_path / "other", [LOOPBACK, ELSEWHERE])
    return tmp_path / "other" / "ca.crt"


@pytest.fixture
def place(desk: Desk, capsys: pytest.CaptureFixture[str]) -> Address:
    """The address of table 1 as it is printed, the file of the authority where it was copied to."""
    asked = ("--tables", "1", "--listen", ELSEWHERE, "--broker-port", str(desk.port))
    (line,) = addresses(desk.folder, capsys, *asked)
    assert (line.partition("table-1")[0], line.partition("?")[2]) == ("mqtts://", "ca=ca.crt")
    return replace(read_address(line), ca=desk.folder / KEYS / "ca.crt")


# --- the page ---


def test_the_page_is_https_for_who_trusts_the_authority(desk: Desk, stranger: Path) -> None:
    trusted, door = desk.folder / KEYS / "ca.crt", urlsplit(desk.link)
    opened = desk.asked(trusted, f"/?{door.query}")
    assert (door.scheme, opened.status) == ("https", 303)
    cookie = opened.headers["Set-Cookie"]
    assert all(word in cookie for word in ("Secure", "HttpOnly", "SameSite=Strict"))
    assert desk.asked(trusted, "/", Cookie=cookie.partition(";")[0]).status == 200
    with pytest.raises(ssl.SSLCertVerificationError):
        desk.asked(stranger, "/")


def test_pages_listen_and_order_by_https(desk: Desk) -> None:
    trusted, door = desk.folder / KEYS / "ca.crt", urlsplit(desk.link)
    cookie = f"desk={door.query.removeprefix('token=')}"
    assert desk.asked(trusted, "/events", Cookie=cookie).readline() == b"retry: 1000\n"
    place, trust = door.netloc, ssl.create_default_context(cafile=str(trusted))
    way = http.client.HTTPSConnection(place, timeout=10, context=trust)
    for origin, status in ((f"http://{place}", 403), (f"https://{place}", 200)):
        way.request("POST", "/people", b'{"numbers": true}', {"Host": place, "Origin": origin, "Cookie": cookie})
        answer = way.getresponse()
        assert (answer.status, bool(answer.read())) == (status, True)


def test_nothing_is_told_without_tls(desk: Desk) -> None:
    way = http.client.HTTPConnection(urlsplit(desk.link).netloc, timeout=10)
    way.request("GET", "/")
    with pytest.raises((ConnectionError, http.client.HTTPException)):
        way.getresponse()


# --- the broker ---


def played(place: Address, folder: Path) -> tuple[DeskLine, People]:
    people = People.of("byzanz", 3, 1)
    people.play(10)
    return DeskLine(place, folder), people


def test_a_table_that_trusts_the_authority_reaches_the_desk(desk: Desk, place: Address, tmp_path: Path) -> None:
    line, people = played(place, tmp_path)
    assert eventually(lambda: line.poll(people.session) or (line._outbox and line.waiting == 0))
    assert f"by TLS alone: copy {desk.folder / KEYS / 'ca.crt'} to each table" in desk.said[-1]
    line.close()


@pytest.mark.parametrize("trusts", ["another", "none"])
def test_a_table_that_trusts_another_authority_or_speaks_plain_is_refused(
    place: Address, stranger: Path, tmp_path: Path, trusts: str
) -> None:
    line, people = played(replace(place, ca=stranger if trusts == "another" else None), tmp_path)
    why = "CERTIFICATE_VERIFY_FAILED" if trusts == "another" else "connection lost"
    assert eventually(lambda: line.poll(people.session) or why in line.trouble)
    assert line.waiting == people.session.book.last + 1
    line.close()


@pytest.mark.parametrize("kind", BROKERS)
def test_either_broker_speaks_tls_alone(kind: Kind, tmp_path: Path, stranger: Path) -> None:
    make_keys(tmp_path / KEYS, [LOOPBACK])
    keys = keys_for(tmp_path / KEYS, ELSEWHERE)
    with start_broker({HOST_USER: "h"}, kind, bind=ELSEWHERE, keys=keys) as broker:
        assert joins(broker.address())
        assert not joins(replace(broker.address(), ca=stranger))
        assert not joins(replace(broker.address(), ca=None))


def joins(place: Address) -> bool:
    client = MqttClient(place, "one", (), ("companion/one", b""), lambda: None)
    eventually(lambda: client.poll(0.02) or client.connected or client.trouble)
    joined = client.connected
    client.close()
    return joined


@pytest.mark.parametrize("kind", BROKERS)
def test_a_broker_that_listens_at_another_address_is_found_there(kind: Kind) -> None:
    with start_broker({HOST_USER: "h"}, kind, bind=ELSEWHERE) as broker:
        assert broker.address().host == ELSEWHERE
        assert joins(broker.address())
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection((LOOPBACK, broker.port), 1)


# --- what is said ---


@pytest.mark.parametrize("file", ["ca.crt", "broker.crt", "broker.key"])
def test_keys_that_are_damaged_are_named_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], file: str
) -> None:
    make_keys(tmp_path / KEYS, [LOOPBACK])
    (tmp_path / KEYS / file).write_text("nothing")
    assert main(["--data", str(tmp_path), "desk", "--port", "0"]) == 1
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("companion: ")
    assert file in line


def test_a_desk_without_keys_says_that_it_is_not_private(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "--listen", "0.0.0.0")
    desk.close()
    assert desk.link.startswith(f"http://{LOOPBACK}:")
    assert desk.said[-1].startswith("not private: who shares the network of 0.0.0.0 can read passwords")
    assert "`companion keys`" in desk.said[-1]


def test_a_proxy_that_does_the_tls_is_spoken_to_without(tmp_path: Path) -> None:
    make_keys(tmp_path / KEYS, [LOOPBACK])
    desk = Desk(tmp_path, "--known-as", "https://club.local", "--page", LOOPBACK, "--port", str(port := free_port()))
    way = http.client.HTTPConnection(LOOPBACK, port, timeout=10)
    way.request("GET", "/", headers={"Host": "club.local"})
    answer: Any = way.getresponse()
    desk.close()
    assert answer.status == 403
