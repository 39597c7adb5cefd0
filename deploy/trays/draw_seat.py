"""Draws every wire of a seat tray but those of its load cells, for each board: `python deploy/trays/draw_seat.py`.

The load cells are wired as in `coins-….svg`. Here the board's pins stand beside what goes to them, so that each wire is
a straight line; where they are on the board itself is in `board-….svg`. An ESP32-C3 has too few pins for a seat tray.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from draw import FAINT, GOODS, INK, PARTS, SLOTS, box, line, page, text
from draw_boards import BLACK, BLUE, RED, _words

HERE = Path(__file__).parent
BOARDS = {"seat-esp32": "ESP32-DevKitC", "seat-pico": "Raspberry Pi Pico", "seat-esp32-s3": "ESP32-S3-DevKitC-1"}
"""Drawing → its board, in the order of a goal such as "25 | GP8 | 17"."""
PICO = 1
"""The place of the board in BOARDS whose 5 V have another name."""
EDGE, PART, ROW, BETWEEN = 50.0, 100.0, 5.4, 8.0
"""mm: the board's edge with its pins, the left edge of what is wired to it, from wire to wire, from part to part."""
CHIP, NEXT, PIN = 26.0, 38.0, 5.2
"""mm: how wide a register is drawn, from one to the next, and from pin to pin at its upper edge."""
HEAD, INPUT = 15.0, 4.6
"""mm: from a register's upper edge to its first input, and from input to input."""
INPUTS = ("6 H", "5 G", "4 F", "3 E", "14 D", "13 C", "12 B", "11 A")
"""The inputs of a 74HC165 with their pins, in the order in which the firmware reads them."""
CONSOLE = ("rotary dial", "buttons to GND", "display SSD1306, 128 × 64", "lamps WS2812, 8")
CHAIN = "5 × 74HC165, a chain"
TONES = ("#7a4f9a", "#2d7d6b", "#a0622d", BLUE)
"""Of the wires of a part that are neither supply nor ground, in order."""
SUPPLY = {"3V3": RED, "5V": RED, "VBUS": RED, "GND": BLACK}


class Wire(NamedTuple):
    """What it is called at the part, the board's pin, and its colour."""

    label: str
    pin: str
    tone: str


def wires(part: str, kind: int) -> list[Wire]:
    """The wires between a part and a board, `kind` its place in BOARDS; those of buttons with their ground."""
    rows = list(PARTS[part])
    if part == "buttons to GND":
        rows.append(("the other side of all three", "GND"))
    tones = iter(TONES)
    found = []
    for label, goal in rows:
        pin = "VBUS" if kind == PICO and "VBUS" in goal else goal.split(" | ")[kind] if "|" in goal else goal.split()[0]
        found.append(Wire(label, pin, SUPPLY[pin] if pin in SUPPLY else next(tones)))
    return found


def slots() -> list[str]:
    """The slots of the ledger in the order of the chain."""
    return [f"{zone} {letter} {n + 1}" for zone in ("bought", "sold") for letter, _ in GOODS for n in range(SLOTS)]


def seat(name: str) -> str:
    """A board with what a seat tray has beside its load cells."""
    kind = list(BOARDS).index(name)
    parts = [text(12, 9, f"Seat tray, {BOARDS[name]}: every wire but those of the load cells", 4.5, middle=False)]
    y = 16.0
    for part in CONSOLE:
        drawn, y = _console(part, kind, y)
        parts += drawn
    drawn, foot = _chain(wires(CHAIN, kind), y)
    parts += [box(12, 13, EDGE - 12, y + 5 * ROW - 13, fill="#eef3ee"), *drawn, *_notes(foot)]
    return page(297, foot + 22, sorted(parts, key=lambda part: "#eef3ee" not in part))


def _console(part: str, kind: int, top: float) -> tuple[list[str], float]:
    """A part with its wires, one below the other, and where the next one begins."""
    own = wires(part, kind)
    parts = [box(PART, top, 60, len(own) * ROW + 1, fill="#e2efe2")]
    parts += [text(PART + 64, top + len(own) * ROW / 2 + 1.5, part, 3.6, middle=False)]
    for row, wire in enumerate(own):
        y = top + ROW * (row + 0.5) + 0.5
        parts += [*_at_board(wire, y, PART), _words(PART + 3, y + 1.1, wire.label, 3, 1, INK)]
    return parts, top + len(own) * ROW + BETWEEN


