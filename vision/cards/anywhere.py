"""Cards in a picture without our mat, found and read as on it: what lacks is how large a card is, and that is tried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from engine.sighting import Seen
from vision.cards.deck import DeckReader
from vision.cards.find import find_cards, straightened
from vision.cards.owned import OwnedReader
from vision.cards.read import REACH, SCALE, RegionReader, likely
from vision.picture import Picture, Points

FOUND_AT = 2.5
"""Pixels per mm in which outlines are looked for."""
LARGEST, SMALLEST = 0.95, 0.11
"""How high a card is at most and at least, as a share of the picture's longer side."""
STEP = 1.1
"""Times smaller from one try to the next; an outline may differ from its card by as much."""
IDLE = 0.3
"""What an outline that is no readable card takes off, where a card that is read for sure counts 1."""
ENOUGH = 3
"""So many tries after the best one that are no better end the search."""

Reader = DeckReader | RegionReader | OwnedReader


def cards_in(picture: Picture, reader: Reader) -> list[Seen]:
    """The cards of one layout side by side anywhere in a picture (BGR), with their corners in px of it.

    Of the sizes a card may have that one counts at which most cards are read and few outlines are left beside them.
    """
    best: list[Seen] = []
    since = 0
    for high in _sizes(picture):
        seen = _at(picture, reader, high)
        if _worth(seen) > _worth(best):
            best, since = seen, 0
        elif best:
            since += 1
        if since == ENOUGH:
            break
    return best


def _sizes(picture: Picture) -> Iterator[float]:
    """Heights in px that a card may have, the largest first: those are tried fastest."""
    long = max(picture.shape[:2])
    high = LARGEST * long
    while high >= SMALLEST * long:
        yield high
        high /= STEP


def _worth(seen: Sequence[Seen]) -> float:
    """How well it explains the picture: cards that are read, each as much as it is sure, and few outlines beside."""
    return sum(-IDLE if one.best.endswith("?") else one.share for one in seen)


def _at(picture: Picture, reader: Reader, high: float) -> list[Seen]:
    """The cards, were they so high; none where what can be read does not outweigh what cannot."""
    size = reader.layout.size
    by = max(size) * FOUND_AT / high
    way = cv2.INTER_AREA if by < 1 else cv2.INTER_LINEAR
    sized = cv2.resize(picture, None, fx=by, fy=by, interpolation=way)
    outlines = find_cards(cv2.cvtColor(sized, cv2.COLOR_BGR2GRAY), size, FOUND_AT)
    seen = [_read(sized, np.asarray(outline, np.float32), reader, by) for outline in outlines]
    return seen if _worth(seen) > 0 else []


def _read(sized: Picture, outline: Points, reader: Reader, by: float) -> Seen:
    guesses, fit = reader.read(straightened(sized, outline, reader.layout.size, SCALE, REACH))
    corners = tuple(((float(x) + 0.5) / by - 0.5, (float(y) + 0.5) / by - 0.5) for x, y in outline)
    return Seen(likely(guesses, fit, reader.layout.unread), corners)
