"""Reads an owner's enrolled cards that lie over each other in columns, by what shows of each at its upper end."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from engine.sighting import Guess
from vision.cards.deck import PART
from vision.cards.match import flattened
from vision.cards.owned import OwnedReader
from vision.cards.read import REACH, SCALE, likely
from vision.cards.strips import Strip, StripReader, _Index, aligned, coarse
from vision.layouts.layout import Box, Region, load_layout
from vision.picture import Field, Picture, Points, lightest

END = (3.0, 2.0, 3.0, 13.0)  # mm of a card's upper end that is looked for: left out at the left, from, at the right, to
ENDED = 0.6  # correlation of an end that may be one; the blocks of the card then tell
ALIKE = 0.85  # correlation of two small ends from which one of them is looked for
WHOLE = 0.85  # visible part of a block that is needed to read it
SHADE = 1.0  # mm above the next card that lie in its shadow
_Way = tuple[str, bool]
"""A face, and whether its card lies upside down."""


class OwnedStrips(StripReader):
    """Reads columns of an owner's cards as their `reader` does that lie free."""

    def __init__(self, reader: OwnedReader) -> None:
        self._reader, self.layout, self.faces = reader, load_layout(reader.name), reader.faces
        left, top, right, low = END
        box = left, top, self.layout.size[0] - right, low
        self.index = Region("end", "end", box, self.faces)
        ends, small = self._ends(box)
        self._ways = list(ends)
        self._indexed, self._coarse, self._least = list(ends.values()), small, ENDED

    def _ends(self, box: Box) -> tuple[dict[_Way, Picture], list[Picture]]:
        """What cards look like at their upper end, either way up, and the same small; of ends that are alike one."""
        ends, small = dict[_Way, Picture](), list[Picture]()
        for face in self.faces:
            for over in (False, True):
                end = _part(flattened(self._turned(face, over), PART), box)
                if all(_like(coarse(end), other) < ALIKE for other in small):
                    ends[face, over] = end
                    small.append(coarse(end))
        return ends, small

    def drawn(self, face: str) -> Picture:
        """A card as it was enrolled, at SCALE px per mm."""
        return self._reader.cards[face]

    def read(self, even: Picture) -> list[Strip]:
        """The cards whose upper end shows, the farthest first."""
        flat = flattened(even, PART)
        found = self._indices(flat)
        strips = [self._told(even, one, self._depth(one, found)) for one in found]
        return [strip for strip in strips if strip.sure or not any(self._is_end(strip, other) for other in strips)]

    def _told(self, even: Picture, one: _Index, depth: float) -> Strip:
        """A card whose end was found: laid onto the picture, then read by its visible blocks."""
        face, over = self._ways[int(one.likes.argmax())]
        card = self._turned(face, over)
        place = np.array([(1, 0, one.corner[0]), (0, 1, one.corner[1])], np.float32)
        rough = Strip((Guess(face, 0.0),), place, depth)
        there = replace(rough, place=aligned(card, cv2.cvtColor(even, cv2.COLOR_BGR2GRAY), rough))
        guesses = self._read(even, there, over)
        seen = self._turned(guesses[0].value, over) if guesses[0].value in self._reader.cards else card
        named = tuple(guess for guess in guesses if guess.value in self._reader.cards)
        return replace(there, guesses=named or rough.guesses, card=_lit(seen, even, there))

    def _turned(self, face: str, turned: bool) -> Picture:
        card = self._reader.cards[face]
        return np.asarray(cv2.rotate(card, cv2.ROTATE_180)) if turned else card

    def _read(self, even: Picture, strip: Strip, over: bool) -> tuple[Guess, ...]:
        """The likely faces of what shows of a card that lies so."""
        card = _straight(even, strip.place, self.layout.size)
        seen = _straight(np.full(even.shape[:2], 255, np.uint8), strip.place, self.layout.size)
        if strip.depth < self.layout.size[1]:
            seen[REACH + round((strip.depth - SHADE) * SCALE) :] = 0
        if over:
            card, seen = (np.asarray(cv2.rotate(each, cv2.ROTATE_180)) for each in (card, seen))
        parts = self._parts(seen)
        return likely(*self._reader.interpret(self._reader.look(card, seen, parts), parts), self.layout.unread)

    def _parts(self, seen: Picture) -> dict[str, float]:
        """The visible part of each block, 0 where it is too little."""
        parts = {block.name: float((_part(seen, block.box, REACH) > 0).mean()) for block in self._reader.layout.regions}
        return {name: part * (part >= WHOLE) for name, part in parts.items()}


def _like(one: Picture, other: Picture) -> float:
    return float(cv2.matchTemplate(one, other, cv2.TM_CCOEFF_NORMED)[0, 0])


def _part(card: Picture, box: Box, rim: int = 0) -> Picture:
    x0, y0, x1, y1 = (round(edge * SCALE) + rim for edge in box)
    return card[y0:y1, x0:x1]


def _straight(picture: Picture, place: Points, size: tuple[float, float]) -> Picture:
    """The card at a place of a picture, with REACH px around it."""
    wide, high = (round(side * SCALE) + 2 * REACH for side in size)
    onto = place.copy()
    onto[:, 2] -= place[:, :2] @ np.array([REACH, REACH], np.float32)
    return np.asarray(cv2.warpAffine(picture, onto, (wide, high), flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP))


def _lit(card: Picture, even: Picture, strip: Strip) -> Picture:
    """A card's picture in the light in which its strip is seen."""
    rows = round(strip.depth * SCALE)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    seen = cv2.warpAffine(even, strip.place, card.shape[1::-1], flags=flags)[:rows]
    there: Field = (lightest(seen) > 0)[..., None] * np.ones(3, np.float32)
    sums = [np.sum(each * there, axis=(0, 1)) for each in (seen, card[:rows])]
    return np.asarray(cv2.multiply(card, np.array([*(sums[0] / np.maximum(sums[1], 1)), 0.0])))
