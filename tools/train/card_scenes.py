"""Windows of tables with cards for training: photographed ones, and drawn or photographed cards laid on them."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.random import Generator

from tools.train.card_art import TALL, art, colour
from vision.picture import Picture as Image

CROP = 384


class Scene(NamedTuple):
    """A photo with the corners of all its cards (n × 4 × 2 px) or boxes of which only the outside is known."""

    image: Image
    cards: np.ndarray
    unknown: np.ndarray


class Window(NamedTuple):
    """CROP × CROP px: the picture, the number of the card in each pixel (0 = none), and where that is known.

    `whole` are the corners of the laid cards that lie within the window and under nothing, `laid` those of all.
    """

    image: Image
    ids: np.ndarray
    known: np.ndarray
    whole: tuple[np.ndarray, ...] = ()
    laid: tuple[np.ndarray, ...] = ()


def window(scene: Scene, chance: Generator) -> Window:
    """A chance window of a photo, turned and scaled so that a card's short side is 22 to 230 px."""
    short = typical(scene)
    wanted = float(np.exp(chance.uniform(np.log(24), np.log(230))))
    least = 0.85 * CROP / max(scene.image.shape[:2])
    scale = min(max(wanted / short, least), 2.0) if short else least * chance.uniform(1, 3.5)
    matrix = placing(scene, scale, chance)
    how = cv2.INTER_AREA if scale < 0.7 else cv2.INTER_LINEAR
    edge = int(chance.choice([cv2.BORDER_REPLICATE, cv2.BORDER_CONSTANT]))
    image = cv2.warpAffine(scene.image, matrix, (CROP, CROP), flags=how, borderMode=edge, borderValue=colour(chance))
    ids, known = np.zeros((CROP, CROP), np.uint8), np.ones((CROP, CROP), np.uint8)
    for number, card in enumerate(scene.cards):
        cv2.fillPoly(ids, [fixed(card @ matrix[:, :2].T + matrix[:, 2])], number + 1, shift=3)
    for box in scene.unknown:
        cv2.fillPoly(known, [fixed(box @ matrix[:, :2].T + matrix[:, 2])], 0, shift=3)
    return Window(image, ids, known)


def fixed(points: np.ndarray) -> np.ndarray:
    return np.round(points * 8).astype(np.int32)


def typical(scene: Scene) -> float:
    """The median short side of the scene's cards in px, 0 without cards."""
    outlines = scene.cards if len(scene.cards) else scene.unknown
    if not len(outlines):
        return 0.0
    sides = np.linalg.norm(outlines - np.roll(outlines, 1, axis=1), axis=2)
    return float(np.median(sides.min(axis=1)))


def placing(scene: Scene, scale: float, chance: Generator) -> np.ndarray:
    h, w = scene.image.shape[:2]
    outlines = scene.cards if len(scene.cards) else scene.unknown
    middle = chance.uniform(0.15, 0.85, 2) * (w, h)
    if len(outlines) and chance.random() < 0.85:
        middle = outlines[chance.integers(len(outlines))].mean(axis=0) + chance.normal(0, 0.2, 2) * CROP / scale
    tilt = chance.uniform(0, 2 * np.pi)
    turn = scale * np.array([[np.cos(tilt), -np.sin(tilt)], [np.sin(tilt), np.cos(tilt)]])
    turn = turn @ np.diag([chance.choice([-1.0, 1.0]), 1.0])
    return np.hstack([turn, (CROP / 2 - turn @ middle)[:, None]])


def cloth(chance: Generator) -> Image:
    """A plain, grained, striped, checked or spotted ground."""
    kind = chance.choice(["plain", "grain", "checks", "spots"])
    base = np.full((CROP, CROP, 3), colour(chance), np.float32)
    if kind == "grain":
        rough = chance.normal(0, 1, (int(chance.integers(4, 96)), int(chance.integers(2, 12)))).astype(np.float32)
        base += (cv2.resize(rough, (CROP, CROP), interpolation=cv2.INTER_CUBIC) * chance.uniform(5, 40))[..., None]
    if kind == "checks":
        step, other = int(chance.integers(8, 60)), np.array(colour(chance), np.float32)
        y, x = np.mgrid[:CROP, :CROP] // step
        base[(x % 2 == 0) if chance.random() < 0.3 else ((x + y) % 2 == 0)] = other
    if kind == "spots":
        for _ in range(int(chance.integers(5, 60))):
            at = (int(chance.integers(CROP)), int(chance.integers(CROP)))
            cv2.circle(base, at, int(chance.integers(2, 40)), colour(chance), int(chance.choice([-1, 2])))
    fine = chance.normal(0, chance.uniform(0, 14), (CROP, CROP, 1))
    return (base + fine).clip(0, 255).astype(np.uint8)


