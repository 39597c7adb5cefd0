"""The drawn table: its picture, its speed, who plays, and what may fail on purpose."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.newgame import Segment
from companion.views.common.parts import Button, Person
from companion.views.common.scan import Scan


class Pause(Struct, frozen=True):
    """The people of the drawn table wait, or go on."""

    paused: bool


class OneStep(Struct, frozen=True):
    """They wait, but for one more step."""


class Speed(Struct, frozen=True):
    """They play so many times as fast."""

    times: float


class Own(Struct, frozen=True):
    """People before the screen play this seat, or it plays by itself again."""

    seat: str
    mine: bool


class Fault(Struct, frozen=True):
    """Something fails on purpose, or is mended: `camera`, `marker`, or `tray:` with its seat."""

    name: str


class SeatLine(Struct, frozen=True):
    """Who plays a seat, and the tap that changes it."""

    person: Person
    word: str
    button: Button


class DrawnControls(Struct, frozen=True, kw_only=True):
    """Everything one may do to a drawn table; `note` is what the app makes of a fault."""

    scan: Scan
    title: str
    note: str
    speed: Segment
    seats: tuple[SeatLine, ...]
    heading: str
    faults: tuple[Button, ...]
