"""The virtual table's camera: a thread that draws what lies on the mat and serves it as a network camera does."""

from __future__ import annotations

import threading
import time
from collections.abc import Collection, Sequence
from typing import Protocol

from companion.virtual.laying import Laid
from vision.camera.ending import ends_with_the_program
from vision.camera.mjpeg import MjpegServer
from vision.drawn.laid import Hand

LIVELY = 1.0
"""Seconds after a change during which pictures come at full rate; then a few a second do."""
IDLE = 0.25
WATCHED = 1 / 15
"""Seconds between two pictures while somebody looks at them."""


class Pictures(Protocol):
    """What a virtual camera sees: a `vision.drawn.scene.Scene`, or another painter of the same pieces."""

    def lay(self, pieces: Sequence[Laid | Hand]) -> None:
        """Replace everything on the mat by these pieces."""

    def cover(self, markers: Collection[int]) -> None:
        """From now on a sheet of paper lies over these markers of the mat, and over no others."""

    def jpeg(self) -> bytes:
        """The next picture."""


class DrawnCamera:
    """Serves pictures at `url`, `rate` a second while something moves; a hand is seen whenever pieces change."""

    def __init__(self, scene: Pictures, rate: float = 30.0) -> None:
        self._scene = scene
        self._pause = 1 / rate
        self._wanted: tuple[list[Laid], tuple[float, float]] | None = None
        self._papers: frozenset[int] | None = None
        self._news = threading.Condition()
        self._closing = False
        self._server = MjpegServer()
        self._port = int(self._server.url.rstrip("/").rpartition(":")[2])
        self._moved = time.monotonic()
        self._watched = -LIVELY
        self._thread = threading.Thread(target=self._run, name="drawn camera", daemon=True)
        self._thread.start()
        ends_with_the_program(self)

    @property
    def url(self) -> str:
        """The address of the pictures."""
        return self._server.url

    def show(self, pieces: Sequence[Laid], hand: tuple[float, float]) -> None:
        """From now on these pieces lie on the mat, laid there by a hand reaching to `hand` (mm)."""
        with self._news:
            self._wanted = (list(pieces), hand)
            self._news.notify_all()

    def cover(self, markers: Collection[int]) -> None:
        """From now on a sheet of paper lies over these markers of the mat, and over no others."""
        with self._news:
            self._papers = frozenset(markers)
            self._news.notify_all()

    def pull(self) -> None:
        """Pull the cable: no more pictures, until `plug`."""
        self._server.close()

    def plug(self) -> None:
        """Plug it in again, at the same address."""
        self._server = MjpegServer(self._port)

    def watch(self) -> None:
        """The pictures are looked at just now; to be called again for as long as they are."""
        self._watched = time.monotonic()

    def close(self) -> None:
        """End the pictures; may be called twice."""
        with self._news:
            self._closing = True
            self._news.notify_all()
        self._thread.join()
        self._server.close()

    def _run(self) -> None:
        while not self._closing:
            started = time.monotonic()
            with self._news:
                wanted, self._wanted = self._wanted, None
                papers, self._papers = self._papers, None
            if papers is not None:
                self._scene.cover(papers)
                self._moved = started
            if wanted is not None:
                self._reach_in(*wanted)
                self._moved = started
            self._server.push(self._scene.jpeg())
            self._rest(started)

    def _reach_in(self, pieces: list[Laid], hand: tuple[float, float]) -> None:
        self._scene.lay([*pieces, Hand(*hand)])
        self._server.push(self._scene.jpeg())
        time.sleep(self._pause)
        self._scene.lay(pieces)

    def _rest(self, started: float) -> None:
        left = self._due(started) - (time.monotonic() - started)
        with self._news:
            if self._wanted is None and not self._closing and left > 0:
                self._news.wait(left)

    def _due(self, now: float) -> float:
        """Seconds from one picture to the next."""
        if now - self._moved < LIVELY:
            return self._pause
        return max(self._pause, WATCHED) if now - self._watched < LIVELY else IDLE
