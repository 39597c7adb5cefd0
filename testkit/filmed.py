"""A table's camera that films a drawn mat, handed in picture by picture as a phone does, with a glaring surround."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from companion.host.camera import Eyes
from companion.play.session import Session
from companion.titles import title_of
from testkit.scenes.mat import MAT, a_scene
from vision.camera.posted import POSTED
from vision.drawn.laid import Laid
from vision.mat.pose import MatFinder
from vision.picture import Picture

ADDRESS = "phone://table"
GLARE = (255, 0, 255)
"""What lies beside the mat: of no colour that is on it."""


def surrounded(frame: Picture) -> Picture:
    """A frame in which all that lies beside the mat glares."""
    pose = MatFinder(MAT).find(cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY))
    assert pose is not None
    wide, high = MAT.size
    corners = pose.to_pixels(np.array([(0.0, 0.0), (wide, 0), (wide, high), (0, high)]))
    mask = np.zeros(frame.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), (255,))
    return np.where(mask[..., None] > 0, frame, np.array(GLARE, np.uint8))


def glares(picture: Picture) -> int:
    """How many px of a picture (BGR) are of what lies beside the mat."""
    blue, green, red = (picture[..., channel].astype(int) for channel in range(3))
    return int(((blue > 190) & (red > 190) & (green < 110)).sum())


class Filmed:
    """Eyes on a mat with these pieces; `post` hands in the next picture."""

    def __init__(self, session: Session, laid: Sequence[Laid] = ()) -> None:
        scene = a_scene()
        scene.lay(laid)
        self._frame = surrounded(scene.frame())
        title = title_of(session.game.name)
        self.eyes = Eyes(ADDRESS, session.put, title.faces(session.book.setup), title.prints(), game=session.game.name)

    def post(self) -> None:
        """The camera sees it once more."""
        done, data = cv2.imencode(".jpg", self._frame, [cv2.IMWRITE_JPEG_QUALITY, 95])
        assert done
        POSTED.put(ADDRESS, bytes(data))

    def close(self) -> None:
        """The camera is put away."""
        self.eyes.close()
