"""The virtual table's camera: draws frames of pieces on the mat."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from functools import cache

import cv2
import numpy as np

from vision.drawn.board import HeldSheet, draw_sheet
from vision.drawn.hand import draw_hand
from vision.drawn.laid import (
    Hand,
    Laid,
    LaidCard,
    LaidCoin,
    LaidCube,
    LaidDie,
    LaidDisc,
    LaidTile,
    Solid,
    card_size,
    flat_size,
    foot_of,
    paints,
    side_of,
)
from vision.drawn.lens import Lens
from vision.drawn.weather import TOWARDS, MatKey, Weather, bare_table, empty_table, glare, lamplight
from vision.layouts.layout import find_layout
from vision.mat.mat import Mat
from vision.picture import Field, Picture, Points, bgr, rectangle, turned
from vision.printing.cards import Print, art
from vision.printing.flats import TilePrint, coin_art, coin_thick, disc_mask, mint, tile_art
from vision.printing.pips import DARK_PAINT, DARK_PIP, LIGHT_PIP, PIP, pips
from vision.printing.plates import Plate
from vision.printing.sheet import circle

CARD_SCALE = 3.0  # px per mm of card art before it is seen through the lens
CARD_THICK = 0.6  # mm
DISC_WIDE, DISC_THICK = 15.0, 3.0  # mm of a player's wooden disc
OVERHANG = 6.0  # mm of a cube's height that casts a shadow on those it lies on: most falls beside them
SHADE = {"top": 1.0, "front": 0.72, "back": 0.8, "left": 0.62, "right": 0.66}  # share of its light by face of a cube
NOISES = 5  # grains drawn once, of which each frame takes one
FILLED = 0.75  # px by which OpenCV fills more than a polygon's outline

PAPER = 1.5
"""A sheet that covers a marker is so many times as large."""
PAPER_TONE = (225.0, 228.0, 230.0)
"""Its tone in full light, BGR."""


class Scene:
    """Pieces on a mat under a drawn camera: `lay` them, take a `frame`.

    `prints` holds what is printed on ledger cards (`vision.printing.cards.Print`), `tiles` what on city tiles by their
    names, `paint` gives cubes of another maker their colours (letter to #RRGGBB). The same seed, weather and calls
    give the same frames. With a `lens` and a `ground` (TEXTURE px per mm, its middle at 0, 0) there is no mat.
    """

    def __init__(
        self,
        mat: Mat,
        weather: Weather,
        seed: int = 0,
        prints: dict[str, Print] | None = None,
        paint: dict[str, str] | None = None,
        tiles: Mapping[str, TilePrint | Plate] | None = None,
        *,
        lens: Lens | None = None,
        ground: Picture | None = None,
    ) -> None:
        self.mat, self.weather, self.lens = mat, weather, lens or weather.lens(mat)
        self.prints = {face: json.dumps(printed) for face, printed in (prints or {}).items()}
        self.tiles = {name: json.dumps(printed) for name, printed in (tiles or {}).items()}
        self._light = lamplight(weather, self.lens.frame, seed)
        self._glare = glare(weather, self.lens.frame, seed) if weather.glare else None
        self._albedo = empty_table(MatKey(mat), weather, 0) if ground is None else bare_table(ground, self.lens)
        self._empty = lit(self._albedo, self._light)
        self._drawn = self._developed(self._empty)
        self._paints = paints() | {name: bgr(colour) for name, colour in (paint or {}).items()}
        self._chance = np.random.default_rng(seed)
        self._noise = _noise_bank(weather.noise)
        self._pieces: Sequence[Laid] = ()
        self._papers: frozenset[int] = frozenset()

    def lay(self, pieces: Sequence[Laid]) -> None:
        """Replace everything on the mat by these pieces."""
        picture = self._empty.copy()
        cubes = [p for p in pieces if isinstance(p, LaidCube | LaidDie)]
        flats = [p for p in pieces if isinstance(p, LaidCard | LaidTile)]
        coins = [p for p in pieces if isinstance(p, LaidCoin)]
        self._shadows(picture, flats, coins, cubes)
        for flat in flats:
            self._flat(picture, flat)
        for coin in coins:
            self._coin(picture, coin)
        for disc in (p for p in pieces if isinstance(p, LaidDisc)):
            self._disc(picture, disc)
        self._cubes(picture, cubes)
        for sheet in (p for p in pieces if isinstance(p, HeldSheet)):
            draw_sheet(picture, sheet, self.lens, self._light)
        for hand in (p for p in pieces if isinstance(p, Hand)):
            tips = self.lens.to_pixels(np.array([[hand.x, hand.y, 25.0]]))[0]
            draw_hand(picture, (float(tips[0]), float(tips[1])), self.weather.light)
        for number in self._papers:
            self._paper(picture, number)
        self._pieces = pieces
        self._drawn = self._developed(picture)

    def cover(self, markers: Collection[int]) -> None:
        """From now on a sheet of paper lies over these markers of the mat, and over no others."""
        self._papers = frozenset(markers)
        self.lay(self._pieces)

    def _paper(self, picture: Picture, number: int) -> None:
        corners = self.mat.marker_corners(number)
        middle = corners.mean(axis=0)
        pixels = self.lens.to_pixels(middle + PAPER * (corners - middle))
        x, y = np.clip(pixels.mean(axis=0).astype(int), 0, (self.lens.frame[0] - 1, self.lens.frame[1] - 1))
        polygon(picture, pixels, np.array(PAPER_TONE) * self._light[y, x])

    def frame(self) -> Picture:
        """The camera's next picture, 1280 × 720 BGR."""
        bank = self._noise[int(self._chance.integers(len(self._noise)))]
        high, wide = self._drawn.shape[:2]
        top, left = self._chance.integers(0, 40, 2)
        more, less = (half[top : top + high, left : left + wide] for half in bank)
        return cv2.subtract(cv2.add(self._drawn, more), less)

    def jpeg(self) -> bytes:
        """The camera's next picture as a JPEG of the weather's quality."""
        _, data = cv2.imencode(".jpg", self.frame(), [cv2.IMWRITE_JPEG_QUALITY, int(self.weather.quality)])
        return data.tobytes()

    def _developed(self, picture: Picture) -> Picture:
        if self._glare is not None:
            picture = cv2.add(picture, self._glare)
        if self.weather.blur:
            picture = cv2.GaussianBlur(picture, (0, 0), self.weather.blur)
        return picture

    def _shadows(
        self,
        picture: Picture,
        flats: Sequence[LaidCard | LaidTile],
        coins: Sequence[LaidCoin],
        cubes: Sequence[Solid],
    ) -> None:
        if not flats and not coins and not cubes:
            return
        mask = np.zeros(picture.shape[:2], np.uint8)
        outlines = [(turned(rectangle(*flat_size(f)), f.x, f.y, f.angle), 0.0, CARD_THICK * 2) for f in flats]
        outlines += [(circle() * c.diameter / 2 + np.array([c.x, c.y]), 0.0, coin_thick()) for c in coins]
        outlines += [(foot_of(c), c.z, c.z + side_of(c)) for c in cubes]
        for foot, low, high in outlines:
            cast = np.concatenate([foot + np.array(TOWARDS) * low, foot + np.array(TOWARDS) * high])
            hull = cv2.convexHull(self.lens.to_pixels(cast).astype(np.float32))
            cv2.fillConvexPoly(mask, hull.astype(np.int32), (105,))
        box = cv2.boundingRect(mask)
        x, y, right, below = max(box[0] - 6, 0), max(box[1] - 6, 0), box[0] + box[2] + 12, box[1] + box[3] + 12
        soft = cv2.blur(mask[y:below, x:right], (5, 5))
        part = picture[y:below, x:right]
        part[:] = cv2.multiply(part, cv2.cvtColor(255 - soft, cv2.COLOR_GRAY2BGR), scale=1 / 255)

    def _flat(self, picture: Picture, flat: LaidCard | LaidTile) -> None:
        corners = self.lens.to_pixels(turned(rectangle(*flat_size(flat)), flat.x, flat.y, flat.angle))
        if isinstance(flat, LaidTile):
            drawing = tile_art(self.tiles[flat.name], CARD_SCALE)
            cover = np.full(drawing.shape[:2], 255, np.uint8)
        else:
            drawing = art(flat.family, flat.face, CARD_SCALE, self.prints.get(flat.face, ""))
            cover = card_mask(flat.family)
        self._stick(picture, corners, drawing, cover)

    def _coin(self, picture: Picture, coin: LaidCoin) -> None:
        rim = circle() * coin.diameter / 2 + np.array([coin.x, coin.y])
        self._round(picture, rim, coin_thick(), bgr(mint()[coin.value].ring))
        square = turned(rectangle(coin.diameter, coin.diameter), coin.x, coin.y, coin.angle)
        corners = self.lens.to_pixels(np.column_stack([square, np.full(4, coin_thick())]))
        drawing = coin_art(coin.value, coin.diameter, CARD_SCALE)
        self._stick(picture, corners, drawing, disc_mask(drawing.shape[0]))

    def _disc(self, picture: Picture, disc: LaidDisc) -> None:
        rim, paint = circle() * DISC_WIDE / 2 + np.array([disc.x, disc.y]), self._paints[disc.colour]
        light = self._round(picture, rim, DISC_THICK, paint)
        top = self.lens.to_pixels(np.column_stack([rim, np.full(len(rim), DISC_THICK)]))
        polygon(picture, top, np.array(paint) * light)

    def _round(self, picture: Picture, rim: Points, thick: float, paint: Sequence[int]) -> Points:
        """What stands up to a height of mm over a rim (n, 2) in mm, as seen from the side; the light on it."""
        low = np.column_stack([rim, np.zeros(len(rim))])
        body = self.lens.to_pixels(np.concatenate([low, low + np.array([0, 0, thick])]))
        x, y = np.clip(body.mean(axis=0).astype(int), 0, (self.lens.frame[0] - 1, self.lens.frame[1] - 1))
        hull, middle = cv2.convexHull(body.astype(np.float32))[:, 0], body.mean(axis=0)
        inward = (middle - hull) / np.linalg.norm(middle - hull, axis=1, keepdims=True)
        polygon(picture, hull + FILLED * inward, np.array(paint) * self._light[y, x] * SHADE["front"])
        return np.asarray(self._light[y, x])

    def _stick(self, picture: Picture, corners: Points, drawing: Picture, mask: Picture) -> None:
        """Put a drawing, where its mask is set, within four corners in px of the picture, lit as the place is."""
        corners = corners.astype(np.float32)
        box = clipped(cv2.boundingRect(corners), picture.shape)
        if box is None:
            return
        x, y, wide, high = box
        source = (
            rectangle(*drawing.shape[1::-1]).astype(np.float32) + np.array(drawing.shape[1::-1], np.float32) / 2 - 0.5
        )
        onto = cv2.getPerspectiveTransform(source, corners - np.array([x, y], np.float32))
        seen = cv2.warpPerspective(drawing, onto, (wide, high), flags=cv2.INTER_LINEAR)
        cover = cv2.warpPerspective(mask, onto, (wide, high), flags=cv2.INTER_LINEAR)
        part = (slice(y, y + high), slice(x, x + wide))
        blend(picture[part], lit(seen, self._light[part]), cover)

    def _cubes(self, picture: Picture, cubes: list[Solid]) -> None:
        if not cubes:
            return
        eye, feet = self.lens.eye(), np.stack([foot_of(c) for c in cubes])
        solid = np.zeros((len(cubes), 8, 3))
        solid[:, :4, :2] = solid[:, 4:, :2] = feet
        solid[:, 4:, 2] = np.array([side_of(c) for c in cubes])[:, None]
        solid[:, :, 2] += np.array([c.z for c in cubes])[:, None]
        pixels = self.lens.to_pixels(solid.reshape(-1, 3)).reshape(-1, 8, 2)
        middles = np.array([(c.x, c.y) for c in cubes])
        for n in np.lexsort((-np.hypot(*(middles - eye[:2]).T), [c.z for c in cubes])):
            if cubes[n].z:
                self._shade_below(picture, feet[n], cubes[n].z)
            self._cube(picture, cubes[n].colour, pixels[n], middles[n] - eye[:2], cubes[n].angle)
            if isinstance(die := cubes[n], LaidDie):
                self._pips(picture, die)

    def _shade_below(self, picture: Picture, foot: Points, height: float) -> None:
        """The shadow of a cube on the cubes it lies on."""
        cast = np.concatenate([foot, foot + np.array(TOWARDS) * OVERHANG])
        hull = cv2.convexHull(
            self.lens.to_pixels(np.column_stack([cast, np.full(len(cast), height)])).astype(np.float32)
        )
        box = clipped(cv2.boundingRect(hull), picture.shape)
        if box is None:
            return
        x, y, wide, high = box
        mask = np.zeros((high, wide), np.uint8)
        cv2.fillConvexPoly(mask, (hull - np.array([x, y])).astype(np.int32), (105,))
        part = picture[y : y + high, x : x + wide]
        part[:] = cv2.multiply(part, cv2.cvtColor(255 - cv2.blur(mask, (3, 3)), cv2.COLOR_GRAY2BGR), scale=1 / 255)

    def _cube(self, picture: Picture, colour: str, pixels: Points, away: Points, angle: float) -> None:
        x, y = np.clip(pixels.mean(axis=0).astype(int), 0, (self.lens.frame[0] - 1, self.lens.frame[1] - 1))
        paint = np.array(self._paints[colour]) * self._light[y, x]
        faces = ((0, 1, "back", (0, -1)), (1, 2, "right", (1, 0)), (2, 3, "front", (0, 1)), (3, 0, "left", (-1, 0)))
        for a, b, name, outward in faces:
            if turned(np.array([outward], float), 0, 0, angle)[0] @ away < 0:
                polygon(picture, pixels[[a, b, b + 4, a + 4]], paint * SHADE[name])
        polygon(picture, pixels[4:], paint * SHADE["top"] + 4)

    def _pips(self, picture: Picture, die: LaidDie) -> None:
        paint, top = np.array(self._paints[die.colour], float), die.z + side_of(die)
        ink = np.array(LIGHT_PIP if paint.max() < DARK_PAINT else DARK_PIP, float)
        x, y = self.lens.to_pixels(np.array([[die.x, die.y, top]]))[0].astype(int)
        shade = self._light[np.clip(y, 0, self._light.shape[0] - 1), np.clip(x, 0, self._light.shape[1] - 1)]
        for spot in turned(pips(die.pips) * side_of(die), die.x, die.y, die.angle):
            rim = np.column_stack([circle() * PIP * side_of(die) + spot, np.full(len(circle()), top)])
            polygon(picture, self.lens.to_pixels(rim), ink * shade)


def lit(picture: Picture, light: Field) -> Picture:
    """A picture under a field of light."""
    return cv2.multiply(picture, light, dtype=cv2.CV_8U)


def blend(under: Picture, over: Picture, cover: Points) -> None:
    """Blend `over` onto `under` in place, by the opacity `cover` (0 to 255)."""
    share = cv2.cvtColor(cover, cv2.COLOR_GRAY2BGR)
    under[:] = cv2.add(cv2.multiply(under, 255 - share, scale=1 / 255), cv2.multiply(over, share, scale=1 / 255))


def polygon(picture: Picture, points: Points, colour: Points) -> None:
    """Fill a convex polygon (n, 2) in pixels."""
    shade = tuple(float(c) for c in np.clip(colour, 0, 255))
    cv2.fillConvexPoly(picture, np.round(points * 16).astype(np.int32), shade, cv2.LINE_AA, 4)


def clipped(box: Sequence[int], shape: tuple[int, ...]) -> tuple[int, int, int, int] | None:
    """A box x, y, width, height with a margin, cut to the picture; None when it lies outside."""
    x0, y0 = max(box[0] - 2, 0), max(box[1] - 2, 0)
    x1, y1 = min(box[0] + box[2] + 2, shape[1]), min(box[1] + box[3] + 2, shape[0])
    return (x0, y0, x1 - x0, y1 - y0) if x1 > x0 and y1 > y0 else None


@cache
def card_mask(family: str) -> Picture:
    """Where a card with rounded corners covers the table, at the scale of the card art."""
    from vision.printing.sheet import rounded

    wide, high = card_size(family)
    by = find_layout(family).round
    mask = np.zeros((round(high * CARD_SCALE), round(wide * CARD_SCALE)), np.uint8)
    outline = np.round((rounded((0, 0, wide, high), by) * CARD_SCALE - 0.5) * 16).astype(np.int32)
    cv2.fillPoly(mask, [outline], (255,), cv2.LINE_AA, 4)
    return mask


@cache
def _noise_bank(strength: float) -> tuple[tuple[Picture, Picture], ...]:
    chance = np.random.default_rng(99)
    bank = []
    for _ in range(NOISES):
        grain = np.round(chance.normal(0, strength, (760, 1320, 3)))
        bank.append((np.clip(grain, 0, 255).astype(np.uint8), np.clip(-grain, 0, 255).astype(np.uint8)))
    return tuple(bank)
