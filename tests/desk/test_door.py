"""The way in to the desk's pages: a token that ages on either store, and guesses that shut out nobody else."""

from __future__ import annotations

import http.client
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from companion.commands.desk_door import tell_door
from companion.web.desk.club_desk import ClubDesk
from companion.web.desk.office import Office
from companion.web.desk.page_token import IDLE, LONGEST, NOTED, PageToken
from companion.web.desk.pages import Club
from companion.web.desk.postgres_store import PostgresStore
from companion.web.desk.server import DeskServer
from companion.web.desk.store import DeskStore
from companion.web.desk.web_desk import NoLink, WebDesk
from testkit.club import Wire
from tests.desk.conftest import Open
from tests.devices.conftest import eventually


class Clock:
    """Seconds since 1970, moved by hand."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


# --- its age ---


def test_no_token_opens_anything_before_one_was_made(opened: Open, clock: Clock) -> None:
    token = PageToken(opened(), clock)
    assert token.over
    assert not token.fits("")


def test_a_token_that_nobody_uses_ends_after_twelve_hours(opened: Open, clock: Clock) -> None:
    token = PageToken(opened(), clock)
    token.renew()
    clock.now += 12 * 60 * 60 - 1
    assert token.fits(token.text)
    clock.now += 1
    assert (token.fits(token.text), IDLE) == (False, 12 * 60 * 60)


def test_use_renews_a_token_for_every_desk_until_a_week_is_over(opened: Open, clock: Clock) -> None:
    token = PageToken(opened(), clock)
    token.renew()
    text, end = token.text, clock.now + LONGEST
    while clock.now + IDLE / 2 < end:
        clock.now += IDLE / 2
        assert token.is_to_be_noted
        token.note_use()
        assert not token.is_to_be_noted
        assert PageToken(opened(), clock).fits(text)
    clock.now = end
    token.note_use()
    assert not token.fits(text)


def test_a_use_is_kept_once_in_ten_minutes(opened: Open, clock: Clock) -> None:
    token = PageToken(opened(), clock)
    token.renew()
    clock.now += NOTED - 1
    token.note_use()
    assert PageToken(opened(), clock)._document.value.used == 1_000_000.0
    clock.now += 1
    token.note_use()
    assert PageToken(opened(), clock)._document.value.used == clock.now


def test_a_club_has_a_new_token_at_every_start(opened: Open, clock: Clock) -> None:
    token = PageToken(opened(), clock)
    token.renew()
    again = PageToken(opened(), clock)
    again.renew(at_once=True)
    assert again.text != token.text
    assert not again.fits(token.text)


# --- at a page ---


class Door:
    """A page and its desk on a store; what it answers whom."""

    def __init__(self, store: DeskStore, clock: Clock, known_as: str = "") -> None:
        if isinstance(store, PostgresStore):
            link = NoLink()
            self.desk: ClubDesk = WebDesk(store, link, clock)
            self.office = Office(self.desk, link)
        else:
            wire = Wire()
            self.desk = ClubDesk(store, wire, clock)
            self.office = Office(self.desk, wire)
        self.desk.token.renew()
        self.server = DeskServer(self.office, Club(name="Spring", referee=""), port=0, known_as=known_as)
        self.office.start()

    def ask(self, path: str = "/record", cookie: str = "", **headers: str) -> int:
        port = self.server._port
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        more = {name.replace("_", "-"): value for name, value in headers.items()}
        given = {
            "Host": urlsplit(self.server.origin).netloc,
            **({"Cookie": f"desk={cookie}"} if cookie else {}),
            **more,
        }
        line.request("GET", path, "", given)
        return line.getresponse().status

    def guess(self, times: int, **headers: str) -> set[int]:
        return {self.ask("/?token=wrong", **headers) for _ in range(times)}

    def close(self) -> None:
        self.server.close()
        self.office.close()


@pytest.fixture
def door(opened: Open, clock: Clock) -> Iterator[Door]:
    made = Door(opened(), clock)
    yield made
    made.close()


@pytest.fixture
def behind(opened: Open, clock: Clock) -> Iterator[Door]:
    """A page behind a proxy."""
    made = Door(opened(), clock, "https://desk.test")
    yield made
    made.close()


def test_a_page_is_closed_to_a_token_that_has_ended_and_opened_by_the_one_that_is_printed(
    door: Door, clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    look = tell_door(door.office, door.server)
    next(look), next(look)
    first = door.server.token
    assert capsys.readouterr().out == f"desk: {door.server.origin}/?token={first}\n"
    assert door.ask(cookie=first) == 200
    clock.now += IDLE
    assert door.ask(cookie=first) == 403
    next(look), next(look)
    second = door.server.token
    assert capsys.readouterr().out == f"desk: {door.server.origin}/?token={second}\n"
    assert (door.ask(cookie=first), door.ask(cookie=second)) == (403, 200)
    assert door.ask(f"/?token={second}") == 303


def test_a_page_that_is_used_stays_open(door: Door, clock: Clock) -> None:
    token = door.server.token
    for _ in range(4):
        clock.now += IDLE - 1
        assert door.ask(cookie=token) == 200
        assert eventually(lambda: not door.desk.token.is_to_be_noted)


def test_a_page_that_listens_hears_no_more_when_its_token_has_ended(
    door: Door, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.web.desk.server.ALIVE", 0.05)
    line = http.client.HTTPConnection("127.0.0.1", door.server._port, timeout=10)
    host = urlsplit(door.server.origin).netloc
    line.request("GET", "/events", "", {"Host": host, "Cookie": f"desk={door.server.token}"})
    answer = line.getresponse()
    assert answer.read(15) == b"retry: 1000\ndat"
    clock.now += IDLE
    assert [answer.readline() for _ in range(100)][-1] == b""  # it comes to an end


# --- who guesses ---


def test_guesses_are_counted_and_who_has_the_token_comes_in_all_the_same(door: Door) -> None:
    assert door.guess(60) == {403}
    assert 429 in door.guess(60)
    assert door.ask(f"/?token={door.server.token}") == 303


@pytest.fixture
def few_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    """Twenty are let through, and hardly another one."""
    monkeypatch.setattr("companion.web.serving.guard.BURST", 20)
    monkeypatch.setattr("companion.web.serving.guard.RATE", 0.001)


@pytest.mark.usefixtures("few_requests")
def test_who_uses_up_an_addresss_requests_leaves_those_of_the_referee(door: Door) -> None:
    assert [door.ask() for _ in range(21)][-2:] == [403, 429]
    assert door.ask(cookie=door.server.token) == 200
    assert door.ask(f"/?token={door.server.token}") == 303


@pytest.mark.usefixtures("few_requests")
def test_the_referees_own_requests_have_an_end_too(door: Door) -> None:
    assert [door.ask(cookie=door.server.token) for _ in range(21)][-2:] == [200, 429]


def test_behind_a_proxy_each_guest_is_counted_alone(behind: Door) -> None:
    assert 429 in behind.guess(120, X_Forwarded_For="192.168.1.66")
    assert behind.guess(1, X_Forwarded_For="192.168.1.67") == {403}


@pytest.mark.parametrize("said", ["10.0.0.{}, 192.168.1.66", "nonsense {}, 192.168.1.66", "{}.1.1.1,192.168.1.66"])
def test_what_a_guest_says_of_themself_to_the_proxy_makes_nobody_else_of_them(behind: Door, said: str) -> None:
    answers = {behind.ask("/?token=wrong", X_Forwarded_For=said.format(number)) for number in range(120)}
    assert 429 in answers


@pytest.mark.parametrize("said", ["nonsense {}", "{}", "", "unknown, _hidden{}"])
def test_a_proxy_that_names_nobody_is_taken_for_the_guest(behind: Door, said: str) -> None:
    answers = {behind.ask("/?token=wrong", X_Forwarded_For=said.format(number)) for number in range(120)}
    assert 429 in answers


def test_without_a_proxy_nobody_is_another_by_saying_so(door: Door) -> None:
    answers = {door.ask("/?token=wrong", X_Forwarded_For=f"192.168.1.{number}") for number in range(120)}
    assert 429 in answers
