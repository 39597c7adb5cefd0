"""What a seat tray has beside the simple one, as it is drawn: barriers, registers, converter, and what the player uses.

Places are those of the lid's cuts in deploy/trays/draw.py; parts of the lid are drawn as it lies on the body.
"""

from __future__ import annotations

from tools.photoreal.tray_stage import (
    BLACK,
    BOARD,
    BRASS,
    DRAWN,
    INSIDE,
    METAL,
    block,
    disc,
    paint,
)

DEEP, SLOTS = DRAWN["DEEP"]["template"], DRAWN["SLOTS"]
UNDER, TOP = float(BOARD + INSIDE), float(2 * BOARD + INSIDE)
"""The lid's lower and upper face."""
COLUMNS = [16.5 + 22 * n + side for side in (0, 128) for n in range(5)]
ROWS = [DEEP - 73.5 - 14 * n for n in range(SLOTS)]
"""The middles of the slots, in the order of the chain: columns from the left, in each its slots from the back."""
DISPLAY, DIAL, BUTTONS, FRONT = (47.0, 25.0), (106.0, 25.0), (146.0, 184.0, 222.0), 25.0
LEDGE = 1.0
"""How thick the card is that cubes lie on; it leaves 4 mm open below a slot."""
SENSOR, BARRIER = (10.2, 5.8, 7.0), (20.0, 12.0, 1.6)
REGISTERS = [(27.5, 66.0), (71.5, 66.0), (124.5, 66.0), (177.5, 66.0), (221.5, 66.0)]
"""Where the registers stand: each in front of the columns it reads."""
CONVERTER = (92.0, 91.0, 45.0, 22.0)
"""Left, front, long, deep."""
STRIP = (88.0, 41.0, 133.0, 10.0)
LAMPS = 8
BLUE, TAN, CARD = (0.02, 0.07, 0.25), (0.42, 0.27, 0.12), (0.6, 0.55, 0.45)
CUBES = ((0.05, 0.3, 0.06), (0.03, 0.1, 0.45), (0.5, 0.03, 0.03), (0.025,) * 3, (0.75, 0.5, 0.03))
"""Of the goods."""


def ledges() -> None:
    """Strips of card across below the lid, between the rows of slots."""
    for y in [ROWS[0] + 7, *(row - 7 for row in ROWS)]:
        block(9, y - 5, UNDER - LEDGE, (240, 10, LEDGE), paint(CARD, 0.8))


def barrier(x: float, y: float, top: float) -> None:
    """A barrier by the middle of its sensor's upper face; its pins are at the front edge."""
    long, deep, thick = BARRIER
    low = top - SENSOR[2] - thick
    block(x - SENSOR[0] / 2, y - SENSOR[1] / 2, low + thick, SENSOR, paint((0.03, 0.03, 0.04), 0.4))
    for side, tone in ((-2.6, (0.1, 0.14, 0.3)), (2.6, (0.02, 0.02, 0.02))):
        disc(x + side, y, top, 1.8, 0.1, paint(tone, 0.15))
    block(x - long / 2, y - deep / 2, low, BARRIER, paint(BLUE, 0.4))
    for row in range(3):
        disc(x + 2.54 * (row - 1), y - deep / 2 + 1.5, low - 0.4, 0.9, 0.5, paint(BRASS, 0.3, 1))
    for side in (-5.5, 5.5):
        block(x + side - 1, y + 1, low - 0.6, (2, 1.2, 0.6), paint(BLACK, 0.4))


def barriers() -> None:
    """Forty of them below the ledges, held by glue at both ends."""
    ledges()
    glue = paint((0.85, 0.82, 0.72), 0.2)
    for x in COLUMNS:
        for y in ROWS:
            barrier(x, y, UNDER - LEDGE)
            for side in (-9.2, 6.0):
                block(x + side, y - 3, UNDER - LEDGE - SENSOR[2], (3.2, 6, SENSOR[2]), glue)


def register(x: float, y: float, z: float) -> None:
    """A 74HC165 on its scrap of stripboard, pin 1 at the left in front."""
    block(x - 14, y - 10, z, (28, 20, 1.6), paint(TAN, 0.6))
    block(x - 9.65, y - 3.2, z + 2.4, (19.3, 6.4, 3.4), paint(BLACK, 0.4))
    disc(x - 8.8, y, z + 5.8, 1, 0.1, paint((0.25,) * 3, 0.5))
    for row in range(8):
        for side in (-3.9, 3.3):
            block(x - 9.2 + 2.54 * row, y + side, z + 1.6, (0.7, 0.6, 2.6), paint(METAL, 0.3, 1))


