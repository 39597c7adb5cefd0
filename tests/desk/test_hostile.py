"""Tables that lie and damaged files: one of them never ends the evening of the others."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from companion.commands.cli import command_line
from companion.commands.desk import _own_broker
from companion.play.record import line_digest
from companion.web.desk import intake
from companion.web.desk.club_desk import ClubDesk, topics
from companion.web.desk.export import csv_of
from companion.web.desk.intake import MOST_GAMES
from companion.web.desk.results import Finish, Result
from companion.web.desk.sqlite_store import FILE, SqliteStore
from companion.web.desk.store import Key
from devices import desk, desk_link
from devices.broker import free_port
from devices.desk import EntryLine, HeadLine
from devices.desk_link import DeskLink
from devices.mqtt_client import AT_ONCE, MOST_WAITING, MqttClient
from engine.errors import NotWritten, WrongFile
from engine.event import Entered
from testkit.club import Wire, WiredTable
from tests.desk.served import Evening
from tests.devices.conftest import eventually

HELLO = b"hello"


class Liar(WiredTable):
    """A table that sends what it likes, each line with a digest that fits."""

    @property
    def last(self) -> EntryLine:
        found = desk.read("journal", self.outbox._line(self.session.book.last))
        assert isinstance(found, EntryLine)
        return found

    def invent(self, **other: Any) -> None:
        """A next entry with other contents than any game has."""
        line = replace(self.last, number=self.last.number + 1, **other)
        self.put(replace(line, digest=line_digest(self.last.digest, intake._line(line))))

    def enter(self, **other: Any) -> None:
        """A next entry that turns the phase into another one."""
        state, codec = self.session.state, self.session.book.codec
        events = codec.write_events((Entered(replace(state.phase, **other), state.phase, "C-RND-01"),))
        self.invent(events=msgspec.Raw(events))

    def put(self, line: HeadLine | EntryLine) -> None:
        """Send a line."""
        self._wire.put(desk.topic(self.name, "journal"), msgspec.json.encode(line))


class Club:
    """A desk on a wire in memory, with its file."""

    def __init__(self, folder: Path) -> None:
        self.wire = Wire()
        self.store = SqliteStore(folder / FILE)
        self.desk = ClubDesk(self.store, self.wire)

    def heads(self, count: int, digest: str = "ab" * 16) -> None:
        """A guest sends the heads of one new game after another."""
        for number in range(count):
            line = HeadLine(game=f"g{number}", name="nim", setup=msgspec.Raw(b"{}"), digest=digest)
            self.wire.put(desk.topic("guest", "journal"), msgspec.json.encode(line))

    def fill(self) -> None:
        """The disk takes nothing more: SQLite's own limit of pages stands for it."""
        pages = self.store._base.execute("PRAGMA page_count").fetchone()[0]
        self.store._base.execute(f"PRAGMA max_page_count = {pages}")

    def refuse(self) -> None:
        """The disk takes nothing at all from now on."""
        self.store._base.execute("PRAGMA query_only = ON")


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    made = Club(tmp_path)
    yield made
    made.store.close()


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evening]:
    made = Evening(tmp_path_factory.mktemp("desk"))
    yield made
    made.close()


def cards(evening: Evening) -> Any:
    return evening.office.ask(lambda _desk: evening.office.cards()).result(20)


# --- tables that lie ---


def test_a_game_that_cannot_be_shown_takes_no_other_from_the_page(evening: Evening) -> None:
    liar = Liar(evening.wire, 6, "constantinopolis").play(10)
    liar.enter(actors=("nobody",))
    assert evening.until(lambda: "cannot be shown" in [card.verb for card in cards(evening)])
    last = evening.tables[0].play(3).session.book.entries[-1].at
    assert evening.until(lambda: any(card.table == "table-1" and card.since == last for card in cards(evening)))
    assert {card.table for card in cards(evening)} == {f"table-{number}" for number in range(1, 7)}
    for path in ("/", "/challenges", "/table/table-1", "/table/table-6", "/standings", "/record"):
        assert evening.request("GET", path, Cookie=evening.cookie).status in (200, 303)


