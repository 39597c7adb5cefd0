"""Home Assistant as far as a tray sees it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from devices.broker import Broker
from devices.mqtt_client import MqttClient
from tests.devices.conftest import eventually

WATCHED = ["homeassistant/device/+/config", "companion/+/status", "companion/+/device/+/status"]


class HomeAssistant:
    """Keeps what is announced, looks at whether it is available, and says when it has come online."""

    def __init__(self, broker: Broker) -> None:
        self.found: dict[str, Any] = {}
        self.times = 0
        self._online: dict[str, bool] = {}
        self.client = MqttClient(broker.address(), "ha", WATCHED, ("x", b""), lambda: None)

    def until(self, holds: Callable[[], Any]) -> bool:
        """Whether it comes to hold, by what arrives."""

        def look() -> Any:
            for arrived in self.client.poll(0.02):
                self._take(arrived.topic, json.loads(arrived.payload or b"null"))
            return holds()

        return bool(eventually(look, 60.0))

    def _take(self, topic: str, payload: Any) -> None:
        if topic.endswith("/config"):
            self.times += bool(payload)
            self.found[topic] = payload
        else:
            assert topic.endswith("/status")
            self._online[topic] = bool(payload and payload["online"])

    def available(self, topic: str) -> bool:
        """What it shows of a device that was announced on this topic."""
        config = self.found[topic]
        assert config["availability_mode"] == "all"
        return all(self._online.get(level["topic"], False) for level in config["availability"])
