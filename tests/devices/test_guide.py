"""The build guide says what the code does."""

from __future__ import annotations

import json
import re
import runpy
from pathlib import Path

import pytest

from devices import protocol

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "trays.md").read_text(encoding="utf-8")
DRAWN = runpy.run_path(str(ROOT / "deploy" / "trays" / "draw.py"))


def test_the_frame_tables_are_those_of_the_protocol() -> None:
    assert f"<!-- frames -->\n{protocol.tables()}<!-- end of frames -->" in GUIDE


@pytest.mark.parametrize("name", ["template", "ledger", "wiring"])
def test_the_drawings_are_up_to_date(name: str) -> None:
    assert (ROOT / "deploy" / "trays" / f"{name}.svg").read_text(encoding="utf-8") == DRAWN[name]()


def test_the_wiring_shows_the_pins_of_the_firmware() -> None:
    source = (ROOT / "deploy" / "firmware" / "board.py").read_text(encoding="utf-8")
    pins = eval(re.search(r"PINS = (\{.*?\n\})", source, re.DOTALL)[1])  # the module itself needs a board
    drawn = [goal.split(" | ") for part in DRAWN["PARTS"].values() for _, goal in part if "|" in goal]
    assert sorted(_pins(pins["esp32"])) == sorted(int(pin) for numbers, _ in drawn for pin in numbers.split())
    assert [pico for _, pico in drawn][:3] == ["GP2", "GP3 … GP7", "GP8"]
    assert {int(pico[2:]) for _, pico in drawn if "…" not in pico} == set(_pins(pins["rp2"])) - {3, 4, 5, 6, 7}


def _pins(board: dict[str, object]) -> list[int]:
    return [pin for value in board.values() for pin in (value if isinstance(value, list) else [value])]


def test_every_settings_example_is_json_with_an_id() -> None:
    examples = re.findall(r"```json\n(.*?)```", GUIDE, re.DOTALL)
    assert examples
    assert all(json.loads(example)["id"] for example in examples)


def test_every_file_the_guide_links_to_is_there() -> None:
    links = re.findall(r"\]\(((?!http)[^)#]+)\)", GUIDE)
    assert [link for link in links if not (ROOT / "docs" / link).exists()] == []
