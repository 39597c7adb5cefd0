"""A hostile page in a phone's own browser, and what two phones get over the wire, byte for byte."""

from __future__ import annotations

import http.client
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from companion.host.opening import new_session
from companion.play.session import Session
from tests.phones.hall import Hall, hall, played
from tests.phones.test_page import browser, due, phone, seated
from tests.phones.test_server import raising
from tests.play.test_seat_record import dealt, loading, other, with_one_more

__all__ = ["browser"]  # a fixture


class _Hostile(BaseHTTPRequestHandler):
    """A page of somebody else."""

    def __init__(self, page: str, *given: object) -> None:
        self._page = page
        super().__init__(*given)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(self._page.encode())

    def log_message(self, *_: object) -> None:
        """Says nothing."""


@contextmanager
def hostile(page: str) -> Iterator[str]:
    """The address of a page of somebody else, on this machine and so of another origin."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Hostile, page))  # type: ignore[arg-type]
    threading.Thread(target=server.serve_forever).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture
def here() -> Iterator[Hall]:
    with hall(played("constantinopolis", 3, 3, _duelling)) as opened:
        yield opened


def _duelling(session: Session) -> bool:
    return type(session.state.phase).__name__ == "Duel"


def visited(context: BrowserContext, address: str) -> Page:
    """The page of somebody else, in a browser that has a seat."""
    page = context.new_page()
    page.goto(address)
    return page


def test_another_page_cannot_frame_ours(browser: Browser, here: Hall) -> None:
    context = phone(browser)
    seated(context, here, due(here))
    with hostile(f"<iframe src='{here.server.origin}/' name='inside'></iframe>") as address:
        page = visited(context, address)
        page.wait_for_timeout(500)
        frame = page.frame("inside")
        assert frame is not None
        assert here.server.origin not in frame.url
        assert frame.locator("#bar").count() == 0
    context.close()


def test_another_page_can_neither_act_for_a_seat_nor_read_it(browser: Browser, here: Hall) -> None:
    """Its requests go to the table with the browser's own headers; none is carried out and no answer can be read."""
    context, last = phone(browser), here.session.book.last
    seated(context, here, due(here))
    with hostile("<p>Win a game</p>") as address:
        page = visited(context, address)
        for path, options in (
            ("/api/act", {"method": "POST", "body": str(raising(here)), "credentials": "include"}),
            ("/api/act", {"method": "POST", "mode": "no-cors", "body": "{}", "credentials": "include"}),
            ("/api/picture", {"method": "POST", "mode": "no-cors", "body": "x", "credentials": "include"}),
            ("/api/live", {"credentials": "include"}),
            ("/api/me", {"credentials": "include"}),
        ):
            got = page.evaluate(
                "([at, how]) => fetch(at, how).then(said => said.text()).catch(() => '')",
                [here.server.origin + path, options],
            )
            assert got == ""
        html = f"<form method=post action='{here.server.origin}/api/leave'><button id=b></button></form>"
        page.set_content(html)
        page.click("#b")
        page.wait_for_timeout(300)
    assert here.session.book.last == last
    assert due(here) in here.owner(here.table.tokens.seats)
    context.close()


def test_a_name_that_is_made_to_point_at_the_table_is_told_nothing(browser: Browser, here: Hall) -> None:
    """DNS rebinding: another page's name leads to the table's address."""
    port = here.server.origin.rpartition(":")[2]
    flags = ["--no-sandbox", "--host-resolver-rules=MAP evil.example 127.0.0.1"]
    opened = browser.browser_type.launch(executable_path=shutil.which("chromium"), args=flags)
    page = opened.new_page()
    answer = page.goto(f"http://evil.example:{port}/")
    assert answer is not None
    assert answer.status == 421
    assert page.evaluate("fetch('/api/table').then(said => said.status)") == 421
    opened.close()


# --- what two phones get ---


def got(at: Hall, seat: str) -> bytes:
    """The first view a phone gets, with all its headers but the clock's, as it comes over the wire."""
    host = at.server.origin.removeprefix("http://")
    way = http.client.HTTPConnection(host, timeout=10)
    way.request("GET", "/api/live?language=en", headers={"Host": host, "Cookie": f"seat={at.token(seat)}"})
    answer = way.getresponse()
    headers = sorted((name, value) for name, value in answer.getheaders() if name != "Date")
    lines = [answer.readline() for _ in range(3)]
    assert way.sock is None or way.sock.close() is None
    assert lines[1] == b"event: seat\n"
    return repr(headers).encode() + b"".join(lines)


def wire(session: Session, seat: str) -> bytes:
    with hall(session) as opened:
        return got(opened, seat)


def test_another_contract_loaded_in_secret_is_byte_for_byte_the_same_over_the_wire() -> None:
    journal, (one, two) = loading()
    this, that = (new_session(with_one_more(journal, load)) for load in (one, two))
    assert wire(this, other(one)) == wire(that, other(one))
    assert wire(this, "") == wire(that, "")
    assert wire(this, one.seat) != wire(that, one.seat)


def test_another_card_in_a_hand_is_byte_for_byte_the_same_over_the_wire() -> None:
    this, that = (new_session(dealt(face)) for face in ("card:SP4", "card:ME"))
    seats = this.book.setup.seats
    assert [wire(this, seat) == wire(that, seat) for seat in seats] == [False, True, True]


def test_two_phones_at_one_table_get_no_line_of_each_others_gold(here: Hall) -> None:
    one, two = list(here.session.names)[:2]
    before = got(here, two)
    table = here.session.state.table
    here.owner(lambda: table.shift("gold", 1, "supply", f"treasury/{one}"))
    try:
        assert got(here, two) == before
        assert got(here, "") != got(here, one)
    finally:
        here.owner(lambda: table.shift("gold", 1, f"treasury/{one}", "supply"))
