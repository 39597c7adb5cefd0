"""What the camera sees, what was read, and the question that only a person can answer."""

from __future__ import annotations

from msgspec import Struct

from companion.play.reports import Crop
from companion.views.common.parts import Button, Holding, Line, Person


class Reading(Struct, frozen=True):
    """One possible reading: its name, its share from 0 to 1, and the button that takes it.

    With a `person` it is this one's; pieces do not tell whose they are, so no share is shown.
    """

    icon: str
    name: str
    share: float
    button: Button
    person: Person | None = None


class QuestionCard(Struct, frozen=True, kw_only=True):
    """Two readings, or three numbers, then neither and look again; `why` says why the likelier one is likelier.

    `crop` is what the camera sees of it.
    """

    person: Person | None
    place: str
    asks: str
    readings: tuple[Reading, ...]
    neither: Button
    again: Button
    why: Line = ()
    crop: Crop | None = None


class MarkBox(Struct, frozen=True):
    """What was read at one place, as icons and words; corners from 0 to 1 of the picture, from its top left."""

    line: Line
    corners: tuple[tuple[float, float], ...]
    sure: bool


class Corners(Struct, frozen=True, kw_only=True):
    """The picture on which the mat's corners are tapped, clockwise from its top left; taps as shares of it."""

    pixels: bytes
    width: int
    height: int
    taps: tuple[tuple[float, float], ...]
    heading: str
    note: str
    done: bool


class Scan(Struct, frozen=True, kw_only=True):
    """The live picture with what was read; `pixels` are RGBA rows from the top, `width` by `height` px.

    `todo` is what hands still have to do, `cautions` what spoils the picture. `focus` is the part of the picture that
    is shown at least, from its left and top to its right and bottom as shares of it; without one the whole.
    """

    pixels: bytes
    width: int
    height: int
    marks: tuple[MarkBox, ...]
    status: str
    good: bool
    question: QuestionCard | None
    heading: str
    read: tuple[str, ...]
    counts: tuple[Holding, ...]
    primary: Button | None = None
    buttons: tuple[Button, ...] = ()
    cautions: tuple[str, ...] = ()
    todo: tuple[str, ...] = ()
    focus: tuple[float, float, float, float] | None = None


class LookAfresh(Struct, frozen=True):
    """Forget what was read of these zones or fields, and read them once more."""

    zones: tuple[str, ...]
