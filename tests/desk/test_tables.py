"""Tables, a broker and a desk that are killed lose nothing and double nothing, and a table that lies is seen."""

from __future__ import annotations

import time
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from companion.host.desk_line import SAY_AGAIN
from companion.play import challenges, record
from companion.play.challenges import REFEREE
from companion.play.reports import Refusal
from companion.titles import BUILT_IN
from companion.web.desk.intake import OTHER, UNFIT, UNLAWFUL, UNPLAYABLE
from devices import desk
from devices.desk import EntryLine, TableStatus
from devices.mqtt_client import MqttClient
from engine.errors import NotFound
from engine.event import Moved
from engine.game import Offer
from engine.journal import Overrule, Undo
from tests.desk.conftest import IN_TIME, Club, Table
from tests.desk.ways import Way
from tests.devices.conftest import eventually


def test_every_entry_of_a_table_reaches_the_desk_at_any_broker(any_way: Way, tmp_path: Path) -> None:
    club, table = Club(any_way, tmp_path / "desk"), Table(any_way, tmp_path / "table-1")
    assert club.has(table.play(50))
    table.line.close()
    club.close()


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_desk_plays_every_game_along(club: Club, way: Way, tmp_path: Path, game: str) -> None:
    table = Table(way, tmp_path / game, game=game).play(30)
    assert club.has(table)
    followed = club.desk.table("table-1").game
    assert followed is not None
    assert followed.journal is not None
    assert followed.journal.state.table == table.book.state.table
    table.line.close()


def test_a_table_that_is_killed_goes_on_where_the_desk_is(club: Club, table: Table) -> None:
    assert club.has(table.play(20))
    table.die()
    table.play(20)
    table.come_back()
    assert club.has(table.play(5))


def test_a_table_that_starts_again_sends_only_what_follows_the_last_entry_that_was_answered(
    club: Club, table: Table
) -> None:
    table.play(20)
    assert eventually(lambda: club.has(table, seconds=0) and not table.line.waiting, IN_TIME)
    answered = table.book.last
    table.line.close()
    table.come_back()
    sent = noted(table)
    assert club.has(table.play(5))
    assert set(sent) == set(range(answered + 1, table.book.last + 1))


def noted(table: Table) -> list[int]:
    """The numbers of the entries that a table sends from now on; the head of a game is 0."""
    found, send = list[int](), table.line._link.send

    def note(topic: str, payload: bytes, retain: bool = False, qos: int = 0) -> None:
        if topic.endswith("/journal"):
            found.append(getattr(desk.read("journal", payload), "number", 0))
        send(topic, payload, retain, qos=qos)

    table.line._link.send = note  # type: ignore[method-assign]
    return found


def test_a_desk_that_is_killed_lacks_nothing_afterwards(club: Club, table: Table) -> None:
    assert club.has(table.play(20))
    club.close()
    table.play(40)
    table.line.poll(table.session)
    club.open()
    assert club.has(table)


def test_a_broker_that_is_killed_costs_nothing(club: Club, table: Table, way: Way) -> None:
    assert club.has(table.play(10))
    way.stop()
    table.play(30)
    table.line.poll(table.session)
    way.start()
    assert club.has(table, seconds=30)


@pytest.mark.parametrize("way", ["convention"], indirect=True)
def test_while_a_node_is_away_the_others_take_what_tables_send(club: Club, table: Table, way: Way) -> None:
    assert club.has(table.play(10))
    way.stop()
    try:
        assert club.has(table.play(30))
    finally:
        way.start()
    assert club.has(table.play(5))


def test_a_desk_whose_file_is_lost_is_sent_all_again(club: Club, table: Table) -> None:
    assert club.has(table.play(40))
    club.close()
    club.lose()
    club.open()
    assert club.has(table)


def test_a_gap_is_noticed_and_asked_for_again(club: Club, table: Table) -> None:
    assert club.has(table.play(5))
    assert table.line._outbox is not None
    table.play(10)
    table.line._outbox._sent += 4  # four entries are lost on their way
    assert club.has(table, seconds=4)  # sooner than the patience of the table


