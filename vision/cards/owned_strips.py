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
from vision.picture import Field, Picture, Points

END = (3.0, 2.0, 3.0, 13.0)  # mm of a card's upper end that is looked for: left out at the left, from, at the right, to
ENDED = 0.6  # correlation of an end that may be one; the blocks of the card then tell
WHOLE = 0.85  # visible part of a block that is needed to read it
SHADE = 1.0  # mm above the next card that lie in its shadow


class OwnedStrips(StripReader):
    """Reads columns of an owner's cards as their `reader` does that lie free."""

    def __init__(self, reader: OwnedReader) -> None:
        self._reader, self.layout, self.faces = reader, load_layout(reader.name), reader.faces
        left, top, right, low = END
        box = left, top, self.layout.size[0] - right, low
        self.index = Region("end", "end", box, self.faces)
        ways = [
            way for card in self._reader.cards.values() for way in (card, np.asarray(cv2.rotate(card, cv2.ROTATE_180)))
        ]
        self._indexed = [_part(flattened(each, PART), box) for each in ways]
        self._coarse, self._least = [coarse(each) for each in self._indexed], ENDED

    def drawn(self, face: str) -> Picture:
        """A card as it was enrolled, at SCALE px per mm."""
        return self._reader.cards[face]

    def read(self, even: Picture) -> list[Strip]:
        """The cards whose upper end shows, the farthest first."""
        flat = flattened(even, PART)
        found = sorted(self._indices(flat), key=lambda one: float(one.corner[1]))
        strips = [self._told(even, one, self._depth(one, found)) for one in found]
        return [strip for strip in strips if strip.sure or not any(self._is_end(strip, other) for other in strips)]

    def _told(self, even: Picture, one: _Index, depth: float) -> Strip:
        """A card whose end was found: laid onto the picture, then read by its visible blocks."""
        face, turned = divmod(int(one.likes.argmax()), 2)
        card = self._turned(self.faces[face], bool(turned))
        place = np.array([(1, 0, one.corner[0]), (0, 1, one.corner[1])], np.float32)
        rough = Strip((Guess(self.faces[face], 0.0),), place, depth)
        there = replace(rough, place=aligned(card, cv2.cvtColor(even, cv2.COLOR_BGR2GRAY), rough))
        guesses, over = self._read(even, there)
        seen = self._turned(guesses[0].value, over) if guesses[0].value in self._reader.cards else card
        named = tuple(guess for guess in guesses if guess.value in self._reader.cards)
        return replace(there, guesses=named or rough.guesses, card=_lit(seen, even, there))

    def _turned(self, face: str, turned: bool) -> Picture:
        card = self._reader.cards[face]
        return np.asarray(cv2.rotate(card, cv2.ROTATE_180)) if turned else card

    def _read(self, even: Picture, strip: Strip) -> tuple[tuple[Guess, ...], bool]:
        """The likely faces of what shows of a card, and whether it lies upside down."""
        card = _straight(even, strip.place, self.layout.size)
        seen = np.full(card.shape[:2], 255, np.uint8)
        if strip.depth < self.layout.size[1]:
            seen[REACH + round((strip.depth - SHADE) * SCALE) :] = 0
        inside = _straight(np.full(even.shape[:2], 255, np.uint8), strip.place, self.layout.size)
        seen = np.asarray(cv2.min(seen, inside))
        readings = []
        for turned, look in enumerate(self._reader.ways(card, seen)):
            parts = self._parts(np.asarray(cv2.rotate(seen, cv2.ROTATE_180)) if turned else seen)
            readings.append((*self._reader.interpret(look, parts), bool(turned)))
        guesses, fit, turned = max(readings, key=lambda reading: reading[1])
        return likely(guesses, fit, self.layout.unread), turned

    def _parts(self, seen: Picture) -> dict[str, float]:
        """The visible part of each block, 0 where it is too little."""
        parts = {block.name: float((_part(seen, block.box, REACH) > 0).mean()) for block in self._reader.layout.regions}
        return {name: part * (part >= WHOLE) for name, part in parts.items()}


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
    there: Field = (seen.max(axis=2) > 0)[..., None] * np.ones(3, np.float32)
    sums = [np.sum(each * there, axis=(0, 1)) for each in (seen, card[:rows])]
    return np.asarray(cv2.multiply(card, np.array([*(sums[0] / np.maximum(sums[1], 1)), 0.0])))
