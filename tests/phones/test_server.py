"""What the server refuses, and what a phone's command is worth: each claim of docs/phones.md as a test."""

from __future__ import annotations

import http.client
import json
import re
import socket
import time
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import pytest

from companion.play.session import Session
from companion.web.phones import routes
from companion.web.phones.addresses import own_addresses
from companion.web.phones.offering import key_of
from companion.web.phones.page_words import page_words
from companion.web.phones.server import PhoneServer
from companion.web.phones.table import PhoneTable
from companion.web.serving import guard
from companion.wording import LANGUAGES, wording
from engine.errors import NotWritten
from tests.phones.hall import HERE, Hall, hall, played


class Answer(NamedTuple):
    """What the server said."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def cookie(self) -> str:
        return self.headers["Set-Cookie"]


@pytest.fixture
def here() -> Iterator[Hall]:
    """A duel of two, one of whom is asked."""
    with hall(played("constantinopolis", 3, 3, _duelling)) as opened:
        yield opened


def _duelling(session: Session) -> bool:
    return type(session.state.phase).__name__ == "Duel"


def ask(at: Hall, path: str, data: object = None, seat: str = "", **headers: str) -> Answer:
    """A request as the page makes it; a `seat` has a cookie's token, headers may be other ones."""
    host = at.server.origin.removeprefix("http://")
    sent = {"Host": host, "X-Table-Code": at.table.code}
    if data is not None:
        sent |= {"Origin": at.server.origin, "Content-Type": "application/json"}
    if seat:
        sent["Cookie"] = f"seat={seat}"
    sent |= {name.replace("_", "-"): value for name, value in headers.items()}
    way = http.client.HTTPConnection(host, timeout=10)
    body = data if isinstance(data, bytes) or data is None else json.dumps(data).encode()
    way.request("GET" if data is None else "POST", path, body, {name: text for name, text in sent.items() if text})
    answer = way.getresponse()
    found = Answer(answer.status, answer.headers, b"" if path.startswith("/api/live") else answer.read())
    way.close()
    return found


def due(at: Hall) -> str:
    return str(at.session.state.phase.actors[0])


def raising(at: Hall, **more: object) -> dict[str, object]:
    """The lowest raise of the seat that is asked, as its page sends it."""
    item: Any = at.owner(lambda: at.session.offers(due(at))[0])
    tap = {"id": "one-tap-of-mine", "seen": at.session.book.last, "do": "offer", "key": key_of(item)}
    return {**tap, "chosen": item.over.span[0], **more}


# --- who is let in ---


def test_nothing_listens_before_it_is_turned_on_and_after_it_is_turned_off() -> None:
    with hall(None) as opened:
        port = int(opened.server.origin.rpartition(":")[2])
        assert ask(opened, "/").status == 200
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((HERE, port), 1)


def test_it_listens_at_the_address_it_was_given_and_at_no_other(here: Hall) -> None:
    others = [address for address in own_addresses() if address != HERE] or ["127.0.0.2"]
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((others[0], int(here.server.origin.rpartition(":")[2])), 1)


def test_an_address_that_is_taken_is_said_in_a_sentence(here: Hall) -> None:
    with pytest.raises(NotWritten, match="phones cannot be served at 127"):
        PhoneServer(PhoneTable(here.host), HERE, int(here.server.origin.rpartition(":")[2]))


def test_who_has_not_read_the_code_on_the_tablet_is_told_nothing(here: Hall) -> None:
    assert ask(here, "/api/table").status == 200
    for code in ("", "aaaaaaaa"):
        refused = ask(here, "/api/table", X_Table_Code=code)
        assert refused.status == 403
        assert not any(name.encode() in refused.body for name in here.session.names.values())
        assert ask(here, "/api/join", {"seat": due(here)}, X_Table_Code=code).status == 403
        assert ask(here, "/api/watch", {}, X_Table_Code=code).status == 403


