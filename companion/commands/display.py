"""Whether there is a display for a window: without one Kivy waits for it for ever and says nothing."""

from __future__ import annotations

import os
import re
import socket
import sys

from engine.errors import NotFound

ELSEWHERE = ("WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
"""With one of these the window opens by another way than X: on Wayland, straight on a screen, or nowhere."""
INSTEAD = "`companion demo` and the other commands need none, see `companion --help`"
PATIENCE = 3.0
"""Seconds a display may take to answer."""


def check_display() -> None:
    """Raise `NotFound` where no window can open."""
    if sys.platform != "linux" or "ANDROID_ARGUMENT" in os.environ or any(map(os.environ.get, ELSEWHERE)):
        return
    display = os.environ.get("DISPLAY", "")
    if not display:
        raise NotFound(f"there is no display for a window (DISPLAY and WAYLAND_DISPLAY are not set); {INSTEAD}")
    if not _answers(display):
        raise NotFound(f"the display {display!r} does not answer (DISPLAY); {INSTEAD}")


def _answers(display: str) -> bool:
    """Does an X server listen where a name such as ``:0``, ``unix:0.0`` or ``localhost:10.0`` says?"""
    named = re.fullmatch(r"(?:.*/)?([^:/]*):(\d+)(?:\.\d+)?", display)
    if named is None:
        return True  # a form we do not know is the library's to judge
    host, number = named[1], int(named[2])
    if host in ("", "unix"):
        path = f"/tmp/.X11-unix/X{number}"
        return _listens(path) or _listens(f"\0{path}") or (not host and _reaches("localhost", number))
    return _reaches(host, number)


def _listens(path: str) -> bool:
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(PATIENCE)
        return line.connect_ex(path) == 0


def _reaches(host: str, number: int) -> bool:
    try:
        socket.create_connection((host, 6000 + number), PATIENCE).close()
    except (OSError, OverflowError):
        return False
    return True
