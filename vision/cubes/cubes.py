"""Counting cubes by colour on the mat's light zones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np

from vision.cubes.buried import crowded, nearest, piled, variances
from vision.cubes.heap import CLEAR, LEAST, Place, separated, surplus
from vision.mat.light import SHADES, Light
from vision.picture import Field, Picture, Points

SCALE = 2.0  # px per mm in which a zone is straightened
FINAL = 1.0  # px per mm in which cubes are told apart
SIDE = 8.0  # mm
GOODS = "GBRKY"
GREY = np.array([0.114, 0.587, 0.299])
BLACK_SHADES = (1.9, 1.0, 0.5)  # black wood gleams
GLEAM = 0.3  # share of white it does not gleam beyond
CAST = (1.0, 0.8, 0.6)  # how bright the ground is in a cube's shadow
NEIGHBOURHOOD = 34.0  # mm around a pixel in which its brightest ground is looked for
NEAR, WIDE = 6.0, 20.0  # mm over which ground is averaged, and where there is none so near
TRUST = 0.02  # part of near pixels that are ground from which they count alone
LIKE = 0.36  # part of the brightest ground near it that ground reaches, in a hard shadow too
HUE = 0.16  # by how much its colour may differ, as shares of its brightness
EDGE_OF = 1.3  # times as bright as near by, from which a hard shadow ends there
ACROSS = 18.0  # mm over which that is looked for
SHADED = 0.9  # part of the darker ground there that pixels of its colour are ground from
CLOSELY = 3.0  # mm over which ground is averaged there
DIMMEST = 8.0  # grey level of ground below which nothing is told apart
GROUND = 190.0  # grey level the ground is brought to
VOTE = 0.9  # px over which neighbours vote
FARTHEST = 90.0  # unlikeness beyond which nothing counts more
BITS = 5  # of each LAB channel kept in the table of colours
SOFT = 12.0  # unlikeness over which ground turns into cube
SHRINKS = (0.0, 0.0, 0.0, 8.0, 0.0)  # a black cube's rim looks like shadow, by so much
TOP = 5  # px of a cube's top whose mean is its colour
RISE = 0.25  # of the lean from the middle of what is seen to the middle of the top
TOPS = (1.05, 0.85)  # how bright tops are
BLACK_TOPS = (1.0, 1.6)
FLOORS = (0.0, 1.5, 3.0, 4.5)  # grey levels of the frame by which noise lifts black, as nothing is darker than nought
SPREAD = 5.0  # LAB units a top's colour scatters by
SIDES = 0.9  # of a lean's area, the mean over a cube's angles
# the median area of single cubes in the drawn frames of three weathers, in footprints: colours bleed
OWN = {"G": 1.18, "B": 1.06, "R": 1.1, "K": 1.12, "Y": 1.3}
OVER = 0.8  # cubes by which a lump may be too large for the cubes found in it
PLAIN = 110.0  # grey level of ground from which colours bleed no more than usual
FITS = 0.4  # the same for cubes that bleed into nothing
# part by which a lump of one cube may be too large, times the dusk: of 1600 drawn cubes that lay alone none was .2 too
# large, of towers of two in kind and fair weather half are .3 or more
STACKED = 0.23
EDGE = 0.012  # part of a cube by which its seen part may miss LEAST, one way or the other, as chance has it


@dataclass(frozen=True)
class Cube:
    """A cube: how probable each colour of ``GBRKY`` is, its box x, y, width, height in mm, and how probable it is."""

    shares: tuple[float, ...]
    box: tuple[float, float, float, float]
    share: float

    @property
    def colour(self) -> str:
        """The likeliest colour."""
        return GOODS[self.shares.index(max(self.shares))]

    @property
    def sure(self) -> float:
        """How probable it is that there is a cube of this colour."""
        return self.share * max(self.shares)

    @property
    def runner_up(self) -> tuple[str, float]:
        """What it is if not a cube of this colour, and how probably: another colour, or ``""`` for no cube at all."""
        second = sorted(range(len(GOODS)), key=self.shares.__getitem__)[-2]
        other, none = self.share * self.shares[second], 1 - self.share
        return ("", none) if none > other else (GOODS[second], other)


@dataclass(frozen=True)
class Heap:
    """What lies in a zone: the cubes, and how probable one more of a colour is that is not told from them.

    `hidden` is the variance by which a colour's count is less sure, as cubes may lie under others.
    """

    cubes: tuple[Cube, ...]
    more: tuple[tuple[str, float], ...] = ()
    hidden: tuple[tuple[str, float], ...] = ()


class _Told(NamedTuple):
    """One way to tell cubes apart: places and chances of the colours (n, 5).

    `rest` is the part of a further cube that is seen; `over` by how many cubes the worst lump is too large, `full` its
    colours; `tallest` by what part of itself a cube that lies alone is too large.
    """

    places: list[Place]
    shares: Points
    rest: float
    over: float
    full: list[str]
    tallest: float


class CubeCounter:
    """Counts cubes of the goods' colours; one is made for each measurement of the light.

    `ground` is the zone's own colour as a share of white, BGR.
    """

    def __init__(self, light: Light, ground: Points) -> None:
        self._table = _nearest(*_prototypes(light, ground))
        self._tops = _tops(light, ground)
        self._tint, self._ground = light.tint, ground

    def count(self, zone: Picture, lean: Points) -> Heap:
        """The cubes in a picture of a zone at SCALE; `lean` is how far a cube's top seems shifted, (2,) in mm."""
        even, bright = levelled(zone, self._tint, self._ground)
        unlike = self._unlike(even)
        *goods, ground = unlike
        # a cube's colour may be a little less like it than the ground is, by as much as it shrinks
        likest: Field = goods[0] - SHRINKS[0]
        for good, shrinks in zip(goods[1:], SHRINKS[1:], strict=True):
            likest = cv2.min(likest, good - shrinks)
        solid = np.clip((ground - likest) / SOFT + 0.5, 0, 1)
        told = self._told(even, bright, solid, lean)
        dusk = max(1.0, PLAIN / float(np.median(bright)))
        least = OVER * float(np.sqrt(dusk))
        if told.over > least:  # cubes pushed together leave no room to bleed into
            tight = self._told(even, bright, solid, lean, packed=True)
            told = tight if abs(tight.over) < FITS else told
        more = [(c, 0.5) for c in told.full] if told.over > least else []
        if told.tallest > STACKED * dusk:  # of whatever colour the lower one is
            more += [(c, 1 / len(GOODS)) for c in GOODS]
        if told.rest > CLEAR:
            more += [(c, _there(told.rest) / len(GOODS)) for c in GOODS]
        hidden = (
            _hidden(np.argmin(unlike, axis=0), solid, told, lean, dusk)
            if told.over > least or crowded(told.places).any()
            else ()
        )
        found = (_cube(place, shares, lean) for place, shares in zip(told.places, told.shares, strict=True))
        return Heap(tuple(found), tuple(more), hidden)

    def _told(self, even: Picture, bright: Field, solid: Field, lean: Points, packed: bool = False) -> _Told:
        """The cubes there are if they lie apart, or if they are pushed together."""
        places, rest = separated(solid, SIDE * FINAL, lean * FINAL, packed)
        at = np.array([(p.x, p.y) for p in places], float).reshape(-1, 2)
        shares = self._colours(even, bright, at + lean * FINAL * RISE)
        single = footprint(lean) * FINAL * FINAL
        areas = [OWN[GOODS[int(share.argmax())]] * single for share in shares]
        over, where, alone = surplus(solid, places, areas)
        full = sorted({GOODS[int(shares[n].argmax())] for n in where})
        return _Told(places, shares, rest, over / single, full, max(alone, default=0.0))

    def _unlike(self, even: Picture) -> Sequence[Field]:
        """How unlike each pixel is to each of ``GBRKY`` and to the ground, its neighbours heard."""
        wide = cv2.cvtColor(even, cv2.COLOR_BGR2LAB).astype(np.int32) >> (8 - BITS)
        index = (wide[..., 0] << (2 * BITS)) | (wide[..., 1] << BITS) | wide[..., 2]
        table = cv2.GaussianBlur(self._table.take(index, axis=0), (0, 0), VOTE)
        return cv2.split(table)

    def _colours(self, even: Picture, bright: Field, tops: Points) -> Points:
        """How probable each colour is for the cubes whose tops' middles (n, 2) in px are given, (n, 5)."""
        if not len(tops):
            return np.empty((0, len(GOODS)))
        x, y = np.clip(np.round(tops).astype(int), 0, np.array(even.shape[1::-1]) - 1).T
        means = _weighted(cv2.blur(even, (TOP, TOP))[y, x])
        codes, levels, lifts = self._tops
        lifted = levels + (lifts * GROUND / bright[y, x][:, None])[..., None] / self._tint
        apart = np.linalg.norm(means[:, None] - _weighted(lifted.reshape(-1, 3)).reshape(lifted.shape), axis=2)
        least = np.stack([apart[:, codes == code].min(axis=1) for code in range(len(GOODS))], axis=1)
        logs = -(least**2) / (2 * SPREAD**2)
        raised = np.exp(logs - logs.max(axis=1, keepdims=True))
        return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def _hidden(labels: Picture, solid: Field, told: _Told, lean: Points, dusk: float) -> tuple[tuple[str, float], ...]:
    single = footprint(lean) * FINAL * FINAL
    footprints = np.array([*(OWN[good] * single for good in GOODS), single])
    codes = told.shares.argmax(axis=1) if len(told.shares) else np.empty(0, int)
    if dusk > 1 and len(codes) and not piled(told.places):
        labels = blue_sides(labels, told.places, codes)
    found = variances(labels, solid, told.places, codes, footprints, dusk)
    return tuple((good, float(variance)) for good, variance in zip(GOODS, found, strict=True) if variance > 0)