def test_an_address_that_guesses_codes_is_heard_no_more_not_even_with_the_right_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing is allowed again here while it goes on, so that a slow machine sees the same."""
    assert (routes.GUESSES, routes.GUESS_RATE) == (20, 0.5)  # as docs/phones.md says
    monkeypatch.setattr(routes, "GUESS_RATE", 0.0)
    with hall(played("constantinopolis", 3, 3, _duelling)) as opened:
        guessed = [ask(opened, "/api/table", X_Table_Code=f"aaaaaa{at:02}").status for at in range(routes.GUESSES)]
        assert guessed == [403] * routes.GUESSES
        for path, data in (("/api/table", None), ("/api/join", {"seat": due(opened)}), ("/api/watch", {})):
            refused = ask(opened, path, data)
            assert (refused.status, refused.headers["Retry-After"]) == (429, "5")
        assert _from("127.0.0.9", opened) == 200


def _from(address: str, at: Hall) -> int:
    """The status another address gets, which has read the code."""
    host = at.server.origin.removeprefix("http://")
    way = http.client.HTTPConnection(host, timeout=10, source_address=(address, 0))
    way.request("GET", "/api/table", headers={"Host": host, "X-Table-Code": at.table.code})
    status = way.getresponse().status
    way.close()
    return status


def test_a_page_from_elsewhere_may_ask_for_nothing(here: Hall) -> None:
    token = here.token(due(here))
    for wrong in ({"Origin": "http://evil.example"}, {"Origin": ""}, {"Sec_Fetch_Site": "cross-site"}):
        assert ask(here, "/api/act", raising(here), token, **wrong).status == 403
    assert ask(here, "/api/table", Sec_Fetch_Site="cross-site").status == 403
    assert ask(here, "/api/table", Host="evil.example").status == 421


def test_a_form_of_another_page_is_not_read(here: Hall) -> None:
    token = here.token(due(here))
    assert ask(here, "/api/act", raising(here), token, Content_Type="text/plain").status == 415


def test_every_answer_allows_the_page_nothing_but_its_own_files(here: Hall) -> None:
    for path in ("/", "/page/phone.js", "/page/nothing", "/api/table", "/api/act"):
        headers = ask(here, path).headers
        assert headers["Content-Security-Policy"].startswith("default-src 'none'; script-src 'self'; style-src 'self'")
        assert "unsafe" not in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Access-Control-Allow-Origin"] is None


def test_the_page_names_no_file_of_another_place(here: Hall) -> None:
    for name in ("", "page/phone.js", "page/link.js", "page/seat.js", "page/phone.css", "page/theme.css"):
        body = ask(here, f"/{name}").body
        links = re.findall(rb"""["'(](?:https?:)?//[^"')]*""", body)
        assert [link for link in links if b"http://www.w3.org/" not in link] == []


def test_too_much_is_refused(here: Hall) -> None:
    assert ask(here, "/api/act", b"[" * 20_000, here.token(due(here))).status == 413


def test_too_often_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is allowed again here while it goes on, so that a slow machine sees the same."""
    monkeypatch.setattr(guard, "RATE", 0.0)
    with hall(played("constantinopolis", 3, 3, _duelling)) as opened:
        answers = [ask(opened, "/page/mark.svg").status for _ in range(guard.BURST + 1)]
    assert answers == [200] * guard.BURST + [429]


def test_what_is_no_request_of_the_page_is_said_and_not_done(here: Hall) -> None:
    token, last = here.token(due(here)), here.session.book.last
    for wrong in (
        b"",
        b"[]",
        b'{"id":"x"}',
        raising(here, more=1),
        raising(here, seen=-1),
        raising(here, chosen="all"),
    ):
        assert ask(here, "/api/act", wrong, token).status == 400
    assert here.session.book.last == last


@pytest.mark.parametrize("bytes_", [b"\xff\xfe", "ü".encode(), b"\xed\xa0\x80", b"x" * 7000])
def test_a_token_a_code_or_a_body_of_odd_bytes_is_a_wrong_one(here: Hall, bytes_: bytes) -> None:
    """Each is refused in a word, as any other wrong one; none of them is a fault of the program."""
    origin, code = here.server.origin.encode(), here.table.code.encode()
    here.owner(lambda: here.table.join(due(here)))  # somebody else asks: its secret is compared
    tries = {
        (b"GET /api/table", b"X-Table-Code: " + bytes_, b""): 403,
        (b"GET /api/join", b"Cookie: joining=" + bytes_, b""): 401,
        (b"GET /api/live", b"Cookie: seat=" + bytes_, b""): 401,
        (b"POST /api/act", b"Cookie: seat=" + bytes_, b'{"id":"one-tap-of-mine","seen":1,"do":"look"}'): 401,
        (b"POST /api/act", b"X-Table-Code: " + code, b'{"id":"\xff one tap","seen":1,"do":"look"}'): 400,
        (b"POST /api/join", b"X-Table-Code: " + code, b'{"seat":"\xff"}'): 400,
    }
    assert {each: _raw(origin, *each) for each in tries} == tries


def _raw(origin: bytes, head: bytes, more: bytes, body: bytes) -> int:
    """The status of the answer to a request whose bytes are these."""
    sent = b"%s HTTP/1.1\r\nHost: %s\r\nOrigin: %s\r\n%s\r\n" % (head, origin.removeprefix(b"http://"), origin, more)
    sent += b"Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body)
    host, _, port = origin.decode().removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), 10) as line:
        line.sendall(sent)
        return int(line.recv(4096).split()[1])


def test_one_address_listens_with_no_more_than_so_many_pages(here: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "MOST_OF_ONE", 2)
    host, cookie = here.server.origin.removeprefix("http://"), f"seat={here.token(due(here))}"
    ways = [http.client.HTTPConnection(host, timeout=10) for _ in range(3)]
    for way in ways:
        way.request("GET", "/api/live", headers={"Cookie": cookie})
    assert sorted(way.getresponse().status for way in ways) == [200, 200, 503]
    for way in ways:
        way.close()


# --- joining ---


def _cookie(answer: Answer) -> str:
    return answer.cookie.partition(";")[0]


def test_a_phone_joins_by_a_yes_at_both_screens(here: Hall) -> None:
    seat = due(here)
    asked = ask(here, "/api/join", {"seat": seat})
    mine = _cookie(asked)
    waiting = here.owner(here.table.joining.waiting)
    assert asked.json["goods"] == list(waiting[seat].goods)
    assert ask(here, "/api/join", Cookie=mine).json == {"joined": False}
    assert ask(here, "/api/join/agree", {}, Cookie=mine).status == 200
    assert ask(here, "/api/join", Cookie=mine).json == {"joined": False}
    here.owner(lambda: here.table.grant(seat))
    joined = ask(here, "/api/join", Cookie=mine)
    assert joined.json == {"joined": True}
    assert here.owner(here.table.tokens.seats) == {seat}
    cookie = joined.headers.get_all("Set-Cookie")[0]
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(cookie.split("; "))


def test_the_tablets_yes_alone_gives_no_seat_and_its_no_ends_it(here: Hall) -> None:
    seat = due(here)
    mine = _cookie(ask(here, "/api/join", {"seat": seat}))
    here.owner(lambda: here.table.grant(seat))
    assert ask(here, "/api/join", Cookie=mine).json == {"joined": False}
    here.owner(lambda: here.table.refuse(seat))
    assert ask(here, "/api/join", Cookie=mine).status == 401
    assert here.owner(here.table.tokens.seats) == frozenset()


def test_a_guest_cannot_take_a_seat_another_phone_has_or_asks_for(here: Hall) -> None:
    seat, free = due(here), next(one for one in here.session.names if one != due(here))
    here.token(seat)
    assert ask(here, "/api/join", {"seat": seat}).status == 409
    assert ask(here, "/api/join", {"seat": free}).status == 200
    assert ask(here, "/api/join", {"seat": free}).status == 409
    assert ask(here, "/api/join", {"seat": "nobody's"}).status == 401


# --- acting ---


def test_a_seat_raises_once_however_often_the_tap_arrives(here: Hall) -> None:
    token, last = here.token(due(here)), here.session.book.last
    tap = raising(here)
    first = ask(here, "/api/act", tap, token)
    assert first.json["done"]
    assert here.session.book.last == last + 1
    assert here.session.journal[-1].origin == f"phone:{here.session.journal[-1].command.seat}"
    again = [ask(here, "/api/act", tap, token).json for _ in range(3)]
    assert again == [first.json] * 3
    assert here.session.book.last == last + 1


def test_a_tap_for_an_older_entry_is_refused_and_says_so(here: Hall) -> None:
    token = here.token(due(here))
    tap = raising(here)
    here.play(1, Random(1))
    last = here.session.book.last
    told = ask(here, "/api/act?language=it", tap, token).json
    assert (told["done"], told["stale"], told["number"]) == (False, True, last)
    assert told["message"] == "Il tavolo è andato avanti. Guarda di nuovo."
    assert here.session.book.last == last


def test_a_seat_acts_for_itself_only(here: Hall) -> None:
    other, last = next(one for one in here.session.names if one != due(here)), here.session.book.last
    told = ask(here, "/api/act", raising(here), here.token(other)).json
    assert not told["done"]
    assert here.session.book.last == last


def test_who_watches_and_who_has_no_token_does_nothing(here: Hall) -> None:
    last = here.session.book.last
    watcher = _cookie(ask(here, "/api/watch", {})).removeprefix("seat=")
    assert ask(here, "/api/act", raising(here), watcher).status == 409
    assert ask(here, "/api/act", raising(here), "stolen-and-wrong").status == 401
    assert ask(here, "/api/live", seat="stolen-and-wrong").status == 401
    assert here.session.book.last == last


def test_a_revoked_seat_does_nothing_and_hears_nothing(here: Hall) -> None:
    token = here.token(due(here))
    assert ask(here, "/api/live", seat=token).status == 200
    here.owner(lambda: here.table.revoke(due(here)))
    assert ask(here, "/api/act", raising(here), token).status == 401
    assert ask(here, "/api/live", seat=token).status == 401


def test_another_game_and_turning_off_end_every_seat(here: Hall) -> None:
    token = here.token(due(here))
    here.owner(lambda: here.sit(played("constantinopolis", 3, 4, _duelling)))
    time.sleep(0.1)
    assert ask(here, "/api/me", seat=token).json == {"joined": False}
    token = here.token(due(here))
    here.owner(here.table.end)
    assert ask(here, "/api/me", seat=token).json == {"joined": False}
    assert ask(here, "/api/table").status == 403


def test_more_than_the_gold_one_holds_is_refused_with_rule_and_place(here: Hall) -> None:
    most = here.session.offers(due(here))[0].over.span[1]
    told = ask(here, "/api/act", raising(here, chosen=most + 1), here.token(due(here))).json
    assert not told["done"]
    told = ask(here, "/api/act", raising(here, id="another-tap", chosen=most), here.token(due(here))).json
    assert told["done"] or told["places"]


def test_a_challenge_freezes_the_game_for_every_phone(here: Hall) -> None:
    seat = due(here)
    tap = {"id": "my-challenge", "seen": here.session.book.last, "do": "challenge"}
    assert ask(here, "/api/act", tap, here.token(seat)).json["done"]
    assert here.session.challenge is not None
    assert here.session.challenge.seat == seat
    assert not ask(here, "/api/act", raising(here, id="after-that"), here.token(seat)).json["done"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_all_its_words_in_every_language(language: str) -> None:
    words: Any = page_words(language)
    assert words["language"] == language
    assert all(words["words"].values())
    assert wording.language == "en"
