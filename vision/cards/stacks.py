"""Whether the cards found in a picture are all that lies there: it is drawn as they would look, and compared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.match import flattened, softened
from vision.picture import Field, Picture, Points, darkest, lightest

OPAQUE = 127  # level of a card's mask from which it covers a place
BLANK = 225  # level of drawn paper without a print
AROUND = 41  # px over which the light on paper is averaged
SOFT = 2.0  # px of blur before prints of the mat are compared
BURNT, GLARE = 245, 9  # grey level from which light is cut off, and px across about that in which it leaks
ROUGHLY, CALM = (1.25, 2.0), 1.0  # px of least and most blur of what is drawn, and of what is seen: noise is no print
RIM = 8  # px from a card's outer edge within which it may look like what lies beside it
CONTRAST = 0.6, 1.1  # of a print in a picture, in parts of the drawn one
STRANGE = 75.0  # grey levels by which a place may look otherwise than drawn
SPOT = 60  # px of such places together that are no gleam: a card that hides 2 mm of a disc leaves more
CORNER = 100  # px of paper beside cards that are no chance: 4 mm square
THIN = 3  # px across of what looks otherwise because a card lies a hair beside its drawing
CURL, CURLED = 16, 6  # px from a card's outer edge that may curl away from the lamp, and px across that are darker then
LIGHTER = 60.0  # grey levels by which paper is lighter than the printed field
BROAD = 4  # px: paper beside a card that is narrower is its own rim
PALE = 0.6  # part of its strongest colour that the weakest of paper has: yellow print that gleams has less
PAPERY, DARKEST = 0.6, 10  # of so many per cent of the cards' paper that are darkest: what is darker is no paper
NEAR, NEARLY = 121, 0.5  # px over which the cards' own paper is so much lighter than what is no paper beside it
EDGE = 2  # px about a print that may be lighter or darker than it is
OUTSIDE = 2  # px beyond a card within which paper may be its own
STEEP, ACROSS = 40, 7  # grey levels by which it is darker beside paper, within so many px; a lamp's gleam fades slowly
PRINT = 20  # grey levels of such a step in what is printed, about which nothing is known
SHARP, SHORT = 40, 40  # px that are so steep where paper ends, and px beside the print that tell

Placed = tuple[Picture, Points]
"""A card's drawing and where it lies: (2, 3) from its px to the picture's."""


class Drawn(NamedTuple):
    """Cards drawn over each other, and which of them is seen where: its number from 1, 0 beside them."""

    picture: Picture
    owner: Picture


def drawn(cards: Sequence[Placed], shape: tuple[int, ...]) -> Drawn:
    """Cards drawn over each other in this order, in a picture of `shape`."""
    high, wide = shape[:2]
    picture, owner = np.zeros((high, wide, 3), np.uint8), np.zeros((high, wide), np.uint8)
    for number, (card, place) in enumerate(cards, 1):
        x0, y0, x1, y1 = _bounds(card, place, wide, high)
        part, size = (slice(y0, y1), slice(x0, x1)), (x1 - x0, y1 - y0)
        onto = place - np.array([(0, 0, x0), (0, 0, y0)], np.float32)
        mask = cv2.warpAffine(np.full(card.shape[:2], 255, np.uint8), onto, size) > OPAQUE
        picture[part][mask] = cv2.warpAffine(card, onto, size, borderMode=cv2.BORDER_REPLICATE)[mask]
        owner[part][mask] = number
    return Drawn(picture, owner)


def _bounds(card: Picture, place: Points, wide: int, high: int) -> tuple[int, int, int, int]:
    """The part of a picture in which a card lies, x0, y0, x1, y1; at least a pixel of it."""
    right, below = card.shape[1], card.shape[0]
    ends = cv2.transform(np.array([[(0, 0), (right, 0), (right, below), (0, below)]], np.float32), place)[0]
    (left, top), (end, low) = np.floor(ends.min(axis=0)).astype(int) - 1, np.ceil(ends.max(axis=0)).astype(int) + 2
    x0, y0 = int(np.clip(left, 0, wide - 1)), int(np.clip(top, 0, high - 1))
    return x0, y0, int(np.clip(end, x0 + 1, wide)), int(np.clip(low, y0 + 1, high))


def strange(even: Picture, cards: Drawn, field: Picture) -> Picture:
    """255 where a picture shows what these cards on a printed field do not explain."""
    return np.asarray(cv2.max(_on_cards(even, cards), beside(even, cards, field)))


def ground_of(even: Picture, grounds: Sequence[Picture], free: Points) -> Picture:
    """The printed mat, of several, whose print is most like what is seen beside the cards, however light it is."""
    return max(grounds, key=lambda each: alike_there(even, each, free))


def alike_there(one: Picture, other: Picture, there: Points) -> float:
    """The correlation of two pictures in a part of them, a little blurred; 0 where nothing is printed."""
    levels = [cv2.GaussianBlur(each, (0, 0), SOFT)[there].astype(float) for each in (one, other)]
    if not levels[0].size:
        return 0.0
    first, second = (np.ravel(each - each.mean(axis=0)) for each in levels)
    return float(first @ second) / (float(np.linalg.norm(first) * np.linalg.norm(second)) + 1e-6)


def plain(cards: Drawn, around: int) -> Picture:
    """255 where cards are drawn as paper without a print, and so for as many px around."""
    blank = (darkest(cards.picture) > BLANK).astype(np.uint8) * 255
    return np.asarray(cv2.erode(blank, np.ones((2 * around + 1,) * 2, np.uint8)))


def _on_cards(even: Picture, cards: Drawn) -> Picture:
    """Where a card looks otherwise than it is drawn, but for the width of an edge."""
    due, coarse = (softened(cards.picture, blur) for blur in ROUGHLY)
    seen = softened(even, CALM) / np.maximum(_gain(even, cards), 0.05)
    inside = cv2.erode((cards.owner > 0).astype(np.uint8), np.ones((2 * RIM + 1,) * 2, np.uint8), borderValue=1) > 0
    seen = _unveiled(seen, due, inside)
    near = np.ones((3, 3), np.uint8)
    low, high = cv2.erode(np.minimum(due, coarse), near), cv2.dilate(np.maximum(due, coarse), near)
    off = lightest(np.maximum(low - seen, seen - high))
    return spots(_thick((off > STRANGE) & inside, cards.owner))


def _thick(odd: NDArray[np.bool_], owner: Picture) -> Picture:
    """What of some places is no narrow strip, 1; along the outer edge of cards that curl strips are wider."""
    mask = odd.astype(np.uint8)
    thick, thicker = (cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((px, px), np.uint8)) for px in (THIN, CURLED))
    inner = cv2.erode((owner > 0).astype(np.uint8), np.ones((2 * CURL + 1,) * 2, np.uint8), borderValue=1) > 0
    return np.where(inner, thick, thicker)


def _unveiled(seen: Field, due: Field, inside: Points) -> Field:
    """What is seen as it would be without the light that lies on everything and makes black grey."""
    if not inside.any():
        return seen
    drawn, shown = due[inside], seen[inside]
    spread = drawn - drawn.mean(axis=0)
    slope = np.clip((spread * shown).sum(axis=0) / np.maximum((spread**2).sum(axis=0), 1.0), *CONTRAST)
    return np.asarray((seen - shown.mean(axis=0)) / slope + drawn.mean(axis=0), np.float32)


def _gain(even: Picture, cards: Drawn) -> Field:
    """How light the cards' paper is, as a share of the drawn one."""
    blank = (darkest(cards.picture) > BLANK).astype(np.float32)[..., None]
    sums = [cv2.blur(np.asarray(one * blank, np.float32), (AROUND, AROUND)) for one in (even, cards.picture)]
    return np.where(sums[1] > 1, sums[0] / np.maximum(sums[1], 1e-3), 1.0)


