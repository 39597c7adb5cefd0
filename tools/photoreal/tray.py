"""Renders the steps of building the coins-only tray, from its printed parts: `make steps`.

BLENDERENV/bin/python -m tools.photoreal.tray FOLDER [--draft] [STEP ...]

Written are `manual-tray-1.png` to `manual-tray-6.png`.
"""

from __future__ import annotations

from tools.photoreal import tray_parts as parts
from tools.photoreal.tray_stage import BOARD, INSIDE, Step, printed, render_all

DEEP = parts.COINS_DEEP


def all_parts() -> None:
    parts.body("coins", 16)
    parts.lid("coins", 0, 16, DEEP + 14)
    for n in range(5):
        printed("plate", (n * 48 - 8, -58, 0))
        parts.cell(10 + n * 22.0, -68, 0)
        parts.amplifier(128 + n * 25.0, -106, 0)
    parts.chip(246, -52, 0)


def with_cells() -> None:
    parts.body("coins")
    parts.cells(DEEP)


def with_boards() -> None:
    with_cells()
    parts.boards(DEEP)


def wired() -> None:
    with_boards()
    parts.wires(DEEP)
    parts.cable(DEEP)


def with_plates() -> None:
    wired()
    parts.plates(DEEP)
    parts.lid("coins", BOARD + INSIDE + 45)


def done() -> None:
    wired()
    parts.plates(DEEP)
    parts.lid("coins", BOARD + INSIDE)
    parts.screws(DEEP, 2 * BOARD + INSIDE)
    parts.coins(DEEP)


STEPS = (
    Step(all_parts, 60, 64, -3),
    Step(with_cells, 50, 42, 0),
    Step(with_boards, 66, 42, 0),
    Step(wired, 66, 43, 1),
    Step(with_plates, 34, 44, 1),
    Step(done, 42, 42, 0.5),
)


def main() -> None:
    render_all(STEPS, "manual-tray", DEEP)


if __name__ == "__main__":
    main()
