"""Reads the dice that lie anywhere in a plain printed field: the paint and the pips of each.

Values are ``die:blue:4``, and ``die:?`` for something that may be several dice, or none that is known.
"""

from __future__ import annotations

from collections.abc import Mapping

import cv2
import numpy as np

from engine.sighting import Guess, Seen
from vision.cubes.cubes import GREY, lean_at, levelled
from vision.flat import dice
from vision.flat.dice import MARGIN, SCALE, DieSeen
from vision.mat.light import WHITE, Light, rectified
from vision.mat.mat import Box, MatZone
from vision.mat.pose import Pose
from vision.picture import Colour, Field, Picture, Points, Quad, rectangle
from vision.printing.pips import die_side

RIM = 1.5  # mm of a field's edge left out: its printed line
UNSURE = 0.85  # a share below that from which a die is sure
BODY = 150.0  # mm² that a die covers, from its foot to its top: what is not understood may be as many
LIGHTEST = 255.0  # grey level of which paints are shares
MOST = 8  # dice in a field: a player of our games has no more


def read_dice(
    frame: Picture, pose: Pose, light: Light, zone: MatZone, ground: Points, paints: Mapping[str, Colour]
) -> list[Seen]:
    """The dice in a field whose colour is `ground` (share of white, BGR); `paints` are #RRGGBB by their names."""
    ground = ground * (WHITE / LIGHTEST)
    x0, y0, x1, y1 = box = (zone.box[0] + RIM, zone.box[1] + RIM, zone.box[2] - RIM, zone.box[3] - RIM)
    wide = rectified(frame, pose, (x0 - MARGIN, y0 - MARGIN, x1 + MARGIN, y1 + MARGIN), SCALE)
    shares = _shares(wide, light, ground)
    size = round((y1 - y0) * SCALE), round((x1 - x0) * SCALE)
    printed = np.broadcast_to(ground.astype(np.float32), (*size, 3)).copy()
    if not dice.differing(shares, printed).any():
        return []
    middle = ((x0 + x1) / 2, (y0 + y1) / 2)
    lean = lean_at(middle, pose.eye(), die_side())
    on = dice.find_dice(shares, dice.pips_in(shares), printed, paints, lean, most=MOST)
    trust = UNSURE if on.unknown else 1.0  # where something is not understood, pips may be hidden or in its shadow
    stand = (die._replace(trust=min(die.trust, trust)) for die in on.dice)
    known = [Seen(dice.named(die), _quad(pose, middle, die)) for die in stand]
    hidden = max(1, round(on.unknown / BODY)) if on.unknown else 0
    unknown = [Seen((Guess("die:?", 1.0),), _whole(pose, box))] * min(hidden, MOST)
    return sorted([*known, *unknown], key=lambda seen: seen.best)


def _shares(picture: Picture, light: Light, ground: Points) -> Field:
    """A picture at SCALE as shares of what is lightest there, the lamp's colour and the ground's shadows removed."""
    _, bright = levelled(picture, light.tint, ground)
    white = cv2.resize(bright / np.float32(ground @ GREY), picture.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    return np.asarray(picture / (white[..., None] * light.tint), np.float32)


def _quad(pose: Pose, middle: tuple[float, float], die: DieSeen) -> Quad:
    """A square about a die's foot, as large as the die, in px of the frame."""
    foot = rectangle(die_side(), die_side()) + np.array(middle) + np.array([die.x, die.y])
    return tuple((float(x), float(y)) for x, y in pose.to_pixels(foot))


def _whole(pose: Pose, box: Box) -> Quad:
    x0, y0, x1, y1 = box
    return tuple((float(x), float(y)) for x, y in pose.to_pixels(np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])))