def spots(mask: Picture, least: int = SPOT) -> Picture:
    """The parts of a mask that are no chance: of so many px at least."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats(mask)
    large = stats[:, cv2.CC_STAT_AREA] >= least
    large[0] = False
    return np.where(large[labels], np.uint8(255), np.uint8(0))


def beside(even: Picture, cards: Drawn, field: Picture) -> Picture:
    """Where paper lies that belongs to none of the cards; a mat that shines is lighter too, but darker than paper.

    At the picture's own edge it shows what lies beside the zone.
    """
    lightness = darkest(even)
    lighter = lightness.astype(np.float32) - cv2.dilate(darkest(field), np.ones((5, 5), np.uint8))
    free = cv2.dilate(cards.owner, np.ones((2 * OUTSIDE + 1,) * 2, np.uint8)) == 0
    pale = lightness > PALE * lightest(even)
    least = np.maximum(papery(even, cards), _papery_there(lightness, cards))
    paper = ((lighter > LIGHTER) & (lightness > least) & pale & free).astype(np.uint8) * 255
    paper[:RIM], paper[-RIM:], paper[:, :RIM], paper[:, -RIM:] = 0, 0, 0, 0
    broad = cv2.morphologyEx(paper, cv2.MORPH_OPEN, np.ones((BROAD, BROAD), np.uint8))
    return _edged(spots(broad, CORNER), lightness, field, cards.owner)


def _edged(paper: Picture, lightness: Picture, field: Picture, owner: Picture) -> Picture:
    """The parts of a mask that show a paper's rim, and those of which print and cards leave nothing to see."""
    steep, near = _steps(cv2.medianBlur(lightness, 5)) > STEEP, np.ones((ACROSS, ACROSS), np.uint8)
    known = cv2.dilate(((_steps(darkest(field)) > PRINT) | (_steps(owner) > 0)).astype(np.uint8), near) == 0
    count, labels = cv2.connectedComponents(cv2.dilate(paper, np.ones((ACROSS, ACROSS), np.uint8)))
    seen = np.bincount(labels[known], minlength=count)
    sharp = np.bincount(labels[known & steep], minlength=count)
    gleams = (seen >= SHORT) & (sharp < SHARP)
    return np.where(gleams[labels], np.uint8(0), paper)


