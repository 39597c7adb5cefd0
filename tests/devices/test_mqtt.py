"""The broker's side of the contract: hostile payloads, strangers, replays, presence; on mosquitto and amqtt alike."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from devices import topics
from devices.broker import Broker
from devices.menu import Menu
from devices.mqtt import OFFLINE, ONLINE
from devices.mqtt_client import Address, Arrived, MqttClient
from tests.devices.conftest import BROKERS, TABLE, Heard, eventually

pytestmark = pytest.mark.parametrize("broker", BROKERS, indirect=True)


class Stranger:
    """A bare client that says what it likes."""

    def __init__(self, address: Address, *watched: str) -> None:
        self.got: list[Arrived] = []
        self.client = MqttClient(address, f"stranger-{time.monotonic_ns()}", watched, ("x/will", b""), lambda: None)

    def live(self, seconds: float = 0.3, until: Callable[[], Any] = lambda: False) -> Any:
        end = time.monotonic() + seconds
        while not until() and time.monotonic() < end:
            self.got += self.client.poll(0.02)
        return until()

    def joined(self) -> bool:
        return bool(self.live(3.0, lambda: self.client.connected))

    def say(self, topic: str, payload: object, retain: bool = False) -> None:
        raw = payload if isinstance(payload, bytes) else json.dumps(payload).encode()
        self.client.publish(topic, raw, retain=retain)
        self.live(0.2)


@pytest.fixture
def stranger() -> Iterator[Callable[..., Stranger]]:
    made: list[Stranger] = []

    def make(address: Address, *watched: str) -> Stranger:
        made.append(Stranger(address, *watched))
        return made[-1]

    yield make
    for one in made:
        one.client.close()


def sensed(id: str = "tray-red") -> str:
    return topics.device(TABLE, id, "sensed")


@pytest.fixture
def played(broker: Broker, trays, hub, heard: Heard) -> Any:
    """A tray that was found at the broker and holds 30 gold."""
    tray = trays()
    tray.set_gold(30)
    tray.serve_mqtt(broker.address("tray-red"), TABLE)
    hub.add_mqtt(broker.address(), TABLE)
    assert heard.sees(30)
    return tray


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"\x00\xff\xfe",
        b"[" * 3000,
        b'{"type":"settled","boot":"1"}',
        b'{"type":"settled","sequence":-1,"boot":1,"zone":"coins","change":[0],"now":[0]}',
        b'{"type":"snapshot","boot":1,"coins":[9,9,9,9,9],"bought":[0,0,0,0,0],"sold":[0,0,0,0,0]}',
        b'{"type":"hello"' + b" " * 9000 + b"}",
    ],
)
def test_a_hostile_payload_is_dropped_with_one_line_and_the_tray_goes_on(
    payload: bytes, broker: Broker, played, stranger, heard: Heard, caplog: pytest.LogCaptureFixture
) -> None:
    attacker = stranger(broker.address("tray-red"))
    assert attacker.joined()
    attacker.say(sensed(), payload)
    assert eventually(lambda: [r for r in caplog.records if "dropped" in r.message])
    assert len([r for r in caplog.records if "dropped" in r.message]) == 1
    played.drop(4)
    assert heard.sees(34)
    assert heard.gold() == [30, 34]


def test_a_wrong_password_gets_nowhere(broker: Broker, stranger) -> None:
    good = broker.address("tray-red")
    thief = stranger(Address(host=good.host, port=good.port, user="tray-red", password="guess"))
    thief.live(1.0)
    assert not thief.client.connected
    assert "uthori" in thief.client.trouble


def test_no_client_gets_in_without_a_name(broker: Broker, stranger) -> None:
    nobody = stranger(Address(port=broker.port))
    nobody.live(1.0)
    assert not nobody.client.connected


def test_a_tray_cannot_speak_for_another(broker: Broker, played, stranger, heard: Heard) -> None:
    other = stranger(broker.address("tray-blue"))
    assert other.joined()
    other.say(topics.device(TABLE, "tray-red", "status"), OFFLINE, retain=True)
    other.say(topics.device(TABLE, "tray-red", "set"), {"type": "truth", "gold": 1})
    played.drop(2)
    assert heard.sees(32)
    assert "Lost" not in heard.kinds()
    assert played.truth is None


def test_a_tray_receives_only_its_own_commands(broker: Broker, played, stranger, hub) -> None:
    other = stranger(broker.address("tray-blue"), "companion/#", topics.device(TABLE, "tray-red", "set"))
    assert other.joined()
    hub.show("tray-red", Menu(3, "Secret", ("a",)))
    assert played.wait_for_menu(3)
    other.live(0.3)
    assert other.got == []


def test_what_a_tray_sent_before_does_not_count_again(broker: Broker, played, stranger, heard: Heard) -> None:
    recorder = stranger(broker.address(), "companion/#")
    assert recorder.joined()
    recorder.live(0.2)
    played.take(20)
    assert heard.sees(10)
    played.press("pass")
    assert eventually(heard.presses)
    recorder.live(0.5)
    replay = [a for a in recorder.got if a.topic.startswith(topics.device(TABLE, "tray-red", "s")) and a.payload]
    for message in [a for a in replay if not a.topic.endswith(("status", "set"))]:
        recorder.say(message.topic, message.payload)
    assert heard.gold()[-1] == 10
    assert 30 not in heard.gold()[heard.gold().index(10) :]
    assert len(heard.presses()) == 1


def test_a_kept_event_is_not_an_event(broker: Broker, stranger, hub, trays, heard: Heard) -> None:
    planter = stranger(broker.address("tray-red"))
    assert planter.joined()
    press = {"type": "press", "boot": 1, "number": 1, "button": "confirm", "choice": 0, "about": 0}
    planter.say(sensed(), press, retain=True)
    tray = trays()
    tray.set_gold(7)
    tray.serve_mqtt(broker.address("tray-red"), TABLE)
    hub.add_mqtt(broker.address(), TABLE)
    assert heard.sees(7)
    assert heard.presses() == []


@pytest.mark.usefixtures("played")
def test_a_stranger_with_the_name_of_another_in_its_hello_is_dropped(
    broker: Broker, stranger, caplog: pytest.LogCaptureFixture
) -> None:
    liar = stranger(broker.address("tray-blue"))
    assert liar.joined()
    hello = {"nonce": 1, "boot": 1, "device": "seat-tray", "capabilities": [], "calibration": "good"}
    liar.say(sensed("tray-blue"), {"type": "hello", **hello, "firmware": [1, 0, 0], "id": "tray-red"})
    assert eventually(lambda: "speaks on the topic of" in caplog.text)


def test_the_last_will_tells_that_a_tray_is_gone(played, heard: Heard) -> None:
    played.faults.mute = True
    played.vanish()
    assert eventually(lambda: "Lost" in heard.kinds())


def test_when_the_broker_restarts_every_tray_is_lost_found_and_recounted(broker: Broker, played, heard: Heard) -> None:
    broker.stop()
    assert eventually(lambda: "Lost" in heard.kinds())
    played.drop(5)
    broker.start()
    assert heard.sees(35)
    assert heard.kinds().count("Found") == 2


@pytest.mark.usefixtures("played")
def test_the_host_says_whether_it_is_there(broker: Broker, hub, stranger) -> None:
    watcher = stranger(broker.address(), topics.host(TABLE))
    assert watcher.joined()
    assert watcher.live(2.0, lambda: [a.payload for a in watcher.got] and watcher.got[-1].payload == ONLINE)
    hub.close()
    assert watcher.live(2.0, lambda: watcher.got[-1].payload == OFFLINE)


def test_trays_of_another_table_are_not_ours(broker: Broker, stranger, hub, heard: Heard) -> None:
    hub.add_mqtt(broker.address(), TABLE)
    other = stranger(broker.address())
    assert other.joined()
    other.say(topics.device("t2", "tray-red", "status"), ONLINE, retain=True)
    other.say(topics.device(TABLE, "tray-blue", "status"), ONLINE, retain=True)
    assert eventually(lambda: len(hub.cards) == 1)
    assert heard.values == []


def test_a_tray_that_does_not_answer_is_not_waited_for(broker: Broker, stranger, hub, trays, heard: Heard) -> None:
    ghost = stranger(broker.address("tray-blue"))
    assert ghost.joined()
    ghost.say(topics.device(TABLE, "tray-blue", "status"), ONLINE, retain=True)
    tray = trays()
    tray.set_gold(3)
    tray.serve_mqtt(broker.address("tray-red"), TABLE)
    hub.add_mqtt(broker.address(), TABLE)
    assert heard.sees(3)
    assert heard.kinds().count("Found") == 1


def test_two_trays_with_one_id_are_refused_until_one_is_gone(broker: Broker, played, hub, trays, heard: Heard) -> None:
    other = trays(seed=9)
    other.set_gold(99)
    other.serve_mqtt(broker.address("tray-red"), TABLE)
    assert eventually(lambda: "two devices say" in hub.cards[0].why)
    other.close()
    played.drop(1)
    assert heard.sees(31)