def lay(ground: Window, cards: list[Image], photos: list[Image], chance: Generator) -> Window:
    """Cards laid over a window, in a heap, in rows or fanned, seen by one oblique camera."""
    image, ids, known = ground.image.copy(), ground.ids.copy(), ground.known.copy()
    short = float(np.exp(chance.uniform(np.log(24), np.log(200))))
    many = int(min(int(chance.integers(1, 14)), 1 + (CROP / short) ** 2 * 0.6))
    how, view = chance.choice(3, p=[0.4, 0.35, 0.25]), tilted(chance)
    places = (grid, fan, heap)[how](many, short, chance)
    laid: list[np.ndarray] = []
    photographed = chance.choice([0.0, 0.5, 1.0]) if cards else 0.0
    for number, (middle, angle) in enumerate(places):
        card = cards[chance.integers(len(cards))] if chance.random() < photographed else art(chance, photos)
        laid.append(quad(card, middle, angle, short, view))
        place(image, ids, known, card, laid[-1], 100 + number, chance)
    return Window(image, ids, known, tuple(one for i, one in enumerate(laid) if bare(ids, one, 100 + i)), tuple(laid))


def bare(ids: np.ndarray, corners: np.ndarray, number: int) -> bool:
    """Whether a card lies within the window and under no other."""
    inside = corners.min() > 2 and corners.max() < CROP - 3
    return bool(inside and (ids == number).sum() > 0.93 * area(corners))


def tilted(chance: Generator) -> np.ndarray:
    """A plane seen obliquely: 3 × 3, near the identity about the window's middle."""
    lean = chance.normal(0, 0.0006, 2)
    squash = np.diag([1.0, chance.uniform(0.6, 1.0), 1.0])
    view = np.eye(3)
    view[2, :2] = lean
    to, back = np.eye(3), np.eye(3)
    to[:2, 2], back[:2, 2] = -CROP / 2, CROP / 2
    return back @ view @ squash @ to


def heap(many: int, short: float, chance: Generator) -> list[tuple[np.ndarray, float]]:
    middle = chance.uniform(0.2, 0.8, 2) * CROP
    spread = short * chance.uniform(0.6, 3.0)
    return [(middle + chance.normal(0, spread, 2), chance.uniform(0, 2 * np.pi)) for _ in range(many)]


def fan(many: int, short: float, chance: Generator) -> list[tuple[np.ndarray, float]]:
    """Each card over the one before, along a line or a bow, an index or more of it left to be seen."""
    angle, course = chance.uniform(0, 2 * np.pi), chance.uniform(0, 2 * np.pi)
    if chance.random() < 0.6:
        course = angle + chance.choice([0.0, 0.5, 1.0, 1.5]) * np.pi
    step, bow, wild = chance.uniform(0.25, 1.1) * short, chance.normal(0, 0.12), chance.uniform(0, 0.08)
    middle = chance.uniform(0.25, 0.75, 2) * CROP - 0.4 * many * step * np.array([np.cos(course), np.sin(course)])
    places = []
    for number in range(many):
        turn = number * bow
        places.append((middle.copy(), angle + turn + chance.normal(0, wild)))
        middle += step * np.array([np.cos(course + turn), np.sin(course + turn)]) + chance.normal(0, wild * short, 2)
    return places


