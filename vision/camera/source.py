"""Where frames come from: a USB camera, a phone's stream, a folder of pictures, a video file."""

from __future__ import annotations

import os
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Protocol

import cv2

from vision.camera.address import Source, read_address
from vision.camera.ending import ends_with_the_program
from vision.camera.load import NotAPicture, load_picture
from vision.camera.posted import SCHEME, PostedFrames
from vision.camera.quality import Complaint
from vision.camera.tablet import SCHEME as TABLET
from vision.camera.tablet import TabletFrames
from vision.picture import Picture

OPEN_TIMEOUT = 3000  # ms; without these two FFmpeg waits tens of seconds
READ_TIMEOUT = 1500  # ms
SILENT = 5.0  # s without a picture after which this is reported, though the driver still waits for one
BY_HAND, AUTOMATIC = 1, 3  # of exposure, as Linux numbers them (V4L2_EXPOSURE_MANUAL, _APERTURE_PRIORITY)
PAUSES = (0.2, 0.5, 1.0, 2.0, 5.0)  # s between attempts to reconnect
PICTURES = {".jpg", ".jpeg", ".png", ".bmp", ".webp"}

cv2.setNumThreads(1)
# A truncated picture would be shown with a grey rest; OpenCV passes this option to FFmpeg from the environment only.
os.environ.setdefault("OPENCV_FFMPEG_CAPTURE_OPTIONS", "rtsp_transport;tcp|fflags;discardcorrupt")
# Failures are reported by `Camera.trouble`, once, and not by FFmpeg and OpenCV at each attempt to reconnect.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_ERROR)


@dataclass(frozen=True)
class Frame:
    """One picture (BGR), its running number and the monotonic time in seconds it arrived."""

    number: int
    at: float
    picture: Picture


class _Opened(Protocol):
    def read(self) -> tuple[bool, Picture | None]: ...

    def release(self) -> None: ...


