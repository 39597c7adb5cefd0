"""Writes the published contract: `python -m devices.contract` makes docs/mqtt.schema.json and the frame tables."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import msgspec

from devices import desk, protocol
from devices.message import FromDevice, FromHost
from devices.topics import Status

SCHEMA = Path(__file__).parents[1] / "docs" / "mqtt.schema.json"


def schema() -> dict[str, Any]:
    """JSON Schema (2020-12) with a definition per topic; that of a table's status at a desk is `table`."""
    (status, device, host, *of_desk), parts = msgspec.json.schema_components(
        [Status, FromDevice, FromHost, *desk.KINDS.values()], ref_template="#/$defs/{name}"
    )
    leaves = dict(zip(desk.KINDS, of_desk, strict=True))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "companion: what trays and the host say on MQTT",
        "$defs": {
            "status": status,
            "snapshot": {"$ref": "#/$defs/Snapshot"},
            "sensed": _without(device, "Snapshot"),
            "set": host,
            "table": leaves.pop("status"),
            **leaves,
            **{name: part for name, part in parts.items() if name != "Status"},
            "Status": parts["Status"],
        },
    }


def _without(union: dict[str, Any], name: str) -> dict[str, Any]:
    return {"anyOf": [part for part in union["anyOf"] if part["$ref"] != f"#/$defs/{name}"]}


def text() -> str:
    """The file as it is committed; the end of a pattern as JSON Schema writes it."""
    return json.dumps(schema(), indent=1, ensure_ascii=False).replace(r'\\Z"', '$"') + "\n"


def main() -> int:
    """Write it."""
    SCHEMA.write_text(text(), encoding="utf-8")
    return protocol.main()


if __name__ == "__main__":
    sys.exit(main())
