"""The build guide says what the code does."""

from __future__ import annotations

import json
import re
import runpy
import subprocess
from pathlib import Path
from typing import Any

import pytest

from devices import protocol

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "trays.md").read_text(encoding="utf-8")
DRAWN = runpy.run_path(str(ROOT / "deploy" / "trays" / "draw.py"))
KINDS = {"board-esp32": "esp32", "board-pico": "rp2", "board-esp32-s3": "esp32s3", "board-esp32-c3": "esp32c3"}
SEATS = {"seat-esp32": "esp32", "seat-pico": "rp2", "seat-esp32-s3": "esp32s3"}
"""Drawing → the firmware's name of its pins."""
KEPT = {"esp32s3": {0, 3, 45, 46, 19, 20, 43, 44, *range(26, 39), 48}, "esp32c3": {2, 8, 9, *range(11, 22)}}
"""Pins that decide how such a chip starts, or that flash, memory, USB, its serial port or a lamp on the board use."""


def test_the_frame_tables_are_those_of_the_protocol() -> None:
    assert f"<!-- frames -->\n{protocol.tables()}<!-- end of frames -->" in GUIDE


@pytest.mark.parametrize("name", list(DRAWN["DRAWINGS"]))
def test_the_drawings_are_up_to_date(name: str) -> None:
    assert (ROOT / "deploy" / "trays" / f"{name}.svg").read_text(encoding="utf-8") == DRAWN[name]()


