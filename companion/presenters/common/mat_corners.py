"""Tapping where the mat's four corners lie, when its markers are not seen."""

from __future__ import annotations

from companion.play.reports import Frame
from companion.presenters.common.task_screen import TaskScene, TaskScreen, at_camera, take_back, trouble_words
from companion.tasks.mat_corners import ALL, MatCorners
from companion.views.common import task_acts as t
from companion.views.common.parts import Bar, Button, Sheet, Top
from companion.views.common.scan import Corners
from companion.wording import _


def view(at: TaskScene[MatCorners]) -> Sheet:
    """The screen of the task."""
    return sheet(at.task, at.frame, at.top, at.camera_trouble)


def sheet(task: MatCorners, frame: Frame | None, top: Top, camera: str) -> Sheet:
    """The picture to tap on; `camera` is what is wrong with the camera, if anything is."""
    seen, taps = frame or Frame(pixels=b"", width=16, height=9), task.corners
    done = len(taps) == ALL and not task.trouble
    body = Corners(
        pixels=seen.pixels,
        width=seen.width,
        height=seen.height,
        taps=taps,
        heading=_heading(taps, done),
        note=_note(frame, camera),
        done=done,
    )
    undo = Button(_("Undo"), icon="undo", command=t.TakeBackLast()) if taps else None
    leave = Button(_("Back"), command=t.LeaveTask())
    right = Button(_("It lies so"), command=t.LeaveTask(), look="primary") if done else None
    note = trouble_words(task.trouble) or (_("If it doesn’t, take a corner back.") if done else "")
    note = note or _("Hold your finger down to see it enlarged, let go on the corner.")
    return Sheet(
        body=body,
        top=top,
        bar=Bar(sentence=_heading(taps, done), note=note, undo=undo, choices=() if done else (leave,), primary=right),
    )


def _heading(taps: tuple[tuple[float, float], ...], done: bool) -> str:
    if done:
        return _("Does the outline fit the mat?")
    return (
        _("Tap the mat’s top left corner"),
        _("Now its top right corner"),
        _("Now its bottom right corner"),
        _("Now its bottom left corner"),
        _("That is no mat"),
    )[len(taps)]


def _note(frame: Frame | None, camera: str) -> str:
    if frame is None:
        return camera or _("No picture yet")
    return _("The corners of the paper, not of the table. Left and right as printed on it.")


def _tap(at: TaskScene[MatCorners], act: t.TapPicture) -> t.Entered:
    at.task.tap(act.x, act.y)
    return at.entered


SCREEN = TaskScreen(
    kind=MatCorners,
    begin=at_camera(MatCorners),
    view=view,
    handlers={t.TapPicture: _tap, t.TakeBackLast: take_back},
)
