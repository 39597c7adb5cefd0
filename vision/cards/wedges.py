"""Reads the cards of a fan by the wedge that shows of each lower one, and asks about what the wedge leaves open."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np

from engine.sighting import Guess
from vision.cards.find import straightened
from vision.cards.match import softened
from vision.cards.owned import OwnedReader
from vision.cards.read import CAMERA_BLUR, HALF, REACH, SCALE, likely
from vision.layouts.layout import Box
from vision.picture import Picture, Points
from vision.printing.cards import art

WHOLE = 0.85  # visible part of a block that is needed to read it
EDGE = 3  # px that the edge of the card above and its shadow are wide
SURE = 0.9  # share above which a card is read
LEFT_OPEN = 0.45  # share of all guesses together of a card that is not: it is asked


class WedgeReader:
    """Reads cards over each other by the pictures of all faces; they are prepared with the first reading."""

    def __init__(self, reader: OwnedReader) -> None:
        self._reader, self.layout = reader, reader.layout

    def read(self, picture: Picture, cards: Sequence[Points]) -> list[tuple[Guess, ...]]:
        """The readings of cards (4, 2) in px of a picture, the lowest first: each lies over those before it."""
        readings = []
        for number, quad in enumerate(cards):
            seen = np.full(picture.shape[:2], 255, np.uint8)
            for other in cards[number + 1 :]:
                corners = [np.round(other).astype(np.int32)]
                cv2.polylines(cv2.fillPoly(seen, corners, (0,)), corners, True, (0,), EDGE)
            readings.append(self._card(*(_straight(each, quad, self.layout.size) for each in (picture, seen))))
        return readings

    def _ways(self, card: Picture, seen: Picture) -> list[tuple[tuple[Guess, ...], float]]:
        """The reading of a card as it lies, and upside down."""
        return [
            self._way(card, seen),
            self._way(*(np.asarray(cv2.rotate(each, cv2.ROTATE_180)) for each in (card, seen))),
        ]

    def _card(self, card: Picture, seen: Picture) -> tuple[Guess, ...]:
        """The likely faces of a straightened card, whichever way up it lies; asked where none is sure."""
        guesses = likely(*max(self._ways(card, seen), key=lambda way: way[1]), self.layout.unread)
        return guesses if guesses[0].share >= SURE else _asked(guesses, self.layout.unread)

    def _way(self, card: Picture, seen: Picture) -> tuple[tuple[Guess, ...], float]:
        parts = {block.name: _part(seen, block.box) for block in self.layout.regions}
        return self._reader.interpret(self._reader.look(card, seen, parts), parts)


def _asked(guesses: Sequence[Guess], unread: str) -> tuple[Guess, ...]:
    """Guesses of which none may be taken for sure, however many pictures tell the same."""
    known = [guess for guess in guesses if guess.value != unread]
    by = LEFT_OPEN / max(sum(guess.share for guess in known), 1e-6)
    return Guess(unread, 1 - LEFT_OPEN), *(Guess(guess.value, round(guess.share * min(by, 1), 4)) for guess in known)


def _straight(picture: Picture, quad: Points, size: tuple[float, float]) -> Picture:
    return straightened(picture, quad, size, SCALE, REACH)


def _part(seen: Picture, box: Box) -> float:
    """The visible part of a block, 0 where it is too little."""
    x0, y0, x1, y1 = (round(edge * SCALE) + REACH for edge in box)
    part = float((seen[y0:y1, x0:x1] > HALF).mean())
    return part * (part >= WHOLE)


@cache
def printed(name: str, faces: tuple[str, ...]) -> WedgeReader:
    """The reader of our own print of a layout's faces."""
    drawn = {face: softened(art(name, face, SCALE), CAMERA_BLUR) for face in faces}
    return WedgeReader(OwnedReader(name, drawn, fine=True))


def enrolled(reader: OwnedReader) -> WedgeReader:
    """The reader of an owner's deck that reads whole cards by `reader`."""
    return WedgeReader(OwnedReader(reader.name, reader.cards, fine=True))
