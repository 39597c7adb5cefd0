"""docs/mqtt.md, its schema and what the code takes are one and the same."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest

from devices import contract, home_assistant, topics
from devices.broker import Broker
from devices.message import FromHost, from_json
from devices.mqtt_client import MqttClient
from devices.tray import Card
from tests.devices.assistant import HomeAssistant
from tests.devices.conftest import TABLE, Heard, eventually

PAGE = (Path(__file__).parents[2] / "docs" / "mqtt.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```json (\w+)\n(.*?)```", PAGE, flags=re.DOTALL)
CARD = Card(
    source="mqtt:tray-red",
    id="tray-red",
    seat="red",
    device="seat-tray",
    state="there",
    firmware="1.0.0",
    capabilities=("coins", "buttons"),
)


def keeps_to_the_schema(message: object, leaf: str) -> bool:
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed (a development package)")
    jsonschema.validate(message, {"$ref": f"#/$defs/{leaf}", "$defs": contract.schema()["$defs"]})
    return True


def test_the_published_schema_is_that_of_the_code() -> None:
    assert contract.SCHEMA.read_text(encoding="utf-8") == contract.text()


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("leaf", "text"), EXAMPLES)
def test_each_example_of_the_page_keeps_to_the_schema(leaf: str, text: str) -> None:
    assert keeps_to_the_schema(json.loads(text), leaf)


@pytest.mark.parametrize("text", [text for leaf, text in EXAMPLES if leaf in ("sensed", "snapshot")])
def test_each_example_of_a_device_is_understood_by_the_host(text: str) -> None:
    assert from_json(text.encode()).sequence >= 0


@pytest.mark.parametrize("text", [text for leaf, text in EXAMPLES if leaf == "set"])
def test_each_example_of_the_host_is_a_command(text: str) -> None:
    assert msgspec.json.decode(text, type=FromHost)


def test_the_page_shows_every_message_there_is() -> None:
    shown = {json.loads(text).get("type") for _, text in EXAMPLES}
    tags = {
        part["properties"]["type"]["enum"][0]
        for part in contract.schema()["$defs"].values()
        if "properties" in part and "type" in part["properties"]
    }
    assert tags <= shown


def test_what_the_virtual_trays_publish_keeps_to_the_schema(broker: Broker, trays, hub, heard: Heard) -> None:
    seen: list[tuple[str, bytes]] = []
    watcher = MqttClient(broker.address(), "watcher", ["companion/#"], ("x", b""), lambda: None)
    eventually(lambda: watcher.poll(0.02) or watcher.connected)
    watcher.flush()  # the subscription
    tray = trays()
    tray.serve_mqtt(broker.address(tray.id), TABLE)
    hub.add_mqtt(broker.address(), TABLE)
    tray.drop(33)
    assert heard.sees(33)
    tray.press("call")
    hub.say("tray-red", "Salve")
    assert eventually(lambda: tray.display == ("Salve",))
    until_quiet(watcher, seen)
    watcher.close()
    assert {topic.rsplit("/", 1)[1] for topic, _ in seen} == {"status", "snapshot", "sensed", "set"}
    assert all(keeps_to_the_schema(json.loads(payload), topic.rsplit("/", 1)[1]) for topic, payload in seen)


def until_quiet(watcher: MqttClient, seen: list[tuple[str, bytes]]) -> None:
    """All messages until a heartbeat comes after everything else."""
    eventually(lambda: seen.extend((a.topic, a.payload) for a in watcher.poll(0.02)) or False, 1.5)


def test_home_assistant_finds_a_tray_again_after_its_restart_and_loses_a_forgotten_one(
    broker: Broker, trays, hub
) -> None:
    tray, assistant = trays(), HomeAssistant(broker)
    topic = home_assistant.topic(TABLE, "tray-red")
    tray.serve_mqtt(broker.address("tray-red"), TABLE)
    hub.add_mqtt(broker.address(), TABLE, announce=True)
    assert assistant.until(lambda: assistant.found.get(topic))
    assistant.client.publish(home_assistant.STATUS, b"online")
    assert assistant.until(lambda: assistant.times == 2)
    tray.close()
    hub.forget("tray-red")
    assert assistant.until(lambda: assistant.found[topic] is None)
    assistant.client.close()


def test_the_announcement_has_two_levels_of_availability_and_unique_names() -> None:
    announced = json.loads(home_assistant.announcement("t1", CARD))
    assert [a["topic"] for a in announced["availability"]] == [
        topics.host("t1"),
        topics.device("t1", "tray-red", "status"),
    ]
    names = [part["unique_id"] for part in announced["components"].values()]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    ("capabilities", "parts"), [(("coins",), {"gold"}), (("buttons",), {"press_confirm", "press_pass", "press_call"})]
)
def test_home_assistant_learns_what_a_device_has(capabilities: tuple[str, ...], parts: set[str]) -> None:
    card = msgspec.structs.replace(CARD, capabilities=capabilities)
    assert set(json.loads(home_assistant.announcement("t1", card))["components"]) == parts


def test_a_device_home_assistant_can_do_nothing_with_is_not_announced(broker: Broker, trays, hub) -> None:
    strip, pad, assistant = trays(device="lamp-strip"), trays("blue"), HomeAssistant(broker)
    strip.serve_mqtt(broker.address("tray-red"), TABLE)
    hub.add_mqtt(broker.address(), TABLE, announce=True)
    assert eventually(lambda: [card.state for card in hub.cards] == ["there"])
    pad.serve_mqtt(broker.address("tray-blue"), TABLE)
    assert assistant.until(lambda: assistant.found)
    assert list(assistant.found) == [home_assistant.topic(TABLE, "tray-blue")]
    assistant.client.close()


def test_the_gold_template_adds_up_the_coins() -> None:
    template = json.loads(home_assistant.announcement("t1", CARD))["components"]["gold"]["value_template"]
    formula = template.strip("{} ").replace("value_json.coins", "coins")
    assert eval(formula, {"coins": [1, 0, 2, 1, 3]}) == 45
