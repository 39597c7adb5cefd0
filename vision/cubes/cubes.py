"""Counts cubes by colour on the mat's light zones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cubes.buried import crowded, nearest, piled, variances
from vision.cubes.heap import CLEAR, LEAST, Place, separated, surplus
from vision.mat.light import SHADES, Light
from vision.mat.mat import Box
from vision.mat.pose import Pose
from vision.picture import Field, Picture, Points, Quad, percentiles

SCALE = 2.0  # px per mm in which a zone is straightened
FINAL = 1.0  # px per mm at which cubes are separated
SIDE = 8.0  # mm
GOODS = "GBRKY"
GREY = np.array([0.114, 0.587, 0.299])  # weights of blue, green and red in a grey level (ITU-R BT.601)
BLACK_SHADES = (1.9, 1.0, 0.5)  # shades of black wood, which gleams
GLEAM = 0.3  # share of white above which it does not gleam
CAST = (1.0, 0.8, 0.6)  # how bright the ground is in a cube's shadow
NEIGHBOURHOOD = 34.0  # mm around a pixel in which its brightest ground is looked for
NEAR, WIDE = 6.0, 20.0  # mm over which ground is averaged, and the same where there is none so near
TRUST = 0.02  # part of the near pixels that must be ground for them to count alone
LIKE = 0.36  # least brightness of ground, as part of the brightest nearby, in a hard shadow too
HUE = 0.16  # by how much its colour may differ, as shares of its brightness
EDGE_OF = 1.3  # ratio of brightness at the edge of a hard shadow
ACROSS = 18.0  # mm over which that is looked for
SHADED = 0.9  # least part of the darker ground's brightness there that ground has
CLOSELY = 3.0  # mm over which ground is averaged there
DIMMEST = 8.0  # grey level of ground below which colours are not distinguished
GROUND = 190.0  # grey level to which the ground is normalised
VOTE = 0.9  # px of blur over which neighbouring pixels vote
FARTHEST = 90.0  # unlikeness is limited to this
BITS = 5  # of each LAB channel kept in the table of colours
SOFT = 12.0  # unlikeness over which ground turns into cube
SHRINKS = (0.0, 0.0, 0.0, 8.0, 0.0)  # unlikeness allowed for each colour: a black cube's rim looks like shadow
TOP = 5  # px of a cube's top whose mean is its colour
RISE = 0.25  # of the lean from the middle of what is seen to the middle of the top
TOPS = (1.05, 0.85)  # how bright tops are
BLACK_TOPS = (1.0, 1.6)  # the same of black wood, which gleams
FLOORS = (0.0, 1.5, 3.0, 4.5)  # grey levels of the frame by which noise lifts black, which cannot fall below 0
SPREAD = 5.0  # LAB units a top's colour scatters by
SIDES = 0.9  # of a lean's area, the mean over a cube's angles
# the median area of single cubes in the drawn frames of three weathers, in footprints: colours bleed
OWN = {"G": 1.18, "B": 1.06, "R": 1.1, "K": 1.12, "Y": 1.3}
OVER = 0.8  # most cubes by which a lump may be too large for the cubes found in it
PLAIN = 110.0  # grey level of ground above which colours bleed no more than usual
FITS = 0.4  # the same for packed cubes, whose colours do not bleed
# part by which a lump of one cube may be too large, times the dusk: of 1600 drawn cubes that lay alone none was .2 too
# large, of towers of two in kind and fair weather half are .3 or more
STACKED = 0.23
GLARED = 1.4  # times as bright as it would be in the corners' light is ground that a lamp shines at
EDGE = 0.012  # part of a cube by which its visible part varies about LEAST by chance


@dataclass(frozen=True)
class Cube:
    """A cube: the probabilities of the colours ``GBRKY``, its box x, y, width, height in mm, and its probability."""

    shares: tuple[float, ...]
    box: tuple[float, float, float, float]
    share: float

    @property
    def colour(self) -> str:
        """The likeliest colour."""
        return GOODS[self.shares.index(max(self.shares))]

    @property
    def sure(self) -> float:
        """The probability of a cube of this colour."""
        return self.share * max(self.shares)

    @property
    def runner_up(self) -> tuple[str, float]:
        """The next likeliest reading and its probability: another colour, or ``""`` for no cube at all."""
        second = sorted(range(len(GOODS)), key=self.shares.__getitem__)[-2]
        other, none = self.share * self.shares[second], 1 - self.share
        return ("", none) if none > other else (GOODS[second], other)


@dataclass(frozen=True)
class Heap:
    """The cubes in a zone, and the probability of one more of a colour that could not be separated from them.

    `hidden` is the additional variance of a colour's count, as cubes may lie under others; `among` is what of their sum
    lies between colours alone and leaves the number of cubes as it is. In `dim` light colours may fade into the ground,
    and where it is `glared` at by a lamp dark cubes gleam: they may look like a shadow on it.
    """

    cubes: tuple[Cube, ...]
    more: tuple[tuple[str, float], ...] = ()
    hidden: tuple[tuple[str, float], ...] = ()
    _: KW_ONLY
    dim: bool = False
    among: float = 0.0
    glared: bool = False

    @property
    def doubt(self) -> float:
        """The largest standard deviation of a colour's count."""
        return max(tally(self)[1].values(), default=0.0)


