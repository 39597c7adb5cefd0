"""A picture taken on a phone goes through the doors and the eye of the table's camera, to the same entries."""

from __future__ import annotations

import http.client
import pickle
import select
import socket
import struct
import threading
import time
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.host.stills import StillReader
from companion.play.session import Session
from companion.web.phones.page_words import page_words
from companion.web.phones.pictures import NOTHING
from companion.web.phones.routes import MOST_UPLOADS
from companion.web.serving.uploads import MOST_PICTURE
from engine.game import Offer
from engine.journal import Entry
from engine.sighting import Count
from testkit.scenes.mat import MAT, Watcher, a_scene, contracts, cubes
from testkit.scenes.photo import photo
from tests.phones.hall import Hall, hall, played
from tests.phones.test_server import Answer, ask
from vision.drawn.scene import Scene
from vision.mat.pose import MatFinder
from vision.picture import Picture

SOON = 20.0


def draws(session: Session) -> list[Offer]:
    """What lets a seat draw contracts now."""
    offers = [item for seat in session.state.phase.actors if seat for item in session.offers(seat)]
    lands = (item for item in offers if isinstance(item, Offer) and item.over.pool)
    return [item for item in lands if (item.over.lands or "").startswith("open/")]


def drawing() -> Session:
    """A seat draws contracts."""
    return played("constantinopolis", 3, 3, lambda session: bool(draws(session)))


def drawn(session: Session) -> list[str]:
    """Faces it may draw, as many as it has to."""
    (offer,) = draws(session)
    assert offer.over.pool is not None
    return sorted(offer.over.pool)[::9][: offer.over.span[0]]


def laid(session: Session) -> Scene:
    scene = a_scene()
    scene.lay(contracts(drawn(session)))
    return scene


def jpeg(picture: Picture) -> bytes:
    return bytes(cv2.imencode(".jpg", picture)[1])


def without_mat(frame: Picture, around: str = "goods-3") -> Picture:
    """The part of a frame that shows a field and no marker of the mat."""
    pose = MatFinder(MAT).find(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY))
    assert pose is not None
    x0, y0, x1, y1 = MAT.zones[around].box
    corners = pose.to_pixels(np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])).astype(int)
    (left, top), (right, low) = corners.min(axis=0) + 4, corners.max(axis=0) - 4
    return frame[top:low, left:right]


@pytest.fixture
def here() -> Iterator[Hall]:
    with hall(drawing()) as opened:
        yield opened


def seat_of(at: Hall) -> str:
    return draws(at.session)[0].least.seat


def take(at: Hall, data: bytes, seat: str | None = None, **headers: str) -> Answer:
    """A picture as the page sends it."""
    token = at.token(seat_of(at) if seat is None else seat)
    return ask(at, "/api/picture?language=en", data, token, **{"Content_Type": "image/jpeg", **headers})


def hand_in(at: Hall, look: Any, chosen: dict[str, int] | None = None, seat: str = "", tap: str = "my-picture") -> Any:
    asked = {"id": tap, "seen": at.session.book.last, "do": "picture", "key": look["key"], "chosen": chosen or {}}
    return ask(at, "/api/act", asked, at.token(seat or seat_of(at))).json


def settled(session: Session, last: int) -> list[Entry]:
    """What the game makes of what it was shown, once it is quiet."""
    until = time.monotonic() + SOON
    while session.book.last == last and not session.questions and time.monotonic() < until:
        session.poll()
        time.sleep(0.02)
    return list(session.journal[last:])


# --- the same eye ---


def test_cards_on_the_mat_lead_to_the_entry_the_tables_camera_would_make(here: Hall) -> None:
    scene, last, table = laid(here.session), here.session.book.last, drawing()
    watcher = Watcher(scene, families={"contract": sorted(table.book.setup.book.deck())})  # type: ignore[attr-defined]
    watcher.watch(frames=20)
    for sighting in watcher.put:
        if sighting.zone == "mat/draw":
            table.put(sighting)
    (by_camera,) = settled(table, last)[:1]
    look = take(here, jpeg(scene.frame())).json
    assert [piece["sure"] for piece in look["pieces"]] == [True] * len(drawn(here.session))
    assert hand_in(here, look)["done"]
    (by_phone,) = here.owner(lambda: settled(here.session, last))[:1]
    assert by_phone.command == by_camera.command
    assert (by_camera.origin, by_phone.origin) == ("camera", f"camera:{by_phone.command.seat}")
    assert by_phone.evidence.startswith("mat/draw: ")