@pytest.fixture
def boards(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.syspath_prepend(str(ROOT / "deploy" / "trays"))
    return runpy.run_path(str(ROOT / "deploy" / "trays" / "draw_boards.py"))


@pytest.mark.parametrize("name", KINDS)
def test_the_pictures_of_the_boards_are_up_to_date(name: str, boards: dict[str, Any]) -> None:
    assert (ROOT / "deploy" / "trays" / f"{name}.svg").read_text(encoding="utf-8") == boards["board"](name)


@pytest.mark.parametrize(("name", "kind"), KINDS.items())
def test_every_pin_of_the_firmware_is_shown_on_its_board_once(name: str, kind: str, boards: dict[str, Any]) -> None:
    _, left, right = boards["BOARDS"][name]
    edge = [pin for pin in f"{left} {right}".split() if pin.removeprefix("GP").isdigit()]
    assert len(edge) == len(set(edge))
    goes = boards["wires"](list(boards["BOARDS"]).index(name))
    assert {int(pin.removeprefix("GP")) for pin in goes} == set(_pins(_firmware_pins()[kind]))
    assert set(goes) <= set(edge)


@pytest.mark.parametrize(("name", "kind"), KINDS.items())
def test_every_wire_of_the_coins_only_tray_is_drawn_for_each_board(
    name: str, kind: str, boards: dict[str, Any]
) -> None:
    drawn = boards["coins"](name)
    assert (ROOT / f"deploy/trays/coins-{name.removeprefix('board-')}.svg").read_text(encoding="utf-8") == drawn
    pins = _firmware_pins()[kind]
    wanted = {str(pin) for pin in (pins["scale_clock"], *pins["scales"])}
    named = {word.removeprefix("GP") for word in re.findall(r">(?:GP)?(\d+)<", drawn)}
    assert named == wanted
    assert [drawn.count(f">{pin}<") for pin in ("VCC", "GND", "SCK", "DT")] == [5, 6, 5, 5]


@pytest.fixture
def seat(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.syspath_prepend(str(ROOT / "deploy" / "trays"))
    return runpy.run_path(str(ROOT / "deploy" / "trays" / "draw_seat.py"))


@pytest.mark.parametrize(("name", "kind"), SEATS.items())
def test_every_wire_of_a_seat_tray_but_its_load_cells_is_drawn_for_each_board(
    name: str, kind: str, seat: dict[str, Any]
) -> None:
    drawn = seat["seat"](name)
    assert (ROOT / f"deploy/trays/{name}.svg").read_text(encoding="utf-8") == drawn
    assert f"](../deploy/trays/{name}.svg)" in GUIDE
    pins = {
        name: pin for name, pin in _firmware_pins()[kind].items() if name not in ("scale_clock", "scales", "card_pad")
    }
    at_board = [pin.removeprefix("GP") for pin in re.findall(r'text-anchor="end">([^<]+)<', drawn)]
    assert sorted(int(pin) for pin in at_board if pin.isdigit()) == sorted(_pins(pins))
    assert [at_board.count(pin) for pin in ("3V3", "GND")] == [2, 5]


def test_each_slot_of_a_seat_tray_has_an_input_in_the_order_the_guide_gives(seat: dict[str, Any]) -> None:
    names = seat["slots"]()
    assert len(set(names)) == len(names) == 5 * len(seat["INPUTS"])
    order = dict.fromkeys(name.rpartition(" ")[0] for name in names)
    assert list(order) == [f"{zone} {letter}" for zone in ("bought", "sold") for letter in protocol.GOODS]
    assert "H (pin 6) to A (pin 11) of the first register" in GUIDE
    assert (seat["INPUTS"][0], seat["INPUTS"][-1]) == ("6 H", "11 A")
    drawn = seat["seat"]("seat-pico")
    assert [drawn.count(f">{pin}<") for pin in seat["INPUTS"]] == [5] * 8


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_page_of_the_simple_tray_has_the_measures_and_the_price(language: str) -> None:
    page = (ROOT / f"docs/manual/{language}/building.md").read_text(encoding="utf-8")
    wide, deep, high = DRAWN["WIDE"], DRAWN["DEEP"]["coins"], DRAWN["HIGH"]
    assert f"{wide} × {deep} × {high} mm" in page
    assert " × ".join(map(str, DRAWN["CELL"])) + " mm, " in page
    total = sum(int(price) for price in re.findall(r"\| (\d+) €", page.partition("| **")[0]))
    assert f"**{total} €**" in page
    assert f'| {total} € | `{{"id": "tray-7c9f", "device": "coin-tray", "without": ["display"]}}` |' in GUIDE


def test_the_body_is_as_high_as_what_stands_in_it() -> None:
    chain = (DRAWN["BLOCK"], DRAWN["CELL"][2], DRAWN["SPACER"], DRAWN["BOARD"])
    assert sum(chain) == DRAWN["INSIDE"]
    assert f"{DRAWN['WIDE']} × {DRAWN['DEEP']['template']} mm and {DRAWN['HIGH']} mm high" in GUIDE
    assert " × ".join(map(str, DRAWN["CELL"])) + " mm, M3 threads" in GUIDE
    assert f"a block of {DRAWN['BLOCK']} mm" in GUIDE
    assert DRAWN["PLATE"] < DRAWN["WELL"] < DRAWN["CELL"][0]


def test_the_guide_names_size_of_load_cell_screws_wire_and_how_a_program_is_made_newer() -> None:
    table = GUIDE.partition("## Build one")[2].partition("**total**")[0]
    for part in (r"load cell 100 g", r"\d+ screws M3", r"wire of [\d.]+ mm² .*\d+ m;", r"board of 3 mm"):
        assert re.search(rf"^\|.*{part}", table, re.MULTILINE), part
    body = DRAWN["DRAWINGS"]["body"]()
    assert all(f">{part}" in body for part in ("bottom", "front and back", "left and right", "section through a well"))
    assert "](../deploy/trays/body.svg)" in GUIDE
    section = re.search(r"^### A new program for a tray\n(.*?)^##", GUIDE, re.MULTILINE | re.DOTALL)
    assert section is not None
    assert "companion tray update" in section[1]
    assert "Ctrl-C twice" in section[1]


def test_every_part_but_wire_has_a_size_that_fits_the_drawings() -> None:
    rows = [line.split(" | ") for line in GUIDE.partition("## Build one")[2].partition("| **total**")[0].splitlines()]
    sizes = {row[0].strip("| "): row[3] for row in rows if len(row) == 5 and "€" in row[2]}
    assert len(sizes) == 11
    assert [part for part, size in sizes.items() if " mm" not in size and not part.startswith("wire")] == []
    holes = [2 * float(radius) for radius in re.findall(r'r="([\d.]+)"', "".join(DRAWN["_console"](0)))]
    dial, button = (float(re.findall(r"thread (\d+) mm", sizes[part])[0]) for part in ("rotary encoder", "push button"))
    assert [dial <= holes[0] < dial + 1, *(button <= hole < button + 1 for hole in holes[1:])] == [True] * 4
    assert all(float(depth) < DRAWN["INSIDE"] for depth in re.findall(r"(\d+) mm deep", " ".join(sizes.values())))


def test_the_prices_add_up_to_the_total() -> None:
    table = GUIDE.partition("## Build one")[2].partition("**total**")
    prices = [int(price) for price in re.findall(r"\| (\d+) €", table[0])]
    assert len(prices) == 11
    assert f"**{sum(prices)} €**" in table[2]
    assert re.search(r"Prices are estimates.*20\d\d\.", GUIDE)


@pytest.mark.parametrize("settings", re.findall(r"\| `(\{.*?\})` \|", GUIDE))
def test_a_smaller_tray_has_only_what_its_recipe_lists(settings: str) -> None:
    told = json.loads(settings)
    has = [part for part in protocol.PARTS[told.get("device", "seat-tray")] if part not in told["without"]]
    assert has in (["coins"], ["buttons", "dial", "display", "lamps"])


def test_the_wiring_shows_the_pins_of_the_firmware() -> None:
    pins = _firmware_pins()
    drawn = [goal.split(" | ") for part in DRAWN["PARTS"].values() for _, goal in part if "|" in goal]
    assert sorted(_pins(pins["esp32"])) == sorted(int(pin) for numbers, *_ in drawn for pin in numbers.split())
    assert [pico for _, pico, *_ in drawn][:3] == ["GP2", "GP3 … GP7", "GP8"]
    assert {int(pico[2:]) for _, pico, *_ in drawn if "…" not in pico} == set(_pins(pins["rp2"])) - {3, 4, 5, 6, 7}


@pytest.mark.parametrize("kind", KEPT)
def test_a_newer_chip_has_no_part_on_a_pin_it_needs_itself_and_no_two_parts_of_a_tray_on_one(kind: str) -> None:
    pins = _firmware_pins()[kind]
    assert not set(_pins(pins)) & KEPT[kind]
    trays = [["scale_clock", "scales"], ["slots"], ["dial", "buttons", "display", "lamps"], ["card_pad"]]
    whole = [[part for tray in trays for part in tray]] if kind == "esp32s3" else trays
    for parts in whole:
        used = _pins({part: pins[part] for part in parts})
        assert len(used) == len(set(used)), parts


CHIP = """
import sys
class machine: pass
sys.modules.update({"machine": machine, "framebuf": machine})
import board
class Implementation: _machine = NAME
class System: implementation, platform = Implementation, "esp32"
board.sys = System
print(board.family())
"""


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Generic ESP32S3 module with ESP32S3", "esp32s3"),
        ("ESP32C3 module with ESP32C3", "esp32c3"),
        ("Generic ESP32-C3 module", "esp32c3"),
        ("Generic ESP32 module with ESP32", "esp32"),
    ],
)
def test_the_firmware_knows_its_chip_by_what_micropython_calls_the_board(name: str, kind: str, program: str) -> None:
    environment = {"MICROPYPATH": f"{ROOT / 'deploy' / 'firmware'}:{ROOT}"}
    code = CHIP.replace("NAME", repr(name))
    done = subprocess.run([program, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.stderr) == (kind, "")


def _firmware_pins() -> dict[str, dict[str, object]]:
    source = (ROOT / "deploy" / "firmware" / "board.py").read_text(encoding="utf-8")
    return eval(re.search(r"PINS = (\{.*?\n\})", source, re.DOTALL)[1])  # the module itself needs a board


def _pins(board: dict[str, object]) -> list[int]:
    return [pin for value in board.values() for pin in (value if isinstance(value, list) else [value])]


def test_every_settings_example_is_json_with_an_id() -> None:
    examples = re.findall(r"```json\n(.*?)```", GUIDE, re.DOTALL)
    assert examples
    assert all(json.loads(example)["id"] for example in examples)


def test_every_file_the_guide_links_to_is_there() -> None:
    links = re.findall(r"\]\(((?!http)[^)#]+)\)", GUIDE)
    assert [link for link in links if not (ROOT / "docs" / link).exists()] == []


SEAT_PAGES = {language: ROOT / f"docs/manual/{language}/seat-tray.md" for language in ("en", "it")}
CHAIN_WORDS = {
    "en": ({"bought": "bought", "sold": "sold"}, ("green", "blue", "red", "black", "yellow")),
    "it": ({"bought": "comprato", "sold": "venduto"}, ("verde", "blu", "rosso", "nero", "giallo")),
}
"""What the page calls the zones, and the goods in the order of `protocol.GOODS`."""


@pytest.fixture(params=SEAT_PAGES)
def seat_page(request: pytest.FixtureRequest) -> tuple[str, str]:
    """A language, and the page of the full tray in it."""
    return request.param, SEAT_PAGES[request.param].read_text(encoding="utf-8")


def test_the_page_of_the_full_tray_has_the_parts_the_price_and_the_measures_of_the_table(
    seat_page: tuple[str, str],
) -> None:
    page = seat_page[1]
    parts, told = (text.partition("| **tot")[0] for text in (page, GUIDE.partition("## Build one")[2]))
    bought, wanted = (re.findall(r"\| (\d+|–) \| (\d+) € \|", text) for text in (parts, told))
    assert bought == wanted
    assert f"**{sum(int(price) for _, price in bought)} €** | {DRAWN['WIDE']} × {DRAWN['DEEP']['template']} × " in page
    assert f" × {DRAWN['HIGH']} mm |" in page.partition("| **tot")[2].partition("\n")[0]
    assert json.loads(re.findall(r"```json\n(.*?)```", page, re.DOTALL)[0]) == {"id": "tray-7c9f"}


def test_the_page_of_the_full_tray_names_the_pins_of_the_firmware(seat_page: tuple[str, str]) -> None:
    rows = re.findall(r"^\|.*\| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", seat_page[1].partition("## 6.")[2], re.MULTILINE)
    named = [[int(n) for n in re.findall(r"\d+", " ".join(c)) if c] for c in zip(*map(_board_pins, rows), strict=True)]
    order = ("slots", "dial", "buttons", "display", "lamps")
    for kind, pins in zip(("esp32", "rp2", "esp32s3"), named, strict=True):
        assert pins == _pins({part: _firmware_pins()[kind][part] for part in order})


def _board_pins(row: tuple[str, ...]) -> list[str]:
    """The pins in a row of a table; none where it is a supply, a heading, or nothing."""
    return [cell if re.fullmatch(r"((GP)?\d+(, )?)+", cell) else "" for cell in row]


def test_the_page_of_the_full_tray_has_the_chain_in_the_order_of_the_drawing(
    seat_page: tuple[str, str], seat: dict[str, Any]
) -> None:
    language, page = seat_page
    zones, goods = CHAIN_WORDS[language]
    rows = re.findall(r"^\| (\d) \| ([^|]+) \| ([^|]+) \|$", page, re.MULTILINE)
    told = [" ".join(column.split(",")[0].split()) for _, *columns in rows for column in columns]
    order = dict.fromkeys(name.rpartition(" ")[0] for name in seat["slots"]())
    colour = dict(zip(protocol.GOODS, goods, strict=True))
    assert told == [f"{zones[zone]} {colour[letter]}" for zone, letter in map(str.split, order)]
    pins = " ".join(entry.split()[0] for entry in seat["INPUTS"])
    letters = " ".join(entry.split()[1] for entry in seat["INPUTS"])
    assert [pins[:7] in page, pins[8:] in page, letters[:7] in page, letters[8:] in page] == [True] * 4


@pytest.mark.parametrize(("name", "page"), [("tray", "building"), ("seat", "seat-tray")])
def test_every_step_the_renderer_draws_is_a_picture_shown_in_order_in_both_languages(name: str, page: str) -> None:
    module = "tray" if name == "tray" else "seat_tray"
    drawn = (ROOT / f"tools/photoreal/{module}.py").read_text(encoding="utf-8")
    steps = re.findall(r"^    Step\(", drawn, re.MULTILINE)
    pictures = [f"manual-{name}-{number + 1}.png" for number in range(len(steps))]
    assert pictures
    assert sorted(path.name for path in (ROOT / "docs/screens").glob(f"manual-{name}-*.png")) == pictures
    for language in SEAT_PAGES:
        shown = (ROOT / f"docs/manual/{language}/{page}.md").read_text(encoding="utf-8")
        assert re.findall(rf"!\[[^\]]{{20,}}\]\(\.\./\.\./screens/(manual-{name}-\d\.png)\)", shown) == pictures
