"""The guided measuring of a lens: the sheet in ever other places, and how well the lens is known then."""

from __future__ import annotations

from companion.host.camera import Eyes
from companion.play.reports import Frame
from companion.tasks.lens_calibration import FAIR, GOOD, GRID, LensCalibration
from companion.views.common import task_acts as t
from companion.views.common.lens_calibration import Lens
from companion.views.common.parts import Bar, Button, Sheet, Tag, Top, Word
from companion.views.common.scan import MarkBox
from companion.wording import _


def lensing(work: LensCalibration, eyes: Eyes, tending: t.Tending, top: Top) -> Sheet:
    """What is to be held where, or how well the lens is known."""
    seen = eyes.frame() or Frame(pixels=b"", width=16, height=9)
    marks = (MarkBox((Word(_("sheet")),), work.outline, True),) if work.outline and work.state == "looking" else ()
    body = Lens(
        *(seen.pixels, seen.width, seen.height, marks),
        _("How this lens bends"),
        _("Stick the calibration sheet on something flat and hold it up: each time still, each time elsewhere."),
        _("{n} of {all} looks").format(n=work.count, all=work.wanted),
        work.count / work.wanted,
        work.areas,
        GRID[0],
        _verdict(work),
    )
    return Sheet(body, top, _bar(work, tending, eyes.trouble))


def _verdict(work: LensCalibration) -> Tag | None:
    if work.found is None:
        return None
    error = work.found.error
    word = _("off by {error} px on average").format(error=f"{error:.2f}")
    tone, icon = (
        ("verdigris", "check") if error <= GOOD else ("gold", "check") if error <= FAIR else ("saffron", "question")
    )
    return Tag(word, tone, icon)


def _bar(work: LensCalibration, tending: t.Tending, camera: str) -> Bar:
    leave = Button(_("Back"), command=t.Leave())
    again = Button(_("Once more"), command=t.LookAt())
    if work.found is not None:
        keep = Button(_("Keep this lens"), command=t.Keep(), look="primary")
        return Bar(_well(work.found.error), _kept(tending), None, None, (again, leave), keep)
    if work.state == "failed":
        note = _("The looks tell nothing. Hold the sheet flat, near and far, leaning to every side.")
        return Bar(_("Not measured"), note, None, None, (leave, again))
    if work.state == "reckoning":
        return Bar(_("Reckoning…"), _("This takes a moment."), None, None, (leave,))
    drop = (Button(_("Forget"), _("guess the lens again"), command=t.Forget()),) if work.kept else ()
    heading = _("Now elsewhere") if work.count else _("Hold up the sheet")
    note = camera or _("Near the edges too, and leaning. It is taken by itself when you hold it still.")
    return Bar(heading, note, None, None, (*drop, leave))


def _well(error: float) -> str:
    return _("The lens is known") if error <= FAIR else _("Known, but not well: was the sheet flat?")


def _kept(tending: t.Tending) -> str:
    if tending.trouble:
        return _("It could not be kept: is the disk full?")
    return _("Kept for this camera, in every game.")