def test_cards_are_read_without_the_mat(here: Hall) -> None:
    last, faces = here.session.book.last, drawn(here.session)
    look = take(here, jpeg(photo("contract", faces))).json
    assert look["meant"] == []
    assert [piece["sure"] for piece in look["pieces"]] == [True] * len(faces)
    hand_in(here, look)
    (entry,) = here.owner(lambda: settled(here.session, last))[:1]
    assert entry.command.cards == dict.fromkeys(faces, 1)


def test_cubes_beside_the_mat_are_the_hand_of_the_seat_that_shows_them_as_sure_as_they_are() -> None:
    session = drawing()
    scene, (first, *_others) = a_scene(), session.names
    scene.lay(cubes("goods-3", "GGBR"))
    (field,) = StillReader(session, None).read(jpeg(without_mat(scene.frame())), f"goods/{first}").found
    assert field.zone == "mat/goods-1"
    assert isinstance(field.reading, Count)
    assert sum(field.reading.tally.values()) == len(field.pieces)
    assert field.reading.tally["B"] == 1
    assert field.reading.doubt == max(field.reading.doubts.values()) > 0.3
    assert field.choices == ("G", "B", "R", "K", "Y")


def test_a_wrong_reading_is_replaced_by_hand_and_the_journal_tells_so(here: Hall) -> None:
    last, faces = here.session.book.last, drawn(here.session)
    look = take(here, jpeg(laid(here.session).frame())).json
    at, other = here.owner(lambda: _another(here.session, faces))
    assert hand_in(here, look, {"0": at})["done"]
    (entry,) = here.owner(lambda: settled(here.session, last))[:1]
    assert entry.command.cards == dict.fromkeys([other, *faces[1:]], 1)
    assert entry.origin == f"camera:{entry.command.seat}/named"


def _another(session: Session, faces: list[str]) -> tuple[int, str]:
    choices = sorted(session.book.setup.book.deck())  # type: ignore[attr-defined]
    (offer,) = draws(session)
    assert offer.over.pool is not None
    other = next(face for face in sorted(offer.over.pool) if face not in faces)
    return choices.index(other), other


def test_what_is_no_piece_is_left_out(here: Hall) -> None:
    last, faces = here.session.book.last, drawn(here.session)
    scene = a_scene()
    scene.lay(contracts([*faces, "contract:G.3.111"]))
    look = take(here, jpeg(scene.frame())).json
    assert hand_in(here, look, {str(len(faces)): NOTHING})["done"]
    (entry,) = here.owner(lambda: settled(here.session, last))[:1]
    assert entry.command.cards == dict.fromkeys(faces, 1)


def test_doubt_is_shown_and_asked_about(here: Hall) -> None:
    last = here.session.book.last
    shiny = photo("contract", drawn(here.session))
    cv2.ellipse(shiny, (264, 190), (58, 90), 10, 0, 360, (255, 255, 255), -1)  # a lamp in a card's sleeve
    look = take(here, jpeg(shiny)).json
    unsure = [piece for piece in look["pieces"] if not piece["sure"]]
    assert [len(unsure), len(look["pieces"])] == [1, len(drawn(here.session))]
    assert unsure[0]["likely"]
    hand_in(here, look)
    entries = here.owner(lambda: settled(here.session, last))
    assert entries == []
    assert here.session.questions


def test_a_game_whose_pieces_need_their_mat_says_so() -> None:
    session = played("praetor", 3, 3, lambda each: each.book.last > 5)
    with hall(session) as opened:
        seat = next(iter(session.names))
        look = take(opened, jpeg(without_mat(a_scene().frame())), seat).json
        assert look["pieces"] == []
        assert "mat" in look["note"]


