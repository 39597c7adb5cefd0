"""One table's account at any broker: nothing of another table is heard with it, and nothing said in its name."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import msgspec
import nats
import paho.mqtt.client as paho
import pytest
from msgspec.structs import replace
from nats.errors import Error as NatsError
from paho.mqtt.enums import CallbackAPIVersion

from companion.host.mat_pictures import Shown, parts_of
from companion.host.outbox import game_id
from companion.web.desk.club_desk import topics
from devices import desk
from devices.broker import LOOPBACK, free_port, start_broker
from devices.desk import Heard, PictureWish, Ruled, RulingOrder, Seated, TableStatus
from devices.mqtt_client import MqttClient
from testkit.convention import Nodes
from tests.desk.conftest import ACCOUNTS, Club, Table
from tests.desk.test_tables import challenged, forged, ruled
from tests.desk.ways import Way
from tests.devices.conftest import eventually


@pytest.fixture
def hall(any_way: Way, tmp_path: Path) -> Iterator[tuple[Club, Table]]:
    """A desk, and table 1."""
    club, table = Club(any_way, tmp_path / "desk"), Table(any_way, tmp_path / "table-1")
    yield club, table
    table.line.close()
    club.close()


def guest(way: Way, *listens: str) -> MqttClient:
    """The connection of another table, which listens to these topics."""
    made = MqttClient(way.address("guest"), "spy", listens, ("desk/guest/status", b""), lambda: None)
    assert eventually(lambda: made.poll(0.02) or made.connected)
    return made


def say(spy: MqttClient, table: str, leaf: str, message: object) -> None:
    spy.publish(desk.topic(table, leaf), msgspec.json.encode(message), 0)


def is_heard(club: Club, spy: MqttClient) -> bool:
    """Everything the guest has said before is through: the desk hears them as themselves."""

    def heard() -> bool:
        say(spy, "guest", "status", TableStatus(online=True))
        spy.poll(0.05)
        club.desk.poll(0.01)
        found = club.desk.tables.get("guest")
        return found is not None and found.online

    return bool(eventually(heard))


STRANGERS = {
    "a guessed password": ("table-1", "guessed"),
    "the password of another table": ("table-1", ACCOUNTS["table-2"]),
    "an empty password": ("table-1", ""),
    "the desk without its password": (desk.USER, ""),
    "an account nobody has": ("table-9", ACCOUNTS["table-1"]),
    "neither name nor password": ("", ""),
}


@pytest.mark.parametrize("who", STRANGERS)
def test_nobody_comes_in_without_the_password_of_an_account(any_way: Way, who: str) -> None:
    user, password = STRANGERS[who]
    place = replace(any_way.address("guest"), user=user, password=password, others=())
    stranger = MqttClient(place, "stranger", ["#"], ("desk/guest/status", b""), lambda: None)
    assert eventually(lambda: stranger.poll(0.02) or stranger.connected or stranger.trouble)
    assert not stranger.connected
    assert "uthori" in stranger.trouble
    stranger.close()
    guest(any_way).close()  # the same place lets in who has a password


@pytest.mark.parametrize("who", STRANGERS)
def test_no_worker_comes_to_a_node_without_the_password_of_an_account(nodes: Nodes, who: str) -> None:
    user, password = STRANGERS[who]
    given = {"user": user, "password": password} if user else {}
    for place in nodes.servers_of_desk:
        with pytest.raises(NatsError, match="Authorization"):
            asyncio.run(nats.connect(place, allow_reconnect=False, connect_timeout=5, **given))


def test_a_table_says_nothing_in_the_name_of_another(any_way: Way, hall: tuple[Club, Table]) -> None:
    club, table = hall
    number = challenged(club, table.play(8))
    ruling = club.desk.rule("table-1", number, "stands", "Marta")  # kept, and sent with the next look
    game, last = game_id(table.book), table.book.last
    picture = parts_of(Shown(b"no picture", 5.0, ()), game, number)
    spy = guest(any_way)
    said = [
        *(("picture", part) for part in picture),
        ("ruled", Ruled(id=ruling.order.id, game=game, entry=1)),
        ("heard", Heard(game=game, number=last, digest="ab" * 16)),
        ("look", PictureWish(game=game, challenge=number)),
        ("seated", Seated(round=9, names=("Eve",))),
        ("ruling", RulingOrder(id="forged", game=game, challenge=number, how="back")),
        ("journal", forged(table, b"[]")),
        ("status", TableStatus(online=False, game=game)),
    ]
    for leaf, message in said:
        say(spy, "table-1", leaf, message)
    assert is_heard(club, spy)
    key = club.store.games("table-1")[0]
    assert club.desk.table("table-1").online
    assert club.store.mark(key).number == last
    assert club.store.whole(key, number) == ""
    assert [each.open for each in club.store.rulings()] == [True]
    assert eventually(lambda: ruled(club, table))
    assert table.book.entries[-1].evidence == f"desk {ruling.order.id}"
    assert table.book.last == last + 1
    assert (table.line.trouble, table.line._wish, table.line.seated) == ("", None, ())
    assert club.has(table)
    spy.close()


def test_a_table_hears_nothing_of_another(any_way: Way, hall: tuple[Club, Table]) -> None:
    club, table = hall
    everything = [desk.topic("table-1", leaf) for leaf in desk.KINDS]
    spy = guest(any_way, "#", "desk/#", "desk/+/status", "desk/+/journal", *everything)
    number = challenged(club, table.play(8))
    club.desk.rule("table-1", number, "stands", "Marta")
    assert eventually(lambda: ruled(club, table))
    assert is_heard(club, spy)
    heard = {message.topic for _ in range(5) for message in spy.poll(0.05)}
    assert {topic for topic in heard if not topic.startswith("desk/guest/")} == set()
    spy.close()


def test_entries_come_to_the_broker_at_qos_1(way: Way, club: Club, table: Table) -> None:
    """amqtt gives a subscriber its own QoS, whatever a message came with, so nothing is seen of it there."""
    found: set[tuple[str, int]] = set()
    place = way.address(desk.USER)
    look = paho.Client(CallbackAPIVersion.VERSION2, client_id="look", protocol=paho.MQTTv311)
    look.username_pw_set(place.user, place.password)
    look.on_message = lambda _client, _data, message: found.add((message.topic, message.qos))
    look.on_connect = lambda client, *_: client.subscribe([(topic, 2) for topic in topics()])
    ready: list[bool] = []
    look.on_subscribe = lambda *_: ready.append(True)
    look.connect(place.host, place.port)
    look.loop_start()
    assert eventually(lambda: bool(ready))
    assert club.has(table.play(10))
    assert eventually(lambda: "desk/table-1/journal" in dict(found))
    look.loop_stop()
    assert {qos for topic, qos in found if topic.endswith("/journal")} == {1}


@pytest.mark.parametrize("kind", ["mosquitto", "amqtt"])
def test_a_broker_listens_on_this_machine_alone_unless_asked(kind: str) -> None:
    port = free_port()
    with start_broker(ACCOUNTS, kind, port):  # type: ignore[arg-type]
        assert listening(port) == {LOOPBACK}
    with start_broker(ACCOUNTS, kind, port, "0.0.0.0"):  # type: ignore[arg-type]
        assert "0.0.0.0" in listening(port)


def listening(port: int) -> set[str]:
    """The addresses of this machine at which somebody listens on this port."""
    found = set()
    for name in ("tcp", "tcp6"):
        for row in Path(f"/proc/net/{name}").read_text().splitlines()[1:]:
            _number, local, _remote, state, *_more = row.split()
            host, _, at = local.partition(":")
            if state == "0A" and int(at, 16) == port:
                found.add(".".join(str(each) for each in reversed(bytes.fromhex(host))) if name == "tcp" else host)
    return found
