"""What several desks on one PostgreSQL owe each other: versions of its tables, one change at a time, news, shares."""

from __future__ import annotations

import asyncio
import json
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest

from companion.commands.cli import main
from companion.web.desk import worker
from companion.web.desk.cards import TableCard
from companion.web.desk.page_token import IDLE, PageToken
from companion.web.desk.postgres_news import EVERYTHING, told
from companion.web.desk.postgres_schema import STEPS, open_schema
from companion.web.desk.postgres_store import PostgresStore
from companion.web.desk.roll import Roll
from companion.web.desk.shares import Shares
from companion.web.desk.store import Key, Mark, Place, Ruling
from companion.web.desk.web_desk import NoLink, WebDesk, WebOffice
from companion.web.desk.worker import WorkerDesk, WorkerOffice
from devices.desk import RulingOrder
from devices.jetstream import Servers
from devices.jetstream_copy import load, save
from engine.errors import NotWritten, WrongFile, WrongInput
from testkit.club import Wire, WiredTable
from testkit.convention import Database, Nodes, postgres
from tests.desk.test_store import HEAD, KEY, line
from tests.desk.test_stream import said, servers_of
from tests.desk.ways import emptied
from tests.devices.conftest import eventually

ROOT = Path(__file__).parents[2]
Open = Callable[[], PostgresStore]


@pytest.fixture
def place(database: Database) -> str:
    return database.make()


@pytest.fixture
def opened(place: str) -> Iterator[Open]:
    stores: list[PostgresStore] = []

    def open_() -> PostgresStore:
        stores.append(PostgresStore(place))
        return stores[-1]

    yield open_
    for store in stores:
        store.close()


# --- the tables ---


def test_tables_of_a_newer_companion_are_left_alone(place: str) -> None:
    PostgresStore(place).close()
    with psycopg.connect(place, autocommit=True) as base:
        base.execute("UPDATE desk_schema SET version = version + 1")
        with pytest.raises(WrongFile, match=f"version {len(STEPS) + 1}, this companion knows {len(STEPS)}"):
            PostgresStore(place)
        assert base.execute("SELECT version FROM desk_schema").fetchone() == (len(STEPS) + 1,)


def test_older_tables_are_brought_up_to_date_and_keep_what_they_hold(place: str) -> None:
    with closing(PostgresStore(place)) as store:
        store.begin(KEY, HEAD, 1.0)
    with psycopg.connect(place, autocommit=True) as base:
        open_schema(base, [*STEPS, "ALTER TABLE place ADD COLUMN hall TEXT NOT NULL DEFAULT ''"])
        assert base.execute("SELECT version FROM desk_schema").fetchone() == (len(STEPS) + 1,)
        assert base.execute("SELECT COUNT(*) FROM entry").fetchone() == (1,)


def test_tables_from_before_there_were_pictures_are_brought_up_to_date(place: str, opened: Open) -> None:
    with psycopg.connect(place, autocommit=True) as base:
        open_schema(base, STEPS[:1])
        base.execute("INSERT INTO place VALUES ('table-1', TRUE, 1, 0, 'g', 1)")
    store = opened()
    assert store.places() == {"table-1": Place(online=True, since=1.0, game="g")}
    store.place("table-1", Place(online=True, game="g", pictures=True), 2.0)
    assert store.places() == {"table-1": Place(online=True, since=1.0, game="g", pictures=True)}


def test_a_step_that_fails_leaves_the_tables_as_they_were(place: str) -> None:
    PostgresStore(place).close()
    with psycopg.connect(place, autocommit=True) as base:
        with pytest.raises(psycopg.Error):
            open_schema(base, [*STEPS, "CREATE TABLE hall (name TEXT); SELECT nonsense"])
        assert base.execute("SELECT to_regclass('hall')").fetchone() == (None,)
    PostgresStore(place).close()


def test_entries_of_the_database_can_only_grow(place: str, opened: Open) -> None:
    store = opened()
    store.begin(KEY, HEAD, 1.0)
    with psycopg.connect(place, autocommit=True) as base:
        for wish in ("UPDATE entry SET origin = 'x'", "DELETE FROM entry", "TRUNCATE entry"):
            with pytest.raises(psycopg.Error, match="only grows"):
                base.execute(wish.encode())


@pytest.mark.parametrize("address", ["postgresql://desk@127.0.0.1:1/none", "postgresql://desk@/x?host=/nonexistent"])
def test_a_database_that_is_not_there_is_named(address: str) -> None:
    with pytest.raises(NotWritten, match="the desk's database"):
        PostgresStore(address)


def test_what_is_no_address_of_a_database_is_refused() -> None:
    with pytest.raises(WrongInput, match="looks like postgresql://"):
        PostgresStore("postgresql://desk@/x?nonsense=1")


