"""Draws each board from above with its pins and what goes to them: `python deploy/trays/draw_boards.py`.

The boards are the common ESP32-DevKitC with 38 pins, the Raspberry Pi Pico, ESP32-S3-DevKitC-1 and ESP32-C3-DevKitM-1,
their edges as Espressif and Raspberry Pi document them. Every wire of the coins-only tray is in `coins-….svg` for each.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from draw import COINS, FAINT, INK, PARTS, box, line, page, text

HERE = Path(__file__).parent
ROW, WIDE, EDGE = 6.5, 46, 78  # mm: from pin to pin, the board, room for labels at either side
BOARDS: Mapping[str, tuple[str, str, str]] = {
    "board-esp32": (
        "ESP32-DevKitC, 38 pins, from above, its socket downwards",
        "3V3 EN 36 39 34 35 32 33 25 26 27 14 12 GND 13 D2 D3 CMD 5V",
        "GND 23 22 TX RX 21 GND 19 18 5 17 16 4 0 2 15 D1 D0 CLK",
    ),
    "board-pico": (
        "Raspberry Pi Pico or Pico W, from above, its socket upwards",
        "GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15",
        "VBUS VSYS GND 3V3_EN 3V3 VREF GP28 GND GP27 GP26 RUN GP22 GND GP21 GP20 GP19 GP18 GND GP17 GP16",
    ),
    "board-esp32-s3": (
        "ESP32-S3-DevKitC-1, 44 pins, from above, its sockets downwards",
        "3V3 3V3 RST 4 5 6 7 15 16 17 18 8 3 46 9 10 11 12 13 14 5V GND",
        "GND TX RX 1 2 42 41 40 39 38 37 36 35 0 45 48 47 21 20 19 GND GND",
    ),
    "board-esp32-c3": (
        "ESP32-C3-DevKitM-1, 30 pins, from above, its socket downwards",
        "GND 3V3 3V3 2 3 GND RST GND 0 1 10 GND 5V 5V GND",
        "GND TX RX GND 9 8 GND 7 6 5 4 GND 18 19 GND",
    ),
}
"""Drawing → its title, and the pins of the left and of the right edge, from the top; in the order of goals in PARTS."""
FEW = "board-esp32-c3"
"""The board that has too few pins for all parts at once."""
ROOM = 125
"""Letters of 1 mm height beside a pin: half as many of 2 mm."""
TONES = ("#3a6ea5", "#7a4f9a", "#2d7d6b", "#a0622d", "#9a3b5b", "#5a6b1f", "#44546a")
"""One colour for each part, in the order of PARTS."""
SHORT = ("load cells", "74HC165", "", "dial", "button", "display", "lamps", "card pad")
"""What stands before a pin's name, in the order of PARTS."""


def wires(kind: int) -> dict[str, list[tuple[str, str]]]:
    """Pin of the board → the labels that go there, each with its colour; `kind` is a board's place in BOARDS."""
    found: dict[str, list[tuple[str, str]]] = {}
    tones = iter(TONES)
    for pins, short in zip(PARTS.values(), SHORT, strict=True):
        if not short:
            continue
        tone = FAINT if short == "card pad" else next(tones)
        for label, goal in pins:
            if "|" in goal:
                for pin, number in _numbered(goal.split(" | ")[kind]):
                    found.setdefault(pin, []).append((f"{short}: {_label(label, number)}", tone))
    return found


def _numbered(goal: str) -> list[tuple[str, int]]:
    """Each pin of a goal such as "16 17" or "GP3 … GP7", with its number in the row."""
    if span := re.fullmatch(r"GP(\d+) … GP(\d+)", goal):
        pins = [f"GP{pin}" for pin in range(int(span[1]), int(span[2]) + 1)]
    else:
        pins = goal.split()
    return [(pin, number) for number, pin in enumerate(pins, 1)]


def _label(label: str, number: int) -> str:
    return label.replace("1 … 5", str(number))


