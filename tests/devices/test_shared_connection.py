"""Many tables in one process."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator

import pytest

from devices import home_assistant
from devices.broker import Broker
from devices.message import ShowText
from devices.mqtt_client import Address, MqttClient
from devices.shared_connection import SharedConnection
from devices.tray import Value
from engine.sighting import Sighting, Weight
from tests.devices.assistant import HomeAssistant
from tests.devices.conftest import BOX, eventually

both = pytest.mark.parametrize("broker", ["mosquitto", "amqtt"], indirect=True)
SEATS = {"tray-red": "red"}


class Shared:
    """One connection for two tables, and what came of each."""

    def __init__(self, broker: Broker) -> None:
        self.values: list[tuple[str, Value]] = []
        tables = {"t1": SEATS, "t2": SEATS}
        put = lambda table, value: self.values.append((table, value))  # noqa: E731
        self.connection = SharedConnection(broker.address(), put, tables, box=BOX)

    def there(self, table: str) -> bool:
        return [card.state for card in self.connection.cards(table)] == ["there"]

    def gold(self, table: str) -> list[int]:
        seen = [value.reading for name, value in self.values if name == table and isinstance(value, Sighting)]
        return [reading.gold for reading in seen if isinstance(reading, Weight)]


@pytest.fixture
def shared(broker: Broker) -> Iterator[Shared]:
    shared = Shared(broker)
    yield shared
    shared.connection.close()


@both
def test_trays_of_one_id_at_two_tables_are_two(broker: Broker, shared: Shared, trays) -> None:
    for table, gold in (("t1", 12), ("t2", 31)):
        tray = trays()
        tray.set_gold(gold)
        tray.serve_mqtt(broker.address("tray-red"), table)
    assert eventually(lambda: (shared.gold("t1")[-1:], shared.gold("t2")[-1:]) == ([12], [31]))


@both
def test_each_table_has_a_box_of_its_own(broker: Broker, shared: Shared, trays) -> None:
    for table in ("t1", "t2"):
        tray = trays()
        tray.lay("coins", (13, 0, 0, 0, 0))  # all coins of 30 a box has
        tray.serve_mqtt(broker.address("tray-red"), table)
    assert eventually(lambda: shared.gold("t1")[-1:] == shared.gold("t2")[-1:] == [390])
    assert all(value.reading.doubt == 0 for _, value in shared.values if getattr(value, "zone", "") == "treasury/red")


@both
def test_a_command_reaches_the_tray_of_that_table_only(broker: Broker, shared: Shared, trays) -> None:
    here, there = trays(), trays()
    here.serve_mqtt(broker.address("tray-red"), "t1")
    there.serve_mqtt(broker.address("tray-red"), "t2")
    assert eventually(lambda: shared.there("t1") and shared.there("t2"))
    assert shared.connection.ask("t1", "tray-red", ShowText(line=0, text="Salve"))
    assert eventually(lambda: here.display == ("Salve",))
    assert there.display == ()
    assert not shared.connection.ask("t2", "tray-blue", ShowText(line=0, text="x"))


@both
def test_a_table_of_another_host_is_left_alone(broker: Broker, shared: Shared, trays) -> None:
    stranger, ours = trays(), trays()
    stranger.serve_mqtt(broker.address("tray-red"), "t9")
    ours.serve_mqtt(broker.address("tray-red"), "t1")
    assert eventually(lambda: shared.gold("t1") == [0])
    assert {table for table, _ in shared.values} == {"t1"}


HOST_PROCESS = """
import sys
from devices.shared_connection import SharedConnection
from devices.mqtt_client import Address
address = Address(port=int(sys.argv[1]), user="host", password=sys.argv[2])
SharedConnection(address, print, {"t1": {}, "t2": {}}, announce=True)
"""


@both
def test_when_the_connection_dies_no_tray_of_any_table_is_available(broker: Broker, trays) -> None:
    assistant = HomeAssistant(broker)
    announced = [home_assistant.topic(table, "tray-red") for table in ("t1", "t2")]
    for table in ("t1", "t2"):
        trays().serve_mqtt(broker.address("tray-red"), table)
    command = [sys.executable, "-c", HOST_PROCESS, str(broker.port), broker.address().password]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as host:
        assert assistant.until(lambda: set(announced) <= set(assistant.found))
        assert assistant.until(lambda: all(map(assistant.available, announced)))
        host.kill()
    assert assistant.until(lambda: not any(map(assistant.available, announced)))
    assistant.client.close()


@both
def test_home_assistant_loses_a_forgotten_tray_of_one_table_only(broker: Broker, trays) -> None:
    connection, assistant = (
        SharedConnection(broker.address(), lambda *_: None, {"t1": {}, "t2": {}}, announce=True),
        HomeAssistant(broker),
    )
    here, there = (home_assistant.topic(table, "tray-red") for table in ("t1", "t2"))
    leaving = trays()
    leaving.serve_mqtt(broker.address("tray-red"), "t1")
    trays().serve_mqtt(broker.address("tray-red"), "t2")
    assert assistant.until(lambda: {here, there} <= set(assistant.found))
    leaving.close()
    connection.forget("t1", "tray-red")
    assert assistant.until(lambda: assistant.found[here] is None)
    assert assistant.found[there]
    connection.close()
    assistant.client.close()


def test_a_table_cannot_have_the_name_of_the_connection() -> None:
    with pytest.raises(ValueError, match="'house'"):
        SharedConnection(Address(), lambda *_: None, {"house": {}})


def test_each_tables_status_names_the_connection_and_goes_with_it(broker: Broker, shared: Shared) -> None:
    said: dict[str, dict[str, object]] = {}
    watcher = MqttClient(broker.address(), "watcher", ["companion/+/status"], ("x", b""), lambda: None)

    def heard(topic: str) -> dict[str, object] | None:
        said.update({arrived.topic: json.loads(arrived.payload) for arrived in watcher.poll(0.02)})
        return said.get(topic)

    assert eventually(lambda: heard("companion/t2/status") == {"online": True, "house": "house"})
    shared.connection.close()
    assert eventually(lambda: heard("companion/t2/status") == heard("companion/house/status") == {"online": False})
    watcher.close()
