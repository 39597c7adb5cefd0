"""Draws what is printed at 100 % on A4, glued on 3 mm board and cut, and the wiring: `python deploy/trays/draw.py`.

template.svg is the top of a seat tray, ledger.svg that of a ledger tray; coins.svg, resources.svg and dial.svg are tops
of smaller trays. body.svg has the parts below a top and the section through a well, wiring.svg what goes to which pin.

Measures in mm. The coins of the game are round card discs; the wells are round them with room for fingers.
"""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).parent
INK, FAINT, CUT = "#3b2f2a", "#8a7a6d", "#a03020"
FONT = 'font-family="Lato, Helvetica, sans-serif"'

COINS = (30, 10, 5, 2, 1)
GOODS = (("G", "alimentary"), ("B", "consumer"), ("R", "industrial"), ("K", "military"), ("Y", "luxury"))
WELL, STEP = 44, 50  # mm: a coin's well, and from one to the next
SLOT, SLOTS = 11, 4  # mm: a slot for a cube of 8 mm; so many in a column
PLACE = 46  # mm: a building tile with room round it
WIDE = 5 * STEP + 12  # mm: every top
DEEP = {
    "template": 184,
    "ledger": 146,
    "coins": 84,
    "resources": 84,
    "dial": 62,
}  # mm: each top; board and plug lie in front
BOARD, PLATE = 3, 42  # mm: how thick board is; the plate in a well
CELL = (47, 12, 6)  # mm: the common load cell for 100 g, M3 threads; measure yours
BLOCK, SPACER = 16, 3  # mm: under the cell's fixed end, and between its free end and the plate
INSIDE = BLOCK + CELL[2] + SPACER + BOARD  # mm: the sides; the plate lies level with the underside of the top
HIGH = INSIDE + 2 * BOARD
RESOURCES = ("gold", "wood", "stone", "marble", "weapons")


def text(x: float, y: float, words: str, size: float = 4, *, middle: bool = True, colour: str = INK) -> str:
    """Words at a place."""
    anchor = ' text-anchor="middle"' if middle else ""
    return f'<text x="{x}" y="{y}" font-size="{size}" fill="{colour}" {FONT}{anchor}>{words}</text>'


def box(x: float, y: float, wide: float, high: float, *, line: str = INK, fill: str = "none", dash: str = "") -> str:
    """A rectangle with slightly round corners."""
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    shape = f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="1.5" fill="{fill}"'
    return f'{shape} stroke="{line}" stroke-width="0.3"{dashes}/>'


def line(points: list[tuple[float, float]], colour: str = INK) -> str:
    """A wire."""
    path = " ".join(f"{x},{y}" for x, y in points)
    return f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="0.5"/>'


def page(wide: float, high: float, parts: list[str]) -> str:
    """An SVG of this size in mm."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm" viewBox="0 0 {wide} {high}">'
    return "\n".join([head, f'<rect width="{wide}" height="{high}" fill="white"/>', *parts, "</svg>"]) + "\n"


def template() -> str:
    """The top of a seat tray: five coin wells, the ledger's slots, holes for display, dial and buttons."""
    left = (297 - 5 * STEP) / 2
    parts = [box(left - 6, 12, WIDE, DEEP["template"], line=CUT, dash="3 2")]
    parts += [text(148.5, 9, "Seat tray – print at 100 %, cut along the dashes, wells and slots", 4, colour=FAINT)]
    for i, value in enumerate(COINS):
        x = left + i * STEP + (STEP - WELL) / 2
        parts += [box(x, 18, WELL, WELL, line=CUT), text(x + WELL / 2, 18 + WELL / 2 + 4, str(value), 12)]
        parts += [text(x + WELL / 2, 18 + WELL + 5, f"plate on load cell {i + 1}", 3, colour=FAINT)]
    for zone, (top, name) in enumerate(((78, "BOUGHT"), (78, "SOLD"))):
        parts += _ledger(left + zone * 128, top, name)
    return page(297, 210, [*parts, *_console(left), _ruler()])