def board(name: str) -> str:
    """A board with its pins and their wires."""
    title, *edges = BOARDS[name]
    left, right = (edge.split() for edge in edges)
    high = ROW * (max(len(left), len(right)) + 1)
    goes = wires(list(BOARDS).index(name))
    parts = [text(6, 9, title, 4.5, middle=False), box(EDGE, 14, WIDE, high, fill="#eef3ee")]
    parts += _socket(high, "upwards" in title)
    for side, pins in ((-1, left), (1, right)):
        for row, pin in enumerate(pins):
            parts += _pin(side, 14 + ROW * (row + 1), pin, goes.get(pin, []))
    notes = (
        "VCC and GND of every part go to 3V3 and GND here, but those of the light barriers and lamps: see the plan.",
        "A card pad is a device of its own; its wires are named beside the others'.",
    )
    if name == FEW:
        notes = (
            "Coins only, coins in slots, a dial or a card pad: only one of these at a time, and no seat tray.",
            notes[0],
        )
    parts += [text(6, 22 + high + 4.5 * row, note, 3, middle=False, colour=FAINT) for row, note in enumerate(notes)]
    return page(2 * EDGE + WIDE, 31 + high, parts)


def _socket(high: float, above: bool) -> list[str]:
    y = 12 if above else 9 + high
    return [box(EDGE + WIDE / 2 - 5, y, 10, 7, fill="#c9ccd1"), text(EDGE + WIDE / 2, y + 4.6, "USB", 3, colour=INK)]


def _pin(side: int, y: float, pin: str, labels: Sequence[tuple[str, str]]) -> list[str]:
    """A pin at one edge, its name inside the board, and its wire and labels outside."""
    edge = EDGE if side < 0 else EDGE + WIDE
    power = {"GND": "#222222", "3V3": "#b03030", "5V": "#b03030", "VBUS": "#b03030"}.get(pin)
    parts = [f'<circle cx="{edge}" cy="{y}" r="1.3" fill="{power or (labels[0][1] if labels else "#c9ccd1")}"/>']
    parts += [_words(edge - side * 3, y + 1.1, pin, 3.2, -side, INK if labels or power else FAINT)]
    if not labels:
        return parts
    parts += [line([(edge + side * 1.3, y), (edge + side * 9, y)], labels[0][1])]
    at = edge + side * 10.5
    words = " · ".join(label for label, _ in labels)
    size = 3.1 if len(labels) == 1 else min(2.7, ROOM / len(words))
    return [*parts, _words(at, y + 1.1, words, size, side, labels[0][1])]


# --- the coins-only tray, wire by wire ---

TOP, AMPLIFIER, NEXT = 22, (36, 21), 27
"""mm: where the board begins; the size of an HX711 board; from one to the next."""
FAR = 100
"""mm from the HX711s, beyond which a pin is at the board's other edge."""
RED, BLACK, BLUE = "#b03030", "#222222", "#3a6ea5"
COLUMNS = ("#7a4f9a", "#2d7d6b", "#a0622d", "#9a3b5b", "#5a6b1f")
"""The colour of each well's data wire."""


def coins(name: str) -> str:
    """The board and the five HX711 of a coins-only tray, with every wire between them."""
    title, *edges = BOARDS[name]
    left, right = (edge.split() for edge in edges)
    clock, data = _cell_pins(list(BOARDS).index(name))
    side = 1 if clock in right else -1
    x, far = (26.0, 150.0) if side > 0 else (128.0, 50.0)  # the board's left edge; the HX711s' edge towards it
    high = ROW * (max(len(left), len(right)) + 1)
    parts = [text(6, 8, f"Coins-only tray: {title}", 4.5, middle=False), box(x, TOP, WIDE, high, fill="#eef3ee")]
    upwards = "upwards" in title
    parts += [box(x + WIDE / 2 - 5, TOP - 3 if upwards else TOP + high - 4, 10, 7, fill="#c9ccd1")]
    spots = {pin: (x, TOP + ROW * (row + 1)) for row, pin in reversed(list(enumerate(left)))}
    near = right if side > 0 else left
    spots |= {pin: (x + WIDE, TOP + ROW * (row + 1)) for row, pin in reversed(list(enumerate(right)))}
    edge = x + WIDE if side > 0 else x
    spots |= {pin: (edge, TOP + ROW * (row + 1)) for row, pin in reversed(list(enumerate(near)))}
    for number, value in enumerate(COINS):
        parts += _amplifier(far, TOP + NEXT * number, side, f"HX711, well {number + 1} (coins of {value})")
    parts += _rails(far, side, spots, clock) + _data(far, side, spots, data)
    for pin, tone in [("3V3", RED), ("GND", BLACK), (clock, BLUE), *zip(data, COLUMNS, strict=True)]:
        at, y = spots[pin]
        parts += [f'<circle cx="{at:g}" cy="{y:g}" r="1.3" fill="{tone}"/>']
        parts += [_words(at + (3 if at == x else -3), y + 1.1, pin, 3.2, 1 if at == x else -1, INK)]
    notes = (
        "Each load cell to its own HX711: red E+, black E-, white A-, green A+ (common colours; see its data sheet).",
        "If coins make a sum go down, change white and green.",
    )
    foot = TOP + max(high, NEXT * 5)
    parts += [text(6, foot + 7 + 4.5 * row, note, 3, middle=False, colour=FAINT) for row, note in enumerate(notes)]
    return page(200, foot + 16, parts)


