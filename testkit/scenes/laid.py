"""Tables drawn with cards that touch, lie in fans or over each other, with the corners of every card."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from vision.photo.found import Image, Points

WIDE, HIGH = 1280, 720
Matrix = NDArray[np.float64]

FLAT = (240, 336)
"""Width and height in px of a card before it is laid."""

GROUNDS = ("wood", "cloth", "pattern", "white")


class Laid(NamedTuple):
    """A picture, the corners of its cards in px, lowest card first, and the share of each that can be seen."""

    image: Image
    cards: list[Points]
    visible: list[float]


def table(arrangement: str, ground: str, seed: int, *, sleeved: bool = False) -> Laid:
    """Cards in one of `ARRANGEMENTS` on one of `GROUNDS`; the same for the same seed."""
    chance = np.random.default_rng([seed, sorted(ARRANGEMENTS).index(arrangement), GROUNDS.index(ground)])
    places = ARRANGEMENTS[arrangement](chance)
    image = GROUND_PAINTERS[ground](chance)
    deck = FACES[int(chance.integers(len(FACES)))]
    owner = np.zeros((HIGH, WIDE), np.uint8)
    for number, corners in enumerate(places, 1):
        lay(image, owner, deck(chance), corners, number, sleeved)
    whole = [float(cv2.contourArea(corners)) for corners in places]
    visible = [float((owner == number).sum()) / size for number, size in enumerate(whole, 1)]
    return Laid(lit(image, chance), places, visible)


def lit(image: Image, chance: Generator) -> Image:
    """Under a lamp to one side, a little soft, with noise."""
    y, x = np.mgrid[:HIGH, :WIDE].astype(np.float32)
    at, reach = chance.uniform((0, 0), (WIDE, HIGH)), chance.uniform(0.7, 1.2) * WIDE
    light = 0.6 + 0.4 * np.exp(-((x - at[0]) ** 2 + (y - at[1]) ** 2) / (2 * reach**2))
    soft = cv2.GaussianBlur(image, (0, 0), 0.7).astype(np.float32) * light[..., None]
    return np.asarray((soft + chance.normal(0, 3, image.shape)).clip(0, 255), np.uint8)


def lay(image: Image, owner: Image, card: Image, corners: Points, number: int, sleeved: bool) -> None:
    """Paint one card with rounded corners over what lies there."""
    wide, high = FLAT
    flat = np.array([[0, 0], [wide, 0], [wide, high], [0, high]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(flat, corners)
    face = shining(card) if sleeved else card
    paint = cv2.warpPerspective(face, matrix, (WIDE, HIGH), flags=cv2.INTER_AREA)
    share = cv2.warpPerspective(rounded(), matrix, (WIDE, HIGH), flags=cv2.INTER_LINEAR)
    shadow = cv2.GaussianBlur(np.roll(share, (3, 2), (0, 1)), (0, 0), 3).astype(np.float32)[..., None] / 255
    mixed = image * (1 - 0.4 * shadow)
    mask = share.astype(np.float32)[..., None] / 255
    image[:] = (mixed * (1 - mask) + paint * mask).astype(np.uint8)
    owner[share > 127] = number


def rounded() -> Image:
    """The outline of a card with rounded corners."""
    mask = np.zeros((FLAT[1], FLAT[0]), np.uint8)
    r = 10
    cv2.rectangle(mask, (r, 0), (FLAT[0] - 1 - r, FLAT[1] - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (FLAT[0] - 1, FLAT[1] - 1 - r), 255, -1)
    for x in (r, FLAT[0] - 1 - r):
        for y in (r, FLAT[1] - 1 - r):
            cv2.circle(mask, (x, y), r, 255, -1, cv2.LINE_AA)
    return mask


def shining(card: Image) -> Image:
    """In a sleeve: a clear rim, and a band of lamp light across."""
    rim = np.full_like(card, 170)
    rim[6:-6, 6:-6] = cv2.resize(card, (FLAT[0] - 12, FLAT[1] - 12), interpolation=cv2.INTER_AREA)
    y, x = np.mgrid[: FLAT[1], : FLAT[0]].astype(np.float32)
    band = np.exp(-((x * 0.8 + y * 0.6 - 190) ** 2) / (2 * 22.0**2))
    return np.asarray((rim + 110 * band[..., None]).clip(0, 255), np.uint8)


def face_of_symbols(chance: Generator) -> Image:
    """One to three shapes on white."""
    card, ink = np.full((FLAT[1], FLAT[0], 3), 246, np.uint8), ink_of(chance)
    many = int(chance.integers(1, 4))
    for number in range(many):
        middle = (120, 168 + int((number - (many - 1) / 2) * 92))
        cv2.ellipse(card, middle, (66, 32), 0, 0, 360, ink, int(chance.choice([-1, 6])), cv2.LINE_AA)
    return card


def face_of_a_picture(chance: Generator) -> Image:
    """A black border, a coloured frame, a picture and a box of words."""
    card = np.full((FLAT[1], FLAT[0], 3), 22, np.uint8)
    card[14:-14, 14:-14] = ink_of(chance)
    rough = chance.uniform(0, 255, (9, 11, 3)).astype(np.float32)
    card[34:180, 26:-26] = cv2.resize(rough, (FLAT[0] - 52, 146), interpolation=cv2.INTER_CUBIC).clip(0, 255)
    card[200:312, 26:-26] = (190, 214, 220)
    for line in range(5):
        cv2.putText(card, "lorem dolor", (34, 220 + 20 * line), cv2.FONT_HERSHEY_SIMPLEX, 0.55, (30, 30, 30), 1)
    return card


def face_of_a_contract(chance: Generator) -> Image:
    """Cream paper, a row of coloured squares, a coin and three numbers within a thin frame."""
    card = np.full((FLAT[1], FLAT[0], 3), (228, 243, 250), np.uint8)
    cv2.rectangle(card, (9, 9), (FLAT[0] - 10, FLAT[1] - 10), (150, 175, 200), 2)
    for number in range(int(chance.integers(2, 5))):
        cv2.rectangle(card, (28 + number * 48, 40), (64 + number * 48, 76), ink_of(chance), -1)
    cv2.circle(card, (120, 165), 42, (70, 180, 225), -1, cv2.LINE_AA)
    for number in range(3):
        sign = str(chance.integers(1, 10))
        cv2.putText(card, sign, (38 + 68 * number, 300), cv2.FONT_HERSHEY_SIMPLEX, 1.6, (60, 40, 30), 4, cv2.LINE_AA)
    return card


def ink_of(chance: Generator) -> tuple[int, int, int]:
    inks = ((40, 30, 200), (50, 140, 20), (120, 30, 90), (170, 90, 20), (30, 170, 220))
    return inks[int(chance.integers(len(inks)))]


FACES: tuple[Callable[[Generator], Image], ...] = (face_of_symbols, face_of_a_picture, face_of_a_contract)


def wood(chance: Generator) -> Image:
    grain = cv2.resize(chance.normal(0, 1, (160, 9)).astype(np.float32), (WIDE, HIGH), interpolation=cv2.INTER_CUBIC)
    board = np.array([62, 96, 142], np.float32) + 17 * grain[..., None]
    board[:: HIGH // 4] *= 0.5
    return np.asarray(board.clip(0, 255), np.uint8)


def cloth(chance: Generator) -> Image:
    rough = chance.normal(0, 9, (HIGH, WIDE, 1)) + np.array(ink_of(chance)) * 0.5
    return np.asarray(rough.clip(0, 255), np.uint8)


def pattern(chance: Generator) -> Image:
    """Stripes and rings in three colours, as a table cloth has."""
    sheet = np.full((HIGH, WIDE, 3), (150, 170, 180), np.uint8)
    for x in range(0, WIDE, 64):
        cv2.rectangle(sheet, (x, 0), (x + 24, HIGH), (110, 120, 60), -1)
        for y in range(int(chance.integers(60)), HIGH, 80):
            cv2.circle(sheet, (x + 44, y), 14, (60, 60, 150), 5, cv2.LINE_AA)
    return sheet


def white(chance: Generator) -> Image:
    return np.asarray((np.array([214, 220, 224]) + chance.normal(0, 2, (HIGH, WIDE, 1))).clip(0, 255), np.uint8)


GROUND_PAINTERS = {"wood": wood, "cloth": cloth, "pattern": pattern, "white": white}


def seen_from(chance: Generator, lean: float) -> Matrix:
    """A homography of the table, 3 × 3: near the identity, the far side smaller by `lean`."""
    turn = cv2.getRotationMatrix2D((WIDE / 2, HIGH / 2), float(chance.uniform(-25, 25)), 1.0)
    near, far = lean * WIDE / 2, lean * HIGH / 2
    flat = np.array([[0, 0], [WIDE, 0], [WIDE, HIGH], [0, HIGH]], np.float32)
    tilted = np.array([[near, far], [WIDE - near, far], [WIDE, HIGH], [0, HIGH]], np.float32)
    view = cv2.getPerspectiveTransform(flat, tilted) @ np.vstack([turn, [0, 0, 1]])
    return np.asarray(view, np.float64)


def placed(cards: list[tuple[float, float, float]], width: float, view: Matrix) -> list[Points]:
    """Corners of cards of a width at (x, y, angle in degrees) on a table seen so."""
    half = np.array([width, width * FLAT[1] / FLAT[0]]) / 2
    flat = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * half
    laid = []
    for x, y, angle in cards:
        c, s = np.cos(np.deg2rad(angle)), np.sin(np.deg2rad(angle))
        points = (flat @ np.array([[c, s], [-s, c]]) + (x, y)).astype(np.float64)
        laid.append(cv2.perspectiveTransform(points[None], view)[0].astype(np.float32))
    return laid


def grid(chance: Generator, columns: int, rows: int, width: float, gap: float, lean: float) -> list[Points]:
    high = width * FLAT[1] / FLAT[0]
    left, top = WIDE / 2 - (columns - 1) / 2 * (width + gap), HIGH / 2 - (rows - 1) / 2 * (high + gap)
    cards = [
        (left + column * (width + gap) + chance.normal(0, 0.5), top + row * (high + gap), chance.normal(0, 0.4))
        for row in range(rows)
        for column in range(columns)
    ]
    return placed(cards, width, seen_from(chance, lean))


def fan(chance: Generator, many: int, width: float, step: float, bow: float) -> list[Points]:
    start = WIDE / 2 - (many - 1) / 2 * step * width
    cards = [
        (start + n * step * width, HIGH / 2 + 0.004 * (n - many / 2) ** 2 * abs(bow) * width, (n - many / 2) * bow)
        for n in range(many)
    ]
    return placed(cards, width, seen_from(chance, 0.1))


def apart(chance: Generator) -> list[Points]:
    return grid(chance, 5, 2, 115, 45, 0.12)


def row(chance: Generator) -> list[Points]:
    return grid(chance, int(chance.integers(2, 6)), 1, float(chance.uniform(110, 170)), 0.5, 0.1)


def block(chance: Generator) -> list[Points]:
    return grid(chance, int(chance.integers(2, 5)), 2, float(chance.uniform(90, 130)), 0.5, 0.1)


def thirds(chance: Generator) -> list[Points]:
    return fan(chance, int(chance.integers(2, 5)), float(chance.uniform(120, 190)), 0.667, 0.0)


def fanned(chance: Generator) -> list[Points]:
    return fan(chance, int(chance.integers(2, 5)), float(chance.uniform(120, 190)), 0.75, 9.0)


def oblique(chance: Generator) -> list[Points]:
    return grid(chance, 7, 2, 88, 14, 0.45)


ARRANGEMENTS: dict[str, Callable[[Generator], list[Points]]] = {
    "apart": apart,
    "touching in a row": row,
    "touching in a grid": block,
    "overlapping by a third": thirds,
    "fanned": fanned,
    "seen obliquely": oblique,
}
