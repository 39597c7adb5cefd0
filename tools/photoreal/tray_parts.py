"""What every tray that weighs has, as it is drawn: its printed parts, load cells, boards, wires and coins.

`deep` is how deep a tray is in mm. All of this stands at its back in the same places, behind what a tray has in front.
"""

from __future__ import annotations

from numpy.random import default_rng

from tools.photoreal.tray_stage import (
    BLACK,
    BOARD,
    BRASS,
    DRAWN,
    INSIDE,
    METAL,
    PLATE,
    WIDE,
    block,
    disc,
    paint,
    printed,
    wire,
)

STEP, COINS_DEEP = DRAWN["STEP"], DRAWN["DEEP"]["coins"]
LONG, ACROSS, THICK = DRAWN["CELL"]
MIDDLES = [6 + STEP * (n + 0.5) for n in range(5)]
ON = BOARD + DRAWN["BLOCK"]
AMPLIFIERS = [(56.0, 40.0), (106.0, 40.0), (206.0, 40.0), (45.0, 4.0), (67.0, 4.0)]
"""Front edges (middle of the width) of the HX711 boards in the simple tray."""
CHIP = (170.0, 5.0, 55.0, 28.0)
"""The board in the simple tray: left, front, long, deep. Its socket looks to the left, and the plug has 20 mm there."""
WIRES = {"red": (0.6, 0.02, 0.02), "black": (0.02,) * 3, "white": (0.8,) * 3, "green": (0.02, 0.35, 0.06)}
DATA = ((0.05, 0.15, 0.6), (0.7, 0.35, 0.02), (0.35, 0.05, 0.4), (0.7, 0.6, 0.05), (0.05, 0.45, 0.45))
DISCS = ((0.55, 0.36, 0.06), (0.52, 0.06, 0.05), (0.06, 0.14, 0.42), (0.1, 0.3, 0.12), (0.5, 0.5, 0.48))
CHANCE = default_rng(20)


def behind(deep: float) -> float:
    """How much further back everything stands than in the simple tray."""
    return float(deep - COINS_DEEP)


def well(deep: float) -> float:
    """The middle of the wells."""
    return float(deep - 6 - DRAWN["WELL"] / 2)


def back(deep: float) -> float:
    """Where a cell's fixed end is."""
    return float(well(deep) + PLATE / 2 + 4)


def cell(x: float, y: float, z: float) -> None:
    """A load cell by the middle of its back end: its threads, the glue over its gauges, where its wires come out."""
    block(x - ACROSS / 2, y - LONG, z, (ACROSS, LONG, THICK), paint(METAL, 0.35, 1))
    for away in (4, 11, LONG - 11, LONG - 4):
        disc(x, y - away, z + THICK, 1.7, 0.1, paint(BLACK))
    block(x - 4.5, y - LONG / 2 - 8, z + THICK, (9, 16, 1), paint((0.75, 0.74, 0.7), 0.25))


def amplifier(x: float, y: float, z: float) -> None:
    block(x - 10.5, y, z, (21, 34, 1.6), paint((0.02, 0.2, 0.08), 0.35))
    block(x - 5, y + 12, z + 1.6, (10, 4, 1.5), paint(BLACK, 0.3))
    for row in range(4):
        disc(x - 5.1 + 2.54 * row, y + 2, z + 1.6, 0.8, 0.3, paint(BRASS, 0.3, 1))
    for row in range(6):
        disc(x - 6.4 + 2.54 * row, y + 32, z + 1.6, 0.8, 0.3, paint(BRASS, 0.3, 1))


def chip(x: float, y: float, z: float) -> None:
    long, deep = CHIP[2:]
    block(x, y, z, (long, deep, 1.6), paint((0.015, 0.02, 0.03), 0.35))
    block(x + long - 26, y + 5, z + 1.6, (18, 18, 3), paint(METAL, 0.3, 1))
    block(x - 1.5, y + deep / 2 - 4, z + 1.6, (6, 8, 2.6), paint(METAL, 0.3, 1))
    for row in range(19):
        for side in (1.3, deep - 1.3):
            disc(x + 4.6 + 2.54 * row, y + side, z + 1.6, 0.8, 0.4, paint(BRASS, 0.3, 1))


