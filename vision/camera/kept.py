"""Pictures of the mat that are kept: cut to it, and the mat found in them again."""

from __future__ import annotations

import cv2
import numpy as np

from vision.mat.light import Light, measure
from vision.mat.mat import Mat
from vision.mat.pose import MatFinder, Pose
from vision.picture import Picture, Points

QUALITY = 95


def cut(picture: Picture, corners: Points) -> bytes:
    """A picture as JPEG in which all is black but the mat within its corners (n, 2) in px."""
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(cv2.convexHull(np.asarray(corners, np.float32))).astype(np.int32), (255,))
    done, data = cv2.imencode(".jpg", cv2.bitwise_and(picture, picture, mask=mask), [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    assert done
    return bytes(data)


def found_again(data: bytes, mat: Mat) -> tuple[Picture, Pose, Light] | None:
    """A kept picture, where the mat lies in it and the light on that; None for one that is damaged or shows no mat."""
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    if picture is None:
        return None
    seen = np.asarray(picture, np.uint8)
    pose = MatFinder(mat).find(cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY))
    return None if pose is None else (seen, pose, measure(seen, mat, pose))
