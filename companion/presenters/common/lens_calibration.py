"""Measuring a lens: the sheet in one place after another, and how well the lens is known then."""

from __future__ import annotations

from companion.play.reports import Frame
from companion.presenters.common.task_screen import (
    TaskScene,
    TaskScreen,
    at_camera,
    keep_and_leave,
    look_again,
    trouble_words,
)
from companion.tasks.lens_calibration import FAIR, GOOD, GRID, LensCalibration
from companion.views.common import task_acts as t
from companion.views.common.lens_calibration import Lens
from companion.views.common.parts import Bar, Button, Sheet, Tag, Word
from companion.views.common.scan import MarkBox
from companion.wording import _


def view(at: TaskScene[LensCalibration]) -> Sheet:
    """What is to be held where, or how well the lens is known."""
    work, seen = at.task, at.frame or Frame(pixels=b"", width=16, height=9)
    marks = (MarkBox((Word(_("sheet")),), work.outline, True),) if work.outline and work.state == "looking" else ()
    body = Lens(
        pixels=seen.pixels,
        width=seen.width,
        height=seen.height,
        marks=marks,
        heading=_("How this lens bends"),
        note=_("Stick the calibration sheet on something flat and hold it up: each time still, each time elsewhere."),
        count=_("{n} of {all} looks").format(n=work.count, all=work.wanted),
        share=work.count / work.wanted,
        areas=work.areas,
        across=GRID[0],
        tag=_verdict(work),
    )
    return Sheet(body=body, top=at.top, bar=_bar(work, at.entered, at.camera_trouble))


def _verdict(work: LensCalibration) -> Tag | None:
    if work.found is None:
        return None
    error = work.found.error
    word = _("off by {error} px on average").format(error=f"{error:.2f}")
    tone, icon = (
        ("verdigris", "check") if error <= GOOD else ("gold", "check") if error <= FAIR else ("saffron", "question")
    )
    return Tag(word, tone, icon)


def _bar(work: LensCalibration, entered: t.Entered, camera: str) -> Bar:
    leave = Button(_("Back"), command=t.LeaveTask())
    again = Button(_("Once more"), command=t.LookAgain())
    if work.found is not None:
        keep = Button(_("Keep this lens"), command=t.KeepResult(), look="primary")
        return Bar(sentence=_well(work.found.error), note=_kept(entered), choices=(again, leave), primary=keep)
    if work.state == "failed":
        note = _("The looks tell nothing. Hold the sheet flat, near and far, leaning to every side.")
        return Bar(sentence=_("Not measured"), note=note, choices=(leave, again))
    if work.state == "reckoning":
        return Bar(sentence=_("Reckoning…"), note=_("This takes a moment."), choices=(leave,))
    drop = (Button(_("Forget"), _("guess the lens again"), command=t.ForgetKept()),) if work.kept else ()
    heading = _("Now elsewhere") if work.count else _("Hold up the sheet")
    note = camera or _("Near the edges too, and leaning. It is taken by itself when you hold it still.")
    return Bar(sentence=heading, note=note, choices=(*drop, leave))


def _well(error: float) -> str:
    return _("The lens is known") if error <= FAIR else _("Known, but not well: was the sheet flat?")


def _kept(entered: t.Entered) -> str:
    return trouble_words(entered.trouble) or _("Kept for this camera, in every game.")


def _forget(at: TaskScene[LensCalibration], _act: t.ForgetKept) -> t.Entered:
    at.task.drop()
    return at.entered


SCREEN = TaskScreen(
    kind=LensCalibration,
    begin=at_camera(LensCalibration),
    view=view,
    handlers={t.LookAgain: look_again, t.KeepResult: keep_and_leave, t.ForgetKept: _forget},
)
