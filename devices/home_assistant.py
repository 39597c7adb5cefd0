"""Trays as Home Assistant finds them: one discovery message per tray, two levels of availability."""

from __future__ import annotations

import json

from devices import topics
from devices.protocol import COINS
from devices.tray import Card

STATUS = "homeassistant/status"
"""Where Home Assistant says that it has come online; then everything is announced again."""


def topic(table: str, id: str) -> str:
    """Where a tray is announced; an empty retained message there removes it."""
    return f"homeassistant/device/companion_{table}_{id}/config"


def announcement(table: str, card: Card) -> bytes:
    """What is to be published, retained, on `topic`: the gold, whose move it waits for, the calibration."""
    name = f"companion_{table}_{card.id}"
    gold = " + ".join(f"value_json.coins[{i}] * {value}" for i, value in enumerate(COINS))
    return json.dumps(
        {
            "device": {
                "identifiers": [name],
                "name": f"Tray {card.id}",
                "model": card.device,
                "sw_version": card.firmware,
            },
            "origin": {"name": "companion"},
            "availability": [_available(topics.host(table)), _available(topics.device(table, card.id, "status"))],
            "availability_mode": "all",
            "components": {
                "gold": {
                    "platform": "sensor",
                    "name": "Gold",
                    "unique_id": f"{name}_gold",
                    "icon": "mdi:cash-multiple",
                    "state_topic": topics.device(table, card.id, "snapshot"),
                    "value_template": "{{ " + gold + " }}",
                    "state_class": "measurement",
                },
                **{f"press_{button}": _button(table, card.id, name, button) for button in ("confirm", "pass", "call")},
            },
        },
        separators=(",", ":"),
    ).encode()


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
