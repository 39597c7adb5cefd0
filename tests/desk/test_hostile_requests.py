"""Odd requests to the pages of a desk: each is refused, and none ends the evening of the others."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from companion.web.desk import server
from tests.desk.served import Evening


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    made = Evening(tmp_path_factory.mktemp("desk"))
    yield made
    made.close()


def raw(evening: Evening, head: str, body: bytes = b"", more: bytes = b"") -> int:
    """The status of an answer to a request as it is written here."""
    place = urlsplit(evening.server.origin)
    with socket.create_connection((place.hostname or "", place.port or 0), 10) as line:
        sent = f"{head} HTTP/1.1\r\nHost: {place.netloc}\r\nOrigin: {evening.server.origin}\r\n".encode()
        line.sendall(sent + more + b"Content-Length: %d\r\n\r\n" % len(body) + body)
        return int(line.recv(4096).split()[1])


@pytest.mark.parametrize("bytes_", [b"\xff\xfe", "ü".encode(), b"%ff", b"x" * 7000, b"\xed\xa0\x80"])
def test_a_token_of_odd_bytes_is_a_wrong_one(evening: Evening, bytes_: bytes) -> None:
    assert raw(evening, "GET /", more=b"Cookie: desk=" + bytes_ + b"\r\n") == 403
    quoted = "".join(f"%{byte:02x}" for byte in bytes_[:50])
    assert raw(evening, f"GET /?token={quoted}") == 403


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xff",
        b'{"table":"\xff","challenge":1,"how":"back"}',
        b'{"table":"table-1","challenge":1e400,"how":"back"}',
        b'{"table":"table-1","challenge":NaN,"how":"back"}',
        b'{"table":' + b"[" * 9000,
    ],
)
def test_bytes_that_are_no_order_are_refused(evening: Evening, body: bytes) -> None:
    cookie = f"Cookie: {evening.cookie}\r\n".encode()
    assert raw(evening, "POST /rule", body, cookie) == 400


@pytest.mark.parametrize(("packed", "status"), [(b"deflate", 415), (b"gzip", 415), (b"DEFLATE", 415), (b"br", 400)])
def test_packed_bytes_are_refused_whether_they_can_be_unpacked_or_not(
    evening: Evening, packed: bytes, status: int
) -> None:
    more = f"Cookie: {evening.cookie}\r\nContent-Encoding: ".encode() + packed + b"\r\n"
    assert raw(evening, "POST /rule", b"these bytes are not packed", more) == status


@pytest.mark.parametrize("chunks", [b"zz\r\n", b"5\r\nabc\r\n0\r\n\r\n", b"-1\r\n", b"ffff\r\n"])
def test_a_body_that_breaks_off_or_is_none_leaves_no_traceback(
    evening: Evening, chunks: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    place = urlsplit(evening.server.origin)
    head = f"POST /rule HTTP/1.1\r\nHost: {place.netloc}\r\nOrigin: {evening.server.origin}\r\n"
    with socket.create_connection((place.hostname or "", place.port or 0), 10) as line:
        line.sendall(f"{head}Cookie: {evening.cookie}\r\nTransfer-Encoding: chunked\r\n\r\n".encode() + chunks)
        line.shutdown(socket.SHUT_WR)
        line.settimeout(10)
        assert line.recv(4096).split()[1:2] in ([b"400"], [])
    assert evening.request("GET", "/", Cookie=evening.cookie).status == 200
    assert not caplog.records


def test_our_own_fault_keeps_its_traceback(
    evening: Evening, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_given: object) -> None:
        raise KeyError("ours")

    monkeypatch.setattr(server, "record_page", broken)
    assert evening.request("GET", "/record", Cookie=evening.cookie).status == 500
    assert [record.exc_info is not None for record in caplog.records] == [True]


def test_no_more_than_so_many_pages_listen(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MOST_STREAMS", 2)
    assert evening.until(lambda: not evening.server._listening)
    listening = [evening.request("GET", "/events", Cookie=evening.cookie) for _ in range(3)]
    assert [each.status for each in listening] == [200, 200, 503]
    for each in listening:
        each.close()
