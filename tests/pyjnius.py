"""A stand-in of pyjnius and of python-for-android's `android`, with the Java that the app asks for on a tablet."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np


class JavaError(Exception):
    """As pyjnius raises what Java throws."""


class Intent:
    """What an app asks the system to do; `createChooser` wraps one."""

    ACTION_SEND, ACTION_SEND_MULTIPLE, EXTRA_STREAM = "SEND", "SEND_MULTIPLE", "STREAM"
    FLAG_GRANT_READ_URI_PERMISSION = 1

    def __init__(self, action: str) -> None:
        self.action, self.kind, self.flags = action, "", 0
        self.streams: list[str] = []

    def putExtra(self, name: str, address: str) -> Intent:
        assert name == self.EXTRA_STREAM
        self.streams = [address]
        return self

    def putParcelableArrayListExtra(self, name: str, addresses: Sequence[str]) -> Intent:
        assert name == self.EXTRA_STREAM
        self.streams = list(addresses)
        return self

    def setType(self, kind: str) -> None:
        self.kind = kind

    def addFlags(self, flags: int) -> None:
        self.flags |= flags

    @staticmethod
    def createChooser(intent: Intent, _title: object) -> Intent:
        return intent


class ArrayList(list[str]):
    """Java's, as far as it is used."""

    add = list.append


class CameraInfo:
    CAMERA_FACING_FRONT, CAMERA_FACING_BACK = 1, 0
    facing = -1


class Camera:
    """A tablet's two cameras, the back one first; `sends` whether pictures come."""

    def __init__(self, tablet: Tablet, number: int) -> None:
        self.tablet, self.number, self.running = tablet, number, False
        self.focus, self.size = "auto", (0, 0)
        self.texture: object = None

    def getParameters(self) -> Any:
        sizes = [SimpleNamespace(width=wide, height=wide * 3 // 4) for wide in (320, 1280, 1920)]
        return SimpleNamespace(
            getSupportedPreviewSizes=lambda: sizes,
            getSupportedFocusModes=lambda: ["auto", "continuous-picture"],
            setPreviewSize=self._resize,
            setFocusMode=self._focus,
        )

    def _resize(self, wide: int, high: int) -> None:
        self.size = wide, high

    def _focus(self, mode: str) -> None:
        self.focus = mode

    def setParameters(self, _wishes: object) -> None:
        """They are made at once here."""

    def setPreviewTexture(self, texture: object) -> None:
        self.texture = texture

    def startPreview(self) -> None:
        assert self.texture is not None
        self.running = True

    def stopPreview(self) -> None:
        self.running = False

    def setOneShotPreviewCallback(self, listener: Any) -> None:
        """One picture is handed over for each call, in NV21: even green, say."""
        if self.tablet.sends and self.running:
            wide, high = self.size
            picture = np.full(wide * high * 3 // 2, 128, np.uint8)
            picture[: wide * high] = self.tablet.brightness
            listener.onPreviewFrame(picture.astype(np.int8).tolist(), self)  # Java's bytes have a sign

    def release(self) -> None:
        self.tablet.opened.remove(self)


class Tablet:
    """What the player allows, what was shown and opened; `broken` makes Java throw."""

    def __init__(self) -> None:
        self.allowed, self.sends, self.brightness, self.broken = True, True, 200, False
        self.asked: list[str] = []
        self.shown: list[Intent] = []
        self.opened: list[Camera] = []

    def _class(self, name: str) -> Any:
        activity = SimpleNamespace(getPackageName=lambda: "table.companion.companion", startActivity=self._start)
        known: dict[str, Any] = {
            "org.kivy.android.PythonActivity": SimpleNamespace(mActivity=activity),
            "android.content.Intent": Intent,
            "java.util.ArrayList": ArrayList,
            "java.io.File": Path,
            "androidx.core.content.FileProvider": SimpleNamespace(getUriForFile=_address),
            "android.graphics.SurfaceTexture": lambda number: f"texture {number}",
            "android.hardware.Camera$CameraInfo": CameraInfo,
            "android.hardware.Camera": SimpleNamespace(
                getNumberOfCameras=lambda: 2, getCameraInfo=_about, open=self._open
            ),
        }
        return known[name]

    def _start(self, intent: Intent) -> None:
        if self.broken:
            raise JavaError("no activity")
        self.shown.append(intent)

    def _open(self, number: int) -> Camera:
        if self.broken:
            raise JavaError("another app has the camera")
        self.opened.append(Camera(self, number))
        return self.opened[-1]

    def modules(self) -> dict[str, ModuleType]:
        jnius: Any = ModuleType("jnius")
        jnius.autoclass, jnius.JavaException, jnius.PythonJavaClass = self._class, JavaError, object
        jnius.cast = lambda _kind, value: value
        jnius.detach = lambda: None
        jnius.java_method = _as_it_is
        android, permissions = ModuleType("android"), ModuleType("android.permissions")
        asking: Any = permissions
        asking.check_permission = lambda _right: self.allowed
        asking.request_permissions = self.asked.extend
        return {"jnius": jnius, "android": android, "android.permissions": permissions}


def _as_it_is(_signature: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    return lambda method: method


def _about(number: int, about: CameraInfo) -> None:
    about.facing = number


def _address(_activity: object, authority: str, file: Path) -> str:
    return f"content://{authority}/{file.name}"


@contextmanager
def tablet() -> Iterator[Tablet]:
    """While it is there, `import jnius` finds it."""
    here = Tablet()
    before = {name: sys.modules.pop(name) for name in here.modules() if name in sys.modules}
    sys.modules |= here.modules()
    try:
        yield here
    finally:
        for name in here.modules():
            del sys.modules[name]
        sys.modules |= before
