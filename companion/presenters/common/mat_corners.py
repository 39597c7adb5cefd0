"""Tapping where the mat's four corners lie, when its markers are not seen."""

from __future__ import annotations

from companion.play.reports import Frame
from companion.views.common import task_acts as t
from companion.views.common.parts import Bar, Button, Sheet, Top
from companion.views.common.scan import Corners
from companion.wording import _

ALL = 4


def cornering(frame: Frame | None, tending: t.Tending, top: Top, camera: str) -> Sheet:
    """The picture to tap on; `camera` says what is wrong with the camera, if anything is."""
    seen, taps = frame or Frame(pixels=b"", width=16, height=9), tending.corners
    done = len(taps) == ALL and not tending.trouble
    body = Corners(seen.pixels, seen.width, seen.height, taps, _heading(taps, done), _note(frame, camera), done)
    undo = Button(_("Undo"), icon="undo", command=t.NoCorner()) if taps else None
    leave = Button(_("Back"), command=t.Leave())
    right = Button(_("It lies so"), command=t.Leave(), look="primary") if done else None
    note = _("The four taps make no mat: take one back and tap again.") if tending.trouble else ""
    note = note or (_("If it doesn’t, take a corner back.") if done else "")
    note = note or _("Hold your finger down to see it enlarged, let go on the corner.")
    return Sheet(body, top, Bar(_heading(taps, done), note, None, undo, () if done else (leave,), right))


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