def test_a_card_of_a_mat_with_several_fields_is_said_where_it_is_meant() -> None:
    session = played("byzanz", 3, 3, lambda each: each.book.last > 1)
    with hall(session) as opened:
        seat, faces = next(iter(session.names)), ["card:CL3", "card:SP4", "card:ME"]
        data = jpeg(photo("byzanz", faces))
        read = [piece.best for piece in StillReader(session, None).read(data).found[0].pieces]
        assert read == faces
        look = take(opened, data, seat).json
        assert look["meant"] == ["The lot", "Three for sale", "The bid"]
        assert not hand_in(opened, look, {}, seat)["done"]
        assert hand_in(opened, look, {"field": 0}, seat, "again-mine")["done"]
        assert session._readings.current() == {}  # it is heard with the next poll
        opened.owner(session.poll)
        assert session._readings.source("mat/lot") == f"camera:{seat}"


# --- the same doors ---


def png_head(wide: int, high: int) -> bytes:
    """A PNG that says it has so many pixels, and holds hardly a byte of them."""
    head = b"IHDR" + struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    body = b"IDAT" + zlib.compress(b"\0" * 1000)
    chunks = [struct.pack(">I", len(part) - 4) + part + struct.pack(">I", zlib.crc32(part)) for part in (head, body)]
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks) + struct.pack(">I", 0) + b"IEND" + struct.pack(">I", 0xAE426082)


@pytest.mark.parametrize(
    ("data", "kind", "status"),
    [
        (b"GIF89a" + bytes(64), "image/gif", 415),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml", 415),
        (b"no picture at all", "image/jpeg", 415),
        (b"", "image/jpeg", 415),
        (png_head(100_000, 100_000), "image/png", 413),
        (png_head(8000, 6300), "image/png", 413),
    ],
)
def test_what_is_no_picture_or_too_large_a_one_is_refused(here: Hall, data: bytes, kind: str, status: int) -> None:
    assert take(here, data, Content_Type=kind).status == status


