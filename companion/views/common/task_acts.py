"""What a tap can mean where a guided task is shown, and what people have entered there so far."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

TaskName = Literal[
    "card_enrolment",
    "coin_enrolment",
    "tile_enrolment",
    "colour_calibration",
    "lens_calibration",
    "tray_calibration",
    "gold_count",
    "mat_corners",
]


class BeginTask(Struct, frozen=True):
    """Begin a task and show its screen; `about` is the tray's source, or the seat whose gold is counted."""

    task: TaskName
    about: str = ""


class TaskAct(Struct, frozen=True):
    """A tap on the screen of a task."""


class LeaveTask(TaskAct, frozen=True):
    """Back to the screen before; what was kept so far stays."""


class KeepResult(TaskAct, frozen=True):
    """What was read or measured is right: keep it."""


class LookAgain(TaskAct, frozen=True):
    """Look as if for the first time, or do the last step once more."""


class TakeBackLast(TaskAct, frozen=True):
    """The last thing that was kept or tapped is not kept after all."""


class ForgetKept(TaskAct, frozen=True):
    """Forget what is kept of this place, this camera, or this value of coins."""


class CorrectPiece(TaskAct, frozen=True):
    """Say what the piece at `place` is; −1 closes it again."""

    place: int


class SetPrinted(TaskAct, frozen=True):
    """The card being corrected has `value` printed in a region."""

    region: str
    value: str


class FileCard(TaskAct, frozen=True):
    """The card being corrected is complete: file it."""


class SetValue(TaskAct, frozen=True):
    """The coin being asked about is worth `value`, 0 if it is none; where coins are enrolled: those are shown next."""

    value: int


class ShowKind(TaskAct, frozen=True):
    """Choose among the names of one kind of tiles."""

    kind: str


class NameTile(TaskAct, frozen=True):
    """The tile being asked about is called so: keep it."""

    name: str


class AllowSubstitutes(TaskAct, frozen=True):
    """There are substitutes among the coins: more than the box holds may lie there."""


class TapPicture(TaskAct, frozen=True):
    """The picture was tapped, at shares of its width and height from its top left."""

    x: float
    y: float


class MeasureWell(TaskAct, frozen=True):
    """The coins lie as asked: the tray measures them."""


class Entered(Struct, frozen=True):
    """What people have entered: the piece being corrected, what is printed on it, and what is wrong.

    `fixing` is its place, −1 for none; `kind` is that of the tiles to choose from.
    """

    fixing: int = -1
    values: tuple[tuple[str, str], ...] = ()
    trouble: str = ""
    kind: str = ""