def end_connections(place: str) -> None:
    """End every connection of a database, as its kill does."""
    with psycopg.connect(place, autocommit=True) as base:
        base.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
                     "AND datname = current_database()")  # fmt: skip


def test_a_database_that_was_started_again_is_found_again(opened: Open, place: str) -> None:
    store = opened()
    store.begin(KEY, HEAD, 1.0)
    end_connections(place)
    with pytest.raises(NotWritten):
        store.append(KEY, line(1))
    assert store.append(KEY, line(1))
    assert store.mark(KEY) == Mark(1, "01")


# --- several desks ---


def test_a_document_is_changed_by_one_desk_after_the_other(opened: Open) -> None:
    one, two = Roll(opened()), Roll(opened())
    assert (one.number("Ada"), two.number("Bea")) == (1, 2)
    assert (one.number("Bea"), two.number("Ada")) == (2, 1)


def test_an_open_ruling_is_sent_by_one_desk(opened: Open) -> None:
    one, two = opened(), opened()
    order = RulingOrder(id="r1", game=KEY.game, challenge=7, how="back")
    one.order(Ruling(table="table-1", order=order, at=4.0))
    assert [len(each.due(100.0, 97.0)) for each in (one, two)] == [1, 0]
    assert [len(each.due(104.0, 101.0)) for each in (two, one)] == [1, 0]


def test_a_desk_is_told_what_another_one_keeps_and_not_what_it_keeps_itself(opened: Open, place: str) -> None:
    one, two = opened(), opened()
    for each in (one, two):
        assert EVERYTHING in each.news()
    assert eventually(lambda: listeners(place) == 2)
    one.begin(KEY, HEAD, 1.0)
    two.begin(Key("table-2", "nim-2"), HEAD, 2.0)
    heard: dict[PostgresStore, set[str]] = {one: set(), two: set()}

    def told(store: PostgresStore, name: str) -> bool:
        heard[store] |= store.news()
        return name in heard[store]

    assert eventually(lambda: told(two, KEY.table))
    assert eventually(lambda: told(one, "table-2"))  # told after its own, which it would have heard by now
    assert KEY.table not in heard[one]
    assert two.news() <= {EVERYTHING}
    assert "table-2" not in heard[two]


def listeners(place: str) -> int:
    """How many connections to the database have begun to listen to a desk's news."""
    with psycopg.connect(place) as base:
        rows = base.execute("SELECT pid FROM pg_stat_activity WHERE query = 'LISTEN desk' AND state = 'idle' "
                            "AND datname = current_database()")  # fmt: skip
        return len(rows.fetchall())


def test_of_two_states_of_a_table_the_later_one_holds_whichever_comes_first(opened: Open) -> None:
    store = opened()
    store.place("table-1", Place(online=True, game="g"), 10.0)
    store.place("table-1", Place(online=False), 9.0)
    assert store.places() == {"table-1": Place(online=True, since=10.0, game="g")}


def test_every_table_is_played_along_by_one_worker_and_by_another_when_that_one_ends(place: str) -> None:
    now = [0.0]
    one, two = Shares(place, lambda: now[0]), Shares(place, lambda: now[0])
    tables = [f"table-{number}" for number in range(200)]

    def look() -> list[int]:
        now[0] += 10
        one.look(), two.look()
        assert not any(table in one and table in two for table in tables)
        return [sum(table in each for table in tables) for each in (one, two)]

    one.look()
    assert all(table in one for table in tables)
    assert min(look()) < 60  # they change hands by and by: who takes them has their games to play along first
    assert eventually(lambda: look() == look())
    assert eventually(lambda: sum(look()) == 200 and min(look()) > 60)
    assert min(look()) > 60
    one.close()
    now[0] += 10
    assert eventually(lambda: now.__setitem__(0, now[0] + 10) or two.look() or all(table in two for table in tables))
    two.close()


def test_one_token_opens_every_desk_and_when_it_ends_one_new_one_does(opened: Open) -> None:
    now = [1_000_000.0]
    one, two = (PageToken(opened(), lambda: now[0]) for _ in range(2))
    one.renew()
    two.renew()  # what the other has made is taken, and none made once more
    first = one.text
    assert two.fits(first)
    now[0] += IDLE
    two.renew()
    one.renew()
    assert one.text == two.text != first
    assert not one.fits(first)


def test_a_token_that_is_taken_out_of_the_database_opens_nothing_after_a_restart(opened: Open, place: str) -> None:
    token = PageToken(opened())
    token.renew()
    with psycopg.connect(place, autocommit=True) as base:
        base.execute("DELETE FROM document WHERE name = 'page-token'")
    again = PageToken(opened())
    again.renew()
    assert again.text
    assert not again.fits(token.text)


