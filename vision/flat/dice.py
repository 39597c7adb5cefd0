"""Finds and reads dice that stand on a printed tile or field: where pips show on paint and the print shows none.

Pictures are aligned to the tile at SCALE px per mm, with MARGIN mm about it, as shares of white.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple, TypeVar

import cv2
import numpy as np

from engine.sighting import Guess
from vision.picture import Field, Picture, Points, bgr, rectangle, turned
from vision.printing.pips import DARK_PAINT, FACES, PIP, die_side, pips

SCALE = 2.0  # px per mm
MARGIN = 8.0  # mm about a tile that are looked at
STEP = 10.0  # degrees between two turns that are tried
TOP = 0.96  # part of half the die's side within which pips are compared, whatever way it is turned
READABLE, CERTAIN = 0.6, 0.78  # likeness from which there is a face, and from which it is trusted
CONTRAST = 0.25  # share of white by which pips differ from their paint
PRINTED = 0.6  # likeness from which what is seen is the print itself
CLEAR = 0.04  # likeness by which a face must lead for e : 1
PAIR = 5.0  # mm from a pip within which the middle of a face lies that has it in a corner
NEAR = 1.5  # mm about a face within which other faces are compared with it
TINTED = 0.03  # difference of colours, as a share of white, by which a paint must lead for e : 1
PAINTED = 0.13  # difference from every paint above which it is none of them
DIMMED = (0.5, 1.15)  # times as light as its paint that a die may be
SHEENS = np.arange(0.0, 0.41, 0.04)  # share of white that a room may add to paint, mirrored in it
FLAT = 0.03  # spread of the light below which a place is plain
EVEN, MOSTLY = 0.15, 85  # how uneven the paint between pips may be, as a share of white, in so many parts of a hundred
DISC_EVEN, NEARLY = 0.08, 98  # the same of a disc: a single pip is three parts of a hundred of a face
BLURS = 2.0  # mm about what is plain of a disc that belong to it: its rim, its side and its shadow
REFUSED = 4.0  # mm about a place that is no die in which no other is looked for
RIM, BESIDE = 1.0, 11.0  # mm about a die that belong to it, and from the middle of its top in which no other's is
OTHER, PLAIN = 0.15, 0.85  # part of a face that differs from the print at least; likeness from which that is not asked
SHADES = (0.5, 1.06)  # the print in a shadow, and in full light
STRANGE, EDGED = (
    0.1,
    0.5,
)  # share of white by which something differs from the print; and of the print's own steps there
STANDS = 4.5  # mm from the tile's edge, on every side, within which no die has its middle
BODY = 10.0  # mm that something is thick that stands there: a die has 12, shadows and sides of others have less
REST = 5.5  # mm that what is left of a disc is thick
SURE, ALTERNATIVES = 0.9, 4  # share above which a reading is given, and so many likeliest ones are
NEVER, HARDLY = 0.001, 0.02  # shares below which a guess is left out: beside a sure one, and beside others
MOST, TRIES = 4, 30  # dice on one tile, and places that are looked at

Name = TypeVar("Name", int, str)


class DieSeen(NamedTuple):
    """A die: the middle of its foot in mm from the tile's middle, the chances of its faces and of its paints.

    `trust` is how sure it is that there is one at all, 0 to 1.
    """

    x: float
    y: float
    trust: float
    faces: dict[int, float]
    paints: dict[str, float]


class OnTile(NamedTuple):
    """The dice on a tile, where they cover it (a mask as large as the tile), and the mm² of what is no die."""

    dice: list[DieSeen]
    covered: Picture
    unknown: float


class Stencil(NamedTuple):
    """A face in some turn: where its pips are (1) and are not (0)."""

    face: int
    angle: float
    pips: Field


class _Top(NamedTuple):
    """Where a face was found, in px, its turn in degrees, the likeness of every face, and whether its pips are dark."""

    x: int
    y: int
    angle: float
    alike: dict[int, float]
    dark: bool


class Pips(NamedTuple):
    """How like every stencil each place of a picture is (n, height, width), negative for dark pips; its contrast."""

    alike: Field
    spread: Field


class _Look(NamedTuple):
    """An aligned picture of a tile, where pips may be in it, what is printed there, and what differs from that."""

    seen: Field
    found: Pips
    printed: Field
    paints: Mapping[str, str]
    lean: Points
    strange: Picture


def named(die: DieSeen, where: str = "", side: str = "") -> tuple[Guess, ...]:
    """The likeliest dice, ``die:blue:4``; an unknown one, ``die:?``, first of all where none is sure.

    Behind each stands `where` it lies, and on which `side` behind one that is named.
    """
    ranked = sorted(
        (
            (f"die:{paint}:{face}{where}{side}", die.trust * a * b)
            for paint, a in die.paints.items()
            for face, b in die.faces.items()
        ),
        key=lambda item: -item[1],
    )
    likely = [Guess(value, round(share, 4)) for value, share in ranked[:ALTERNATIVES]]
    if likely[0].share >= SURE:
        return tuple(guess for guess in likely if guess.share >= NEVER)
    rest = max(round(1 - sum(guess.share for guess in likely), 4), 0.5)
    return Guess(f"die:?{where}", rest), *(guess for guess in likely if guess.share >= HARDLY)


def pips_in(seen: Field) -> Pips:
    """Where in an aligned picture of a tile pips may be."""
    light = seen.mean(axis=2)
    spread = spread_of(light)
    return Pips(np.stack([cv2.filter2D(light, cv2.CV_32F, wave) for wave in _waves()]) / spread, spread)


def spread_of(light: Field) -> Field:
    """The standard deviation of the light in the disc of a face about each place."""
    disc = _disc() / _disc().sum()
    mean = cv2.filter2D(light, cv2.CV_32F, disc)
    return np.asarray(np.sqrt(np.maximum(cv2.filter2D(light * light, cv2.CV_32F, disc) - mean * mean, 1e-5)))


def find_dice(
    seen: Field,
    found: Pips,
    printed: Field,
    paints: Mapping[str, str],
    lean: Points,
    lying: Picture | None = None,
    most: int = MOST,
) -> OnTile:
    """At most so many dice in an aligned picture of a tile (with its margin) on which `printed` (without) is drawn.

    `lean` is how far the top of a die lies from its foot, in mm; `lying` a mask of what else covers the tile.
    """
    look = _Look(seen, found, printed, paints, lean, differing(seen, printed))
    strange = look.strange
    covered, dice, hidden = np.zeros_like(strange) if lying is None else lying, list[DieSeen](), 0.0
    free = _on_tile(seen.shape, lean)
    alike = np.where(found.spread > FLAT, np.abs(found.alike), 0.0).max(axis=0)
    for _ in range(TRIES):
        here = np.where(free > 0, alike, 0.0)
        y, x = (int(n) for n in np.unravel_index(int(here.argmax()), here.shape))
        if here[y, x] < READABLE or len(dice) == most:
            break
        top, die = _at(look, x, y)
        unread = die is None and here[y, x] >= CERTAIN and not _is_print(_around(seen, top), printed, top)
        cv2.circle(free, (x, y), round((REFUSED if die is None else BESIDE) * SCALE), (0,), -1)
        if die is not None:
            cv2.fillConvexPoly(free, _outline(top, lean, 0.0), (0,))
            dice.append(die)
        if die is not None or unread:
            covered = cv2.bitwise_or(covered, _body(top, lean, strange.shape))
        hidden += die_side() ** 2 if unread else 0.0
    left = cv2.bitwise_and(strange, cv2.bitwise_not(covered))
    discs = _parts_of_discs(seen, left, paints) if dice and not hidden else np.zeros_like(left)
    rest = _thick(cv2.bitwise_and(left, cv2.bitwise_not(discs)), BODY)
    return OnTile(dice, covered | discs | rest, hidden + cv2.countNonZero(rest) / SCALE**2)


def differing(seen: Field, printed: Field) -> Picture:
    """A mask of what is not the print of a tile, in any light."""
    edge, (high, wide) = round(MARGIN * SCALE), printed.shape[:2]
    least = np.full((high, wide), np.inf, np.float32)
    own = (printed * printed).sum(axis=2)
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            part = seen[edge + down : edge + down + high, edge + right : edge + right + wide]
            shade = np.clip((part * printed).sum(axis=2) / own, *SHADES)
            least = np.minimum(least, np.abs(part - shade[..., None] * printed).max(axis=2))
    light, brush = printed.mean(axis=2), np.ones((3, 3), np.uint8)
    steps = cv2.dilate(light, brush) - cv2.erode(light, brush)
    mask = np.asarray((cv2.blur(least, (3, 3)) > STRANGE + EDGED * steps) * np.uint8(255))
    return cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))


def _thick(mask: Picture, least: float) -> Picture:
    """What of a mask is at least so many mm thick."""
    brush = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (round(least * SCALE) | 1,) * 2)
    return cv2.morphologyEx(mask, cv2.MORPH_OPEN, brush)


def _parts_of_discs(seen: Field, left: Picture, paints: Mapping[str, str]) -> Picture:
    """What is left beside dice of plain paint, as of an owner's disc that a die hides in part, with its rim.

    A die shows pips on its top, which nothing that stands on the same tile can hide.
    """
    edge, (high, wide) = round(MARGIN * SCALE), left.shape[:2]
    inside = seen[edge : edge + high, edge : edge + wide]
    thick = _thick(left, REST)
    many, parts = cv2.connectedComponents(thick)
    found = np.zeros_like(left)
    for n in range(1, many):
        part = np.asarray((parts == n) * np.uint8(255))
        if _is_plain(inside[cv2.erode(part, np.ones((5, 5), np.uint8)) > 0], paints):
            found |= cv2.dilate(part, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (round(2 * BLURS * SCALE) + 1,) * 2))
    return found


def _is_plain(colours: Points, paints: Mapping[str, str]) -> bool:
    """Are these colours one paint, as even as that of a disc?"""
    if not len(colours):
        return False
    body = np.median(colours, axis=0)
    if float(np.percentile(np.abs(colours - body).max(axis=1), NEARLY)) > DISC_EVEN:
        return False
    return min(unlike(body, np.array(bgr(paint)) / 255) for paint in paints.values()) < PAINTED


def _half() -> int:
    return round(die_side() / 2 * SCALE)


@cache
def _stencils() -> tuple[Stencil, ...]:
    """Every face in every turn."""
    turns = {face: {1: STEP, 4: 90.0, 5: 90.0}.get(face, 180.0) for face in FACES}
    return tuple(
        Stencil(face, float(angle), _stencil(face, float(angle)))
        for face, most in turns.items()
        for angle in np.arange(0, most, STEP)
    )


@cache
def _waves() -> tuple[Field, ...]:
    """The stencils as kernels whose answer, divided by the spread of the light there, is a correlation."""
    disc = _disc()
    made = []
    for stencil in _stencils():
        inner = stencil.pips[disc > 0]
        made.append((stencil.pips - inner.mean()) * disc / np.float32(inner.std() * disc.sum()))
    return tuple(made)


def _stencil(face: int, angle: float) -> Field:
    half, fine = _half(), 16
    picture = np.zeros((2 * half + 1, 2 * half + 1), np.uint8)
    for x, y in turned(pips(face), 0, 0, angle) * die_side() * SCALE + half:
        at = (round(x * fine), round(y * fine))
        cv2.circle(picture, at, round(PIP * die_side() * SCALE * fine), (255,), -1, cv2.LINE_AA, 4)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.3 * SCALE) / np.float32(255), np.float32)


@cache
def _disc() -> Field:
    half = _half()
    y, x = np.mgrid[-half : half + 1, -half : half + 1]
    return np.asarray(np.hypot(x, y) <= TOP * die_side() / 2 * SCALE, np.float32)


def _on_tile(seen: tuple[int, ...], lean: Points) -> Picture:
    """Where the middle of a die's top may be whose foot stands on the tile."""
    size = np.array(seen[1::-1])
    middle, reach = (size - 1) / 2 + lean * SCALE, size / 2 - (MARGIN + STANDS) * SCALE
    (left, top), (right, low) = np.round(middle - reach).astype(int), np.round(middle + reach).astype(int)
    mask = np.zeros(seen[:2], np.uint8)
    mask[max(top, 0) : low + 1, max(left, 0) : right + 1] = 255
    return mask