def coins(deep: float) -> None:
    """Some coins in each well."""
    for number, middle in enumerate(MIDDLES):
        for height in range(5 - number // 2):
            x, y = middle + CHANCE.uniform(-3, 3), well(deep) + CHANCE.uniform(-3, 3)
            disc(x, y, BOARD + INSIDE + 2 * height, 12, 1.9, paint(DISCS[number], 0.6))
        disc(middle + 11, well(deep) - 12, BOARD + INSIDE, 9, 1.9, paint(DISCS[number], 0.6))


def body(tray: str, apart: float = 0) -> None:
    printed(f"{tray}-body-left", (-apart / 2, 0, 0))
    printed(f"{tray}-body-right", (apart / 2, 0, 0))


def lid(tray: str, high: float, apart: float = 0, y: float = 0) -> None:
    printed(f"{tray}-lid-left", (-apart / 2, y, high))
    printed(f"{tray}-lid-right", (apart / 2, y, high))


def cells(deep: float) -> None:
    """Five cells on their pillars, and the screws that stop a pressing hand."""
    for x in MIDDLES:
        cell(x, back(deep), ON)
        disc(x, back(deep) - LONG + 4, 0, 1.5, ON - 0.5, paint(METAL, 0.3, 1))
        disc(x, back(deep) - LONG + 4, BOARD, 3, 2.4, paint(METAL, 0.3, 1))


def boards(deep: float) -> None:
    for x, y in AMPLIFIERS:
        amplifier(x, y + behind(deep), BOARD)
    chip(CHIP[0], CHIP[1] + behind(deep), BOARD + 2)


def wires(deep: float) -> None:
    """Four wires from each cell to its amplifier, four from there to the board."""
    aft = behind(deep)
    for number, (x, (ax, ay)) in enumerate(zip(MIDDLES, (AMPLIFIERS[n] for n in (3, 4, 0, 1, 2)), strict=True)):
        aside = 1 if ax > x else -1
        for row, tone in enumerate(WIRES.values()):
            start = (x + aside * 5, back(deep) - LONG / 2 - 3 + 2 * row, ON + THICK + 0.5)
            end = (ax - 6.4 + 2.54 * row, ay + aft + 32, BOARD + 2.5)
            middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, ON - 4 + row)
            wire([start, middle, end], tone, 0.45)
        for row, tone in enumerate((WIRES["red"], DATA[number], (0.3, 0.3, 0.3), WIRES["black"])):
            start = (ax - 5.1 + 2.54 * row, ay + aft + 2, BOARD + 2.5)
            end = (CHIP[0] + 5 + 2.54 * (3 * number + row), CHIP[1] + aft + 26.7, BOARD + 5)
            bend = ((start[0] + end[0]) / 2, aft + 36 + row, BOARD + 7 + number)
            wire([start, (start[0], start[1] - 3, BOARD + 6 + row), bend, end], tone, 0.45)


def cable(deep: float) -> None:
    """The USB cable: from the socket through the back."""
    y = CHIP[1] + behind(deep) + CHIP[3] / 2
    block(CHIP[0] - 19, y - 5, BOARD + 2.6, (18, 10, 6), paint(BLACK, 0.4))
    inside = [(CHIP[0] - 26, y + 3, BOARD + 5.5), (156.0, y + 15, BOARD + 5), (156.0, deep + 6, BOARD + 4)]
    wire([(CHIP[0] - 19, y, BOARD + 5.6), *inside, (150.0, deep + 40, 2.0), (60.0, deep + 75, 1.8)], BLACK, 1.6)


def plates(deep: float) -> None:
    for x in MIDDLES:
        printed("plate", (x - PLATE / 2, well(deep) - PLATE / 2, ON + THICK), over=True)


def screws(deep: float, high: float) -> None:
    posts = [(x, y) for x in (5.5, WIDE - 5.5) for y in (5.5, deep - 5.5)]
    seams = [6 + seams * STEP + side for seams in (2, 3) for side in (-3, 3)]
    for x, y in [*posts, *((x, 5.5) for x in seams)]:
        disc(x, y, high, 2.8, 1.8, paint(METAL, 0.25, 1))
