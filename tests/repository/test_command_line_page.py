"""The page of the command line names every key there is, and its examples are read as they stand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.cli import main
from companion.host.wiring import WIRING, Broker, Wiring, read_wiring
from engine.constantinopolis.untracked import Final

PAGE = (Path(__file__).parents[2] / "docs/command-line.md").read_text()
EXAMPLES = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize(
    "key",
    [
        *(field for field in Wiring.__struct_fields__ if field != "broker"),
        *(f"broker.{field}" for field in Broker.__struct_fields__),
        *Final.__struct_fields__,
    ],
)
def test_every_key_has_its_line(key: str) -> None:
    assert re.search(rf"^\|.*`{re.escape(key)}`.*\|.*\|.*\|$", PAGE, re.MULTILINE)


def test_what_is_taken_for_a_missing_key_is_what_the_page_says() -> None:
    assert Broker(host="x").table == "table"
    assert "| `table` |" in PAGE


def test_the_example_of_devices_is_read(tmp_path: Path) -> None:
    (tmp_path / WIRING).write_text(EXAMPLES[0])
    wiring = read_wiring(tmp_path)
    assert wiring.trays == {"tray-7c9f": 1, "tray-81d0": 2}
    assert wiring.serial == ("/dev/ttyUSB3",)
    assert wiring.broker is not None


def test_the_example_of_an_end_is_scored(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "end.toml").write_text(EXAMPLES[1])
    assert main(["score", str(tmp_path / "end.toml")]) == 0
    assert capsys.readouterr().out.startswith("1. blue: 55")


def test_every_exit_status_on_the_page_is_one_of_ours() -> None:
    from companion.commands import ending

    assert f"{ending.STOPPED}, {ending.CUT_OFF}, {ending.TERMINATED}" in PAGE
