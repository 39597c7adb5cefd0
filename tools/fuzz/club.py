"""The doors of pages and tables of a club: what a table sends a desk, and what a phone asks for."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import numpy as np
from msgspec.structs import replace

from companion.host.mat_pictures import Shown, parts_of
from companion.play.challenges import call
from companion.play.record import line_digest
from companion.titles import BUILT_IN
from companion.web.desk.cards import card_of
from companion.web.desk.club_desk import ClubDesk
from companion.web.desk.intake import _line
from companion.web.desk.matter import matter_of
from companion.web.desk.office import Office
from companion.web.desk.sqlite_store import FILE, SqliteStore
from companion.web.desk.store import Key
from companion.web.phones.acting import Asked
from companion.web.phones.offering import key_of
from companion.web.phones.table import PhoneTable
from devices import desk
from devices.desk import EntryLine, HeadLine
from engine.errors import NotFound, WrongInput
from engine.game import Offer
from testkit.club import Wire, WiredTable
from testkit.people import People
from vision.camera.mat_pictures import small_jpeg

SENT = 12
"""Entries that the desk has of each table before the hostile one."""
CALL = SENT + 1
"""The entry that is a challenge, where a picture is sent."""
LIAR, OTHER = "table-1", "table-2"
GAME = "constantinopolis"


@cache
def _sent(name: str, number: int, entries: int) -> tuple[bytes, ...]:
    """The lines of a table whose people have decided so often, the head first."""
    table = WiredTable(Wire(), number, name).play(entries)
    return tuple(table.outbox._line(each) for each in range(table.session.book.last + 1))


def payloads() -> list[bytes]:
    """The last part of a topic and its payload, with a line end between."""
    lines = [(b"journal", line) for game in BUILT_IN for line in _sent(game, 1, 30)[:20]]
    game = msgspec.json.decode(lines[0][1], type=HeadLine).game
    status = desk.TableStatus(online=True, game=game, last=SENT, digest="ab" * 16, differs=1)
    ruled = desk.Ruled(id="r1", game=game, entry=3)
    said = [*lines, (b"status", msgspec.json.encode(status)), (b"ruled", msgspec.json.encode(ruled)), *_pictures()]
    return [leaf + b"\n" + payload for leaf, payload in said]


def _pictures() -> list[tuple[bytes, bytes]]:
    """Parts of pictures of the challenge with which the liar's game ends here: of a small one, and of a larger one."""
    mark = desk.PictureMark(label="contract:GB.7.112", share=0.9, corners=(1, 1, 9, 1, 9, 9, 1, 9))
    small, large = small_jpeg(np.full((48, 64, 3), 90, np.uint8), desk.PICTURE), b"\xff\xd8\xff" * 13_000
    parts = [part for data in (small, large) for part in parts_of(Shown(data, 1e9, (mark,)), _key(LIAR).game, CALL)]
    return [(b"picture", msgspec.json.encode(part)) for part in parts]


def _fitting(payload: bytes, before: str) -> bytes:
    """An entry with the digest that it must have, so that what stands in it is looked at; anything else as it is."""
    try:
        line = desk.read("journal", payload)
        if isinstance(line, EntryLine):
            line = replace(line, number=SENT + 1, game=_key(LIAR).game)
            return msgspec.json.encode(replace(line, digest=line_digest(before, _line(line))))
    except ValueError:
        pass
    return payload


@cache
def _call() -> bytes:
    """The challenge that follows what the desk has of the liar."""
    before = msgspec.json.decode(_sent(GAME, int(LIAR[-1]), SENT)[SENT], type=EntryLine)
    said = msgspec.Raw(msgspec.json.encode(call("")))
    return _fitting(msgspec.json.encode(replace(before, command=said, events=msgspec.Raw(b"[]"))), before.digest)


def _key(table: str) -> Key:
    head = msgspec.json.decode(_sent(GAME, int(table[-1]), SENT)[0], type=HeadLine)
    return Key(table, head.game)


def tables(data: bytes, folder: Path) -> None:
    """A table sends it, as it is and with a digest that fits; another table's game and its card are none the worse."""
    leaf, _, payload = data.partition(b"\n")
    wire, store = Wire(), SqliteStore(folder / FILE)
    club = ClubDesk(store, wire, lambda: 1e9)
    office = Office(club, wire)
    for table in (LIAR, OTHER):
        for line in _sent(GAME, int(table[-1]), SENT)[: SENT + 1]:
            wire.put(desk.topic(table, "journal"), line)
    if leaf == b"picture":
        wire.put(desk.topic(LIAR, "journal"), _call())
    club.poll()
    for said in (payload, _fitting(payload, store.mark(_key(LIAR)).digest)):
        wire.put(f"desk/{LIAR}/{leaf.decode('utf-8', 'replace')}", said)
        wire.put(desk.topic(OTHER, "status"), msgspec.json.encode(desk.TableStatus(online=True)))
        club.poll()
        assert {card.table for card in office.cards()} >= {LIAR, OTHER}
        assert card_of(club.table(OTHER), 1e9).seats
        matter_of(club.table(LIAR), store)
        office.forget_cards()
    assert store.mark(_key(OTHER)).number == SENT
    again = ClubDesk(store, Wire())
    assert again.table(OTHER).game is not None
    store.close()


def _asked(people: People) -> PhoneTable:
    """Phones at the table of these people."""
    running = SimpleNamespace(session=people.session)
    host: Any = SimpleNamespace(running=running, setting=False, sides={})
    table = PhoneTable(host)
    table.begin()
    table.poll()
    return table


def _people() -> People:
    made = People.of(GAME, 3, 1)
    made.play(9)
    return made


def bodies() -> list[bytes]:
    """What the phone of the seat that is asked may send."""
    session = _people().session
    last, found = session.book.last, []
    for seat in session.state.phase.actors:
        for number, item in enumerate(session.offers(seat)[:6]):
            chosen = item.over.span[0] if isinstance(item, Offer) else None
            tap = Asked(id=f"tap-number-{number}", seen=last, do="offer", key=key_of(item), chosen=chosen)
            found.append(msgspec.json.encode(tap))
    more = [Asked(id="my-challenge", seen=last, do="challenge"), Asked(id="look-again", seen=last, do="look", key="k")]
    pieces = Asked(id="some-pieces", seen=last, do="offer", key="k", chosen={"G": 1})
    return [*found, *(msgspec.json.encode(each) for each in (*more, pieces))]


def phone(data: bytes, _folder: Path) -> None:
    """A phone that has a seat sends it; at most one entry follows, and that is the seat's own."""
    try:
        asked = msgspec.json.decode(data, type=Asked)
    except (ValueError, RecursionError):  # the page is told so
        return
    people = _people()
    table, last, seat = _asked(people), people.session.book.last, people.session.state.phase.actors[0]
    token = table.tokens.give(seat)
    for _ in range(2):
        try:
            table.act(token, asked, "en")
        except (NotFound, WrongInput):
            continue
    assert people.session.book.last <= last + 1 + _chores(people, last + 1)
    assert all(entry.command.seat in ("", seat) for entry in people.session.journal[last:])


def _chores(people: People, since: int) -> int:
    """How many of the entries since are the table's own."""
    return sum(not entry.command.seat for entry in people.session.journal[since:])