class _Separation(NamedTuple):
    """Cubes as they were separated: places, and probabilities of the colours (n, 5).

    `rest` is the visible part of a further cube; `over` by how many cubes the worst lump is too large, `full` its
    colours; `tallest` the largest excess of a cube that lies alone, as part of its area.
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
        self._paper = light.strength * float(ground @ GREY)

    def count(self, zone: Picture, lean: Points) -> Heap:
        """The cubes in a picture of a zone at SCALE; `lean` is the apparent shift of a cube's top, (2,) in mm."""
        even, bright = levelled(zone, self._tint, self._ground)
        unlike = self._unlike(even)
        *goods, ground = unlike
        # a cube may look a little less like its colour than like the ground, by its allowance
        likest: Field = goods[0] - SHRINKS[0]
        for good, shrinks in zip(goods[1:], SHRINKS[1:], strict=True):
            likest = cv2.min(likest, good - shrinks)
        solid = np.clip((ground - likest) / SOFT + 0.5, 0, 1)
        cubes = self._separate(even, bright, solid, lean)
        dusk = _dusk(bright)
        least = OVER * float(np.sqrt(dusk))
        if cubes.over > least:  # packed cubes leave no room to bleed into
            tight = self._separate(even, bright, solid, lean, packed=True)
            cubes = tight if abs(tight.over) < FITS else cubes
        more = [(c, 0.5) for c in cubes.full] if cubes.over > least else []
        if cubes.tallest > STACKED * dusk:  # a stack: the lower cube may have any colour
            more += [(c, 1 / len(GOODS)) for c in GOODS]
        if cubes.rest > CLEAR:
            more += [(c, there(cubes.rest) / len(GOODS)) for c in GOODS]
        hidden = (
            _hidden(np.argmin(unlike, axis=0), solid, cubes, lean, dusk)
            if cubes.over > least or crowded(cubes.places).any()
            else ()
        )
        found = (_cube(place, shares, lean) for place, shares in zip(cubes.places, cubes.shares, strict=True))
        return Heap(tuple(found), tuple(more), hidden, dim=dusk > 1, glared=_mostly(bright > GLARED * self._paper))

    def _separate(self, even: Picture, bright: Field, solid: Field, lean: Points, packed: bool = False) -> _Separation:
        """The cubes in a zone if they lie apart, or if they are `packed`."""
        places, rest = separated(solid, SIDE * FINAL, lean * FINAL, packed)
        at = np.array([(p.x, p.y) for p in places], float).reshape(-1, 2)
        shares = self._colours(even, bright, at + lean * FINAL * RISE)
        single = footprint(lean) * FINAL * FINAL
        areas = [OWN[GOODS[int(share.argmax())]] * single for share in shares]
        over, where, alone = surplus(solid, places, areas)
        full = sorted({GOODS[int(shares[n].argmax())] for n in where})
        return _Separation(places, shares, rest, over / single, full, max(alone, default=0.0))

    def _unlike(self, even: Picture) -> Sequence[Field]:
        """The unlikeness of each pixel to each of ``GBRKY`` and to the ground, blurred over its neighbours."""
        shades = np.right_shift(cv2.cvtColor(even, cv2.COLOR_BGR2LAB), 8 - BITS)
        lightness, a, b = (np.asarray(part, np.int32) for part in cv2.split(shades))
        index = (lightness << (2 * BITS)) | (a << BITS) | b
        table = cv2.GaussianBlur(self._table.take(index, axis=0), (0, 0), VOTE)
        return cv2.split(table)

    def _colours(self, even: Picture, bright: Field, tops: Points) -> Points:
        """The probabilities of the colours (n, 5) for cubes with the middles of their tops at `tops` (n, 2) in px."""
        if not len(tops):
            return np.empty((0, len(GOODS)))
        x, y = np.clip(np.round(tops).astype(int), 0, np.array(even.shape[1::-1]) - 1).T
        means = weighted(cv2.blur(even, (TOP, TOP))[y, x])
        codes, levels, lifts = self._tops
        lifted = levels + (lifts * GROUND / bright[y, x][:, None])[..., None] / self._tint
        apart = np.linalg.norm(means[:, None] - weighted(lifted.reshape(-1, 3)).reshape(lifted.shape), axis=2)
        least = np.stack([apart[:, codes == code].min(axis=1) for code in range(len(GOODS))], axis=1)
        logs = -(least**2) / (2 * SPREAD**2)
        raised = np.exp(logs - logs.max(axis=1, keepdims=True))
        return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def _dusk(bright: Field) -> float:
    """By how much the ground is too dark, as a factor; 1 in plain light, which needs no median."""
    return 1.0 if _mostly(bright >= PLAIN) else max(1.0, PLAIN / float(np.median(bright)))


