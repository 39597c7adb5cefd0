"""Plain pieces drawn flat on plain grounds: two tones and no shadow, as far from a render as a cube can be."""

from __future__ import annotations

from typing import NamedTuple

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from tools.train import surfaces
from tools.train.scenes import KINDS, Scene, Thing
from vision.photo.found import CUBE_COLOURS
from vision.picture import Picture

Corners = NDArray[np.floating]

WIDTH, HEIGHT = 960, 540
PAINTS = {"yellow": (30, 175, 225), "black": (38, 36, 35), "red": (40, 35, 190), "blue": (180, 85, 25),
          "green": (50, 125, 35)}  # fmt: skip
"""Blue-green-red of painted wood in the light."""

SHAPES = ("cube", "cube", "cube", "house", "disc")
TURNS = np.linspace(0, 2 * np.pi, 32, endpoint=False)
OUTLINES = {
    "cube": np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2,
    "house": np.array([[-1.1, 1], [-1.1, -0.1], [0, -1], [1.1, -0.1], [1.1, 1]]) / 2,
    "disc": np.column_stack([np.cos(TURNS), np.sin(TURNS)]) / 2,
}
"""Seen from above, in sides of a cube."""


class Body(NamedTuple):
    """A piece to be drawn: its shape, colour, the corners of its upper and lower side in px, and its middle."""

    shape: str
    colour: str
    upper: Corners
    lower: Corners
    middle: tuple[float, float]

    @property
    def whole(self) -> Corners:
        """The outline of all that is seen of it."""
        return np.asarray(cv2.convexHull(np.vstack([self.upper, self.lower]).astype(np.float32))[:, 0], np.float64)


def plain_scene(chance: Generator) -> Scene:
    """Pieces of one size singly and in touching rows on a cloth, a table or a sheet."""
    image, side, steep = ground(chance), chance.uniform(28, 46), chance.uniform(0.6, 1)
    bodies: list[Body] = []
    for _ in range(int(chance.integers(1, 16))):
        laid = group(chance, side, steep)
        if not any(overlaps(one, other, side) for one in laid for other in bodies):
            bodies += laid
    shine = np.exp(chance.normal(0, 0.25)) * np.exp(chance.normal(0, 0.08, 3))
    if chance.random() < 0.7:
        image = shadowed(image, bodies, chance, side)
    for body in sorted(bodies, key=lambda one: one.middle[1]):
        draw(image, body, shine, chance)
    seen = cv2.GaussianBlur(image, (0, 0), chance.uniform(0.4, 1.2))
    return Scene(np.asarray(seen, np.uint8), [thing(body) for body in bodies if in_sight(body)])


def in_sight(body: Body) -> bool:
    return 0 <= body.middle[0] < WIDTH and 0 <= body.middle[1] < HEIGHT


def thing(body: Body) -> Thing:
    kind = body.colour if body.shape == "cube" else body.shape
    return Thing(KINDS.index(kind), *body.middle, float(np.ptp(body.whole, axis=0).max()), True)


def group(chance: Generator, side: float, steep: float) -> list[Body]:
    """One piece, or some cubes side by side."""
    many = int(chance.choice([1, 1, 1, 2, 3, 4, 7]))
    columns = many if chance.random() < 0.6 else int(np.ceil(np.sqrt(many)))
    turn = 0.0 if chance.random() < 0.3 else chance.uniform(0, 2 * np.pi)
    turned = side * np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    shape = "cube" if many > 1 else SHAPES[chance.integers(len(SHAPES))]
    colours = chance.choice(CUBE_COLOURS, int(chance.integers(1, 4)))
    height = 1.0 if shape == "cube" else chance.uniform(0.3, 0.8)
    place, lift = chance.uniform((0, 0), (WIDTH, HEIGHT)), (0, side * height * np.sqrt(1 - steep**2))
    made = []
    for number in range(many):
        middle = (np.array([number % columns, number // columns]) * 1.03) @ turned * (1, steep) + place
        upper = (OUTLINES[shape] * chance.normal(1, 0.02)) @ turned * (1, steep) + middle
        made.append(Body(shape, str(chance.choice(colours)), upper, upper + lift, (float(middle[0]), float(middle[1]))))
    return made


def overlaps(one: Body, other: Body, side: float) -> bool:
    return bool(np.hypot(one.middle[0] - other.middle[0], one.middle[1] - other.middle[1]) < 1.6 * side)


def shadowed(image: Picture, bodies: list[Body], chance: Generator, side: float) -> Picture:
    """The ground with the shadows that all of them throw one way."""
    away, light = chance.normal(0, 0.5 * side, 2), np.ones(image.shape[:2], np.float32)
    for body in bodies:
        cast = cv2.convexHull(np.vstack([body.lower, body.upper + away]).astype(np.float32))
        cv2.fillPoly(light, [cast.round().astype(np.int32)], float(chance.uniform(0.35, 0.7)))
    soft = cv2.GaussianBlur(light, (0, 0), chance.uniform(0.8, 6))
    return np.asarray(image * soft[..., None], np.uint8)


def ground(chance: Generator) -> Picture:
    """One tone with noise, or part of a drawn surface."""
    if chance.random() < 0.5:
        rough = chance.normal(0, chance.uniform(1, 8), (HEIGHT, WIDTH, 1))
        return np.asarray((chance.uniform(20, 230, 3) + rough).clip(0, 255), np.uint8)
    whole = surfaces.ground(chance)
    return whole[:HEIGHT, :WIDTH].copy()


def draw(image: Picture, body: Body, shine: NDArray[np.floating], chance: Generator) -> None:
    """Its sides in one tone, its upper side in a lighter one, and sometimes worn edges."""
    tone = np.array(PAINTS[body.colour]) * shine * np.exp(chance.normal(0, 0.08)) * np.exp(chance.normal(0, 0.05, 3))
    side = (tone * chance.uniform(0.4, 0.8)).clip(0, 255).tolist()
    top = body.upper.round().astype(np.int32)
    cv2.fillPoly(image, [body.whole.round().astype(np.int32)], side, cv2.LINE_AA)
    cv2.fillPoly(image, [top], tone.clip(0, 255).tolist(), cv2.LINE_AA)
    if chance.random() < 0.5:
        cv2.polylines(image, [top], True, (tone * chance.uniform(0.5, 1.4)).clip(0, 255).tolist(), 1, cv2.LINE_AA)
