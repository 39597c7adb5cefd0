"""The wires of a seat tray, as they are drawn: between its lid, turned over before the body, and what lies in the body.

`turn` is the turned lid's front edge, `high` where its foot would be, as `turned_over` takes them.
"""

from __future__ import annotations

from itertools import pairwise

from tools.photoreal.seat_parts import (
    BARRIER,
    BUTTONS,
    COLUMNS,
    CONVERTER,
    DEEP,
    DIAL,
    DISPLAY,
    FRONT,
    LEDGE,
    REGISTERS,
    ROWS,
    SENSOR,
    TOP,
    UNDER,
)
from tools.photoreal.tray_parts import WIRES, behind
from tools.photoreal.tray_stage import BOARD, Place, wire

TONES = ((0.04, 0.4, 0.08), (0.05, 0.15, 0.6), (0.6, 0.04, 0.04), (0.12, 0.12, 0.12), (0.75, 0.55, 0.03))
"""Of the wires of a column: its good's."""
LANES = (14.0, 32.0, 62.0, 82.0, 94.0, 130.0, 160.0, 169.0, 203.0, 237.0)
"""Where the wires of a column pass between what stands in the console."""
CHIP_LEFT = 174.6
"""The board's first pin in front."""


def buses(turn: float, high: float) -> None:
    """3.3 V and ground along the columns of the lid that lies turned over, and from one to the next."""
    z = high - (UNDER - LEDGE - SENSOR[2] - BARRIER[2]) + 0.8
    for side, far, tone in ((-2.54, 9.0, "red"), (0.0, 13.0, "black")):
        end = turn - (ROWS[0] + far)
        for x in COLUMNS:
            pins = [(x + side, turn - (y - 4.5), z) for y in ROWS[::-1]]
            wire([*pins, (x + side, end, z)], WIRES[tone], 0.5)
        wire([(x + side, end, z) for x in (*COLUMNS, 249)], WIRES[tone], 0.7)


def outputs(turn: float, high: float) -> None:
    """From each barrier of the lid that lies in front of the body to its input of a register."""
    z = high - (UNDER - LEDGE - SENSOR[2] - BARRIER[2]) + 0.8
    for number, (x, lane) in enumerate(zip(COLUMNS, LANES, strict=True)):
        rx, ry = REGISTERS[number // 2]
        for n, y in enumerate(ROWS):
            foot = (x + 2.54, turn - (y - 4.5), z)
            along = (x + 4 + 1.2 * n, turn - 58, z + 1.5 + n * 0.6)
            edge = (lane + 1.3 * n, turn / 2 - 2, high + 14)
            wall = (lane + 1.3 * n, 1.5, UNDER + 1.6)
            pin = (rx - 9 + 2.54 * (4 * (number % 2) + n), ry - 5.5, BOARD + 2)
            wire([foot, along, edge, wall, (pin[0], ry - 18, BOARD + 12), pin], TONES[number % 5], 0.45)


def chain() -> None:
    """From register to register, and from the first one to the board."""
    aft = behind(DEEP)
    tones = ((0.45, 0.05, 0.4), (0.05, 0.45, 0.45), WIRES["red"], WIRES["black"])
    for row, tone in enumerate(tones):
        points: list[Place] = []
        for x, y in REGISTERS:
            points += [(x - 8 + 2.54 * row, y + 6, BOARD + 2.2), (x + 18, y + 8 + row, BOARD + 4)]
        wire([*points[:-1], (240.0 + row, 78.0, BOARD + 6), (218.0 + 2.54 * row, aft + 6.3, BOARD + 5)], tone, 0.45)
    for (x, y), (after, _) in pairwise(REGISTERS):
        wire(
            [(x + 8.5, y + 1.8, BOARD + 4), ((x + after) / 2, y, BOARD + 8), (after - 11, y + 1, BOARD + 3)],
            (0.05, 0.15, 0.6),
            0.5,
        )
    first = (REGISTERS[0][0] - 12, REGISTERS[0][1] - 1, BOARD + 3)
    way = [(10.0, 82.0, BOARD + 5), (60.0, 84.0, BOARD + 5), (160.0, 84.0, BOARD + 6)]
    wire([first, *way, (195.0, aft + 6.3, BOARD + 5)], (0.75, 0.4, 0.03), 0.5)


def supply() -> None:
    """Its own supply: through the back to the converter."""
    x, y, long, deep = CONVERTER
    for edge, tone in ((4.0, "red"), (deep - 4.0, "black")):
        end = (x + long - 2, y + edge, BOARD + 3.2)
        bend = (143.0 + edge / 9, y + deep + 6, BOARD + 3)
        wire(
            [end, (x + long + 4, y + edge, BOARD + 4), bend, (150.0 + edge / 9, DEEP - 3, BOARD + 3)], WIRES[tone], 0.8
        )
    wire(
        [(151.0, DEEP - 6, BOARD + 3), (151.0, DEEP + 8, BOARD + 3), (140.0, DEEP + 34, 2.0), (40.0, DEEP + 55, 1.8)],
        (0.1, 0.1, 0.1),
        1.4,
    )


def feed(turn: float, high: float) -> None:
    """From the converter to the barriers' rails, round the right-hand side."""
    x, y, _, deep = CONVERTER
    for edge, tone, far in ((4.0, "red", 9.0), (deep - 4.0, "black", 13.0)):
        z = high - (UNDER - LEDGE - SENSOR[2] - BARRIER[2]) + 0.8
        rail = (249.0, turn - (ROWS[0] + far), z)
        start = (x + 2, y + edge, BOARD + 3.2)
        way = [
            (84.0, y + 4 + edge / 4, BOARD + 6),
            (90.0, 86.0 + edge / 6, BOARD + 5),
            (245.0, 84.0 + edge / 6, BOARD + 7),
        ]
        over = [
            (254.0 + edge / 6, 40.0, BOARD + 12),
            (252.0 + edge / 6, 1.5, UNDER + 2),
            (255.0 + edge / 6, turn - 60, z + 2),
        ]
        wire([start, *way, *over, rail], WIRES[tone], 0.8)


def panel(turn: float, high: float) -> None:
    """From display, dial, buttons and lamps of the turned lid to the board."""
    aft, z = behind(DEEP), high - UNDER
    feet = [(DISPLAY[0] - 3.81 + 2.54 * n, turn - DISPLAY[1] - 11.8, z + 7) for n in range(4)]
    feet += [(DIAL[0] - 2.5 + 2.5 * n, turn - DIAL[1] - 6.6, z + 10) for n in range(3)]
    feet += [(x + side, turn - FRONT, high - TOP + 23) for x in BUTTONS for side in (-2.5, 2.5)]
    tones = (*WIRES.values(), *TONES)
    for n, foot in enumerate(feet):
        edge = (60.0 + 0.5 * foot[0] + 1.2 * n, 1.5, UNDER + 1)
        pin = (CHIP_LEFT + 2.54 * (n % 19), aft + 6.3, BOARD + 5)
        ways = [(foot[0] + 2, foot[1] + 12, foot[2] + 4), edge, (150.0 + 2.0 * n, 50.0, BOARD + 14)]
        wire([foot, *ways, pin], tones[n % len(tones)], 0.4)