def _mostly(where: NDArray[np.bool_]) -> bool:
    """Whether something holds in more than half of a picture."""
    return 2 * cv2.countNonZero(where.view(np.uint8)) > where.size + 1


def _hidden(
    labels: Picture, solid: Field, cubes: _Separation, lean: Points, dusk: float
) -> tuple[tuple[str, float], ...]:
    single = footprint(lean) * FINAL * FINAL
    footprints = np.array([*(OWN[good] * single for good in GOODS), single])
    codes = cubes.shares.argmax(axis=1) if len(cubes.shares) else np.empty(0, int)
    if dusk > 1 and len(codes) and not piled(cubes.places):
        labels = blue_sides(labels, cubes.places, codes)
    found = variances(labels, solid, cubes.places, codes, footprints, dusk)
    return tuple((good, float(variance)) for good, variance in zip(GOODS, found, strict=True) if variance > 0)


def blue_sides(labels: Picture, places: Sequence[Place], codes: Points) -> Picture:
    """The labels with black beside a blue cube as blue: in dim light its sides look black."""
    blue, black = GOODS.index("B"), GOODS.index("K")
    rows, columns = np.nonzero(labels == black)
    beside = codes[nearest(rows, columns, places)] == blue
    relabelled = labels.copy()
    relabelled[rows[beside], columns[beside]] = blue
    return relabelled


def footprint(lean: Points) -> float:
    """The area in mm² that a cube covers in the picture, with its visible sides, for a top shifted by `lean` mm."""
    return SIDE * SIDE + SIDE * float(np.abs(lean).sum()) * SIDES


def _cube(place: Place, shares: Points, lean: Points) -> Cube:
    return Cube(tuple(float(share) for share in shares), box_of(place, lean), there(place.cover))


def quads(pose: Pose, zone: Box, found: Sequence[Box]) -> list[Quad]:
    """The boxes of cubes (x, y, width, height in mm from the corner of a zone's box) in px of the frame."""
    if not found:
        return []
    sides = np.array(found)
    corners = sides[:, None, :2] + sides[:, None, 2:] * np.array([(0, 0), (1, 0), (1, 1), (0, 1)])
    pixels = pose.to_pixels(corners.reshape(-1, 2) + np.array(zone[:2])).reshape(-1, 4, 2)
    return [tuple((float(x), float(y)) for x, y in quad) for quad in pixels]


def box_of(place: Place, lean: Points) -> Box:
    """The box x, y, width, height in mm about a cube at a place of a picture at FINAL."""
    x, y = (place.x + 0.5) / FINAL, (place.y + 0.5) / FINAL
    wide, high = (float(SIDE + abs(part)) for part in lean)
    return x - wide / 2, y - high / 2, wide, high


def there(cover: float) -> float:
    """The probability of a cube by its visible part."""
    return float(1 / (1 + np.exp((LEAST - cover) / EDGE)))


def lean_at(place: tuple[float, float], eye: Points, side: float = SIDE) -> Points:
    """The apparent shift in mm of the top of a cube at a place (mm) for a camera at `eye` (x, y, height in mm)."""
    return np.asarray((np.array(place) - eye[:2]) * side / (eye[2] - side))