def test_a_table_that_is_gone_is_not_heard(club: Club, table: Table) -> None:
    assert club.has(table.play(5))
    assert club.desk.table("table-1").online
    table.die()
    assert eventually(lambda: club.desk.poll(0.02) and not club.desk.table("table-1").online)


@pytest.mark.one_in(2)
def test_a_table_is_heard_again_whatever_the_broker_says_of_an_old_connection(club: Club, table: Table) -> None:
    assert club.has(table.play(5))
    table.lose_an_old_line()
    assert eventually(lambda: club.desk.poll(0.02) and not club.desk.table("table-1").online)
    assert eventually(lambda: club.has(table) and club.desk.table("table-1").online)


# --- tables that lie ---


def lies(club: Club) -> set[tuple[int, str]]:
    return {(lie.number, lie.why) for lie in club.desk.table("table-1").lies}


def sees(club: Club, number: int, why: str, table: Table, *said: EntryLine | TableStatus) -> bool:
    """The desk sees, in time, this lie and no other. What is lost on its way is said again, as every table does."""
    at = -SAY_AGAIN

    def seen() -> object:
        nonlocal at
        if time.monotonic() > at + SAY_AGAIN:
            at = time.monotonic()
            send(table, *said)
        club.desk.poll(0.02)
        return lies(club)

    eventually(seen, IN_TIME)
    club.spin(seconds=0.4)
    return lies(club) == {(number, why)}


def send(table: Table, *said: EntryLine | TableStatus) -> None:
    for each in said:
        leaf = "journal" if isinstance(each, EntryLine) else "status"
        table.line._link.send(desk.topic(table.name, leaf), msgspec.json.encode(each), retain=leaf == "status")


def line_of(table: Table, number: int) -> EntryLine:
    assert table.line._outbox is not None
    found = desk.read("journal", table.line._outbox._line(number))
    assert isinstance(found, EntryLine)
    return found


def test_an_entry_that_is_sent_otherwise_a_second_time_is_seen(club: Club, table: Table) -> None:
    assert club.has(table.play(10))
    assert sees(club, 5, OTHER, table, replace(line_of(table, 5), origin="camera", digest="ab" * 16))
    assert club.holds(table)


def test_an_entry_that_was_changed_without_its_digest_is_seen_and_not_kept(club: Club, table: Table) -> None:
    assert club.has(table.play(10))
    table.play(1)
    number = table.book.last
    before = range(club.store.mark(club.store.games()[0]).number + 1, number)
    changed = replace(line_of(table, number), origin="referee")
    assert sees(club, number, UNFIT, table, *(line_of(table, each) for each in before), changed)
    assert not club.holds(table)


def test_a_game_that_was_rewritten_from_an_earlier_entry_is_seen(club: Club, table: Table) -> None:
    assert club.has(table.play(20))
    fork = Table(table._broker, table._folder.parent / "fork", "table-1", seed=1)
    table.line.close()
    fork.book.entries[:] = table.book.entries[:10]
    fork.line.poll(fork.session)
    status = desk.TableStatus(online=True, game=fork.line._outbox.game if fork.line._outbox else "")
    assert eventually(lambda: fork.line._link.connected)  # what is said at QoS 0 before is lost
    assert sees(club, 10, OTHER, fork, replace(status, last=10, digest="cd" * 16))
    fork.line.close()


def forged(table: Table, events: bytes) -> EntryLine:
    """A next entry whose digest fits, with events of the table's own choice."""
    from companion.web.desk.intake import _line

    last = line_of(table, table.book.last)
    line = replace(last, number=last.number + 1, events=msgspec.Raw(events))
    return replace(line, digest=record.line_digest(last.digest, _line(line)))


def test_an_entry_that_cannot_have_happened_is_seen(club: Club, table: Table) -> None:
    assert club.has(table.play(10))
    events = msgspec.json.encode([Moved("gold", 999, "treasury/nobody", "treasury/red", "C-SET-01")])
    assert sees(club, table.book.last + 1, UNPLAYABLE, table, forged(table, events))