def test_an_entry_that_two_desks_have_at_a_time_is_kept_once(opened: Open) -> None:
    one, two = opened(), opened()
    one.begin(KEY, HEAD, 1.0)
    found: list[bool] = []
    with one.together():
        assert one.append(KEY, line(1))
        other = threading.Thread(target=lambda: found.append(two.append(KEY, line(1))))
        other.start()
        other.join(0.3)
        assert found == []  # it waits for the desk that has the table
    other.join(10)
    assert found == [False]
    assert two.append(KEY, line(2))
    assert [each.number for each in one.lines(KEY)] == [1, 2]


def test_what_is_read_ahead_is_what_stands_there(opened: Open) -> None:
    one, two = opened(), opened()
    one.begin(KEY, HEAD, 1.0)
    for number in (1, 2, 3):
        one.append(KEY, line(number))
    two.read_on({KEY: 1})
    assert [each.number for each in two.lines(KEY, 2)] == [3]
    one.append(KEY, line(4))
    assert [each.number for each in two.lines(KEY, 1)] == [2, 3, 4]  # what was read ahead is told once
    two.read_on({KEY: 3})
    two.forget()
    assert [each.number for each in two.lines(KEY, 0)] == [1, 2, 3, 4]


def test_many_names_are_told_at_a_time_and_none_is_lost() -> None:
    names = {"", *(f"table-{number}" for number in range(2000))}
    said = told(names)
    assert {name for each in said for name in each.split(",")} == names
    assert len(said) < 5
    assert max(map(len, said)) < 8000


# --- a worker ---


def test_a_worker_that_has_many_games_to_begin_answers_first_and_draws_no_card_before(
    place: str, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "BUDGET", 0.0)
    monkeypatch.setattr(worker, "AT_ONCE", 1)
    wire = Wire()
    tables = [WiredTable(wire, number, "constantinopolis").play(5) for number in (1, 2, 3)]
    with closing(Shares(place)) as shares:
        made = WorkerDesk(opened(), wire, shares)
        office = WorkerOffice(made, wire)
        made.poll()
        said = {(topic, json.loads(payload)["number"]) for topic, payload in wire.sent}
        assert said >= {(f"desk/{table.name}/heard", table.session.book.last) for table in tables}
        assert len(made.behind) == 2
        office._renew({name for name in made.tables if office._is_old(name, 0.0)}, 0.0)
        assert len(office._drawn()) == 1
        assert eventually(lambda: made.poll() is not None and not made.behind)
        played = {name: table.game.last for name, table in made.tables.items() if table.game is not None}
        assert played == {table.name: table.session.book.last for table in tables}


