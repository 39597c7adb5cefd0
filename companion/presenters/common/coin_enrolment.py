"""Enrolling one's own coins: what to lay, what was seen, and how many of each value are kept."""

from __future__ import annotations

from companion.play.reports import Frame
from companion.presenters.common.closeup import Closeup
from companion.presenters.common.task_screen import (
    TaskScene,
    TaskScreen,
    at_camera,
    look_again,
    piece_tabs,
    trouble_words,
)
from companion.tasks.coin_enrolment import CoinEnrolment
from companion.views.common import task_acts as t
from companion.views.common.gold_count import CoinRow, Coins
from companion.views.common.parts import Bar, Button, Sheet, Top, Word
from companion.views.common.scan import MarkBox
from companion.wording import _, n_
from devices.protocol import COINS


def view(at: TaskScene[CoinEnrolment]) -> Sheet:
    """The screen of the task."""
    tabs = piece_tabs(at, "coin_enrolment")
    return sheet(at.task, at.frame, at.near, at.top, at.camera_trouble, tabs)


def sheet(
    work: CoinEnrolment,
    frame: Frame | None,
    near: Closeup,
    top: Top,
    camera: str,
    tabs: tuple[Button, ...],
) -> Sheet:
    """The screen with the part of the picture that is `near`; `camera` is what is wrong with the camera."""
    seen = near.of(frame)
    body = Coins(
        pixels=seen.pixels,
        width=seen.width,
        height=seen.height,
        marks=_marks(work, near),
        heading=_("Your own coins"),
        figure="",
        note=_("Five of each are enough, fewer will do."),
        rows=tuple(_row(work, value) for value in COINS),
        doubtful_title="",
        doubtful=(),
        tabs=tabs,
    )
    return Sheet(body=body, top=top, bar=_bar(work, camera))


def _marks(work: CoinEnrolment, near: Closeup) -> tuple[MarkBox, ...]:
    wide, high = work.size
    word = (Word(str(work.value), True),)
    places = [near.inward([(x / wide, y / high) for x, y in one.corners]) for one in work.pile]
    return tuple(MarkBox(word, place, work.ready) for place in places)


def _row(work: CoinEnrolment, value: int) -> CoinRow:
    kept = work.kept.get(value, 0)
    right = n_("{n} kept", "{n} kept", kept) if kept else _("not yet")
    return CoinRow(value, 0, right, value == work.value, Button("", command=t.SetValue(value)))


def _bar(work: CoinEnrolment, camera: str) -> Bar:
    leave = Button(_("Done") if work.complete else _("Stop here"), command=t.LeaveTask())
    again = Button(_("Look again"), command=t.LookAgain())
    drop = (Button(_("Forget these"), command=t.ForgetKept()),) if work.value in work.kept else ()
    if not work.pile:
        lay = _("Lay some coins of {coin} on the mat").format(coin=work.value)
        note = camera or _("In the drawing field, side by side, none on another.")
        return Bar(sentence=lay, note=note, choices=(*drop, leave))
    if work.foreign:
        return Bar(
            sentence=_("Something else lies among the coins"), note=_("Take it away first."), choices=(again, leave)
        )
    question = n_("{n} coin of {coin}?", "{n} coins of {coin}?", len(work.pile), coin=str(work.value))
    note = trouble_words(work.trouble) or _("Tap another value if they are not.")
    right = Button(_("Keep these"), command=t.KeepResult(), look="primary")
    return Bar(sentence=question, note=note, choices=(again, leave), primary=right)


# --- taps ---


def _set_value(at: TaskScene[CoinEnrolment], act: t.SetValue) -> t.Entered:
    at.task.choose(act.value)
    return at.entered


def _keep(at: TaskScene[CoinEnrolment], _act: t.KeepResult) -> t.Entered:
    at.task.keep()
    return at.entered


def _forget(at: TaskScene[CoinEnrolment], _act: t.ForgetKept) -> t.Entered:
    at.task.drop()
    return at.entered


SCREEN = TaskScreen(
    kind=CoinEnrolment,
    begin=at_camera(CoinEnrolment),
    view=view,
    handlers={t.SetValue: _set_value, t.KeepResult: _keep, t.LookAgain: look_again, t.ForgetKept: _forget},
)