def _top(found: Pips, x: int, y: int) -> _Top:
    """The face at a place, and how like the others it is thereabouts."""
    best = int(np.abs(found.alike[:, y, x]).argmax())
    dark, reach = bool(found.alike[best, y, x] < 0), round(NEAR * SCALE)
    part = found.alike[:, max(y - reach, 0) : y + reach + 1, max(x - reach, 0) : x + reach + 1]
    most = (-part if dark else part).max(axis=(1, 2))
    alike = dict.fromkeys(FACES, -1.0)
    for stencil, likeness in zip(_stencils(), most, strict=True):
        alike[stencil.face] = max(alike[stencil.face], float(likeness))
    return _Top(x, y, _stencils()[best].angle, alike, dark)


def _at(look: _Look, x: int, y: int) -> tuple[_Top, DieSeen | None]:
    """The face at a place and the die it says; a lonely pip may as well be one of several of a face beside it."""
    top = _top(look.found, x, y)
    likeness = max(top.alike.values())
    die = _die(look, top) if likeness >= PLAIN or _part(look.strange, top) >= OTHER else None
    if die is None or likeness > top.alike[1]:
        return top, die
    beside = _beside(look.found, top)
    if max(beside.alike.values()) < CERTAIN or _die(look, beside) is None:
        return top, die
    several = max(beside.alike, key=lambda face: beside.alike[face])
    return top, die._replace(faces={1: 0.5, several: 0.5})