def test_a_desk_starts_again_whatever_a_table_has_sent_it(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [WiredTable(club.wire, number, "byzanz").play(10) for number in (1, 2)]
    club.desk.poll()

    def odd(key: Key, _journal: object) -> None:
        if key.table == "table-1":
            raise KeyError("nobody")

    monkeypatch.setattr("companion.web.desk.results.Results.take", lambda _self, key, journal: odd(key, journal))
    again = ClubDesk(club.store, club.wire)
    games = {name: table.game for name, table in again.tables.items()}
    assert {name: game.broken is None for name, game in games.items() if game} == {"table-1": False, "table-2": True}
    journal = games["table-2"].journal if games["table-2"] else None
    assert journal is not None
    assert journal.last == tables[1].session.book.last


def test_bytes_that_are_no_text_in_a_head_cost_no_other_table_its_message(club: Club) -> None:
    line = b'{"type":"head","game":"x","name":"nim","setup":"\xff","digest":"' + b"ab" * 16 + b'"}'
    club.wire.put(desk.topic("guest", "journal"), line)
    table = WiredTable(club.wire, 1, "byzanz").play(5)
    club.desk.poll()
    assert club.store.mark(Key("table-1", table.outbox.game)).number == table.session.book.last
    assert [lie.why for lie in club.store.lies(Key("guest", "x"))] == [intake.UNFIT]


@pytest.mark.parametrize("field", ["setup", "command"])
def test_what_is_nested_deeply_is_dropped(club: Club, field: str) -> None:
    deep = b"[" * 30_000 + b"]" * 30_000
    rest = b'"number":1,"at":1,"origin":"","events":[],' if field == "command" else b'"name":"nim",'
    kind = b"entry" if field == "command" else b"head"
    line = b'{"type":"' + kind + b'","game":"x",' + rest + b'"' + field.encode() + b'":' + deep + b',"digest":""}'
    club.wire.put(desk.topic("guest", "journal"), line)
    club.desk.poll()
    assert (club.store.games(), dict(club.desk.tables)) == ([], {})


def test_lies_about_ever_other_games_do_not_fill_the_disk(club: Club) -> None:
    club.heads(MOST_GAMES + 30)
    club.desk.poll()
    assert len(club.store.games()) == MOST_GAMES
    table = WiredTable(club.wire, 1, "byzanz").play(5)
    club.desk.poll()
    assert club.store.mark(Key("table-1", table.outbox.game)).number == table.session.book.last


def test_entries_of_games_without_a_head_leave_nothing_behind(club: Club) -> None:
    table = Liar(club.wire, 1, "byzanz").play(5)
    club.desk.poll()
    for number in range(300):
        table.put(replace(table.last, game=f"g{number}"))
    club.desk.poll()
    assert len(club.desk._asked) == 1
    assert len(club.store._marks) <= 1


def test_a_table_keeps_no_more_than_so_many_bytes(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    table = WiredTable(club.wire, 1, "byzanz").play(10)
    club.desk.poll()
    kept, before = club.store.size("table-1"), table.session.book.last
    assert kept > 1000
    monkeypatch.setattr(intake, "MOST_BYTES", kept + 1)
    table.play(10)
    other = WiredTable(club.wire, 2, "byzanz").play(3)
    club.desk.poll()
    assert before < club.store.mark(Key("table-1", table.outbox.game)).number < table.session.book.last
    assert club.store.mark(Key("table-2", other.outbox.game)).number == other.session.book.last
    assert SqliteStore(club.store.path).size("table-1") == club.store.size("table-1")


def reached(link: DeskLink, table: DeskLink, name: str) -> None:
    """Wait until what a table says comes to the desk: a line stands before its topics are known to the broker."""
    assert eventually(lambda: link.connected and table.connected)

    def called() -> bool:
        table.send(desk.topic(name, "journal"), HELLO)
        link.wait(0.2)
        return bool(link.arrived())

    assert eventually(called)


def unless_hello(link: DeskLink) -> list[bytes]:
    """What came but for the calls of `reached`."""
    return [message.payload for message in link.arrived() if message.payload != HELLO]


@pytest.mark.parametrize("stolen", ["desk", "table-table-2"])
def test_no_table_takes_the_place_of_the_desk_or_of_another_table(stolen: str) -> None:
    """As `companion desk` starts its broker; a client id is free to choose, an account is not."""
    asked = command_line().parse_args(["desk", "--broker", "mosquitto", "--broker-port", str(free_port())])
    with _own_broker(asked, {desk.USER: "d", "table-1": "one", "table-2": "two"}, None) as broker:
        link = DeskLink(broker.address(desk.USER), "desk", topics(), (desk.topic(desk.USER, "status"), b""))
        two = DeskLink(broker.address("table-2"), "table-table-2", [], (desk.topic("table-2", "status"), b"gone"))
        reached(link, two, "table-2")
        thief = MqttClient(broker.address("table-1"), stolen, [], (desk.topic("table-1", "status"), b""), lambda: None)
        assert eventually(lambda: thief.poll(0.02) or thief.connected)
        two.send(desk.topic("table-2", "status"), b"here")
        assert eventually(lambda: b"here" in [message.payload for message in link.arrived()])
        assert (link.joined, two.joined) == (1, 1)
        for each in (thief, two, link):
            each.close()


@pytest.fixture
def lines() -> Iterator[tuple[DeskLink, DeskLink]]:
    """The desk's line to its own broker and that of table 1, on which the desk hears what is said."""
    asked = command_line().parse_args(["desk", "--broker", "mosquitto", "--broker-port", str(free_port())])
    with _own_broker(asked, {desk.USER: "d", "table-1": "one"}, None) as broker:
        link = DeskLink(broker.address(desk.USER), "desk", topics(), (desk.topic(desk.USER, "status"), b""))
        one = DeskLink(broker.address("table-1"), "table-table-1", [], (desk.topic("table-1", "status"), b""))
        reached(link, one, "table-1")
        yield link, one
        for each in (one, link):
            each.close()


def test_a_desk_that_does_not_read_leaves_at_the_broker_what_comes(
    lines: tuple[DeskLink, DeskLink], monkeypatch: pytest.MonkeyPatch
) -> None:
    link, one = lines
    monkeypatch.setattr(desk_link, "MOST_UNREAD", 3)
    sent = [str(number).encode() for number in range(1000)]
    for payload in sent:
        one.send(desk.topic("table-1", "journal"), payload)
    assert eventually(lambda: len(link._in) >= 3)
    assert not eventually(lambda: len(link._in) > 3 + AT_ONCE, 2.0)
    heard: list[bytes] = []
    assert eventually(lambda: heard.extend(unless_hello(link)) or heard == sent), len(heard)


def test_more_than_may_wait_at_once_is_sent_whole(lines: tuple[DeskLink, DeskLink]) -> None:
    link, one = lines
    sent = [str(number).encode() for number in range(3 * MOST_WAITING)]
    one._out.extend((desk.topic("table-1", "journal"), each, False, 1) for each in sent)  # before any of them goes out
    heard: list[bytes] = []
    assert eventually(lambda: heard.extend(unless_hello(link)) or heard == sent), len(heard)


# --- the desk's file ---


def test_a_damaged_page_of_the_file_is_named_with_what_to_do(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / FILE)) as store:
        for number in range(60):
            store.keep(f"n{number}", b"x" * 3000)
    data = bytearray((tmp_path / FILE).read_bytes())
    for page in range(2, len(data) // 4096):
        data[page * 4096 : page * 4096 + 16] = b"\xff" * 16
    (tmp_path / FILE).write_bytes(data)
    with pytest.raises(WrongFile, match=r"desk\.db' is .*damaged.*put it aside"):
        SqliteStore(tmp_path / FILE)


def test_a_damaged_form_of_the_tables_is_named_as_damage(tmp_path: Path) -> None:
    with closing(SqliteStore(tmp_path / FILE)) as store:
        store.keep("people", b"{}")
    data = bytearray((tmp_path / FILE).read_bytes())
    data[47] ^= 1
    (tmp_path / FILE).write_bytes(data)
    with pytest.raises(WrongFile, match=r"desk\.db' is .*damaged.*put it aside"):
        SqliteStore(tmp_path / FILE)


def test_a_database_of_another_program_is_not_touched(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / FILE)) as other:
        other.execute("CREATE TABLE photos (name TEXT)")
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(WrongFile, match="no file of a desk"):
        SqliteStore(tmp_path / FILE)
    assert (tmp_path / FILE).read_bytes() == before


@pytest.mark.parametrize("name", ["people", "results", "evening"])
@pytest.mark.parametrize("data", [b"\xff", b"[", b'{"known": 3}', b'{"rounds": [3]}', b"7"])
def test_a_document_that_cannot_be_read_is_named(club: Club, name: str, data: bytes) -> None:
    club.store.keep(name, data)
    if (name, data) in (("people", b'{"rounds": [3]}'), ("evening", b'{"known": 3}')):
        return  # other keys are those of a newer version
    with pytest.raises(WrongFile, match=name):
        ClubDesk(club.store, club.wire)


def test_a_file_that_can_no_longer_be_read_is_said_and_not_asked_for_a_traceback(club: Club) -> None:
    club.store._base.execute("DROP TABLE document")
    with pytest.raises(NotWritten, match="the desk's file"):
        club.store.kept("people")


def test_on_a_full_disk_nothing_is_answered_and_the_page_says_so(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    given = {"Cookie": evening.cookie, "Origin": evening.server.origin}
    pages = evening.office.ask(lambda here: here.store._base.execute("PRAGMA page_count").fetchone()[0]).result(20)
    evening.office.ask(lambda here: here.store._base.execute(f"PRAGMA max_page_count = {pages}").fetchall()).result(20)
    evening.office.ask(lambda here: here.evening._kept.absent.extend("x" * 9000 for _ in range(9))).result(20)
    before = evening.office.ask(lambda here: here.evening.absent).result(20)
    answer = evening.request("POST", "/absent", '{"person": 1, "absent": true}', **given)
    assert (answer.status, answer.read()[:16]) == (507, b"Nothing was done")
    assert evening.office.ask(lambda here: here.evening.absent).result(20) == before
    assert evening.request("GET", "/", Cookie=evening.cookie).status == 200
    evening.close()


@pytest.mark.parametrize(
    "does",
    [
        lambda here: here.evening.draw(),
        lambda here: here.evening.seat(),
        lambda here: here.evening.swap("Ada", "Bea"),
        lambda here: here.evening.leave("Ada", absent=True),
        lambda here: here.roll.call_by(numbers=True),
        lambda here: here.roll.number("Zoe"),
    ],
)
def test_what_the_disk_refuses_has_not_happened_in_memory_either(
    club: Club, does: Callable[[ClubDesk], object]
) -> None:
    people = ("Ada", "Bea", "Cleo", "Dora")
    finishes = tuple(Finish(name, place, 3, 4.0) for place, name in enumerate(people, 1))
    club.desk.results._kept["t", "g"] = Result(table="t", id="g", game="nim", at=1.0, finishes=finishes)
    club.desk.evening.draw()

    def remembered() -> bytes:
        here = club.desk
        return msgspec.json.encode((here.evening._kept, here.roll._kept))

    before = remembered()
    club.refuse()
    with pytest.raises(NotWritten):
        does(club.desk)
    assert remembered() == before


# --- what is written where people read ---


@pytest.mark.parametrize("end", ["\n", "\x1b[2J", "\x9b", "\x7f"])
def test_no_sign_that_steers_stands_in_a_ruling(end: str) -> None:
    fits = {"id": "a1", "game": "g", "challenge": 3, "how": "back", "referee": "Marta"}
    assert desk.read("ruling", msgspec.json.encode(fits)).referee == "Marta"
    for name in ("id", "referee"):
        with pytest.raises(ValueError, match=name):
            desk.read("ruling", msgspec.json.encode({**fits, name: fits[name] + end}))  # type: ignore[operator]


def test_what_is_dropped_stands_on_one_line_of_the_log(club: Club, caplog: pytest.LogCaptureFixture) -> None:
    club.wire.put("desk/table-1\n\x1b[2Jall is well/journal", b"x")
    club.wire.put(desk.topic("table-1", "ruling"), b'{"id":"a","game":"g","challenge":1,"how":"\\n\\u001b[2Jwell"}')
    club.desk.poll()
    assert len(caplog.messages) == 2
    assert all(message.isprintable() for message in caplog.messages)


# --- files for spreadsheets ---


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1+1", "－1"])
def test_no_name_is_a_formula(club: Club, name: str) -> None:
    finish = Finish(name, 1, 3, 4.0)
    club.desk.results._kept["t", "g"] = Result(table="t", id="g", game="nim", at=1.0, finishes=(finish,))
    assert f"'{name}" in csv_of(club.desk, "results.csv")
    assert f"'{name}" in csv_of(club.desk, "standings.csv")


def test_a_name_of_ten_thousand_letters_with_signs_that_steer_is_short_and_plain_at_the_desk(club: Club) -> None:
    names = ("Z\x1b[31m\u202e" + "o" * 10_000, "Bruno", "Carla")
    WiredTable(club.wire, 1, "byzanz", 3, names=names).play(5)
    club.desk.poll()
    game = club.desk.table("table-1").game
    assert game is not None
    assert game.scene is not None
    called = next(iter(game.scene.source.names.values()))
    assert called.startswith("Z[31mo")
    assert len(called) <= 60
    assert json.dumps(called).isascii()
