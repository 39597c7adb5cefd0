"""Renders the steps of building the seat tray, from its printed parts: `make steps`.

BLENDERENV/bin/python -m tools.photoreal.seat_tray FOLDER [--draft] [STEP ...]

Written are `manual-seat-1.png` to `manual-seat-8.png`.
"""

from __future__ import annotations

from tools.photoreal import seat_parts as seat
from tools.photoreal import seat_wires as wires
from tools.photoreal import tray_parts as parts
from tools.photoreal.tray_stage import BOARD, INSIDE, WIDE, Step, block, paint, printed, render_all, turned_over

DEEP = seat.DEEP
BATTEN = 16
"""What the lid lies on while it is turned over: the dial's shaft is 12 above it."""
HIGH = BATTEN + seat.TOP
"""Where the body's floor would be above a lid that is turned over."""
FRONT, ALONE = -14.0, DEEP
"""The front edge of the turned lid: before the body, or in the body's place."""


def all_parts() -> None:
    parts.body("seat", 16)
    for half, aside in (("left", -8), ("right", 8)):
        printed(f"seat-lid-{half}", (WIDE + 34 + aside, 0, 0))
    for n in range(5):
        printed("plate", (270 + n * 48, -60, 0))
        parts.cell(8 + n * 15.0, -74, 0)
        parts.amplifier(95 + n * 25.0, -114, 0)
        seat.register(230 + n * 33.0, -96, 0)
    for n in range(40):
        seat.barrier(n % 10 * 24.0 + 4, -16 - n // 10 * 15.0, seat.SENSOR[2] + seat.BARRIER[2] + 0.4)
    parts.chip(390, -110, 0)
    seat.converter(464, -106, 0)
    seat.strip(0, -152, 0)
    seat.screen(170, -146, 3.7)
    seat.encoder(212, -146, 10)
    for n, tone in enumerate(seat.CAPS):
        seat.button(246 + 26 * n, -146, 23, tone)


def floor() -> None:
    parts.body("seat")
    parts.cells(DEEP)
    parts.boards(DEEP)
    seat.inside()


def battens(front: float) -> None:
    """Under both ends of the lid that lies turned over."""
    for y in (front - 10, front - DEEP - 2):
        block(20, y, 0, (222, 12, BATTEN), paint((0.45, 0.3, 0.16), 0.7))


def turned_lid(front: float, console: bool) -> None:
    battens(front)
    with turned_over(front, HIGH):
        parts.lid("seat", BOARD + INSIDE)
        seat.barriers()
        if console:
            seat.console()
            seat.strip(*seat.STRIP[:2], seat.TOP)


def barriers() -> None:
    turned_lid(ALONE, console=False)


def console() -> None:
    turned_lid(ALONE, console=True)


def rails() -> None:
    console()
    wires.buses(ALONE, HIGH)


def opened() -> None:
    """The body with all that lies in it, and the lid turned over before it like the cover of a book."""
    floor()
    parts.wires(DEEP)
    parts.cable(DEEP)
    wires.supply()
    wires.chain()
    turned_lid(FRONT, console=True)


def wired() -> None:
    opened()
    wires.buses(FRONT, HIGH)
    wires.outputs(FRONT, HIGH)
    wires.feed(FRONT, HIGH)
    wires.panel(FRONT, HIGH)


def chained() -> None:
    floor()
    parts.wires(DEEP)
    parts.cable(DEEP)
    wires.supply()
    wires.chain()


def done() -> None:
    parts.body("seat")
    parts.cells(DEEP)
    parts.cable(DEEP)
    parts.plates(DEEP)
    parts.lid("seat", BOARD + INSIDE)
    seat.barriers()
    seat.console(shown=True)
    seat.strip(*seat.STRIP[:2], seat.TOP, lit=3)
    parts.screws(DEEP, seat.TOP)
    parts.coins(DEEP)
    seat.cubes()


STEPS = (
    Step(all_parts, 60, 83, -9.5, 14),
    Step(floor, 62, 46, 0),
    Step(barriers, 58, 46, 0),
    Step(console, 52, 40, 3),
    Step(rails, 58, 46, 0),
    Step(chained, 62, 46, 0),
    Step(wired, 56, 78, -12),
    Step(done, 48, 46, 0),
)


def main() -> None:
    render_all(STEPS, "manual-seat", DEEP)


if __name__ == "__main__":
    main()