def blue_sides(labels: Picture, places: Sequence[Place], codes: Points) -> Picture:
    """The labels with what is black beside a blue cube as blue: at dusk its sides are no other colour."""
    blue, black = GOODS.index("B"), GOODS.index("K")
    rows, columns = np.nonzero(labels == black)
    beside = codes[nearest(rows, columns, places)] == blue
    told = labels.copy()
    told[rows[beside], columns[beside]] = blue
    return told


def footprint(lean: Points) -> float:
    """The area in mm² a cube covers on the mat, its visible sides included, when its top is shifted by `lean` mm."""
    return SIDE * SIDE + SIDE * float(np.abs(lean).sum()) * SIDES


def _cube(place: Place, shares: Points, lean: Points) -> Cube:
    x, y = (place.x + 0.5) / FINAL, (place.y + 0.5) / FINAL
    wide, high = (float(SIDE + abs(part)) for part in lean)
    chances = tuple(float(share) for share in shares)
    return Cube(chances, (x - wide / 2, y - high / 2, wide, high), _there(place.cover))


def _there(cover: float) -> float:
    """How probable a cube is of which a part is seen."""
    return float(1 / (1 + np.exp((LEAST - cover) / EDGE)))


def lean_at(place: tuple[float, float], eye: Points) -> Points:
    """How far the top of a cube at a place (mm) seems shifted for a camera at `eye` (x, y, height in mm)."""
    return np.asarray((np.array(place) - eye[:2]) * SIDE / (eye[2] - SIDE))


