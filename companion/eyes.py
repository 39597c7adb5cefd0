"""The camera's thread: pictures in, sightings out, and the newest picture for the scan screen."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from companion.told import Frame, Mark
from engine.sighting import Found, Lost, Sighting
from vision.drawn.cards import Print
from vision.eye import Eye
from vision.mat import load_mat
from vision.source import Camera
from vision.source import Frame as Shot
from vision.zones import Mark as ReadMark

SOURCE = "camera"
SURE = 0.9
"""Share above which a mark is drawn as certain."""
WAIT = 0.2
"""Seconds to wait for a picture before looking whether the camera is still there."""


class Eyes:
    """Looks at the mat through the camera at `address` and `put`s what it sees.

    `families` names the faces cards may show, `prints` what is printed on market cards. `close` joins the thread.
    """

    def __init__(
        self,
        address: str,
        put: Callable[[Sighting | Lost | Found], None],
        families: Mapping[str, Sequence[str]],
        prints: Mapping[str, Print],
    ) -> None:
        self._put = put
        self._camera = Camera(address)
        self._eye = Eye(load_mat(), put, families=dict(families), prints=dict(prints))
        self._closing = threading.Event()
        self._forget: list[str] = []
        self._there = False
        self.shot: Shot | None = None
        self.looked = 0
        self._thread = threading.Thread(target=self._run, name="eyes")
        self._thread.start()

    @property
    def eye(self) -> Eye:
        """What the eye makes of the picture: its marks and what it waits for."""
        return self._eye

    def frame(self) -> Frame | None:
        """The newest picture with what was read on it, for the scan screen."""
        shot = self.shot
        if shot is None:
            return None
        high, wide = shot.picture.shape[:2]
        pixels = np.full((high, wide, 4), 255, np.uint8)
        pixels[:, :, :3] = shot.picture[:, :, ::-1]
        marks = tuple(Mark(mark.label, _corners(mark), mark.share >= SURE) for mark in self._eye.marks)
        pose = self._eye.pose
        return Frame(pixels.tobytes(), wide, high, marks, len(pose.markers) if pose else 0, self._eye.state)

    def forget(self, zone: str) -> None:
        """Read a zone again and say it even if nothing changed."""
        self._forget.append(zone)

    def close(self) -> None:
        """Stop looking; may be called twice."""
        self._closing.set()
        self._thread.join()
        self._camera.close()

    def _run(self) -> None:
        while not self._closing.is_set():
            shot = self._camera.newest(WAIT)
            while self._forget:
                self._eye.forget(self._forget.pop())
            if shot is not None:
                self._look(shot)
            elif self._camera.trouble and self._there:
                self._there = False
                self._put(Lost(SOURCE, time.monotonic(), self._camera.trouble))

    def _look(self, shot: Shot) -> None:
        if not self._there:
            self._there = True
            self._put(Found(SOURCE, shot.at, "camera"))
            self._eye.forget()
        self._eye.look(shot.picture, shot.at)
        self.shot = shot
        self.looked += 1


def _corners(mark: ReadMark) -> tuple[tuple[float, float], ...]:
    return tuple((float(x), float(y)) for x, y in mark.corners)
