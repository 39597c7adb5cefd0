"""Cards in a frame that lie over each other or are in doubt, read by the corners that show of each."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from engine.sighting import Guess, Seen
from vision.cards.covered import in_doubt, meeting
from vision.cards.fan_cards import FanCard
from vision.cards.fans import FanReader
from vision.cards.read import SCALE
from vision.mat.light import Light, rectified
from vision.mat.pose import Pose
from vision.picture import Picture, Points, rectangle

ABOUT = 10.0  # mm about a corner that is of no card that was found
UNKNOWN = 0.5  # share of a card of which a corner shows and nothing else is known


def are_plain(objects: Sequence[Seen]) -> bool:
    """Whether nothing is in doubt and no object lies on another one."""
    return not any(map(in_doubt, objects)) and not meeting(
        np.array([one.corners for one in objects], np.float32).reshape(-1, 4, 2)
    )


def fanned(
    reader: FanReader, frame: Picture, pose: Pose, light: Light, objects: Sequence[Seen]
) -> tuple[Sequence[Seen], bool]:
    """The objects of a zone, and whether they explain all that is seen there; else those that were found before.

    A corner that shows and is of no card that was found is asked about, and so is all else that they do not explain.
    """
    picture = rectified(frame, pose, reader.box, SCALE)
    fan = reader.read(picture, light)
    if fan.cards:
        return [_seen(reader, pose, card) for card in fan.cards], True
    if any(seen.best.endswith("?") for seen in objects):
        return objects, False
    unread = (Guess(reader.layout.unread, UNKNOWN),)
    seen_at = ((card, reader.in_frame(pose, card.corners[0])) for card in fan.loose)
    missed = [card for card, at in seen_at if not _is_of(reader, card.face, at, objects)]
    laid = [(seen.best, pose.to_mat(np.array(seen.corners))) for seen in objects]
    box = _about(reader, missed) if missed else reader.unexplained(picture, light, laid)
    if box is None:
        return objects, False
    return [*objects, Seen(unread, tuple((float(x), float(y)) for x, y in pose.to_pixels(box)))], False


def _about(reader: FanReader, cards: Sequence[FanCard]) -> Points:
    """The corners of a box about the corners that show of cards, mm of the mat: in every picture about the same one."""
    discs = np.array([reader.on_mat(card.corners[0]) for card in cards])
    (x0, y0), (x1, y1) = discs.min(axis=0) - ABOUT, discs.max(axis=0) + ABOUT
    return np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])


def _is_of(reader: FanReader, face: str, corner: Points, objects: Sequence[Seen]) -> bool:
    """Is a corner of this face, whose disc is at this px of the frame, that of one of the objects?"""
    alike = (seen for seen in objects if seen.best == face)
    return any(reader.is_disc(_on_card(reader, seen, corner)) for seen in alike)


def _on_card(reader: FanReader, seen: Seen, at: Points) -> Points:
    """Where a px of the frame is on a card that was found, mm."""
    whole = rectangle(*reader.layout.size) + np.array(reader.layout.size) / 2
    onto = cv2.getPerspectiveTransform(np.array(seen.corners, np.float32), np.asarray(whole, np.float32))
    return np.asarray(cv2.perspectiveTransform(np.array([[at]], np.float32), onto)[0, 0])


def _seen(reader: FanReader, pose: Pose, card: FanCard) -> Seen:
    """A card of a fan; what its share lacks is that it is another one."""
    share = round(card.share, 4)
    doubt = (Guess(reader.layout.unread, round(1 - share, 4)),) if share < 1 else ()
    outline = pose.to_pixels(reader.outline(card))
    guesses = sorted((Guess(card.face, share), *doubt), key=lambda guess: -guess.share)
    return Seen(tuple(guesses), tuple((float(x), float(y)) for x, y in outline))