def _ledger(left: float, top: float, name: str) -> list[str]:
    parts = [text(left + 57, top - 2, name, 5)]
    for i, (letter, good) in enumerate(GOODS):
        x = left + 5 + i * 22
        for row in range(SLOTS):
            parts.append(box(x, top + 2 + row * 14, SLOT, SLOT, line=CUT))
            parts.append(
                f'<circle cx="{x + SLOT / 2}" cy="{top + 2 + row * 14 + SLOT / 2}" r="1.6" fill="none" '
                f'stroke="{FAINT}" stroke-width="0.3"/>'
            )
        parts.append(text(x + SLOT / 2, top + 62, letter, 5))
        parts.append(text(x + SLOT / 2, top + 66, good, 2.8, colour=FAINT))
    return parts


def ledger() -> str:
    """The top of a ledger tray: five wells for the storage, five places for buildings with slots for their cubes."""
    left = (297 - 5 * STEP) / 2
    parts = [box(left - 6, 12, WIDE, DEEP["ledger"], line=CUT, dash="3 2")]
    parts += [text(148.5, 9, "Ledger tray – print at 100 %, cut along the dashes, wells and slots", 4, colour=FAINT)]
    for i, (letter, good) in enumerate(GOODS):
        x = left + i * STEP + (STEP - WELL) / 2
        parts += [box(x, 18, WELL, WELL, line=CUT), text(x + WELL / 2, 18 + WELL / 2 + 4, letter, 12)]
        parts += [text(x + WELL / 2, 18 + WELL + 5, f"{good}: plate on load cell {i + 1}", 3, colour=FAINT)]
        parts += _building(left + i * STEP + (STEP - PLACE) / 2, 78, i + 1)
    return page(297, 210, [*parts, _ruler()])


def coins() -> str:
    """The top of a coin tray: five wells."""
    return _wells("Coin tray", [str(value) for value in COINS])


def resources() -> str:
    """The top of a tray for five resources: five wells with their names."""
    return _wells("Resource tray", list(RESOURCES))


def _wells(title: str, names: list[str]) -> str:
    left = (297 - 5 * STEP) / 2
    parts = [box(left - 6, 12, WIDE, DEEP["coins"], line=CUT, dash="3 2")]
    parts += [text(148.5, 9, f"{title} – print at 100 %, cut along the dashes and wells", 4, colour=FAINT)]
    for i, name in enumerate(names):
        x = left + i * STEP + (STEP - WELL) / 2
        parts += [box(x, 18, WELL, WELL, line=CUT), text(x + WELL / 2, 18 + WELL / 2 + 3, name, 8)]
        parts += [text(x + WELL / 2, 18 + WELL + 6, f"plate on load cell {i + 1}", 3, colour=FAINT)]
    return page(297, 210, [*parts, _ruler()])


def dial() -> str:
    """The top of a tray that only chooses: display, dial and buttons."""
    left = (297 - 5 * STEP) / 2
    parts = [box(left - 6, 12, WIDE, DEEP["dial"], line=CUT, dash="3 2")]
    parts += [text(148.5, 9, "Dial tray – print at 100 %, cut along the dashes and holes", 4, colour=FAINT)]
    return page(297, 210, [*parts, *_console(left, 28), _ruler()])


def body() -> str:
    """The parts below a top at half their size, and the section through a well at times its size."""
    deep = DEEP["template"]
    parts = [text(12, 9, f"Body: {WIDE} × {deep} × {HIGH} mm, of {BOARD} mm board (parts 1 : 2)", 4.5, middle=False)]
    parts += _part(12, 16, WIDE, deep, f"bottom {WIDE} × {deep}")
    parts += _part(12, 116, WIDE, INSIDE, f"front and back, 2 × {WIDE} × {INSIDE}")
    parts += _part(12, 138, deep - 2 * BOARD, INSIDE, f"left and right, 2 × {deep - 2 * BOARD} × {INSIDE}")
    parts += _part(152, 16, PLATE, PLATE, "")
    parts += [text(176, 27, f"plates, 5 × {PLATE} × {PLATE}", 3.2, middle=False)]
    parts += [text(152, 46, "Smaller trays: the same, with", 3.2, middle=False)]
    parts += [
        text(
            152,
            51,
            f"{DEEP['coins']} mm (a dial alone: {DEEP['dial']} mm) for the {deep} mm, and 6 mm less for the sides.",
            3.2,
            middle=False,
        )
    ]
    return page(297, 210, [*parts, *_section(150, 190)])


