"""How many pages may listen, and how many requests may wait; whoever is refused loses nothing, and the game goes on."""

from __future__ import annotations

import http.client
import time
from collections.abc import Iterator
from random import Random
from types import SimpleNamespace

import pytest

from companion.host.wiring import Wiring
from companion.web.phones.routes import MOST_OF_ONE, MOST_STREAMS
from companion.web.phones.table import BUDGET, MOST_WAITING, Busy, PhoneTable
from tests.phones.hall import Hall, hall, session_of
from tests.phones.test_server import ask

SOON = 10.0


@pytest.fixture
def here() -> Iterator[Hall]:
    session = session_of("constantinopolis", 3, 3)
    with hall(session) as opened:
        yield opened


class Listening:
    """Pages that listen, from addresses of this machine."""

    def __init__(self, here: Hall) -> None:
        self._here, self._token = here, here.token("")
        self.pages: list[http.client.HTTPConnection] = []

    def open(self, address: str) -> int:
        """One more page from this address: the status it is answered with."""
        host = self._here.server.origin.removeprefix("http://")
        page = http.client.HTTPConnection(host, timeout=SOON, source_address=(address, 0))
        page.request("GET", "/api/live", headers={"Host": host, "Cookie": f"seat={self._token}"})
        status = page.getresponse().status
        if status == 200:
            self.pages.append(page)
        else:
            page.close()
        return status

    def close(self) -> None:
        for page in self.pages:
            assert page.sock is None or page.sock.close() is None
        self.pages.clear()


@pytest.fixture
def listening(here: Hall) -> Iterator[Listening]:
    made = Listening(here)
    yield made
    made.close()


def test_one_address_has_so_many_pages_and_another_still_gets_its_own(here: Hall, listening: Listening) -> None:
    assert [listening.open("127.0.0.2") for _ in range(MOST_OF_ONE + 1)] == [200] * MOST_OF_ONE + [503]
    assert listening.open("127.0.0.3") == 200
    here.play(1, Random(1))
    assert here.session.book.last == 2


def test_so_many_pages_listen_at_once(listening: Listening) -> None:
    addresses = [f"127.0.0.{2 + at // MOST_OF_ONE}" for at in range(MOST_STREAMS)]
    assert [listening.open(address) for address in addresses] == [200] * MOST_STREAMS
    assert listening.open("127.0.0.99") == 503


def test_so_many_requests_wait_and_each_of_them_is_done(here: Hall) -> None:
    done = []
    with here._lock:  # the owner is busy with something else
        waiting = [here.table.ask(lambda at=at: done.append(at)) for at in range(MOST_WAITING)]
        with pytest.raises(Busy):
            here.table.ask(lambda: done.append(-1))
        refused = ask(here, "/api/table")
    assert (refused.status, refused.headers["Retry-After"]) == (503, "2")
    until = time.monotonic() + SOON
    while not all(each.done() for each in waiting):
        assert time.monotonic() < until
        time.sleep(0.01)
    assert done == list(range(MOST_WAITING))
    assert ask(here, "/api/table").status == 200


class Clock:
    """Seconds that pass when they are told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def test_one_poll_gives_phones_a_few_milliseconds_and_the_next_goes_on() -> None:
    """Whatever they ask for: the tablet's own screen comes in between."""
    clock, done = Clock(), list[int]()
    table = PhoneTable(SimpleNamespace(running=None, setting=False, sides={}, folder=None, wiring=Wiring()), clock)

    def work(at: int) -> None:
        clock.now += BUDGET / 2.5
        done.append(at)

    for at in range(7):
        table.ask(lambda at=at: work(at))  # type: ignore[misc]
    spent = []
    while len(done) < 7:
        before = clock.now
        table.poll()
        spent.append((clock.now - before) / BUDGET)
    assert done == list(range(7))
    assert [round(each, 1) for each in spent] == [1.2, 1.2, 0.4]
    assert BUDGET < 0.016  # less than the time of one picture of the screen
