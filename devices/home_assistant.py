"""Trays as Home Assistant finds them: one discovery message per tray, available while its host and it are online."""

from __future__ import annotations

import json

from devices import topics
from devices.protocol import COINS
from devices.tray import Card

STATUS = "homeassistant/status"
"""The topic on which Home Assistant reports that it is online; then everything is announced again."""


def topic(table: str, id: str) -> str:
    """The topic that announces a tray; an empty retained message there removes it."""
    return f"homeassistant/device/companion_{table}_{id}/config"


def announcement(table: str, card: Card, connection: str = "") -> bytes:
    """The message to retain on `topic`: the gold and a trigger for each button; empty for a tray without either.

    Where many tables share a connection, the last will is the connection's: a tray is available only with it.
    """
    name = f"companion_{table}_{card.id}"
    components = _components(table, card, name)
    if not components:
        return b""
    return json.dumps(
        {
            "device": {
                "identifiers": [name],
                "name": f"Tray {card.id}",
                "model": card.device,
                "sw_version": card.firmware,
            },
            "origin": {"name": "companion"},
            "availability": [_available(topic) for topic in _statuses(table, card.id, connection)],
            "availability_mode": "all",
            "components": components,
        },
        separators=(",", ":"),
    ).encode()


def _components(table: str, card: Card, name: str) -> dict[str, object]:
    """The parts of the announcement, by the tray's capabilities."""
    parts: dict[str, object] = {}
    if "coins" in card.capabilities:
        parts["gold"] = _gold(table, card.id, name)
    if "buttons" in card.capabilities:
        parts |= {f"press_{button}": _button(table, card.id, name, button) for button in ("confirm", "pass", "call")}
    return parts


def _gold(table: str, id: str, name: str) -> dict[str, object]:
    gold = " + ".join(f"value_json.coins[{i}] * {value}" for i, value in enumerate(COINS))
    return {
        "platform": "sensor",
        "name": "Gold",
        "unique_id": f"{name}_gold",
        "icon": "mdi:cash-multiple",
        "state_topic": topics.device(table, id, "snapshot"),
        "value_template": "{{ " + gold + " }}",
        "state_class": "measurement",
    }


def _statuses(table: str, id: str, connection: str) -> list[str]:
    hosts = [connection, table] if connection else [table]
    return [*map(topics.host, hosts), topics.device(table, id, "status")]


def _available(topic: str) -> dict[str, str]:
    return {
        "topic": topic,
        "value_template": "{{ 'online' if value_json.online else 'offline' }}",
    }


def _button(table: str, id: str, name: str, button: str) -> dict[str, object]:
    """A device trigger, so that pressing a button can start an automation (a bell for the referee)."""
    return {
        "platform": "device_automation",
        "automation_type": "trigger",
        "type": "button_short_press",
        "subtype": button,
        "unique_id": f"{name}_{button}",
        "topic": topics.device(table, id, "sensed"),
        "value_template": "{{ value_json.button | default('') }}",
        "payload": button,
    }
