"""Chooses which of the lines along a card's sides are its own edge: the rim just inside has one colour all round.

An outline may lie partly on a printed frame, on a neighbour's edge or on a shadow's: each side is clear there, but
the four do not match.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.photo.edges import beside, outward, refined
from vision.photo.found import Image, Points
from vision.photo.quads import area, crossing

Floats = NDArray[np.float32]

LEAST = 60.0
"""Outlines with a smaller root of their area, in px, have no rim to be seen."""

INWARDS, OUTWARDS, SAMPLES = 0.2, 0.11, 110
"""How far from a side lines are looked for, as shares of the root of the area, and at how many offsets at most."""

PLACES = np.linspace(0.1, 0.9, 20, dtype=np.float32) - 0.5
"""Where along a side, −0.5 to 0.5, it is looked at."""

SLOPES = np.linspace(-0.16, 0.16, 17, dtype=np.float32)
"""Turns of a side that are tried, as the rise over its length in roots of the area."""

STRONG, STEEP, FAINT = 25.0, 2.5, 0.12
"""A step in LAB above the first counts no more; a line needs the second as its mean, and the third of the best's."""

UNCAPPED = 0.001
"""What counts of a strong step beyond that, so that of two places one is the higher."""

TURNS = 7
"""A line is the clearest of so many slopes."""

WHOLE, GAPPED = 0.7, 0.4
"""The least share of a side along which a line's step is seen: more than the second number times its median."""

MOST = 6
"""The clearest lines of a side that take part."""

SAME = 0.015
"""Lines nearer than this, in roots of the area, are one."""

DEEP, DEEP_PX = (0.012, 0.018), (2.0, 2.8)
"""How far inside a line the rim is looked at, in roots of the area, and the least of that in px."""

DIM = 0.35
"""What a difference of lightness counts beside one of colour: lamps and shadows fall across cards."""

TOLERATED = 8.0
"""By how much, in LAB, the rim may differ from side to side and along one at no cost; above it a unit costs a unit of
the steps' height."""

PULL = 50.0
"""What a side moved by a root of the area costs."""

ALIKE = 10.0
"""The same difference where an edge is looked for beyond lines that were good already."""

NARROW, WIDE, NARROW_PX = 0.025, 0.1, 2.6
"""How wide a plain rim is, in roots of the area, and the least of that in px."""

EVEN = 2.2
"""The widest side of a rim may be so many times the narrowest, and 2 px."""

BEYOND, ENDS = 0.04, 4.0
"""How far outside a corner, in roots of the area, the rim's colour must have ended, and by how much in LAB."""


class Around(NamedTuple):
    """What lies along the sides of an outline: colours and steps, sides × places × offsets (× 3)."""

    corners: Points
    normals: Points
    size: float
    step: float
    """Px from one offset to the next."""
    offsets: Floats
    rise: Floats
    tones: Floats


class Lines(NamedTuple):
    """n lines along a side: the index of their offset at each of `PLACES`, the px their middle lies outside, strengths.

    `tones` are the colours of the rim inside each, `rough` how much these vary.
    """

    places: NDArray[np.intp]
    shifts: Floats
    strengths: Floats
    tones: Floats
    rough: Floats


class Choices(NamedTuple):
    """All ways to take one line per side: n × 4 indices and shifts in px, and what each way is worth."""

    lines: NDArray[np.intp]
    shifts: Floats
    rims: Floats
    uneven: Floats
    worth: Floats


def settled(lab: Image, corners: Points) -> Points:
    """`corners` (clockwise) on the outermost lines about them that one plain rim goes with, or as they are."""
    size = float(np.sqrt(area(corners)))
    if size < LEAST:
        return corners
    around = along(lab, corners, size)
    lines = [lines_of(around, side) for side in range(4)]
    if not all(len(one.shifts) for one in lines):
        return corners
    ways = choices(around, lines)
    first = next(
        (way for way in np.argsort(-ways.worth)[:6] if closed(lab, around, lines, ways, way) is not None), None
    )
    if first is None:
        return corners
    found = outermost(lab, around, lines, ways, int(first))
    return refined(lab, found, max(2.0, 0.6 * around.step))