def _at_board(wire: Wire, y: float, to: float) -> list[str]:
    """A wire from its pin to the right."""
    return [
        line([(EDGE, y), (to, y)], wire.tone),
        f'<circle cx="{EDGE}" cy="{y:g}" r="1.3" fill="{wire.tone}"/>',
        _words(EDGE - 3, y + 1.1, wire.pin, 3.2, -1, INK),
    ]


def _chain(own: list[Wire], top: float) -> tuple[list[str], float]:
    """The registers side by side below the lines they share, each with its inputs, and where all of that ends."""
    parts, last = list[str](), PART + 4 * NEXT
    chips = top + 5 * ROW
    for row, wire in enumerate(own):
        y = top + ROW * (row + 0.5)
        shared = row < len(own) - 1  # the last one is the output of the first register
        parts += _at_board(wire, y, last + 2.6 + PIN * row if shared else PART + 2.6 + PIN * row)
        parts += [_words(EDGE + 12, y - 0.8, wire.label, 2.6, 1, wire.tone)]
        for x in (PART + number * NEXT + 2.6 + PIN * row for number in range(5 if shared else 1)):
            parts += [line([(x, y), (x, chips)], wire.tone)]
            parts += [f'<circle cx="{x:g}" cy="{y:g}" r="0.8" fill="{wire.tone}"/>'] if shared else []
    for number in range(5):
        parts += _register(PART + number * NEXT, chips, number, slots()[8 * number : 8 * number + 8])
    return parts, chips + HEAD + 1 + 8 * INPUT


def _register(x: float, y: float, number: int, names: list[str]) -> Iterator[str]:
    """A register with its pins above, its eight inputs below, and the wire to the one before."""
    yield box(x, y, CHIP, HEAD - 1 + 8 * INPUT, fill="#e2efe2")
    for row, pin in enumerate(("16", "8 15", "1", "2", "7")):
        if row < 4 or number == 0:
            yield text(x + 2.6 + PIN * row, y + 4, pin, 2.4)
    yield text(x + CHIP / 2, y + 9.5, f"74HC165 no. {number + 1}", 2.8)
    if number:
        ser, out = x - NEXT + CHIP, y + 7.5
        yield line([(ser, out), (x, out)], BLUE)
        yield text((ser + x) / 2, out - 1, "10 ← 9", 2.6, colour=BLUE)
    for row, (pin, name) in enumerate(zip(INPUTS, names, strict=True)):
        at = y + HEAD + INPUT * row
        yield _words(x + 2, at + 1, pin, 2.6, 1, INK)
        yield line([(x + CHIP, at), (x + CHIP + 3, at)], FAINT)
        yield f'<circle cx="{x + CHIP:g}" cy="{at:g}" r="0.7" fill="{FAINT}"/>'
        yield _words(x + CHIP + 3.6, at + 0.9, name.replace("bought", "b.").replace("sold", "s."), 2.4, 1, FAINT)


def _notes(foot: float) -> list[str]:
    notes = (
        "b. G 1 … s. Y 4: the output of the barrier under that slot: bought or sold, its colour, its place from above "
        "(template.svg).",
        "VCC of all forty barriers goes to the 3.3 V converter with its own supply, its GND and theirs to GND of the "
        "board. 10 ← 9: SER (10) of a register to QH (9) of the next one; SER of the last one to GND.",
        "GND and 3V3 stand at the board as often as something goes there; each is one line. The five HX711: "
        "coins-….svg of the board.",
    )
    return [text(12, foot + 4 + 4.6 * row, note, 2.9, middle=False, colour=FAINT) for row, note in enumerate(notes)]


def main() -> None:
    """Write them all."""
    for name in BOARDS:
        (HERE / f"{name}.svg").write_text(seat(name), encoding="utf-8")


if __name__ == "__main__":
    main()