def finely_alike(one: Picture, other: Picture) -> float:
    """The correlation of what is fine in two pictures where the first is not burnt out; 0 where that is not half of it.

    A lamp that is mirrored in a print is broad.
    """
    burnt = cv2.dilate((lightest(one) >= BURNT).astype(np.uint8), np.ones((GLARE, GLARE), np.uint8)) > 0
    if burnt.mean() > 1 / 2:
        return 0.0
    fine = [flattened(cv2.GaussianBlur(each, (0, 0), SOFT))[~burnt] for each in (one, other)]
    first, second = (np.ravel(each - each.mean(axis=0)) for each in fine)
    return float(first @ second) / (float(np.linalg.norm(first) * np.linalg.norm(second)) + 1e-6)


def _steps(picture: Picture) -> Picture:
    """By how much a picture changes within ACROSS px."""
    return np.asarray(cv2.morphologyEx(picture, cv2.MORPH_GRADIENT, np.ones((ACROSS, ACROSS), np.uint8)))


def papery(even: Picture, cards: Drawn) -> float:
    """How light paper is at least, where the cards' own is so light; 0 where none is seen."""
    blank = even[plain(cards, EDGE) > 0]
    return PAPERY * float(np.percentile(blank.min(axis=1), DARKEST)) if blank.size else 0.0


def _papery_there(lightness: Picture, cards: Drawn) -> Field:
    """How light paper is at least by the cards' own near each place; 0 where none is near."""
    blank = (plain(cards, EDGE) > 0).astype(np.float32)
    paper, part = (cv2.blur(each, (NEAR, NEAR)) for each in (lightness * blank, blank))
    return np.where(part > 0, NEARLY * paper / np.maximum(part, 1e-6), 0.0)