def test_a_picture_that_was_cut_short_is_not_read(here: Hall) -> None:
    whole = jpeg(laid(here.session).frame())
    assert take(here, whole[: len(whole) // 2]).status == 415
    assert take(here, whole).status == 200


def test_a_body_is_read_no_further_than_a_picture_may_be(here: Hall) -> None:
    """Neither where its length is told, nor where it comes in parts without one."""
    host, token = here.server.origin.removeprefix("http://"), here.token(seat_of(here))
    headers = {"Host": host, "Origin": here.server.origin, "Content-Type": "image/jpeg", "Cookie": f"seat={token}"}
    way = http.client.HTTPConnection(host, timeout=SOON)
    way.putrequest("POST", "/api/picture", skip_host=True)
    for name, value in {**headers, "Content-Length": str(MOST_PICTURE + 1)}.items():
        way.putheader(name, value)
    way.endheaders()
    assert way.getresponse().status == 413
    way.close()
    assert _poured(here, headers) < 2 * MOST_PICTURE


def _poured(at: Hall, headers: dict[str, str]) -> int:
    """So many bytes of a body without end go out before the answer comes, which must be a refusal."""
    host, port = at.server.origin.removeprefix("http://").split(":")
    head = "".join(f"{name}: {value}\r\n" for name, value in {**headers, "Transfer-Encoding": "chunked"}.items())
    part, sent = b"%x\r\n" % (1 << 20) + bytes(1 << 20) + b"\r\n", 0
    with socket.create_connection((host, int(port)), SOON) as wire:
        wire.sendall(f"POST /api/picture HTTP/1.1\r\n{head}\r\n".encode())
        while not select.select([wire], [], [], 0.01)[0] and sent < 10 * MOST_PICTURE:
            wire.sendall(part)
            sent += 1 << 20
        assert wire.recv(12) == b"HTTP/1.1 413"
    return sent


def test_only_a_seat_of_this_table_and_its_own_page_sends_pictures(here: Hall) -> None:
    data = jpeg(laid(here.session).frame())
    assert ask(here, "/api/picture", data, "stolen-and-wrong", Content_Type="image/jpeg").status == 401
    assert take(here, data, "").status == 409  # who only watches
    assert take(here, data, Origin="http://evil.example").status == 403
    assert take(here, data, Sec_Fetch_Site="cross-site").status == 403


def test_pictures_that_come_too_often_wait(here: Hall) -> None:
    statuses = [take(here, b"no picture").status for _ in range(10)]
    assert statuses[0] == 415
    assert statuses[-1] == 429


def test_so_many_pictures_are_held_at_once(here: Hall) -> None:
    host, token = here.server.origin.removeprefix("http://"), here.token(seat_of(here))
    open_ones = []
    for _ in range(MOST_UPLOADS):
        way = http.client.HTTPConnection(host, timeout=SOON)
        way.putrequest("POST", "/api/picture", skip_host=True)
        for name, value in {
            "Host": host, "Origin": here.server.origin, "Content-Type": "image/jpeg", "Cookie": f"seat={token}",
            "Content-Length": "1000000",
        }.items():  # fmt: skip
            way.putheader(name, value)
        way.endheaders(b"\xff\xd8\xff")
        open_ones.append(way)
    until = time.monotonic() + SOON
    headers = {"Content_Type": "image/jpeg"}
    while (refused := ask(here, "/api/picture", b"\xff\xd8\xff", token, **headers)).status != 503:
        assert time.monotonic() < until
    assert refused.headers["Retry-After"] == "2"
    for way in open_ones:
        way.close()
    assert here.owner(here.session.poll) is False  # the game goes on


def test_pictures_are_read_one_after_the_other(here: Hall) -> None:
    """While one is read, two more wait: whoever reads looks whether another comes in."""
    inside, met = [], threading.Event()
    token, lock = here.token(seat_of(here)), threading.Lock()
    look = here.table.looking(token)

    def read(data: bytes) -> object:
        with lock:
            inside.append(1)
        if len(inside) > 1:
            met.set()
        met.wait(0.3)
        found = look(data)
        with lock:
            inside.pop()
        return found

    here.table.looking = lambda _token: read  # type: ignore[method-assign,assignment,return-value]
    data, statuses = jpeg(laid(here.session).frame()), list[int]()

    def send() -> None:
        statuses.append(ask(here, "/api/picture", data, token, Content_Type="image/jpeg").status)

    sending = [threading.Thread(target=send) for _ in range(MOST_UPLOADS)]
    for each in sending:
        each.start()
    for each in sending:
        each.join()
    assert statuses == [200] * MOST_UPLOADS
    assert not met.is_set()


def test_nothing_of_a_picture_is_kept(here: Hall, tmp_path: Path) -> None:
    """What was read is a few words; the picture is in no file, in no entry and not in memory. See decision 14."""
    here.host.folder, last = tmp_path, here.session.book.last
    data = jpeg(laid(here.session).frame())
    look = take(here, data).json
    kept = pickle.dumps(here.table.pictures._kept)
    assert len(kept) < len(data) / 10
    assert data[:64] not in kept
    assert hand_in(here, look)["done"]
    (entry,) = here.owner(lambda: settled(here.session, last))[:1]
    assert entry.evidence.startswith("mat/draw: ")
    assert len(entry.evidence) < 1000
    assert here.table.pictures._kept == {}
    assert [each for each in tmp_path.rglob("*") if each.is_file()] == []
    assert "the picture is not kept" in str(page_words("en")["words"])


def test_one_seats_picture_is_handed_in_by_no_other_and_only_once(here: Hall) -> None:
    look = take(here, jpeg(laid(here.session).frame())).json
    other = next(seat for seat in here.session.names if seat != seat_of(here))
    assert not hand_in(here, look, seat=other)["done"]
    for wrong in ({"99": 0}, {"0": 500}, {"x": 1}):
        assert not hand_in(here, look, wrong, tap=f"my-wrong-{wrong}")["done"]
    first = hand_in(here, look)
    assert first["done"]
    assert hand_in(here, look) == first
    assert not hand_in(here, look, tap="another-tap")["done"]


def test_the_game_goes_on_while_a_picture_is_read(here: Hall) -> None:
    """Fifty million pixels are read beside the thread that owns the game."""
    large = jpeg(cv2.resize(laid(here.session).frame(), (8800, 4950)))
    answers: list[Answer] = []
    reading = threading.Thread(target=lambda: answers.append(take(here, large)))
    reading.start()
    asked = 0
    while reading.is_alive():
        assert ask(here, "/api/me").status == 200
        asked += 1
        time.sleep(0.05)
    reading.join()
    assert answers[0].status == 200
    assert len(answers[0].json["pieces"]) == len(drawn(here.session))
    assert asked >= 3
