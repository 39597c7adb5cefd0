"""The page of the command line names every key there is, and its examples are read as they stand."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from companion.commands.cli import main
from companion.host.wiring import WIRING, Broker, Wiring, read_wiring
from devices.topics import NAME, TABLE
from engine.constantinopolis.untracked import Final
from engine.errors import WrongFile

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
    assert Broker(host="x").table == TABLE
    assert f"the trays' own setting `table` says the same | `{TABLE}` |" in PAGE


def test_all_documents_call_a_table_that_has_no_name_the_same() -> None:
    docs = Path(__file__).parents[2] / "docs"
    said = "".join((docs / page).read_text() for page in ("mqtt.md", "trays.md", "command-line.md"))
    assert f"of the device's own settings: `{TABLE}`, unless another is\nnamed" in said
    assert f'"table": "{TABLE}"' in said
    assert f'table = "{TABLE}"' in said


@pytest.mark.parametrize(
    ("name", "taken"),
    [("tray_7", True), ("7", True), ("t" * 32, True), ("_tray", False), ("Tray", False), ("a b", False), ("ä", False),
     ("t" * 33, False), ("a\n", False)],
)  # fmt: skip
@pytest.mark.parametrize("key", ["trays", "table"])
def test_a_name_is_taken_or_refused_alike_by_the_table_and_by_its_devices(
    name: str, taken: bool, key: str, tmp_path: Path
) -> None:
    written = json.dumps(name)
    lines = f"[trays]\n{written} = 1\n" if key == "trays" else f'[broker]\nhost = "x"\ntable = {written}\n'
    (tmp_path / WIRING).write_text(lines)
    assert bool(re.match(NAME, name)) is taken
    if taken:
        read_wiring(tmp_path)
    else:
        with pytest.raises(WrongFile, match=f"devices.toml: .*{key}: .* is no name: small letters"):
            read_wiring(tmp_path)


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