def converter(x: float, y: float, z: float) -> None:
    long, deep = CONVERTER[2:]
    block(x, y, z, (long, deep, 1.6), paint(BLUE, 0.35))
    block(x + 16, y + 5, z + 1.6, (12, 12, 7), paint((0.12, 0.12, 0.13), 0.5))
    for side in (9, long - 9):
        disc(x + side, y + deep / 2, z + 1.6, 4, 10, paint(METAL, 0.3, 1))
    for side in (2, long - 2):
        for edge in (4, deep - 4):
            disc(x + side, y + edge, z + 1.6, 1.2, 0.3, paint(BRASS, 0.3, 1))


def frame() -> None:
    """A piece of board with a window of 27 × 15, glued below the display's cut."""
    x, y = DISPLAY
    for left, front, wide, deep in (
        (-35, -18, 70, 10.5),
        (-35, 7.5, 70, 10.5),
        (-35, -7.5, 21.5, 15),
        (13.5, -7.5, 21.5, 15),
    ):
        block(x + left, y + front, UNDER - BOARD, (wide, deep, BOARD), paint(CARD, 0.8))


def screen(x: float, y: float, top: float, shown: bool = False) -> None:
    """The display by the middle of its glass, with what it may show."""
    block(x - 13.5, y - 13.5, top - 3.1, (27, 27, 1.6), paint(BLUE, 0.35))
    block(x - 13.3, y - 9, top - 1.5, (26.6, 16.5, 1.5), paint((0.004, 0.004, 0.006), 0.1))
    for row in range(4):
        disc(x - 3.81 + 2.54 * row, y + 11.8, top - 3.6, 0.9, 2.3, paint(BRASS, 0.3, 1))
    for row, long in enumerate((15, 20, 12) if shown else ()):
        block(x - 11, y + 3.6 - 4.2 * row, top, (long, 1.6, 0.05), paint((0.55, 0.85, 0.95), 0.6))


def encoder(x: float, y: float, mount: float) -> None:
    """The dial by where its body touches the lid: thread, nut and shaft above."""
    block(x - 6, y - 6, mount - 6.5, (12, 12, 6.5), paint((0.25, 0.26, 0.28), 0.4, 0.6))
    disc(x, y, mount, 3.4, 7, paint(METAL, 0.3, 1))
    disc(x, y, mount + BOARD, 5.5, 2, paint(METAL, 0.3, 1))
    disc(x, y, mount + 7, 3, 8, paint((0.75, 0.75, 0.77), 0.3, 1))
    for row in range(3):
        disc(x - 2.5 + 2.5 * row, y + 6.6, mount - 10, 0.5, 5, paint(BRASS, 0.3, 1))


def button(x: float, y: float, mount: float, tone: tuple[float, float, float]) -> None:
    """A push button by the lid's upper face: its cap above, its thread, nut and two tags below."""
    disc(x, y, mount, 7.2, 2, paint(BLACK, 0.35))
    disc(x, y, mount + 2, 5, 3, paint(tone, 0.35))
    disc(x, y, mount - 18, 5.9, 18, paint(BLACK, 0.4))
    disc(x, y, mount - BOARD - 3, 8, 3, paint(METAL, 0.35, 1))
    for side in (-3, 2):
        block(x + side, y - 1, mount - 23, (1, 2, 5), paint(BRASS, 0.3, 1))


CAPS = ((0.04, 0.35, 0.08), (0.7, 0.5, 0.05), (0.5, 0.03, 0.03))


def console(shown: bool = False) -> None:
    """Display with its frame, dial and buttons in the lid's cuts."""
    frame()
    screen(*DISPLAY, UNDER - BOARD, shown)
    encoder(*DIAL, UNDER)
    for x, tone in zip(BUTTONS, CAPS, strict=True):
        button(x, FRONT, TOP, tone)


def strip(x: float, y: float, z: float, lit: int = 0) -> None:
    """The lamp strip by its left front corner; the first lamps shine."""
    block(x, y, z, (STRIP[2], STRIP[3], 0.6), paint((0.75,) * 3, 0.5))
    pitch = STRIP[2] / LAMPS
    for n in range(LAMPS):
        tone = (0.95, 0.25, 0.2) if n < lit else (0.85, 0.83, 0.7)
        block(x + pitch * (n + 0.5) - 2.5, y + 2.5, z + 0.6, (5, 5, 1.6), paint(tone, 0.3))


def inside() -> None:
    """The registers and the converter on the floor."""
    for x, y in REGISTERS:
        register(x, y, BOARD)
    converter(*CONVERTER[:2], BOARD + 1)


def cubes() -> None:
    """Some cubes in the slots, lying on the ledges."""
    for number, x in enumerate(COLUMNS):
        for y in ROWS[: (3, 1, 2, 0, 4, 1, 2, 0, 1, 0)[number]]:
            block(x - 4, y - 4, UNDER, (8, 8, 8), paint(CUBES[number % 5], 0.5))