def rewrite(table: Table, number: int) -> None:
    """Say that entry `number` came of the next one's command; every digest from there on fits what stands there."""
    entries, codec = table.book.entries, table.book.codec
    entries[number - 1] = replace(entries[number - 1], command=entries[number].command)
    for at in range(number - 1, len(entries)):
        digest = record.line_digest(entries[at - 1].digest, record.line_of(codec, entries[at]))
        entries[at] = replace(entries[at], digest=digest)


def test_a_finished_game_that_was_not_played_by_the_rules_is_seen(club: Club, way: Way, tmp_path: Path) -> None:
    honest = Table(way, tmp_path / "honest", "table-2", game="byzanz").play(10_000)
    cheat = Table(way, tmp_path / "cheat", game="byzanz").play(10_000)
    rewrite(cheat, 6)
    assert club.has(honest, cheat, seconds=30)
    last = cheat.book.last
    assert eventually(lambda: club.has(honest, cheat) and lies(club), IN_TIME)
    assert lies(club) == {(last, UNLAWFUL)}
    assert club.follows(honest)
    assert list(club.desk.table("table-2").lies) == []
    for each in (honest, cheat):
        each.line.close()


def test_a_table_cannot_fill_the_disk_with_games_or_lies(club: Club, table: Table) -> None:
    from companion.play.record import head_digest
    from companion.web.desk.intake import MOST_GAMES, MOST_LIES, Intake
    from devices.desk import HeadLine

    assert club.has(table.play(5))
    intake, setup = Intake(club.store), b"{}"
    heads = [
        HeadLine(game=f"g{number}", name="nim", setup=msgspec.Raw(setup), digest=head_digest("nim", setup))
        for number in range(MOST_GAMES + 5)
    ]
    assert [intake.take("table-9", head, 1.0) for head in heads].count("kept") == MOST_GAMES
    for number in range(1, 200):
        status = desk.TableStatus(
            online=True, game=club.store.games()[0].game, last=number % 5 + 1, digest=f"{number:032x}"
        )
        intake.check("table-1", status, 1.0)
    assert len(club.store.lies(club.store.games()[0])) <= MOST_LIES


# --- hostile bytes ---


HOSTILE = [
    b"",
    b"\x00" * 100,
    b"[" * 50_000,
    b'{"type":"entry"}',
    b'{"type":"head","game":"x","name":"../../etc/passwd","setup":{},"digest":""}',
    b'{"type":"entry","game":"x","number":-1,"at":0,"origin":"","command":[],"events":[],"digest":""}',
    b'{"type":"entry","game":"x","number":1,"at":1e999,"origin":"","command":[],"events":[],"digest":""}',
    b'{"type":"entry","game":"' + b"x" * 500 + b'","number":1,"at":0,"origin":"","command":[],"events":[],"digest":""}',
    b'{"online":true,"game":"x","last":99999999999}',
    b'{"online":true,"game":"<script>alert(1)</script>","last":3,"digest":"00"}',
    '{"id":"x","game":"ü\ud800"}'.encode("utf-8", "surrogatepass"),
]


@pytest.mark.parametrize("leaf", desk.FROM_TABLE)
def test_hostile_bytes_of_one_table_change_nothing_at_another(club: Club, table: Table, way: Way, leaf: str) -> None:
    guest = MqttClient(way.address("guest"), "guest", [], (desk.topic("guest", "status"), b""), lambda: None)
    assert eventually(lambda: guest.poll(0.02) or guest.connected)
    for payload in HOSTILE:
        guest.publish(desk.topic("guest", leaf), payload)
    guest.flush()
    assert club.has(table.play(10))
    assert lies(club) == set()
    guest.close()


def test_a_payload_that_is_too_long_is_not_read() -> None:
    with pytest.raises(ValueError, match="at most"):
        desk.read("journal", b" " * (desk.LARGEST + 1))


@pytest.mark.parametrize("name", ["desk/table-1", "desk/+/journal", "desk/table-1/secret", "companion/table-1/status"])
def test_other_topics_are_none_of_a_desk(name: str) -> None:
    with pytest.raises(ValueError, match="no topic"):
        desk.parse(name)


