"""The camera in an Android tablet, through pyjnius, which is there where Kivy runs on Android. Never run on a device.

It is the older of Android's two ways to a camera: the newer one hands pictures to Java classes that Python cannot be.
A picture is asked for when the last one has been taken, so none waits, and the tablet converts no more than are read.
"""

from __future__ import annotations

import logging
import threading
from typing import Any

import cv2
import numpy as np

from vision.picture import Picture

log = logging.getLogger("companion")
SCHEME = "tablet://"
"""What the address of such a camera begins with; behind it the way it looks."""
BACK, FRONT = f"{SCHEME}back", f"{SCHEME}front"
RIGHT = "android.permission.CAMERA"
WIDE = 1280
"""Pixels of a picture's width, nearly, unless the address says otherwise: enough for cards on the whole mat."""
TEXTURE = 0
"""The texture that the preview would be drawn into: nobody draws it, but without one Android sends no picture."""


class TabletFrames:
    """A tablet's camera as `vision.camera.source` reads it; opened with the first picture that is asked for."""

    def __init__(self, place: str, timeout: float, wide: int = WIDE) -> None:
        self._front, self._timeout, self._wide = place == FRONT, timeout, wide
        self._java: Any = None
        self._preview: Any = None
        self._opened: Any = None
        self._size = 0, 0
        self._bytes = b""
        self._arrived = threading.Event()

    def read(self) -> tuple[bool, Picture | None]:
        """The next picture; none where the camera is not allowed, another app has it, or nothing comes for so long."""
        try:
            if self._opened is None and not self._open():
                return False, None
            self._arrived.clear()
            self._opened.setOneShotPreviewCallback(self._preview)
        except (OSError, self._failed) as error:
            log.warning("the tablet's camera: %s", error)
            return False, None
        if not self._arrived.wait(self._timeout):
            return False, None
        return True, picture_of(self._bytes, self._size)

    @property
    def _failed(self) -> type[Exception]:
        """What pyjnius raises where Java does."""
        return getattr(self._java, "JavaException", OSError)

    def _open(self) -> bool:
        """Whether it is open now; the player is asked once whether it may be."""
        try:
            import jnius  # type: ignore[import-not-found]
        except ImportError as error:
            raise OSError("it is there on Android only") from error
        self._java = jnius
        if not allowed():
            return False
        camera = jnius.autoclass("android.hardware.Camera")
        self._opened = camera.open(self._number(camera))
        self._size = _set_up(self._opened, self._wide)
        self._opened.setPreviewTexture(jnius.autoclass("android.graphics.SurfaceTexture")(TEXTURE))
        self._preview = _listener(jnius, self._take)
        self._opened.startPreview()
        return True

    def _number(self, camera: Any) -> int:
        """The number of the camera that looks the wanted way; the first one where none does."""
        about = self._java.autoclass("android.hardware.Camera$CameraInfo")()
        for number in range(camera.getNumberOfCameras()):
            camera.getCameraInfo(number, about)
            if (about.facing == about.CAMERA_FACING_FRONT) == self._front:
                return number
        return 0

    def _take(self, data: Any) -> None:
        """A picture has come, on Android's own thread."""
        made = getattr(data, "tostring", None)  # of pyjnius's own array of bytes
        self._bytes = bytes(made()) if made else np.asarray(data).astype(np.uint8).tobytes()
        self._arrived.set()

    def release(self) -> None:
        """Let other apps have it."""
        opened, self._opened = self._opened, None
        if opened is not None:
            opened.stopPreview()
            opened.release()
            self._java.detach()  # this thread may end now


def _set_up(opened: Any, wide: int) -> tuple[int, int]:
    """The size of its pictures, as near to `wide` as it has; it keeps them sharp by itself where it can."""
    wishes = opened.getParameters()
    sizes = [(size.width, size.height) for size in wishes.getSupportedPreviewSizes()]
    size = min(sizes, key=lambda each: abs(each[0] - wide))
    wishes.setPreviewSize(*size)
    if "continuous-picture" in [str(mode) for mode in wishes.getSupportedFocusModes()]:
        wishes.setFocusMode("continuous-picture")
    opened.setParameters(wishes)
    return size


def _listener(jnius: Any, take: Any) -> Any:
    """What Android calls with each picture that was asked for."""

    class Listener(jnius.PythonJavaClass):  # type: ignore[misc]  # pyjnius makes it a Java object
        __javainterfaces__ = ("android/hardware/Camera$PreviewCallback",)

        @jnius.java_method("([BLandroid/hardware/Camera;)V")  # type: ignore[untyped-decorator]
        def onPreviewFrame(self, data: Any, _camera: Any) -> None:
            take(data)

    return Listener()


_asked = threading.Event()


def allowed() -> bool:
    """Whether the player lets the app use the camera; asked once each time the app runs, and true later on."""
    try:
        from android.permissions import check_permission, request_permissions  # type: ignore[import-not-found]
    except ImportError as error:
        raise OSError("nobody can be asked for the camera here") from error
    if check_permission(RIGHT):
        return True
    if not _asked.is_set():
        _asked.set()
        request_permissions([RIGHT])
    return False


def picture_of(data: bytes, size: tuple[int, int]) -> Picture:
    """A picture (BGR) from Android's NV21: its brightness, then colour for each four pixels."""
    wide, high = size
    plane = np.frombuffer(data, np.uint8)[: wide * high * 3 // 2].reshape(high * 3 // 2, wide)
    picture: Picture = cv2.cvtColor(plane, cv2.COLOR_YUV2BGR_NV21).astype(np.uint8, copy=False)
    return picture
