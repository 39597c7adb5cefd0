"""Outlines moved to where the likeliest card fits: its print tells where it lies where its edge is hard to see.

A card's edge may curl, shine, or run into a line that is printed beside it.
"""

from __future__ import annotations

import cv2
import numpy as np

from engine.sighting import Guess
from vision.cards.deck import DeckReader
from vision.cards.find import straightened
from vision.cards.read import REACH, SCALE, RegionReader
from vision.picture import Picture, Points
from vision.printing.cards import art

BROAD, SOFT = 4.0, 1.0  # px of blur before prints are compared roughly, and before one is moved onto the other
ROUGHLY, WELL = 0.05, 0.75  # correlations with its drawing from which a card may be this one, and is
FAR = 6.0 * SCALE  # px by which a corner may be moved
RIM = 6  # px at a card's edge, which look like what lies beside it
STEPS = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 100, 1e-5)  # after which no better place is looked for
TURN = np.array([(-1, 0, -1), (0, -1, -1), (0, 0, 1)], np.float32)  # upside down, but for the size


def aligned(frame: Picture, outlines: Points, reader: DeckReader | RegionReader, name: str) -> Points:
    """Outlines of cards of the layout `name`, (n, 4, 2) in px of the frame, moved to where a card's print fits."""
    return np.array([_mended(frame, outline, reader, name) for outline in outlines], float).reshape(-1, 4, 2)


def _mended(frame: Picture, outline: Points, reader: DeckReader | RegionReader, name: str) -> Points:
    """The outline in which the picture is read best: this one, or where one of the likeliest cards fits it well."""
    size = reader.layout.size

    def seen(at: Points) -> Picture:
        return straightened(frame, at, size, SCALE, REACH)

    card = seen(outline)
    ways = [_onto(card, guess, name) for guess in reader.read(card)[0]]
    places = [outline, *(_in_frame(outline, onto, card.shape) for onto in ways if onto is not None)]
    return max(places, key=lambda at: reader.read(seen(at))[1]) if places[1:] else outline


def _onto(card: Picture, guess: Guess, name: str) -> Points | None:
    """From px of a drawn card to those of one that is seen, (3, 3); None if the drawn one does not lie near there."""
    drawn = cv2.copyMakeBorder(art(name, guess.value, SCALE), *(REACH,) * 4, cv2.BORDER_REPLICATE)
    ways = [card, np.asarray(cv2.rotate(card, cv2.ROTATE_180))]
    alike = [_alike(drawn, way) for way in ways]
    if max(alike) < ROUGHLY:
        return None
    over = alike[1] > alike[0]
    found = _found(drawn, ways[over])
    if found is None or not over:
        return found
    high, wide = card.shape[:2]
    return np.asarray((TURN + np.array([(0, 0, wide), (0, 0, high), (0, 0, 0)])) @ found)


def _found(drawn: Picture, card: Picture) -> Points | None:
    """How a drawn card is moved onto one that is seen the same way up, if it fits it well then."""
    inner = np.zeros(card.shape[:2], np.uint8)
    inner[RIM:-RIM, RIM:-RIM] = 255
    pair, start = (_grey(drawn, SOFT), _grey(card, SOFT)), np.eye(2, 3, dtype=np.float32)
    try:
        alike, found = cv2.findTransformECC(*pair, start, cv2.MOTION_AFFINE, STEPS, inner, 3)
    except cv2.error:  # they have nothing in common
        return None
    onto, still = np.vstack([found, (0, 0, 1)]), _corners(card.shape)
    near = float(np.abs(_by(onto, still) - still).max()) <= FAR
    return np.asarray(onto, np.float32) if alike >= WELL and near else None


def _alike(drawn: Picture, card: Picture) -> float:
    """The correlation of two cards, broadly blurred, as one may lie some millimetres beside the other."""
    return float(cv2.matchTemplate(_grey(drawn, BROAD), _grey(card, BROAD), cv2.TM_CCOEFF_NORMED)[0, 0])


def _grey(picture: Picture, blur: float) -> Picture:
    return np.asarray(cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (0, 0), blur))


def _in_frame(outline: Points, onto: Points, shape: tuple[int, ...]) -> Points:
    """Where the corners of a drawn card lie in the frame, in the order of the outline in which it was seen."""
    seen = _corners(shape)
    corners = _by(onto, seen)
    if onto[0, 0] < 0:  # drawn the other way up
        corners = np.roll(corners, 2, axis=0)
    whole = cv2.getPerspectiveTransform(seen.astype(np.float32), np.asarray(outline, np.float32))
    return _by(whole, corners)


def _corners(shape: tuple[int, ...]) -> Points:
    """The corners of a straightened card in px of its picture."""
    x1, y1 = shape[1] - REACH - 0.5, shape[0] - REACH - 0.5
    return np.array([(REACH - 0.5, REACH - 0.5), (x1, REACH - 0.5), (x1, y1), (REACH - 0.5, y1)])


def _by(matrix: Points, points: Points) -> Points:
    return np.asarray(cv2.perspectiveTransform(points[None].astype(float), matrix.astype(float))[0])