def _beside(found: Pips, top: _Top) -> _Top:
    """The likeliest face of several pips that a lonely one may be part of."""
    reach, several = round(PAIR * SCALE), [n for n, stencil in enumerate(_stencils()) if stencil.face > 1]
    up, left = max(top.y - reach, 0), max(top.x - reach, 0)
    part = found.alike[several, up : top.y + reach + 1, left : top.x + reach + 1] * (-1 if top.dark else 1)
    _, down, right = (int(n) for n in np.unravel_index(int(part.argmax()), part.shape))
    return _top(found, left + right, up + down)


def _die(look: _Look, top: _Top) -> DieSeen | None:
    """What a face says; None where it is print, or its colour is no paint of a die or not that of such pips."""
    seen, found, printed, paints, lean, _ = look
    face = max(top.alike, key=lambda each: top.alike[each])
    likeness, disc = top.alike[face], _disc() > 0
    stencil = _stencil(face, top.angle)
    if likeness * found.spread[top.y, top.x] / stencil[disc].std() < CONTRAST:
        return None
    part = _around(seen, top)
    if _is_print(part, printed, top):
        return None
    plain = part[(stencil < 0.05) & disc]
    body = np.median(plain, axis=0)
    if float(np.percentile(np.abs(plain - body).max(axis=1), MOSTLY)) > EVEN:
        return None
    off = {name: unlike(body, np.array(bgr(c)) / 255) for name, c in paints.items() if _is_light(c) == top.dark}
    if not off or min(off.values()) > PAINTED:
        return None
    middle = (np.array(seen.shape[1::-1]) - 1) / 2
    x, y = (np.array([top.x, top.y]) - middle) / SCALE - lean
    chances = _chances({name: -each for name, each in off.items()}, TINTED)
    trust = float(np.clip((likeness - READABLE) / (CERTAIN - READABLE), 0, 1))
    return DieSeen(float(x), float(y), trust, _chances(top.alike, CLEAR), chances)