# --- rulings ---


def challenged(club: Club, table: Table) -> int:
    """A player decides something, another one challenges it."""
    while challenges.challenged(table.book) is None and not table.session.challenge:
        table.play(1)
        last = table.book.entries[-1].command
        if getattr(last, "seat", "") and type(last) in table.book.game.commands:
            break
    table.session.submit(challenges.call(next(iter(table.session.names))))
    assert club.follows(table)
    assert table.session.challenge is not None
    return table.session.challenge.number


def ruled(club: Club, table: Table) -> bool:
    club.has(table, seconds=0)
    return all(not ruling.open for ruling in club.store.rulings())


@pytest.mark.parametrize(("how", "kind"), [("stands", "Remark"), ("back", "Undo")])
def test_a_ruling_at_the_desk_becomes_an_entry_at_the_table(club: Club, table: Table, how: desk.How, kind: str) -> None:
    number = challenged(club, table.play(8))
    club.desk.rule("table-1", number, how, "Marta")
    assert eventually(lambda: ruled(club, table))
    entry = table.book.entries[-1]
    assert (type(entry.command).__name__, entry.origin) == (kind, REFEREE)
    assert table.session.challenge is None
    assert [ruling.entry for ruling in club.store.rulings()] == [entry.number]


def test_a_forbidden_command_is_allowed_from_the_desk(club: Club, table: Table) -> None:
    table.play(8)
    seat = table.book.state.phase.actors[0]
    offered = table.session.offers(seat)
    wish = next((item.least if isinstance(item, Offer) else item) for item in offered)
    table.session.submit(challenges.call(seat, "C-BLD-03"), "tap", challenges.evidence(table.book, wish))
    assert club.follows(table)
    assert table.session.challenge is not None
    club.desk.rule("table-1", table.session.challenge.number, "allow", "Marta")
    assert eventually(lambda: ruled(club, table))
    assert any(isinstance(entry.command, Overrule) for entry in table.book.entries[-4:])


def test_a_ruling_that_comes_twice_is_one_entry(club: Club, table: Table) -> None:
    number = challenged(club, table.play(8))
    ruling = club.desk.rule("table-1", number, "back", "Marta")
    assert club.desk.rule("table-1", number, "stands", "Marta") == ruling
    for _ in range(3):
        club.link.send(desk.topic("table-1", "ruling"), msgspec.json.encode(ruling.order))
    assert eventually(lambda: ruled(club, table))
    club.spin(table, seconds=0.5)
    given = [entry for entry in table.book.entries if entry.origin == REFEREE]
    assert [type(entry.command) for entry in given] == [Undo]


def test_a_ruling_outlives_desk_and_table(club: Club, table: Table) -> None:
    number = challenged(club, table.play(8))
    table.die()
    club.desk.rule("table-1", number, "stands", "Marta")
    club.desk.poll(0.1)
    club.close()
    club.open()
    table.come_back()
    assert eventually(lambda: ruled(club, table))
    assert table.session.challenge is None


def test_a_ruling_for_a_challenge_that_was_ruled_on_at_the_table_changes_nothing(club: Club, table: Table) -> None:
    number = challenged(club, table.play(8))
    table.session.submit(challenges.let_stand())
    club.desk.rule("table-1", number, "back", "Marta")
    assert eventually(lambda: ruled(club, table))
    (ruling,) = club.store.rulings()
    assert (ruling.entry, ruling.refused) == (0, desk.NO_CHALLENGE)
    assert not any(isinstance(entry.command, Undo) for entry in table.book.entries)


def test_no_ruling_is_sent_where_nothing_is_challenged(club: Club, table: Table) -> None:
    assert club.has(table.play(8))
    with pytest.raises(NotFound):
        club.desk.rule("table-1", 3, "back", "Marta")
    with pytest.raises(NotFound):
        club.desk.rule("table-9", 3, "back", "Marta")
    assert not isinstance(table.session.undo(table.book.last - 1), Refusal)
