"""Dice and cubes that never were: rounded bodies, traced once from many sides and coloured anew for each picture."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import cv2
import numpy as np
from numpy.random import Generator, default_rng

from tools.train.card_art import colour
from vision.picture import Picture as Image

SIDE = 96
"""Side in px of the patches in which a body lies."""

VIEWS = 400
"""How many ways a body is seen; turns in the plane of the picture come on top."""

FACES = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


class View(NamedTuple):
    """A body from one side: cover 0 to 1, and of each pixel the `place` (−1 to 1) and `normal` in the body's axes."""

    cover: np.ndarray
    place: np.ndarray
    normal: np.ndarray
    toward: np.ndarray


class Drawn(NamedTuple):
    """A coloured body on nothing: SIDE × SIDE colours, cover 0 to 1, pips of its top (0: a plain cube), paint."""

    image: np.ndarray
    cover: np.ndarray
    pips: int
    tone: np.ndarray

    def box(self) -> np.ndarray:
        x, y, w, h = cv2.boundingRect((self.cover > 0.5).astype(np.uint8))
        return np.array([x, y, x + w, y + h], np.float32)


@cache
def views() -> list[View]:
    chance = default_rng(11)
    return [traced(chance) for _ in range(VIEWS)]


def traced(chance: Generator) -> View:
    """A cube with round edges, looked at from above at 30° to 90°, by marching rays to its surface."""
    up = np.deg2rad(90 - abs(chance.normal(0, 24)) % 60)
    around = chance.uniform(0, 2 * np.pi)
    toward = np.array([np.cos(up) * np.cos(around), np.cos(up) * np.sin(around), np.sin(up)])
    right = np.array([-np.sin(around), np.cos(around), 0.0])
    below = -np.cross(toward, right)
    y, x = (np.mgrid[:SIDE, :SIDE] - (SIDE - 1) / 2) / (SIDE * 0.27)
    far = chance.uniform(9, 40)
    start = toward * far
    rays = (x[..., None] * right + y[..., None] * below) - toward * far
    rays /= np.linalg.norm(rays, axis=2, keepdims=True)
    round_off, bevel = chance.uniform(0.1, 0.45), chance.uniform(1.25, 1.6)
    walked = np.full((SIDE, SIDE, 1), far - 2.5)
    for _ in range(20):
        away = distance(start + walked * rays, round_off, bevel)
        walked += away[..., None]
    place = start + walked * rays
    cover = (1 - away * SIDE * 0.27).clip(0, 1)
    return View(cover.astype(np.float32), place.clip(-1.2, 1.2), outward(place, round_off, bevel), toward)


def distance(place: np.ndarray, round_off: float, bevel: float) -> np.ndarray:
    """How far places lie from a cube of half side 1, its edges rounded, its corners ground down by a ball."""
    out = np.abs(place) - (1 - round_off)
    cube = np.linalg.norm(out.clip(min=0), axis=2) + out.max(axis=2).clip(max=0) - round_off
    return np.asarray(np.maximum(cube, np.linalg.norm(place, axis=2) - bevel))


def outward(place: np.ndarray, round_off: float, bevel: float) -> np.ndarray:
    step = 0.02
    slope = [
        distance(place + step * axis, round_off, bevel) - distance(place - step * axis, round_off, bevel)
        for axis in np.eye(3)
    ]
    normal = np.stack(slope, axis=2)
    return np.asarray(normal / (np.linalg.norm(normal, axis=2, keepdims=True) + 1e-6))


def body(chance: Generator, *, die: bool) -> Drawn:
    """A die, or a plain cube, in chance colours and light, turned any way in the plane of the picture."""
    view = views()[chance.integers(VIEWS)]
    pips = int(chance.integers(1, 7)) if die else 0
    tone, mark = tones(chance)
    paint = tone * np.ones((SIDE, SIDE, 1)) if not die or chance.random() < 0.5 else marbled(tone, chance)
    if die:
        paint = spotted(view, paint, mark, numbers(pips, chance), chance)
    image = lit(view, paint, chance, gloss=1.0 if die else 0.3)
    turn = cv2.getRotationMatrix2D(((SIDE - 1) / 2, (SIDE - 1) / 2), chance.uniform(0, 360), 1.0)
    flip = chance.random() < 0.5
    parts = [cv2.warpAffine(part[:, ::-1] if flip else part, turn, (SIDE, SIDE)) for part in (image, view.cover)]
    return Drawn(parts[0], parts[1], pips, tone)


