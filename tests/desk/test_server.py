"""The desk's pages over HTTP: opened by a token, deaf to other pages, unimpressed by names."""

from __future__ import annotations

import json
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from companion.host.opening import NAMES
from companion.web.desk.markup import Html, tag
from tests.desk.served import Evening


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    made = Evening(tmp_path_factory.mktemp("desk"))
    yield made
    made.close()


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/challenges",
        "/table/table-1",
        "/table/table-2/picture/1",
        "/events",
        "/standings",
        "/export/results.csv",
        "/?token=wrong",
    ],
)
def test_nobody_comes_in_without_the_token(evening: Evening, path: str) -> None:
    assert evening.request("GET", path).status == 403


def test_the_token_leaves_the_address_and_becomes_a_cookie_no_script_reads(evening: Evening) -> None:
    answer = evening.request("GET", f"/?token={evening.server.token}")
    cookie = answer.headers["Set-Cookie"]
    assert (answer.status, answer.headers["Location"]) == (303, "/")
    assert "HttpOnly" in cookie
    assert "SameSite=Strict" in cookie


RULING = {"table": "table-2", "challenge": 1, "how": "back"}


@pytest.mark.parametrize("origin", ["http://elsewhere", "null", "http://127.0.0.1:1", "http://localhost"])
def test_a_ruling_from_another_page_is_refused(evening: Evening, origin: str) -> None:
    assert evening.rule(RULING, Origin=origin) == 403


def test_a_ruling_that_hides_where_it_comes_from_is_refused(evening: Evening) -> None:
    assert evening.request("POST", "/rule", json.dumps(RULING), Cookie=evening.cookie).status == 403
    assert evening.rule(RULING, Sec_Fetch_Site="cross-site") == 403


def test_another_name_for_this_machine_is_refused(evening: Evening) -> None:
    assert evening.request("GET", "/", Host="rebound.example", Cookie=evening.cookie).status == 421


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"table": "table-1", "challenge": 3, "how": "back"}, 404),
        ({"table": "table-77", "challenge": 3, "how": "back"}, 404),
        ({"table": "table-1", "challenge": 3, "how": "hang"}, 400),
        ({"table": "table-1", "challenge": 3, "how": "back", "more": 1}, 400),
        ([], 400),
        ("x" * 40_000, 413),
    ],
)
def test_a_ruling_that_makes_no_sense_is_refused(evening: Evening, body: object, status: int) -> None:
    assert evening.rule(body) == status


def test_every_answer_forbids_foreign_scripts_and_frames(evening: Evening) -> None:
    for path in ("/", "/static/desk.js", "/nowhere"):
        headers = evening.request("GET", path, Cookie=evening.cookie).headers
        assert "script-src 'self'" in headers["Content-Security-Policy"]
        assert headers["X-Frame-Options"] == "DENY"


def challenged(evening: Evening) -> str:
    """Where the picture of the challenge at table 2 is."""
    number = evening.tables[1].session.challenge
    assert number is not None
    return f"/table/table-2/picture/{number.number}"


def test_the_picture_of_a_challenge_is_for_the_referees_page_alone(evening: Evening) -> None:
    answer = evening.request("GET", challenged(evening), Cookie=evening.cookie)
    assert (answer.status, answer.read()) == (200, evening.picture)
    said = [answer.headers[name] for name in ("Content-Type", "X-Content-Type-Options", "Cache-Control")]
    assert said == ["image/jpeg", "nosniff", "no-store"]
    assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert evening.request("GET", challenged(evening)).status == 403
    assert evening.request("GET", challenged(evening), Cookie="desk=wrong").status == 403
    from_elsewhere = {"Cookie": evening.cookie, "Sec_Fetch_Site": "cross-site"}
    assert evening.request("GET", challenged(evening), **from_elsewhere).status == 403


@pytest.mark.parametrize("path", ["table-1/picture/1", "table-2/picture/1", "table-77/picture/1", "table-2/picture/x"])
def test_where_there_is_no_picture_there_is_none(evening: Evening, path: str) -> None:
    assert evening.request("GET", f"/table/{path}", Cookie=evening.cookie).status == 404


def test_a_round_is_drawn_changed_by_hand_and_seated(evening: Evening) -> None:
    def order(path: str, body: object) -> int:
        given = {"Cookie": evening.cookie, "Origin": evening.server.origin}
        return evening.request("POST", path, json.dumps(body), **given).status

    assert order("/seat", {}) == 400
    assert order("/draw", {}) == 200
    (table,) = evening.office.ask(lambda desk: [list(each) for each in desk.evening.draft]).result(10)
    number = {name: evening.office.desk.roll.number(name) for name in table}
    assert order("/swap", {"one": number[table[0]], "other": number[table[3]]}) == 200
    assert order("/swap", {"one": 99, "other": number[table[3]]}) == 404
    assert order("/absent", {"person": 99, "absent": True}) == 404
    assert order("/seat", {}) == 200
    assert evening.office.ask(lambda desk: desk.evening.rounds[-1]).result(10) == [
        [*reversed(table[3:]), *table[1:3], table[0]]
    ]
    lines = evening.request("GET", "/export/rounds.csv", Cookie=evening.cookie).read().decode().splitlines()
    assert lines[:2] == ["round,table,seat,name", f"1,1,1,{table[3]}"]


def test_people_are_called_by_number_on_every_page_and_in_every_file(evening: Evening) -> None:
    given = {"Cookie": evening.cookie, "Origin": evening.server.origin}
    assert evening.request("POST", "/people", '{"numbers": true}', **given).status == 200
    for path in ("/", "/table/table-1", "/table/table-2", "/standings", "/export/standings.csv"):
        text = evening.request("GET", path, Cookie=evening.cookie).read().decode()
        assert not any(name in text for name in NAMES[:4])
    assert evening.request("POST", "/people", '{"numbers": false}', **given).status == 200
    assert NAMES[0] in evening.request("GET", "/", Cookie=evening.cookie).read().decode()


@pytest.mark.parametrize("name", ["..%2f..%2fserver.py", "server.py", "%2fetc%2fpasswd"])
def test_only_files_of_the_page_are_served(evening: Evening, name: str) -> None:
    assert evening.request("GET", f"/static/{name}", Cookie=evening.cookie).status == 404


def test_a_name_is_never_a_tag() -> None:
    said = tag("p", "<script>alert(1)</script>", title='"><img src=x>')
    assert "<script>" not in said
    assert "<img" not in said
    assert tag("b", Html("<i>ours</i>")) == "<b><i>ours</i></b>"


def test_the_page_listens_on_this_machine_only(evening: Evening) -> None:
    assert urlsplit(evening.server.origin).hostname == "127.0.0.1"
