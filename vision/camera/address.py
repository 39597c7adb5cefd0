"""Reads a camera's address: where the pictures come from and, for a camera on USB, its settings."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.errors import WrongInput

_SIZE = re.compile(r"(\d{2,5})[x×](\d{2,5})")
_EXPOSURE = re.compile(r"exposure=(-?\d+(?:\.\d+)?)")
_SECRET = re.compile(r"(://[^:/@]*):[^/]*@")
_QUERY = re.compile(r"([?&#;][^=&#;]*)=[^&#;]*")
"""What stands in a query may be a password under any name."""


class Source(NamedTuple):
    """`place` is a USB camera's number or device file, a URL, a folder of pictures or a video file.

    `size` (px, width and height) and `exposure` (the camera's own unit, set by hand) apply to USB cameras only.
    """

    place: str
    size: tuple[int, int] | None = None
    exposure: float | None = None

    @property
    def usb(self) -> bool:
        """Whether it is a camera on this machine."""
        return self.place.isdigit() or self.place.startswith("/dev/")

    @property
    def live(self) -> bool:
        """Whether it has no end: only the newest picture counts, and it is reopened when it fails."""
        return self.usb or "://" in self.place

    @property
    def shown(self) -> str:
        """The place for messages and logs: without the passwords a URL may contain."""
        hidden = _SECRET.sub(r"\1:…@", self.place)
        return _QUERY.sub(r"\1=…", hidden) if "://" in hidden else hidden

    @property
    def address(self) -> str:
        """The address from which `read_address` makes this."""
        size = f"{self.size[0]}x{self.size[1]}" if self.size else ""
        exposure = f"exposure={self.exposure:g}" if self.exposure is not None else ""
        return " ".join(filter(None, (self.place, size, exposure)))


def read_address(address: str) -> Source:
    """The source that an address in `devices.toml` names: "http://phone:8080/video", "0", "0 1920x1080 exposure=156".

    Raises ValueError for unknown settings after a USB camera's number.
    """
    place, *settings = address.split(" ")
    if not Source(place).usb:  # a folder's name may have spaces
        return Source(address)
    source = Source(place)
    for word in filter(None, settings):
        source = _set(source, word, address)
    return source


def _set(source: Source, word: str, address: str) -> Source:
    if size := _SIZE.fullmatch(word):
        return source._replace(size=(int(size[1]), int(size[2])))
    if exposure := _EXPOSURE.fullmatch(word):
        return source._replace(exposure=float(exposure[1]))
    raise WrongInput(
        f"camera {address!r}: {word!r} is no setting; a size is written 1280x720, an exposure exposure=156"
    )
