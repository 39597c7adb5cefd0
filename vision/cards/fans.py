"""Reads cards that lie over each other in any way, as a fan does, by the printed corners that show of each.

It only tells what explains all that is seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from vision.cards.corners import Corner, CornerReader
from vision.cards.fan_cards import SURE, CardMaker, FanCard
from vision.cards.fan_proof import FanProof
from vision.cards.read import SCALE
from vision.mat.light import Light
from vision.mat.mat import Box, Mat
from vision.mat.pose import Pose
from vision.picture import Picture, Points

AROUND = 12.0  # mm about a zone in which cards may lie that reach out of it
LEAST = 0.3  # share of a corner whose face the whole picture may tell
MOST = 12  # cards in a zone
MISSED = 25.0  # mm² that no card that was found explains: another one lies there


class Fan(NamedTuple):
    """The cards of a zone, the lowest first, if they explain all that is seen; else one for each corner that shows."""

    cards: tuple[FanCard, ...]
    loose: tuple[FanCard, ...]


class FanReader:
    """Reads the cards of one layout in a zone of a mat; `faces` are those in this game, if not all."""

    def __init__(self, mat: Mat, box: Box, name: str, faces: Sequence[str] = ()) -> None:
        self._corners = CornerReader(name, faces)
        self.layout = self._corners.layout
        x0, y0, x1, y1 = box
        self.box = (x0 - AROUND, y0 - AROUND, x1 + AROUND, y1 + AROUND)
        inner = np.array([AROUND, AROUND, x1 - x0 + AROUND, y1 - y0 + AROUND]) * SCALE
        self._cards = CardMaker(self.layout)
        self._proof = FanProof(mat, self.box, [round(float(edge)) for edge in inner], name)

    def read(self, picture: Picture, light: Light) -> Fan:
        """What lies in `box`, seen from above at SCALE px per mm."""
        even = light.evened(picture)
        found, bare = [one for one in self._corners.read(even) if one.trust >= SURE], self._proof.bare(even)
        known = [one for one in found if one.share >= SURE]
        for corners in (known, [one for one in found if one.share >= LEAST]):
            if cards := self._explaining(even, bare, corners):
                return Fan(tuple(self._proof.judged(even, cards)), ())
            if len(corners) == len(found):
                break
        return Fan((), tuple(self._cards.from_one(each, True) for each in known))

    def _explaining(self, even: Picture, bare: Picture, corners: Sequence[Corner]) -> list[FanCard]:
        """The cards of these corners, the lowest first, if they explain a picture; else none."""
        suits = self._cards.suits(corners)
        ways = [self._cards.ordered(self._cards.laid(suits, bare, leftmost)) for leftmost in (True, False)]
        cards = min(filter(None, ways), key=lambda way: self._proof.left(even, way), default=[])
        return cards if len(cards) <= MOST and self._proof.explained(even, cards) else []

    def unexplained(self, picture: Picture, light: Light, found: Sequence[tuple[str, Points]]) -> Points | None:
        """Where most lies that cards that were found do not explain, if it is enough for a card: the corners of a box.

        Of each card its face and its corners are given; all corners are in mm of the mat.
        """
        cards = [FanCard(face=face, share=1.0, place=self._cards.placed_at(self._in_px(at))) for face, at in found]
        x, y, wide, high, area = self._proof.unexplained(light.evened(picture), cards)
        box = np.array([(x, y), (x + wide, y), (x + wide, y + high), (x, y + high)]) - 0.5
        return None if area < MISSED * SCALE**2 else self.on_mat(box)

    def is_disc(self, place: Points) -> bool:
        """Is a disc printed about here on a card, mm from its top left corner?"""
        return self._cards.is_disc(place)

    def outline(self, card: FanCard) -> Points:
        """A card's corners, (4, 2) in mm of the mat."""
        return self.on_mat(self._cards.outline(card))

    def in_frame(self, pose: Pose, at: Points) -> Points:
        """Where a px of the picture is in the frame."""
        return np.asarray(pose.to_pixels(self.on_mat(at)[None])[0])

    def on_mat(self, at: Points) -> Points:
        """Where px of the picture are on the mat, mm."""
        return np.asarray((at + 0.5) / SCALE + np.array(self.box[:2]))

    def _in_px(self, at: Points) -> Points:
        return np.asarray((at - np.array(self.box[:2])) * SCALE - 0.5)