def _part(x: float, y: float, wide: float, high: float, name: str) -> list[str]:
    """A piece of board at half its size."""
    return [box(x, y, wide / 2, high / 2, line=CUT), text(x + wide / 4, y + high / 4 + 1, name, 3.2)]


def _section(left: float, foot: float) -> list[str]:
    """From the side, enlarged: the cell screwed to a block at one end, the plate on the other, the top above."""
    times, cell = 1.5, CELL
    x = left + 12

    def slab(start: float, above: float, wide: float, high: float, fill: str) -> str:
        return box(x + times * start, foot - times * (above + high), times * wide, times * high, fill=fill)

    under, over = BOARD + BLOCK, BOARD + BLOCK + cell[2]
    parts = [
        slab(-6, 0, 56, BOARD, "#e9dcc5"),
        slab(-2, BOARD, 14, BLOCK, "#d8c3a0"),
        slab(-2, under, cell[0], cell[2], "#c9ccd1"),
        slab(cell[0] - 12, over, 8, SPACER, "#d8c3a0"),
        slab(2, over + SPACER, PLATE, BOARD, "#f3efe6"),
        slab(-6, HIGH - BOARD, 7, BOARD, "#e9dcc5"),
        slab(45, HIGH - BOARD, 5, BOARD, "#e9dcc5"),
        slab(cell[0] - 10, BOARD, 2, BLOCK - 0.5, "#777777"),
    ]
    rows = (
        (HIGH - BOARD / 2, f"top {BOARD}, well {WELL} × {WELL}"),
        (over + SPACER + BOARD / 2, f"plate {BOARD}, touches nothing"),
        (over + SPACER / 2, f"spacer {SPACER}"),
        (under + cell[2] / 2, f"load cell {cell[0]} × {cell[1]} × {cell[2]}"),
        (BOARD + BLOCK / 2, f"block {BLOCK}, two M3 × 25; stop M3"),
        (BOARD / 2, f"bottom {BOARD}"),
    )
    words = [text(x + 82, foot - times * above + 1, name, 2.8, middle=False) for above, name in rows]
    return [
        text(left, foot - times * HIGH - 6, f"section through a well, 3 : 2, {HIGH} mm high", 3.6, middle=False),
        *parts,
        *words,
    ]


def _building(x: float, top: float, number: int) -> list[str]:
    """A place for a tile, and its slots in the order of the chain."""
    parts = [box(x, top, PLACE, PLACE, dash="1 1"), text(x + PLACE / 2, top + PLACE / 2 + 3, f"building {number}", 4)]
    parts.append(box(x + (PLACE - SLOTS * SLOT) / 2, top + PLACE + 6, SLOTS * SLOT, SLOT, line=CUT))
    for slot in range(SLOTS):
        middle = x + (PLACE - SLOTS * SLOT) / 2 + (slot + 0.5) * SLOT
        parts.append(
            f'<circle cx="{middle:g}" cy="{top + PLACE + 6 + SLOT / 2:g}" r="1.6" fill="none" '
            f'stroke="{FAINT}" stroke-width="0.3"/>'
        )
    return [*parts, text(x + PLACE / 2, top + PLACE + 24, "cubes of its use, a barrier under each", 2.6, colour=FAINT)]


def _console(left: float, top: float = 156) -> list[str]:
    parts = [
        box(left + 10, top, 62, 30, line=CUT),
        text(left + 41, top + 17, "display 27 × 15 in the middle", 3, colour=FAINT),
    ]
    parts += [f'<circle cx="{left + 100}" cy="{top + 15}" r="3.6" fill="none" stroke="{CUT}" stroke-width="0.3"/>']
    parts += [text(left + 100, top + 27, "dial", 4)]
    for i, name in enumerate(("confirm", "pass", "call")):
        x = left + 140 + i * 38
        parts += [f'<circle cx="{x}" cy="{top + 15}" r="6" fill="none" stroke="{CUT}" stroke-width="0.3"/>']
        parts += [text(x, top + 29, name, 4)]
    return parts


def _ruler() -> str:
    marks = [(20 + 10 * step, 3 if step % 5 else 5) for step in range(11)]
    ticks = [f'<path d="M{x} 203 v{long}" stroke="{FAINT}" stroke-width="0.2"/>' for x, long in marks]
    return "".join(ticks) + text(124, 207, "100 mm: measure before you cut", 3, middle=False, colour=FAINT)


