"""Cameras and trays: what was found, how it is, what can be done."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.parts import Button, Person, Tag
from companion.views.common.scan import MarkBox


class DeviceRow(Struct, frozen=True, kw_only=True):
    """A camera or a tray with its state and its buttons; `button` is what a tap on the whole line means."""

    icon: str
    title: str
    detail: str
    tag: Tag
    person: Person | None = None
    buttons: tuple[Button, ...] = ()
    button: Button | None = None


class CameraPicture(Struct, frozen=True, kw_only=True):
    """What a camera sees now, `pixels` as RGBA rows from the top, and how well; `button` looks through it.

    Without pixels there is no picture yet. `acts` are what can be taught the camera.
    """

    status: Tag
    button: Button
    pixels: bytes = b""
    width: int = 16
    height: int = 9
    marks: tuple[MarkBox, ...] = ()
    acts: tuple[Button, ...] = ()


class Devices(Struct, frozen=True, kw_only=True):
    """Everything found at this table; `cameras` are those one may choose, `which` asks for one of them."""

    heading: str
    note: str
    rows: tuple[DeviceRow, ...]
    empty: str = ""
    which: str = ""
    cameras: tuple[Button, ...] = ()
    picture: CameraPicture | None = None