def along(lab: Image, corners: Points, size: float) -> Around:
    step = max(0.5, (INWARDS + OUTWARDS) * size / SAMPLES)
    offsets = np.arange(-INWARDS * size, OUTWARDS * size, step, dtype=np.float32)
    ends = np.roll(corners, -1, axis=0)
    normals = outward(corners, ends)
    rise, soft = beside(lab, corners, ends, normals, PLACES, offsets)
    return Around(corners, normals, size, step, offsets, rise, soft * np.array((DIM, 1, 1), np.float32))


def at(values: NDArray[Any], index: NDArray[np.intp]) -> NDArray[Any]:
    """The values of a side, places × offsets, at one offset index for each place: … × places."""
    return np.asarray(values[np.arange(len(PLACES)), index.clip(0, values.shape[1] - 1)])


def lines_of(around: Around, side: int) -> Lines:
    """The clearest lines along a side."""
    rise, index = around.rise[side], np.arange(len(around.offsets))
    bent = np.round(SLOPES[:, None] * around.size * PLACES / around.step).astype(np.intp)
    votes = at(np.minimum(rise, STRONG) + UNCAPPED * rise, bent[:, None] + index[:, None]).mean(axis=2)
    reach = 2 * round(SAME * around.size / around.step) + 1
    highest = cv2.dilate(votes, np.ones((TURNS, reach), np.uint8))
    ways, peaks = np.nonzero(votes >= np.maximum(highest, max(STEEP, FAINT * float(votes.max()))))
    first = np.argsort(-votes[ways, peaks])[:MOST]
    ways, peaks = ways[first], peaks[first]
    places = peaks[:, None] + bent[ways]
    steps = at(np.asarray(cv2.dilate(rise, np.ones((1, 3), np.uint8)), np.float32), places)
    clear = np.maximum(STEEP, GAPPED * middle(steps))[:, None]
    whole = (steps > clear).mean(axis=1) > WHOLE
    places, peaks, strengths = places[whole], peaks[whole], votes[ways, peaks][whole]
    deep = np.maximum(np.multiply(DEEP, around.size), DEEP_PX)[:, None] / around.step
    tones, rough = usual(at(around.tones[side], np.round(places[:, None] - deep).astype(np.intp)))
    return Lines(places, around.offsets[peaks], strengths, tones, rough)