def _part(strange: Picture, top: _Top) -> float:
    """The part of a face, as far as it lies over the tile, that differs from the print."""
    edge, disc = round(MARGIN * SCALE), _disc() > 0
    known = (cv2.copyMakeBorder(mask, edge, edge, edge, edge, cv2.BORDER_CONSTANT) for mask in (strange, strange | 255))
    views = (cv2.getRectSubPix(mask, disc.shape, (float(top.x), float(top.y)))[disc] > 0 for mask in known)
    other, inside = (int(view.sum()) for view in views)
    return other / max(inside, 1)


def _around(seen: Field, top: _Top) -> Field:
    """What is seen of a face."""
    size = 2 * _half() + 1
    return np.asarray(cv2.getRectSubPix(seen, (size, size), (float(top.x), float(top.y))))


def _is_print(part: Field, printed: Field, top: _Top) -> bool:
    """Is what is seen at a place the print itself?"""
    edge, size, disc = round(MARGIN * SCALE), part.shape[0] + 2, _disc() > 0
    wide = cv2.copyMakeBorder(printed.mean(axis=2), edge, edge, edge, edge, cv2.BORDER_REPLICATE)
    own = cv2.getRectSubPix(wide, (size, size), (float(top.x), float(top.y)))
    seen = part.mean(axis=2)[disc]
    views = [own[y : y + part.shape[0], x : x + part.shape[1]][disc] for y in range(3) for x in range(3)]
    clear = [view for view in views if view.std() > FLAT]
    return any(float(np.corrcoef(seen, view)[0, 1]) > PRINTED for view in clear)


def _is_light(paint: str) -> bool:
    return max(bgr(paint)) >= DARK_PAINT


def unlike(body: Points, paint: Points) -> float:
    """How a colour differs from a paint in whatever light falls on a die, and whatever is mirrored in it."""
    dull = np.minimum(body, 1.0) - SHEENS[:, None]  # what is lighter than paper is white: the print there has a tint
    shades = np.clip(dull @ paint / float(paint @ paint), *DIMMED)
    return float(np.linalg.norm(dull - shades[:, None] * paint, axis=1).min())


def _chances(scores: Mapping[Name, float], step: float) -> dict[Name, float]:
    best = max(scores.values())
    weights = {name: float(np.exp((score - best) / step)) for name, score in scores.items()}
    return {name: weight / sum(weights.values()) for name, weight in weights.items()}


def _body(top: _Top, lean: Points, shape: tuple[int, ...]) -> Picture:
    """Where a die covers its tile, from its foot to its top."""
    mask = np.zeros(shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, _outline(top, lean, RIM) - round(MARGIN * SCALE), (255,))
    return mask


def _outline(top: _Top, lean: Points, rim: float) -> Points:
    """The outline of a die as it is seen, from its foot to its top, with a rim of so many mm, in px."""
    side = (die_side() + 2 * rim) * SCALE
    square = turned(rectangle(side, side), top.x, top.y, top.angle)
    return np.round(cv2.convexHull(np.concatenate([square, square - lean * SCALE]).astype(np.float32))).astype(np.int32)
