"""What a tap can mean where cameras and trays are tended to, and what is being tended to."""

from __future__ import annotations

from msgspec import Struct


class Tend(Struct, frozen=True):
    """A screen of care: `enrol`, `corners`, `colours`, `lens`, or `calibrate` with the tray’s source in `about`."""

    screen: str
    about: str = ""


class Leave(Struct, frozen=True):
    """Back to where one came from; what was learnt so far stays."""


class Right(Struct, frozen=True):
    """What was read surely is right: file it."""


class Fix(Struct, frozen=True):
    """Say what the card at `place` shows; −1 closes it again."""

    place: int


class Print(Struct, frozen=True):
    """The card being corrected says `value` in a region (`cargo`, `gold`, `small`, `medium`, `large`)."""

    region: str
    value: str


class Said(Struct, frozen=True):
    """The card is as it was said: file it."""


class Worth(Struct, frozen=True):
    """The coin being asked about is worth `value`, 0 if it is none; where coins are enrolled: those are shown next."""

    value: int


class Kind(Struct, frozen=True):
    """Look at the tiles of one kind."""

    kind: str


class Call(Struct, frozen=True):
    """The tile being asked about is called so: keep it."""

    name: str


class Allow(Struct, frozen=True):
    """There are substitutes among the coins: more than the box holds may lie there."""


class Afresh(Struct, frozen=True):
    """Look once more."""


class NotFiled(Struct, frozen=True):
    """The last card is not filed after all."""


class Corner(Struct, frozen=True):
    """A corner of the mat was tapped, as shares of the picture from its top left."""

    x: float
    y: float


class NoCorner(Struct, frozen=True):
    """The last corner was not tapped after all."""


class LookAt(Struct, frozen=True):
    """The cubes lie in their fields: learn their colours."""


class Keep(Struct, frozen=True):
    """Keep the colours that were learnt."""


class Forget(Struct, frozen=True):
    """Forget the colours of this place: the printed ones are used again."""


class Ready(Struct, frozen=True):
    """The coins lie as asked: the tray measures them."""


class StepBack(Struct, frozen=True):
    """Calibrate the well before once more."""


class Tending(Struct, frozen=True):
    """What people are at: the card being corrected and what it says, corners tapped so far (0 to 1), what is wrong.

    `kind` is that of the tiles to choose from.
    """

    fixing: int = -1
    values: tuple[tuple[str, str], ...] = ()
    corners: tuple[tuple[float, float], ...] = ()
    tray: str = ""
    trouble: str = ""
    kind: str = ""