class Camera:
    """A source of frames that is read in its own thread and reconnects without end.

    `address` is a URL (MJPEG over HTTP, RTSP), ``phone://table`` for what phones' pages hand in,
    ``tablet://back`` for an Android tablet's own, the number of a USB camera, a folder of pictures or a video file, as
    `read_address` takes it. A live source always offers its newest frame; each frame of a folder or file waits until it
    is taken. Raises ValueError for unknown settings of a USB camera.
    """

    def __init__(self, address: str) -> None:
        self.source: Source = read_address(address)
        self.live = self.source.live
        self.ended = False
        self._lack: Complaint | None = None
        self._last_picture = time.monotonic()
        self._newest: Frame | None = None
        self._taken = 0
        self._number = 0
        self._changed = threading.Condition()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"camera {self.source.shown}", daemon=True)
        self._thread.start()
        ends_with_the_program(self)

    @property
    def lack(self) -> Complaint | None:
        """Why there is no picture now, or that a folder or file has ended; None while all is well."""
        if self._lack or not self.live or time.monotonic() - self._last_picture < SILENT:
            return self._lack
        return self._absent()

    @property
    def trouble(self) -> str:
        """The same as an English sentence; an empty string while all is well."""
        lack = self.lack
        return lack.sentence() if lack else ""

    def _absent(self) -> Complaint:
        if self.source.place.startswith(SCHEME):
            return Complaint("phone")
        return Complaint("tablet") if self.source.place.startswith(TABLET) else self._of_source("absent")

    def _of_source(self, kind: str) -> Complaint:
        return Complaint(kind, {"source": repr(self.source.shown), "read": self._number})

    def newest(self, timeout: float = 0.0) -> Frame | None:
        """The newest frame that was not taken yet, waiting up to `timeout` seconds; None if there is none."""
        with self._changed:
            self._changed.wait_for(lambda: self._ready() or self._closing.is_set() or self.ended, timeout)
            if not self._ready():
                return None
            assert self._newest is not None
            self._taken = self._newest.number
            self._changed.notify_all()
            return self._newest

    def close(self) -> None:
        """Stop reading and wait for the thread, at most the read timeout."""
        with self._changed:
            self._closing.set()
            self._changed.notify_all()
        self._thread.join()

    def __enter__(self) -> Camera:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _ready(self) -> bool:
        return self._newest is not None and self._newest.number > self._taken

    def _run(self) -> None:
        attempt = 0
        while not self._closing.is_set() and not self.ended:
            read = self._read_until_it_fails()
            attempt = 0 if read else attempt + 1
            if self.live:
                self._closing.wait(PAUSES[min(attempt, len(PAUSES) - 1)])
            else:
                self._end(read)

    def _read_until_it_fails(self) -> int:
        opened = self._open()
        read = 0
        try:
            while not self._closing.is_set():
                good, picture = opened.read()
                if not good or picture is None:
                    self._lack = self._absent() if self.live else None
                    break
                read += 1
                self._offer(picture)
        finally:
            opened.release()
        return read

    def _offer(self, picture: Picture) -> None:
        with self._changed:
            if not self.live:
                self._changed.wait_for(lambda: not self._ready() or self._closing.is_set())
            self._number += 1
            self._last_picture, self._lack = time.monotonic(), None
            self._newest = Frame(self._number, self._last_picture, picture)
            self._changed.notify_all()

    def _end(self, read: int) -> None:
        with self._changed:
            self._lack = self._of_source("ended" if read else "unreadable")
            self.ended = True
            self._changed.notify_all()

    def _open(self) -> _Opened:
        place = self.source.place
        if self.source.usb:
            return opened_usb(self.source)
        if place.startswith(SCHEME):
            return PostedFrames(place, READ_TIMEOUT / 1000)
        if place.startswith(TABLET):
            return TabletFrames(place, READ_TIMEOUT / 1000)
        if Path(place).is_dir():
            return _Folder(Path(place))
        # one decoding thread: each further one holds a frame back
        settings = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, OPEN_TIMEOUT, cv2.CAP_PROP_READ_TIMEOUT_MSEC, READ_TIMEOUT]
        settings += [cv2.CAP_PROP_N_THREADS, 1]
        return cv2.VideoCapture(place, cv2.CAP_FFMPEG, settings)


def opened_usb(source: Source) -> cv2.VideoCapture:
    """A camera on this machine, opened with its settings; a setting it does not support stays as it was."""
    capture = cv2.VideoCapture(int(source.place) if source.place.isdigit() else source.place)
    for setting, value in settings(source):
        capture.set(setting, value)
    return capture


def settings(source: Source) -> list[tuple[int, float]]:
    """The settings of a USB camera, as OpenCV's property and value, in the order in which they must be made."""
    asked: list[tuple[int, float]] = [(cv2.CAP_PROP_BUFFERSIZE, 1)]
    if source.size:  # few cameras send large pictures fast enough without compression
        asked += [(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))]
        asked += [(cv2.CAP_PROP_FRAME_WIDTH, source.size[0]), (cv2.CAP_PROP_FRAME_HEIGHT, source.size[1])]
    if source.exposure is None:
        return [*asked, (cv2.CAP_PROP_AUTO_EXPOSURE, AUTOMATIC)]
    return [*asked, (cv2.CAP_PROP_AUTO_EXPOSURE, BY_HAND), (cv2.CAP_PROP_EXPOSURE, source.exposure)]


class _Folder:
    """The pictures of a folder in the order of their names; other files are skipped."""

    def __init__(self, folder: Path) -> None:
        self._paths = iter(sorted(p for p in folder.iterdir() if p.suffix.lower() in PICTURES))

    def read(self) -> tuple[bool, Picture | None]:
        for path in self._paths:
            with suppress(NotAPicture, OSError):
                return True, load_picture(path)
        return False, None

    def release(self) -> None:
        self._paths = iter(())