def tones(chance: Generator) -> tuple[np.ndarray, np.ndarray]:
    """Colours of body and pips, now and then hardly apart, as on worn or dark dice."""
    kind = chance.random()
    tone = np.array(colour(chance), np.float64)
    if kind < 0.25:
        tone = np.array([170, 215, 230]) * chance.uniform(0.7, 1.1) + chance.normal(0, 12, 3)
    elif kind < 0.45:
        tone = np.full(3, chance.uniform(15, 60)) + chance.normal(0, 8, 3)
    mark = np.full(3, chance.choice([15.0, 240.0])) + chance.normal(0, 15, 3)
    if chance.random() < 0.3:
        mark = np.array(colour(chance), np.float64)
    least = 45 if chance.random() < 0.2 else 90
    if np.abs(tone - mark).max() < least:
        mark = np.full(3, 20.0 if tone.max() > 128 else 235.0)
    return tone.clip(5, 250), mark.clip(5, 250)


def marbled(tone: np.ndarray, chance: Generator) -> np.ndarray:
    """The tone with clouds of another."""
    other = np.array(colour(chance)) if chance.random() < 0.4 else tone * chance.uniform(0.4, 1.5)
    cloud = cv2.GaussianBlur(chance.standard_normal((SIDE, SIDE)), (0, 0), chance.uniform(1, 9))
    share = (0.5 + cloud / (4 * cloud.std()) * chance.uniform(0.3, 2)).clip(0, 1)[..., None]
    return np.asarray(tone * (1 - share) + other * share)


def numbers(pips: int, chance: Generator) -> list[int]:
    """Pips of the six faces (−x, x, −y, y, −z, z) when `pips` lie on top; opposite faces add up to seven."""
    sides = [one for one in range(1, 7) if one not in (pips, 7 - pips)]
    first = int(chance.choice(sides))
    second = int(chance.choice([one for one in sides if one not in (first, 7 - first)]))
    return [7 - first, first, 7 - second, second, 7 - pips, pips]


def spotted(view: View, paint: np.ndarray, mark: np.ndarray, faces: list[int], chance: Generator) -> np.ndarray:
    """The paint with the pips of each face, round and a little dented."""
    step, radius = chance.uniform(0.42, 0.56), chance.uniform(0.13, 0.22)
    single = radius * (chance.uniform(1.3, 1.9) if chance.random() < 0.25 else 1.0)
    soft = chance.uniform(0.03, 0.09)
    for face, pips in enumerate(faces):
        axis, sign = face // 2, 2 * (face % 2) - 1
        if sign * view.toward[axis] < 0.05:
            continue
        flat = [view.place[..., other] for other in range(3) if other != axis]
        if chance.random() < 0.5:
            flat = flat[::-1]
        there = sign * view.place[..., axis] > 0.75
        wide = single if pips == 1 else radius
        for u, v in FACES[pips]:
            away = np.hypot(flat[0] - u * step, flat[1] - v * step)
            share = ((wide - away) / soft + 0.5).clip(0, 1) * there
            paint = paint * (1 - share[..., None]) + mark * share[..., None]
    return paint


def lit(view: View, paint: np.ndarray, chance: Generator, gloss: float) -> np.ndarray:
    """The paint under a lamp: lit sides, and a shine where the lamp is mirrored."""
    lamp = chance.normal((0, 0, 1.4), 0.7)
    lamp /= np.linalg.norm(lamp)
    ambient = chance.uniform(0.35, 0.85)
    light = ambient + (1 - ambient) * (view.normal @ lamp).clip(0, 1)
    half = lamp + view.toward
    half /= np.linalg.norm(half)
    shine = (view.normal @ half).clip(0, 1) ** chance.uniform(15, 150) * chance.uniform(0, 0.9) * gloss
    soft = paint * light[..., None] * chance.uniform(0.7, 1.15)
    return np.asarray((soft + 255 * shine[..., None]).clip(0, 255), np.float32)


def laid(ground: Image, thing: Drawn, x: float, y: float, scale: float, chance: Generator) -> np.ndarray:
    """Put a body with its shadow on the ground, its patch's middle at x, y px; hands back its box there."""
    h, w = ground.shape[:2]
    move = np.array([[scale, 0, x - scale * SIDE / 2], [0, scale, y - scale * SIDE / 2]])
    cover = cv2.warpAffine(thing.cover, move, (w, h), flags=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    slide = move.copy()
    slide[:, 2] += chance.normal(0, 0.07, 2) * scale * SIDE
    shadow = cv2.GaussianBlur(cv2.warpAffine(thing.cover, slide, (w, h)), (0, 0), scale * chance.uniform(1, 8))
    dark = 1 - chance.uniform(0.1, 0.7) * shadow[..., None]
    image = cv2.warpAffine(thing.image, move, (w, h), borderMode=cv2.BORDER_REPLICATE)
    ground[:] = (ground * dark * (1 - cover[..., None]) + image * cover[..., None]).clip(0, 255).astype(np.uint8)
    return np.asarray(thing.box() * scale + np.tile(move[:, 2], 2), np.float32)
