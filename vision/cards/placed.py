"""The cards in outlines: what each of them is, and where it lies."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from engine.sighting import Guess, Seen
from vision.cards.aligned import aligned
from vision.cards.covered import read_cards
from vision.cards.deck import DeckReader
from vision.cards.find import straightened
from vision.cards.owned import OwnedReader
from vision.cards.read import REACH, SCALE, LedgerReader, RegionReader, likely
from vision.cards.sized import sized
from vision.mat.pose import Pose
from vision.picture import Picture, Points, Quad

CardReader = LedgerReader | RegionReader | DeckReader | OwnedReader
Reading = tuple[tuple[Guess, ...], float]

SURE, FITS = 0.97, 0.8  # share and fit of a card from which its outline is good enough
UNKNOWN = 0.5  # share of a card where something unexplained lies: it is asked
INSET = 6.0  # mm by which what is seen of a card is narrower than it, its print ending before both of its edges


def placed(frame: Picture, pose: Pose, outlines: Points, reader: CardReader, name: str) -> tuple[Points, list[Seen]]:
    """The outlines of cards of the layout `name` as large as they are and where their print lies, and the cards there.

    All outlines are (n, 4, 2) in px of the frame. Only where a card is read in doubt its print is looked for.
    """
    corners = sized(frame, pose, outlines, reader)
    readings = _readings(frame, corners, reader)
    doubted = [guesses[0].share < SURE or fit < FITS for guesses, fit in readings]
    if any(doubted) and isinstance(reader, (DeckReader, RegionReader)):
        corners[doubted] = aligned(frame, corners[doubted], reader, name)
        readings = _readings(frame, corners, reader)
    return corners, _objects(readings, corners, reader)


def in_lumps(frame: Picture, pose: Pose, boxes: Points, reader: CardReader, name: str) -> list[Seen]:
    """The cards that are read surely in what no outline explained, boxes (n, 4, 2) in px of the frame; often none.

    A card's edge may be lost in a lamp's light, its print is seen: in a box that is smaller no whole card lies.
    """
    whole = boxes[[_is_whole(pose.to_mat(box), reader.layout.size) for box in boxes]] if len(boxes) else boxes
    _, found = placed(frame, pose, whole, reader, name) if len(whole) else (whole, [])
    return [seen for seen in found if seen.share >= SURE and seen.best != reader.layout.unread]


def _is_whole(box: Points, size: tuple[float, float]) -> bool:
    """Whether a box (4, 2) in mm is about as large as a card."""
    sides = np.linalg.norm(box[1:3] - box[:2], axis=1)
    return bool((np.sort(sides) > np.sort(size) - INSET).all())


def unread(boxes: Points, reader: CardReader) -> list[Seen]:
    """What may be cards and is asked about, in boxes (n, 4, 2) in px of the frame."""
    return [Seen((Guess(reader.layout.unread, UNKNOWN),), _quad(box)) for box in boxes]


def _objects(readings: Sequence[Reading], corners: Points, reader: CardReader) -> list[Seen]:
    pairs = zip(readings, corners, strict=True)
    return [Seen(likely(*one, reader.layout.unread), _quad(quad)) for one, quad in pairs]


def _quad(corners: Points) -> Quad:
    return tuple((float(x), float(y)) for x, y in corners)


def _readings(frame: Picture, corners: Points, reader: CardReader) -> Sequence[Reading]:
    cards = [straightened(frame, quad, reader.layout.size, SCALE, REACH) for quad in corners]
    if isinstance(reader, LedgerReader):  # one card a zone
        return [reader.read(card) for card in cards]
    return read_cards(reader, cards, corners)
