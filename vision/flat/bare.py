"""What of a cell of a grid shows bare ground, and where so much is burnt out that little can be told."""

from __future__ import annotations

import cv2
import numpy as np

from vision.flat.dice import SCALE
from vision.picture import Field, Picture, lightest

GROUND = 0.45  # share of white below which it is ground
BARE = 0.7  # part of a cell's side in which that is looked for
FINE, BROAD = 0.5, 4.0  # mm that blur a cell a little, so that noise goes, and much, so that only its light is left
PLAIN, MOSTLY = 0.06, 90  # steps of the light, as parts of it, that ground has at most in so many places of a hundred
DIM = 0.05  # share of white added to that light: in the dark noise is a larger part of it
BLANK = 0.85  # share of white from which what is plain may be paper as well as ground
SIDES = 2  # of a cell on which no edge is seen where it is ground all the same
SIGNS = 0.7  # mm that blur a cell before print is looked for: in a deep shadow noise is as strong as finer signs
PRINT = 0.063  # how fast light changes by its logarithm, per mm, from which a cell is printed both across and along
SPECKS = 0.01  # part of a cell that noise may make as light as a picture can be
BURNT, MUCH = 250, 0.25  # grey level from which two channels of three are burnt out, and a part of a cell that is much


def lit(shares: Field, pitch: float, saturated: bool = False) -> float:
    """The part of the middle of a cell, as shares of white, that is lighter than ground; 0 where all of it is plain.

    Ground that a lamp is mirrored in is as light as a tile, but shows no print, and runs on beside the cell where paper
    ends. Where a picture is `saturated` nobody knows: neither print nor edges are seen.
    """
    light, middle = lightest(shares), _middle(shares, pitch)
    broad = cv2.GaussianBlur(light, (0, 0), BROAD * SCALE)
    steps = np.abs(cv2.GaussianBlur(light, (0, 0), FINE * SCALE) - broad) / (broad + DIM)
    plain = float(np.percentile(steps[middle], MOSTLY)) < PLAIN
    if plain and (float(np.median(broad[middle])) < BLANK or (not saturated and _runs_on(steps, middle[0]))):
        return 0.0
    return float((light[middle] > GROUND).mean())


def _runs_on(steps: Field, middle: slice) -> bool:
    """Is there no edge beside the middle of a cell, on two sides or more?"""
    before, behind = slice(0, middle.start), slice(middle.stop, None)
    sides = ((before, middle), (behind, middle), (middle, before), (middle, behind))
    return sum(float(np.percentile(steps[side], MOSTLY)) < PLAIN for side in sides) >= SIDES


def has_print(shares: Field, pitch: float) -> bool:
    """Do signs run both across and along the middle of a cell? In a deep shadow a tile is as dark as lit ground.

    The edge of a shadow runs one way, and ground has at most a small cross. The weaker of the two directions counts
    (the lesser eigenvalue of the structure tensor), by the logarithm of light, in which a shadow only adds.
    """
    light = cv2.GaussianBlur(lightest(shares), (0, 0), SIGNS * SCALE)
    across, along = (step[_middle(shares, pitch)] * SCALE for step in np.gradient(np.log(light + DIM)))
    tensor = np.array([[np.mean(one * other) for other in (across, along)] for one in (across, along)])
    return float(np.sqrt(max(np.linalg.eigvalsh(tensor)[0], 0.0))) > PRINT


def is_saturated(picture: Picture, pitch: float) -> bool:
    """Is any part of the middle of a cell as light as a picture can be?"""
    return float((lightest(picture[_middle(picture, pitch)]) >= BURNT).mean()) > SPECKS


def is_burnt(picture: Picture, pitch: float) -> bool:
    """Is so much of the middle of a cell burnt out that pale paint may not be told from paper there?"""
    return float((np.median(picture[_middle(picture, pitch)], axis=2) >= BURNT).mean()) > MUCH


def _middle(picture: Picture | Field, pitch: float) -> tuple[slice, slice]:
    half, middle = round(pitch * BARE / 2 * SCALE), picture.shape[0] // 2
    return (slice(middle - half, middle + half),) * 2