def usual(tones: NDArray[Any]) -> tuple[Floats, Floats]:
    """The middle colour of each row of places, n × deep × places × 3, and how much it varies."""
    flat = tones.reshape(len(tones), tones[0].size // 3 if len(tones) else 1, 3)
    tone = middle(flat)
    return tone, middle(np.sqrt(np.square(flat - tone[:, None]).sum(axis=2)))


def middle(values: NDArray[Any]) -> Floats:
    """The median along the second axis; numpy's own takes ten times as long for so few."""
    return np.asarray(np.sort(values, axis=1)[:, values.shape[1] // 2], np.float32)


def choices(around: Around, lines: list[Lines]) -> Choices:
    ways = np.indices([len(one.shifts) for one in lines]).reshape(4, -1).T
    shifts, tones, strengths, rough = (
        np.stack([getattr(one, name)[ways[:, side]] for side, one in enumerate(lines)], axis=1)
        for name in ("shifts", "tones", "strengths", "rough")
    )
    rims, roughest = np.median(tones, axis=1), rough.max(axis=1)
    unlike = np.linalg.norm(tones - rims[:, None], axis=2).max(axis=1)
    costs = np.maximum(0, unlike - TOLERATED) + np.maximum(0, roughest - TOLERATED)
    worth = strengths.sum(axis=1) - costs - PULL * np.abs(shifts).sum(axis=1) / around.size
    return Choices(ways, shifts, rims, np.maximum(unlike, roughest), worth)


def outermost(lab: Image, around: Around, lines: list[Lines], ways: Choices, first: int) -> Points:
    """The largest outline that lies one plain rim outside of the lines chosen first, or these."""
    wider = ways.shifts - ways.shifts[first]
    moved = np.abs(wider) > SAME * around.size
    even = ~moved.all(axis=1) | (wider.max(axis=1) <= EVEN * wider.min(axis=1) + 2)
    good = even & (ways.uneven < ALIKE) & (wider.max(axis=1) < WIDE * around.size)
    for side, one in enumerate(lines):
        good &= plain_to(around, side, one)[ways.lines[first, side], ways.lines[:, side]]
    for way in sorted(np.nonzero(good)[0], key=lambda way: -ways.shifts[way].sum())[:6]:
        found = closed(lab, around, lines, ways, int(way))
        if found is not None:
            return found
    return outline(around, lines, ways.lines[first])


def plain_to(around: Around, side: int, lines: Lines) -> NDArray[np.bool_]:
    """Inner × outer: whether the outer line is the inner one or lies outside of it with only its plain rim between."""
    step = plain_between(around, side, lines)
    far = step.copy()
    like = np.linalg.norm(lines.tones[:, None] - lines.tones, axis=2) < ALIKE
    for _ in range(len(step)):
        far |= (step[:, :, None] & (far & like)[None]).any(axis=1)
    return np.asarray(far | np.eye(len(step), dtype=bool), np.bool_)


def plain_between(around: Around, side: int, lines: Lines) -> NDArray[np.bool_]:
    """Inner × outer: whether a rim's width lies between two lines, all of the colour inside the outer one."""
    many = len(lines.shifts)
    gaps = lines.places[None] - lines.places[:, None]
    widths = gaps[..., [0, -1]] * around.step
    least = max(NARROW_PX, NARROW * around.size)
    fits = (widths.min(axis=2) >= least) & (widths.max(axis=2) <= WIDE * around.size)
    share = np.array([0.4, 0.55, 0.7])[:, None, None, None]
    index = np.round(lines.places[:, None] + share * gaps).astype(np.intp).swapaxes(0, 2).swapaxes(0, 1)
    tones, rough = usual(at(around.tones[side], index).reshape(many * many, -1, 1, 3))
    unlike = np.linalg.norm(tones.reshape(many, many, 3) - lines.tones[None], axis=2)
    return np.asarray(fits & (unlike < ALIKE) & (rough.reshape(many, many) < TOLERATED), np.bool_)


def outline(around: Around, lines: list[Lines], way: NDArray[np.intp]) -> Points:
    """The corners where four chosen lines meet; the outline they were sought about if two of them do not."""
    ends, met = np.roll(around.corners, -1, axis=0), []
    for side, index in enumerate(way):
        shift, places = lines[side].shifts[index], lines[side].places[index]
        turn = (places[-1] - places[0]) / (PLACES[-1] - PLACES[0]) / 2 * around.step
        start = around.corners[side] + around.normals[side] * (shift - turn)
        course = ends[side] + around.normals[side] * (shift + turn) - start
        met.append((start, course / np.linalg.norm(course)))
    points = [crossing(met[index - 1], met[index]) for index in range(4)]
    return around.corners if any(one is None for one in points) else np.array(points, np.float32)


def closed(lab: Image, around: Around, lines: list[Lines], ways: Choices, way: int) -> Points | None:
    """The outline of four lines if the rim's colour ends beyond its corners: a gap between cards goes on."""
    corners = outline(around, lines, ways.lines[way])
    away = corners - corners.mean(axis=0)
    places = corners + BEYOND * around.size * away / np.linalg.norm(away, axis=1, keepdims=True)
    found = cv2.remap(lab, places[None, :, 0], places[None, :, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    unlike = np.linalg.norm(found[0] * (DIM, 1, 1) - ways.rims[way], axis=1) > ENDS
    return corners if cv2.isContourConvex(corners) and unlike.sum() >= 3 else None