def test_news_that_a_worker_had_taken_when_its_database_failed_are_looked_at_again(
    place: str, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire, store = Wire(), opened()
    table = WiredTable(wire, 1, "constantinopolis").play(5)
    with closing(Shares(place)) as shares:
        made = WorkerDesk(store, wire, shares)
        assert eventually(lambda: made.poll() is not None and "table-1" in made.tables)
        monkeypatch.setattr(store, "places", cut_off(place, store.places))
        table.play(5)
        with pytest.raises(NotWritten):
            made.poll()
        made.poll()
        game = made.tables["table-1"].game
        assert game is not None
        assert game.last == table.session.book.last


def test_cards_that_a_page_had_heard_of_when_its_database_failed_are_read_again(
    place: str, opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, link = opened(), NoLink()
    office = WebOffice(WebDesk(store, link), link, place)
    try:
        assert eventually(lambda: office._step() or not office._unread)
        card = TableCard(
            table="table-1",
            number="1",
            game="byzanz",
            state="",
            name="",
            verb="",
            since=0.0,
            round=1,
            rounds=6,
            seats=(),
        )
        opened().show({"table-1": msgspec.json.encode(card)})
        monkeypatch.setattr(store, "shown", cut_off(place, store.shown))
        with pytest.raises(NotWritten):
            assert eventually(lambda: office._step() or False, 10.0)
        office._step()
        assert [each.table for each in office.cards()] == ["table-1"]
    finally:
        office._listener.close()


def cut_off(place: str, ask: Callable[..., Any]) -> Callable[..., Any]:
    """A question before which all connections of the database end, once."""
    left = [place]

    def asked(*words: object) -> Any:
        if left:
            end_connections(left.pop())
        return ask(*words)

    return asked


# --- copies ---


def test_a_copy_brings_everything_back_and_the_desk_goes_on(
    database: Database, nodes: Nodes, place: str, tmp_path: Path
) -> None:
    with closing(PostgresStore(place)) as store:
        store.begin(KEY, HEAD, 1.0)
        store.append(KEY, line(1))
    servers = servers_of(nodes)
    asyncio.run(emptied(servers))
    asyncio.run(said(servers, [b"one", b"\x00\xff"]))
    command = tmp_path / "companion"
    command.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m companion "$@"\n')
    command.chmod(0o755)
    path = f"{tmp_path}:{Path(postgres('pg_dump') or '').parent}:/usr/bin:/bin"
    environment = {"DESK_STORE": place, "DESK_STREAM": nodes.stream, "DESK_DATA": str(tmp_path), "PATH": path}
    script = ROOT / "deploy/convention"
    subprocess.run(["sh", script / "backup", tmp_path / "copy"], env=environment, check=True)
    asyncio.run(emptied(servers))
    other = database.make()
    subprocess.run(["sh", script / "restore", tmp_path / "copy"], env={**environment, "DESK_STORE": other}, check=True)
    with closing(PostgresStore(other)) as store:
        assert store.mark(KEY) == Mark(1, "01")
        assert store.append(KEY, line(2))
        with pytest.raises(NotWritten, match="only grows"):
            store._run("DELETE FROM entry")
    assert save(servers, str(tmp_path / "again")) == 2
    assert (tmp_path / "again").read_bytes() == (tmp_path / "copy/stream.jsonl").read_bytes()


@pytest.mark.parametrize("text", ["nonsense\n", '{"subject":"desk.table-1.heard","data":""}\n', '{"subject":"x"}\n'])
def test_a_damaged_copy_of_a_stream_is_named_before_anything_is_put_back(tmp_path: Path, text: str) -> None:
    (tmp_path / "copy").write_text(text)
    with pytest.raises(WrongFile, match="line 1"):
        load(Servers(("nats://127.0.0.1:1",), "", ""), str(tmp_path / "copy"))


# --- the command ---


@pytest.mark.parametrize(
    "words",
    [["--store", "mysql://x"], ["--stream", "http://x", "--store", "postgresql://x/y"], ["--stream", "nats://n"],
     ["--store", "postgresql://x/y"], ["--role", "web"], ["--node", "1"], ["--stream", "nats://n", "--node", "2"],
     ["--stream", "nats://n:x", "--node", "1"], ["--broker", "mosquitto", "--stream", "nats://n"]],
)  # fmt: skip
def test_words_that_do_not_go_together_are_refused(
    tmp_path: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--data", str(tmp_path), "desk", *words]) == 1
    assert capsys.readouterr().err.startswith("companion: ")


def test_addresses_name_every_node_and_begin_with_another_one_at_each_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["desk", "--tables", "2", "--stream", "nats://n1,n2,n3", "--addresses"]
    assert main(["--data", str(tmp_path), *words]) == 0
    one, two = capsys.readouterr().out.split()
    assert one.endswith("@n1:1884,n2:1884,n3:1884")
    assert two.endswith("@n2:1884,n3:1884,n1:1884")


def test_a_nodes_configuration_names_its_peers_and_lets_a_table_write_its_own_only(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["desk", "--tables", "2", "--stream", "nats://n1,n2,n3", "--node", "2", "--keys", "/keys"]
    assert main(["--data", str(tmp_path), *words]) == 0
    said = capsys.readouterr().out
    assert re.search(r"nats-route://node:[0-9a-f]{24}@n3:6222", said)
    assert '"/keys/broker.crt"' in said
    assert (
        'publish: ["desk.table-2.status", "desk.table-2.journal", "desk.table-2.ruled", "desk.table-2.picture"]' in said
    )


@pytest.mark.parametrize("missing", ["psycopg", "nats"])
def test_without_the_extra_a_convention_is_refused_in_a_line_and_a_club_is_not(tmp_path: Path, missing: str) -> None:
    without = f"import sys; sys.modules[{missing!r}] = None; from companion.commands.cli import main; "
    without += "sys.exit(main(sys.argv[1:]))"
    words = [sys.executable, "-c", without, "--data", str(tmp_path), "desk"]
    convention = [*words, "--store", "postgresql://desk@127.0.0.1:1/x", "--stream", "nats://127.0.0.1:1"]
    said = subprocess.run(convention, capture_output=True, text=True, check=False, cwd=ROOT, timeout=60)
    assert said.returncode == 1
    assert f"{missing} is not installed: pip install 'companion[convention]'" in said.stderr
    assert len(said.stderr.splitlines()) == 1
    club = subprocess.run([*words, "--addresses"], capture_output=True, text=True, check=False, cwd=ROOT, timeout=60)
    assert club.returncode == 0
