"""Whether cards that lie over each other are all that is seen: they are drawn as they would look, and compared.

Places are px of a zone's picture at SCALE px per mm, in even light.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations

import cv2
import numpy as np

from vision.cards.fan_cards import FanCard
from vision.cards.read import SCALE
from vision.cards.stacks import Drawn, Placed, drawn, ground_of, spots, strange
from vision.mat.mat import Box, Mat
from vision.picture import Picture, Points, lightest
from vision.printing.cards import art
from vision.printing.paper import draw_mat

PROVED = 0.95  # share of a card whose corner alone is no more than likely, where no other one explains the picture
ORDERED = 3  # cards of which every order is tried
ROUNDS = 4  # at most in which places are mended
GAIN, FEW = 0.8, 100  # part of what was unexplained that a round leaves at most, or px, if another one is to follow
BARE, INK = 40, 9  # difference of a bare mat's colours from its drawing, and px across which it must be bare
EDGE = 2  # px about a card's edge on other cards that may look like either
STEPS = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 20, 1e-3)
NEAR = 4.0  # mm by which a card's place may be mended
BESIDE = 4  # px beside a card, on the bare mat, that are compared as well
SEEN = 60.0  # mm² of a card that must show for that


class FanProof:
    """Compares the cards of a layout with pictures of a box of a mat, of which the inner part, in px, is looked at."""

    def __init__(self, mat: Mat, box: Box, inner: Sequence[int], name: str) -> None:
        self._name, self._inner = name, inner
        self._grounds = [_cropped(draw_mat(each, SCALE), box) for each in (mat, mat.lightened())]
        self._seen: tuple[Picture, Picture] | None = None

    def bare(self, even: Picture) -> Picture:
        """255 where the mat is seen with no card on it."""
        off = np.min([lightest(cv2.absdiff(even, each)) for each in self._grounds], axis=0)
        bare = np.where(off < BARE, np.uint8(255), np.uint8(0))
        return np.asarray(cv2.morphologyEx(bare, cv2.MORPH_OPEN, np.ones((INK, INK), np.uint8)))

    def left(self, even: Picture, cards: Sequence[FanCard]) -> int:
        """The px that these cards, the lowest first, do not explain."""
        return cv2.countNonZero(self._odd(even, self._drawn(cards, even.shape)))

    def unexplained(self, even: Picture, cards: Sequence[FanCard]) -> tuple[int, int, int, int, int]:
        """The largest patch that these cards do not explain: x, y, width, height and area; 0 if there is none.

        Which lies on which is what explains most; of more than a few cards not all orders are tried.
        """
        orders = [list(each) for each in (permutations(cards) if len(cards) <= ORDERED else (cards, cards[::-1]))]
        best = min(orders, key=lambda order: self.left(even, order))
        self.explained(even, best)
        patches = cv2.connectedComponentsWithStats(self._odd(even, self._drawn(best, even.shape)))[2][1:].tolist()
        x, y, wide, high, area = max(patches, key=lambda patch: patch[cv2.CC_STAT_AREA], default=(0, 0, 0, 0, 0))
        return x, y, wide, high, area

    def explained(self, even: Picture, cards: list[FanCard]) -> bool:
        """Do these cards explain all that is seen? Their places and ways up are mended on the way."""
        grey, before = cv2.cvtColor(even, cv2.COLOR_BGR2GRAY), even.size
        for _ in range(ROUNDS + 1):
            layers = self._drawn(cards, even.shape)
            left = cv2.countNonZero(self._odd(even, layers))
            if not left or left > max(GAIN * before, FEW):
                break
            before = left
            for number, card in enumerate(cards, 1):
                faced = self._faced(grey, layers, number, card)
                faced = replace(faced, overturned=self._overturned(grey, layers, number, faced))
                cards[number - 1] = replace(faced, place=self._mended(grey, layers, number, faced))
        return not left

    def judged(self, even: Picture, cards: Sequence[FanCard]) -> Iterator[FanCard]:
        """The cards that explain a picture: one whose face was only likely is sure if no other one explains it."""
        for number, card in enumerate(cards):
            others = ([*cards[:number], replace(card, face=face), *cards[number + 1 :]] for face in card.others)
            proved = bool(card.others) and all(self.left(even, other) for other in others)
            yield replace(card, share=max(card.share, PROVED)) if proved else card

    # --- how they would look ---

    def _drawn(self, cards: Sequence[FanCard], shape: tuple[int, ...]) -> Drawn:
        return drawn([self._placed(card) for card in cards], shape)

    def _placed(self, card: FanCard) -> Placed:
        picture = art(self._name, card.face, SCALE)
        return cv2.rotate(picture, cv2.ROTATE_180) if card.overturned else picture, np.asarray(card.place, np.float32)

    def _odd(self, even: Picture, layers: Drawn) -> Picture:
        """255 where a picture shows within the zone what neither these cards nor the mat explain."""
        free = layers.owner == 0
        ground = self._ground(even, free)
        near = np.ones((2 * EDGE + 1,) * 2, np.uint8)
        edges = cv2.dilate(layers.owner, near) != cv2.erode(layers.owner, near)
        odd = strange(even, layers, ground)
        odd[edges & ~free] = 0
        inside = np.zeros_like(odd)
        x0, y0, x1, y1 = self._inner
        inside[y0:y1, x0:x1] = 255
        return spots((odd & inside) // 255)

    def _ground(self, even: Picture, free: Points) -> Picture:
        """The mat of a picture, looked for once."""
        if self._seen is None or self._seen[0] is not even:
            self._seen = even, ground_of(even, self._grounds, free)
        return self._seen[1]

    # --- how they lie ---

    def _faced(self, grey: Picture, layers: Drawn, number: int, card: FanCard) -> FanCard:
        """A card with the face, of those it may have, that fits best what shows of it."""
        faces = (card.face, *card.others)
        if len(faces) == 1:
            return card
        ways = [replace(card, face=face, others=tuple(each for each in faces if each != face)) for face in faces]
        return min(ways, key=lambda way: self._off(grey, layers, number, way))

    def _overturned(self, grey: Picture, layers: Drawn, number: int, card: FanCard) -> bool:
        """Does what shows of a card fit better if its middle is upside down?"""
        off = [self._off(grey, layers, number, replace(card, overturned=over)) for over in (False, True)]
        return off[1] < off[0]

    def _off(self, grey: Picture, layers: Drawn, number: int, card: FanCard) -> float:
        """How much what shows of a card differs from how it is drawn, in steps of grey."""
        picture, place = self._placed(card)
        size = picture.shape[1::-1]
        shows = self._warped((layers.owner == number).astype(np.uint8), place, size) > 0
        if not shows.any():
            return 0.0
        seen = self._warped(grey, place, size)[shows].astype(float)
        return float(np.abs(seen - cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)[shows]).mean())

    @staticmethod
    def _warped(picture: Picture, place: Points, size: Sequence[int]) -> Picture:
        return cv2.warpAffine(picture, place, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)

    def _mended(self, grey: Picture, layers: Drawn, number: int, card: FanCard) -> Points:
        """The place at which what shows of a card fits the picture best; the rough one where none is near it."""
        picture, place = self._placed(card)
        if cv2.countNonZero((layers.owner == number).astype(np.uint8)) < SEEN * SCALE**2:
            return place
        shows, free = self._shown(layers, number), grey[layers.owner == 0]
        x, y, wide, high = cv2.boundingRect(shows)
        part = slice(y, y + high), slice(x, x + wide)
        onto = place - np.array([(0, 0, x), (0, 0, y)], np.float32)
        ground = int(np.median(free)) if free.size else 0
        own = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        moved = _moved(cv2.warpAffine(own, onto, (wide, high), borderValue=ground), grey[part], shows[part])
        found = np.asarray(moved @ np.vstack([onto, (0, 0, 1)]) + np.array([(0, 0, x), (0, 0, y)]), np.float32)
        ends = np.array([[(0, 0), picture.shape[1::-1]]], np.float32)
        off = cv2.transform(ends, found) - cv2.transform(ends, place)
        return found if np.abs(off).max() < NEAR * SCALE else place

    @staticmethod
    def _shown(layers: Drawn, number: int) -> Picture:
        """255 where a card shows, and a little beside it on the mat, but not at the edges of those that cover it."""
        shows, near = (layers.owner == number).astype(np.uint8) * 255, np.ones((2 * BESIDE + 1,) * 2, np.uint8)
        shows |= cv2.dilate(shows, near) & np.where(layers.owner == 0, np.uint8(255), np.uint8(0))
        others = np.where((layers.owner > 0) & (layers.owner != number), np.uint8(255), np.uint8(0))
        return np.asarray(cv2.subtract(shows, cv2.dilate(others, np.ones((2 * EDGE + 1,) * 2, np.uint8))))


def _moved(due: Picture, seen: Picture, where: Picture) -> Points:
    """How what is due has to be moved, (2, 3), to fit best what is seen; not at all if they have nothing in common.

    What is due is turned as it lies: the search knows no turn beyond a right angle.
    """
    still = np.eye(2, 3, dtype=np.float32)
    try:
        return np.asarray(cv2.findTransformECC(due, seen, still.copy(), cv2.MOTION_EUCLIDEAN, STEPS, where, 3)[1])
    except cv2.error:
        return still


def _cropped(picture: Picture, box: Box) -> Picture:
    """A box of the mat, (x0, y0, x1, y1) in mm, of its drawing at SCALE; black beyond the mat."""
    x0, y0, x1, y1 = (round(edge * SCALE) for edge in box)
    onto = np.array([(1, 0, -x0), (0, 1, -y0)], np.float32)
    return np.asarray(cv2.warpAffine(picture, onto, (x1 - x0, y1 - y0)))