OWN_SUPPLY = "own 3.3 V converter"  # not the board's
# part: (its pin, the pin of ESP32 | RP2040 | ESP32-S3 | ESP32-C3) – those of deploy/firmware/board.py
PARTS = {
    "5 × load cell 100 g + HX711": (
        ("VCC 3V3", "3V3"),
        ("GND", "GND"),
        ("SCK (shared)", "4 | GP2 | 4 | 7"),
        ("DOUT 1 … 5", "16 17 18 19 5 | GP3 … GP7 | 5 6 7 15 16 | 6 5 4 1 10"),
    ),
    "5 × 74HC165, a chain": (
        ("VCC 3V3", "3V3"),
        ("GND, CLK INH", "GND"),
        ("SH/LD", "25 | GP8 | 17 | 0"),
        ("CLK", "26 | GP9 | 18 | 1"),
        ("/QH of the first (pin 7)", "27 | GP10 | 8 | 3"),
    ),
    "40 light barriers, outputs to the chain": (("VCC 3V3", OWN_SUPPLY), ("GND", "GND")),
    "rotary dial": (("GND", "GND"), ("A", "32 | GP11 | 9 | 0"), ("B", "33 | GP12 | 10 | 1")),
    "buttons to GND": (
        ("confirm", "13 | GP13 | 11 | 3"),
        ("pass", "14 | GP14 | 12 | 4"),
        ("call", "23 | GP15 | 13 | 5"),
    ),
    "display SSD1306, 128 × 64": (
        ("VCC 3V3", "3V3"),
        ("GND", "GND"),
        ("SDA", "21 | GP16 | 1 | 6"),
        ("SCL", "22 | GP17 | 2 | 7"),
    ),
    "lamps WS2812, 8": (("5V", "5V (Pico: VBUS)"), ("GND", "GND"), ("DIN", "2 | GP22 | 14 | 10")),
    "card pad RC522 (a device of its own)": (
        ("VCC 3V3", "3V3"),
        ("GND", "GND"),
        ("SCK", "18 | GP18 | 39 | 4"),
        ("MOSI", "23 | GP19 | 40 | 5"),
        ("MISO", "19 | GP20 | 41 | 6"),
        ("SDA (select)", "5 | GP21 | 42 | 7"),
    ),
}


def wiring() -> str:
    """Each part and the pin of ESP32 | RP2040 it goes to."""
    parts = [text(12, 9, "Seat tray: what goes to which pin", 4.5, middle=False)]
    board_high = sum(6 * len(pins) + 8 for pins in PARTS.values())
    parts += [box(120, 14, 62, board_high, fill="#eef3ee"), text(151, 11, "ESP32 | RP2040 (Pico)", 3.6, colour=FAINT)]
    y = 16.0
    for name, pins in PARTS.items():
        high = 6 * len(pins) + 4
        parts += [box(12, y, 66, high, fill="#f6efe2"), text(14, y + 4.4, name, 3.2, middle=False, colour=FAINT)]
        for row, (pin, goal) in enumerate(pins):
            at = y + 6 * row + 8.2
            end, shown = 86 if goal == OWN_SUPPLY else 120, " | ".join(goal.split(" | ")[:2])
            parts += [text(76, at, pin, 3.2).replace("middle", "end"), text(end + 2, at, shown, 3.2, middle=False)]
            parts += [line([(78, at - 1), (end, at - 1)], _colour(pin))]
        y += 6 * len(pins) + 8
    return page(200, board_high + 24, parts)


def _colour(pin: str) -> str:
    if pin.startswith(("VCC", "5V")):
        return "#b03030"
    return "#222222" if pin.startswith("GND") else "#3a6ea5"


def main() -> None:
    """Write them all."""
    for name, draw in DRAWINGS.items():
        (HERE / f"{name}.svg").write_text(draw(), encoding="utf-8")


DRAWINGS = {
    "template": template,
    "ledger": ledger,
    "coins": coins,
    "resources": resources,
    "dial": dial,
    "body": body,
    "wiring": wiring,
}


if __name__ == "__main__":
    main()