def tally(heap: Heap) -> tuple[dict[str, int], dict[str, float]]:
    """How many cubes of each colour there are, none left out, and the standard deviations of counts not sure."""
    counts, spread = dict.fromkeys(GOODS, 0), dict.fromkeys(GOODS, 0.0)
    for cube in heap.cubes:
        counts[cube.colour] += 1
        for colour, share in zip(GOODS, cube.shares, strict=True):
            here = share * cube.share
            spread[colour] += here * (1 - here)
    for colour, share in heap.more:
        spread[colour] += share * (1 - share)
    for colour, variance in heap.hidden:
        spread[colour] += variance
    doubts = {colour: round(float(np.sqrt(variance)), 3) for colour, variance in spread.items()}
    return {c: n for c, n in counts.items() if n}, {c: doubt for c, doubt in doubts.items() if doubt > 0}


def levelled(zone: Picture, tint: Points, ground: Points) -> tuple[Picture, Field]:
    """The zone at FINAL px per mm without the lamp's colour and with its ground at GROUND: shadows vanish.

    Also how bright the ground was, (height, width) in grey levels.
    """
    dimness = float(np.clip(120 / max(float(np.percentile(zone[::4, ::4], 80)), 1.0), 0.8, 1.8)) * FINAL / SCALE
    small = cv2.resize(zone, None, fx=FINAL / SCALE, fy=FINAL / SCALE, interpolation=cv2.INTER_AREA)
    lamp = np.array([*(1 / tint), 0.0])
    even = cv2.multiply(cv2.GaussianBlur(small, (0, 0), dimness), lamp, dtype=cv2.CV_32F)
    bright = cv2.resize(_ground_of(even, ground), even.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    gain = cv2.divide(GROUND, bright)
    return cv2.multiply(even, cv2.merge([gain, gain, gain]), dtype=cv2.CV_8U), bright


def _ground_of(even: Field, ground: Points) -> Field:
    """How bright the ground is around each pixel, at half the scale: only pixels that look like ground are asked."""
    small = cv2.resize(even, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    value = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    reach = int(NEIGHBOURHOOD * FINAL / 2) | 1
    most = cv2.dilate(cv2.medianBlur(value, 3), np.ones((reach, reach), np.uint8))
    # in the dark a grey level more or less is no hue: the difference is taken over a little more than the brightness
    off = np.abs(small - value[..., None] * (ground / (ground @ GREY))).sum(axis=2) / (value + 4)
    weight = ((value > LIKE * most) & (off < HUE)) * (value / most) ** 3
    near, far = (_mean(value, weight.astype(np.float32), reach * FINAL / 2) for reach in (NEAR, WIDE))
    wide = (far[0] + 1e-3 * most) / (far[1] + 1e-3)
    return np.asarray(np.maximum(_split(value, off, (near[0] + TRUST * wide) / (near[1] + TRUST)), DIMMEST))


def _split(value: Field, off: Field, bright: Field) -> Field:
    """The ground's brightness told apart on both sides of a hard shadow's edge; elsewhere as it is.

    `value` is each pixel's own brightness, `off` by how much it misses the ground's colour.
    """
    if bright.max() <= EDGE_OF * bright.min():
        return bright
    around = np.ones((int(ACROSS * FINAL / 2) | 1,) * 2, np.uint8)
    least = cv2.erode(bright, around)
    edge = cv2.dilate(bright, around) > EDGE_OF * least
    if not edge.any():
        return bright
    total, weight = _mean(value, ((off < HUE) & (value > SHADED * least)).astype(np.float32), CLOSELY * FINAL / 2)
    near = np.maximum((total + TRUST * bright) / (weight + TRUST), least)
    return np.asarray(np.where(edge, near, bright), np.float32)


def _mean(value: Field, weight: Field, reach: float) -> tuple[Field, Field]:
    return cv2.GaussianBlur(weight * value, (0, 0), reach), cv2.GaussianBlur(weight, (0, 0), reach)


def _weighted(colours: Points) -> Points:
    """BGR grey levels (n, 3) as LAB in which lightness counts half."""
    lab = cv2.cvtColor(np.clip(colours, 0, 255).astype(np.uint8)[None], cv2.COLOR_BGR2LAB)[0]
    return np.asarray(lab.astype(np.float32) * np.array([0.5, 1.0, 1.0], np.float32))


def _tops(light: Light, ground: Points) -> tuple[Points, Points, Points]:
    """What a top may look like on levelled ground: codes (n,), grey levels (n, 3), and what noise may add (n,)."""
    codes, levels, lifts = [], [], []
    for code, colour in enumerate(GOODS):
        own, black = light.colours[colour], colour == "K"
        for shade in BLACK_TOPS if black else TOPS:
            for floor in FLOORS if black else FLOORS[:1]:
                codes.append(code)
                levels.append(own * min(shade, _gleam(own) if black else shade) * GROUND / float(ground @ GREY))
                lifts.append(floor)
    return np.array(codes), np.array(levels), np.array(lifts)


def _prototypes(light: Light, ground: Points) -> tuple[list[int], Points]:
    """Colours, as shares of the local ground's brightness, and the label each stands for."""
    grey = float(ground @ GREY)
    labels, shares = [], []
    for code, colour in enumerate(GOODS):
        own = light.colours[colour]
        for shade in BLACK_SHADES if colour == "K" else SHADES:
            labels.append(code)
            shares.append(own * (min(shade, _gleam(own)) if colour == "K" else shade) / grey)
    for shade in CAST:
        labels.append(len(GOODS))
        shares.append(ground * shade / grey)
    return labels, np.array(shares)


def _gleam(black: Points) -> float:
    """How many times as bright as it is black wood may look; brown wood gleams less."""
    return max(1.0, GLEAM / max(float(black @ GREY), 0.01))


def _nearest(labels: Sequence[int], shares: Points) -> Picture:
    """A table from LAB (BITS bits a channel) to how unlike each label it is; lightness counts half."""
    known = _weighted(shares * GROUND)
    steps = (np.arange(1 << BITS) + 0.5) * (256 >> BITS)
    cells = np.stack(np.meshgrid(steps, steps, steps, indexing="ij"), axis=-1).reshape(-1, 3) * [0.5, 1.0, 1.0]
    distances = np.stack([np.abs(cells - colour).sum(axis=1) for colour in known], axis=1)
    nearest = [distances[:, np.array(labels) == code].min(axis=1) for code in range(len(GOODS) + 1)]
    return np.asarray(np.minimum(np.stack(nearest, axis=1), FARTHEST), np.float32)