def tally(heap: Heap) -> tuple[dict[str, int], dict[str, float]]:
    """The count of each colour, zeros included, and the standard deviations of uncertain counts."""
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


def number_doubt(heap: Heap) -> float:
    """The standard deviation of the number of cubes, whatever their colours."""
    chances = [*(cube.share for cube in heap.cubes), *(share for _, share in heap.more)]
    variance = sum(share * (1 - share) for share in chances) + sum(part for _, part in heap.hidden) - heap.among
    return round(float(np.sqrt(max(variance, 0.0))), 3)


def levelled(zone: Picture, tint: Points, ground: Points) -> tuple[Picture, Field]:
    """The zone at FINAL px per mm, the lamp's colour and shadows removed, its ground at GROUND.

    Also the brightness the ground had, (height, width) in grey levels.
    """
    dimness = float(np.clip(120 / max(percentiles(zone[::4, ::4], 80)[0], 1.0), 0.8, 1.8)) * FINAL / SCALE
    small = cv2.resize(zone, None, fx=FINAL / SCALE, fy=FINAL / SCALE, interpolation=cv2.INTER_AREA)
    lamp = np.array([*(1 / tint), 0.0])
    even = cv2.multiply(cv2.GaussianBlur(small, (0, 0), dimness), lamp, dtype=cv2.CV_32F)
    bright = cv2.resize(_ground_of(even, ground), even.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    gain = cv2.divide(GROUND, bright)
    return cv2.multiply(even, cv2.merge([gain, gain, gain]), dtype=cv2.CV_8U), bright


def _ground_of(even: Field, ground: Points) -> Field:
    """The brightness of the ground around each pixel, at half the scale, from the pixels that look like ground."""
    small = cv2.resize(even, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    value = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    reach = int(NEIGHBOURHOOD * FINAL / 2) | 1
    most = cv2.dilate(cv2.medianBlur(value, 3), np.ones((reach, reach), np.uint8))
    # in the dark one grey level is no hue: the difference is divided by a little more than the brightness
    blue, green, red = (np.abs(small[..., n] - value * share) for n, share in enumerate(ground / (ground @ GREY)))
    off = (blue + green + red) / (value + 4)
    weight = ((value > LIKE * most) & (off < HUE)) * (value / most) ** 3
    near, far = (_mean(value, weight.astype(np.float32), reach * FINAL / 2) for reach in (NEAR, WIDE))
    wide = (far[0] + 1e-3 * most) / (far[1] + 1e-3)
    return np.asarray(np.maximum(_split(value, off, (near[0] + TRUST * wide) / (near[1] + TRUST)), DIMMEST))


def _split(value: Field, off: Field, bright: Field) -> Field:
    """The ground's brightness, separate for both sides of a hard shadow's edge; elsewhere as it is.

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


def weighted(colours: Points) -> Points:
    """BGR grey levels (n, 3) as LAB in which lightness counts half."""
    lab = cv2.cvtColor(np.clip(colours, 0, 255).astype(np.uint8)[None], cv2.COLOR_BGR2LAB)[0]
    return np.asarray(lab.astype(np.float32) * np.array([0.5, 1.0, 1.0], np.float32))


def _tops(light: Light, ground: Points) -> tuple[Points, Points, Points]:
    """Looks of a top on levelled ground: codes (n,), grey levels (n, 3), and what noise may add (n,)."""
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
    """The factor by which black wood may look brighter; brown wood gleams less."""
    return max(1.0, GLEAM / max(float(black @ GREY), 0.01))


def _nearest(labels: Sequence[int], shares: Points) -> Picture:
    """A table from LAB (BITS bits a channel) to the unlikeness to each label; lightness counts half."""
    known = weighted(shares * GROUND)
    steps = (np.arange(1 << BITS) + 0.5) * (256 >> BITS)
    cells = np.stack(np.meshgrid(steps, steps, steps, indexing="ij"), axis=-1).reshape(-1, 3) * [0.5, 1.0, 1.0]
    distances = np.stack([np.abs(cells - colour).sum(axis=1) for colour in known], axis=1)
    nearest = [distances[:, np.array(labels) == code].min(axis=1) for code in range(len(GOODS) + 1)]
    return np.asarray(np.minimum(np.stack(nearest, axis=1), FARTHEST), np.float32)