def grid(many: int, short: float, chance: Generator) -> list[tuple[np.ndarray, float]]:
    """Rows with small or no gaps, each card a little askew."""
    columns, angle = int(chance.integers(1, 6)), chance.uniform(0, 2 * np.pi)
    gap = np.array([1.0, 1.45]) * short * (1 + abs(chance.normal(0.02, 0.12)))
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    start = chance.uniform(0.2, 0.8, 2) * CROP - turn @ (gap * (columns, many / columns)) / 2
    wild = chance.uniform(0, 0.06)
    cells = [np.array([i % columns, i // columns]) * gap + chance.normal(0, wild * short, 2) for i in range(many)]
    return [(start + turn @ cell, angle + chance.normal(0, wild)) for cell in cells]


def quad(card: Image, middle: np.ndarray, angle: float, short: float, view: np.ndarray) -> np.ndarray:
    """The four corners in the window of a card of the given short side, clockwise from its own top left."""
    w = short / 2
    h = w * card.shape[0] / card.shape[1]
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    corners = np.array([[-w, -h], [w, -h], [w, h], [-w, h]]) @ turn.T + middle
    seen = np.hstack([corners, np.ones((4, 1))]) @ view.T
    return np.asarray(seen[:, :2] / seen[:, 2:], np.float32)


def place(
    image: Image, ids: np.ndarray, known: np.ndarray, card: Image, corners: np.ndarray, number: int, chance: Generator
) -> None:
    """Paint one card with rounded corners, a shadow and its number."""
    left, top = np.maximum(corners.min(axis=0) - 8, 0).astype(int)
    right, bottom = np.minimum(corners.max(axis=0) + 9, CROP).astype(int)
    if right - left < 2 or bottom - top < 2:
        return
    part = (slice(top, bottom), slice(left, right))
    size, near = (int(right - left), int(bottom - top)), corners - np.array([left, top], np.float32)
    small = cv2.resize(card, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA) if area(corners) < 13000 else card
    h, w = small.shape[:2]
    matrix = cv2.getPerspectiveTransform(np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32), near)
    mask = np.full((h, w), 255, np.uint8)
    rounded(mask, int(chance.uniform(0.0, 0.07) * w))
    seen = cv2.warpPerspective(mask, matrix, size)
    paint = cv2.warpPerspective(small, matrix, size).astype(np.float32)
    ground = cast(image[part].astype(np.float32), seen, chance)
    share = (seen.astype(np.float32) / 255)[..., None]
    image[part] = (ground + (paint * np.float32(chance.uniform(0.75, 1.0)) - ground) * share).astype(np.uint8)
    ids[part][seen > 127], known[part][seen > 127] = number, 1


def shadowed(image: Image, chance: Generator) -> Image:
    """A hard-edged shadow over one side of the window."""
    y, x = np.mgrid[:CROP, :CROP].astype(np.float32) - CROP / 2
    angle = chance.uniform(0, 2 * np.pi)
    side = x * np.float32(np.cos(angle)) + y * np.float32(np.sin(angle)) + np.float32(chance.normal(0, 0.25 * CROP))
    share = (side / np.float32(chance.uniform(1, 8))).clip(-0.5, 0.5) + 0.5
    return np.asarray(image * (1 - np.float32(chance.uniform(0.3, 0.75)) * share[..., None]), np.uint8)


def veiled(image: Image, chance: Generator) -> Image:
    """A lamp's broad reflection in which cards and ground go white together."""
    y, x = np.mgrid[:CROP, :CROP].astype(np.float32)
    at, wide = chance.uniform(-0.1, 1.1, 2) * CROP, chance.uniform(0.08, 0.45) * CROP
    spot = np.exp(-((x - at[0]) ** 2 + (y - at[1]) ** 2) / np.float32(2 * wide**2))
    return np.asarray((image + np.float32(chance.uniform(90, 230)) * spot[..., None]).clip(0, 255), np.uint8)


def area(corners: np.ndarray) -> float:
    return float(abs(cv2.contourArea(corners)))


def cast(ground: np.ndarray, mask: Image, chance: Generator) -> np.ndarray:
    """The ground below with the card's shadow, soft and to one side."""
    shift = np.array([[1, 0, chance.normal(0, 2)], [0, 1, chance.normal(0, 2)]], np.float32)
    dark = cv2.warpAffine(mask, shift, mask.shape[::-1])
    dark = cv2.GaussianBlur(dark, (0, 0), chance.uniform(0.6, 3)).astype(np.float32)
    return np.asarray(ground * (1 - dark * np.float32(chance.uniform(0, 0.6) / 255))[..., None])


def rounded(mask: Image, radius: int) -> None:
    if radius < 1:
        return
    h, w = mask.shape
    for x in (0, w - radius):
        for y in (0, h - radius):
            mask[y : y + radius, x : x + radius] = 0
            middle = (radius if x == 0 else w - radius - 1, radius if y == 0 else h - radius - 1)
            cv2.circle(mask, middle, radius, 255, -1)


def upright(scene: Scene) -> list[Image]:
    """The scene's cards, rectified to TALL px in height."""
    flat = np.array([[0, 0], [TALL * 0.66, 0], [TALL * 0.66, TALL], [0, TALL]], np.float32)
    cards = []
    for card in scene.cards.astype(np.float32):
        wide = np.linalg.norm(card[1] - card[0]) > np.linalg.norm(card[2] - card[1])
        matrix = cv2.getPerspectiveTransform(np.roll(card, -1, axis=0) if wide else card, flat)
        cards.append(cv2.warpPerspective(scene.image, matrix, (int(TALL * 0.66), TALL), flags=cv2.INTER_AREA))
    return cards