def _cell_pins(kind: int) -> tuple[str, list[str]]:
    """The clock's pin and the five data pins of a board; `kind` is its place in BOARDS."""
    goals = dict(PARTS["5 × load cell 100 g + HX711"])
    clock = goals["SCK (shared)"].split(" | ")[kind]
    return clock, [pin for pin, _number in _numbered(goals["DOUT 1 … 5"].split(" | ")[kind])]


def _amplifier(far: float, top: float, side: int, title: str) -> list[str]:
    """An HX711 board whose pins look towards the board."""
    x = far if side > 0 else far - AMPLIFIER[0]
    parts = [box(x, top, *AMPLIFIER, fill="#e2efe2"), text(x + AMPLIFIER[0] / 2, top + 24.6, title, 2.8, colour=FAINT)]
    for row, (pin, tone) in enumerate((("VCC", RED), ("GND", BLACK), ("SCK", BLUE), ("DT", INK))):
        y = top + 3 + 5 * row
        parts += [f'<circle cx="{far}" cy="{y}" r="1" fill="{tone}"/>']
        parts += [_words(far + side * 2.5, y + 1, pin, 2.8, side, INK)]
    return parts


def _rails(far: float, side: int, spots: Mapping[str, tuple[float, float]], clock: str) -> list[str]:
    """Supply, ground and clock: one line that all five share, and its way to the board."""
    parts: list[str] = []
    for row, (pin, tone) in enumerate((("3V3", RED), ("GND", BLACK), (clock, BLUE))):
        x, ys = far - side * (5 + 4 * row), [TOP + NEXT * number + 3 + 5 * row for number in range(5)]
        at, y = spots[pin]
        parts += [line([(far, each), (x, each)], tone) for each in ys]
        if (at > x) == (side < 0) and abs(at - far) < FAR:
            parts += [line([(x, min(*ys, y)), (x, max(*ys, y))], tone), line([(x, y), (at, y)], tone)]
        else:  # the pin is at the board's other edge: over its top
            out = at - side * 7
            parts += [line([(x, max(ys)), (x, TOP - 8), (out, TOP - 8), (out, y), (at, y)], tone)]
        parts += [f'<circle cx="{x}" cy="{each}" r="0.9" fill="{tone}"/>' for each in ys]
    return parts


def _data(far: float, side: int, spots: Mapping[str, tuple[float, float]], data: Sequence[str]) -> list[str]:
    """The data wire of each well, by itself."""
    parts: list[str] = []
    for number, (pin, tone) in enumerate(zip(data, COLUMNS, strict=True)):
        (at, y), from_ = spots[pin], TOP + NEXT * number + 18
        x = far - side * (19 + 4 * number)
        if abs(at - far) < FAR:  # the pin is at the near edge
            parts += [line([(far, from_), (x, from_), (x, y), (at, y)], tone)]
        else:  # at the other one: over the top
            out, over = at - side * (5 + 2.5 * number), TOP - 7 + 1.2 * number
            parts += [line([(far, from_), (x, from_), (x, over), (out, over), (out, y), (at, y)], tone)]
    return parts


def _words(x: float, y: float, words: str, size: float, side: int, colour: str) -> str:
    """Words that begin at a place to the right (1), or end there (-1)."""
    drawn = text(x, y, words, size, middle=side < 0, colour=colour)
    return drawn.replace('text-anchor="middle"', 'text-anchor="end"')


def main() -> None:
    """Write them all."""
    for name in BOARDS:
        (HERE / f"{name}.svg").write_text(board(name), encoding="utf-8")
        (HERE / f"coins-{name.removeprefix('board-')}.svg").write_text(coins(name), encoding="utf-8")


if __name__ == "__main__":
    main()
