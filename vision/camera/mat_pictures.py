"""Pictures of the mat that are kept or shown elsewhere: cut to it or straightened, and the mat found in them again."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.mat.light import Light, measure, rectified
from vision.mat.mat import Box, Mat
from vision.mat.pose import MatFinder, Pose
from vision.picture import Picture, Points

QUALITY = 95  # per cent of JPEG's quality that a kept field is written in
EDGE = 3.0
"""Millimetres of the mat's edge that are left out of its straightened picture: so far a place found may be wrong."""
ROOM = 10.0
"""Millimetres around a hidden field that are hidden too."""
QUALITIES = (85, 75, 65, 55, 45, 35)
"""What a picture that must not be large is written in, the best that is small enough."""


def cut(picture: Picture, corners: Points) -> bytes:
    """A picture as JPEG in which all is black but the mat within its corners (n, 2) in px."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(cv2.convexHull(np.asarray(corners, np.float32))).astype(np.int32), (255,))
    done, data = cv2.imencode(".jpg", cv2.bitwise_and(picture, picture, mask=mask), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    assert done
    return bytes(data)


def straightened(picture: Picture, pose: Pose, mat: Mat, hidden: Sequence[Box], side: int) -> tuple[Picture, float]:
    """The mat alone without its `EDGE`, seen from straight above, and its px per mm; its longer side has `side` px.

    What lies in the `hidden` boxes (mm) is black, and `ROOM` around them: cards reach over the edge of their field.
    """
    wide, high = mat.size
    scale = side / (max(wide, high) - 2 * EDGE)
    seen = rectified(picture, pose, (EDGE, EDGE, wide - EDGE, high - EDGE), scale)
    for box in hidden:
        x0, y0, x1, y1 = (max(0, round((edge - EDGE) * scale)) for edge in roomy(box))
        seen[y0:y1, x0:x1] = 0
    return np.asarray(seen, np.uint8), scale


def roomy(box: Box) -> Box:
    """A hidden box with the room around it."""
    return box[0] - ROOM, box[1] - ROOM, box[2] + ROOM, box[3] + ROOM


def small_jpeg(picture: Picture, most: int) -> bytes:
    """A picture as JPEG of at most so many bytes, as good as that allows; empty where even the poorest is larger."""
    for quality in QUALITIES:
        done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
        if done and len(data) <= most:
            return bytes(data)
    return b""


def found_again(data: bytes, mat: Mat) -> tuple[Picture, Pose, Light] | None:
    """A kept picture, where the mat lies in it and the light on that; None for one that is damaged or shows no mat."""
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    if picture is None:
        return None
    seen = np.asarray(picture, np.uint8)
    pose = MatFinder(mat).find(cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY))
    return None if pose is None else (seen, pose, measure(seen, mat, pose))
