"""A quiet clock for those who want one: how long the turn has taken, and at the end how long each player took."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from companion.presenters.scene import Scene
from companion.titles import title_of
from companion.views.common import acts
from companion.views.common.overview import Overview
from companion.views.common.parts import Button, Sheet
from companion.views.common.score import FinalScore
from companion.wording import _

V = TypeVar("V", bound=Sheet | Overview)
PAUSE = 30 * 60
"""Seconds after which the game was laid aside: then no clock is shown."""


def waited(scene: Scene, since: float, now: float) -> int:
    """Whole seconds since the last entry, or since this screen opened the game; −1 where no clock runs."""
    source = scene.source
    if title_of(source.game.name).over(source.state) or not source.journal:
        return -1
    seconds = int(now - max(since, source.journal[-1].at))
    return seconds if 0 <= seconds < PAUSE else -1


def clocked(view: V, scene: Scene, seconds: int) -> V:
    """The view with the clock below the round; after the last one with everybody's time beside the score."""
    if isinstance(view, Sheet) and isinstance(view.body, FinalScore) and seconds < 0:
        note = " ".join(filter(None, (view.body.note, times(scene))))
        return replace(view, body=replace(view.body, note=note))
    if seconds < 0:
        return view
    due = title_of(scene.source.game.name).due(scene.source.state)
    name = scene.name(due[0]) if len(due) == 1 else ""
    words = " ".join(filter(None, (name, f"{seconds // 60}:{seconds % 60:02}")))
    return replace(view, top=replace(view.top, note=" · ".join(filter(None, (view.top.note, words)))))


def times(scene: Scene) -> str:
    """How long each player took; nothing where the journal knows no times."""
    from companion.sharing.report import report_now  # only who wants the times needs it
    from companion.sharing.said import duration

    report = report_now(scene.source.book)
    if not report.seconds or not title_of(report.game).over(scene.source.state):
        return ""
    spent = ", ".join(f"{report.people[seat]} {duration(each.total)}" for seat, each in report.pace.by_seat.items())
    return _("Time: {times}.").format(times=spent)


def switch(on: bool) -> Button:
    """The button of the menu that starts the clock, or stops it."""
    return Button(_("Turn clock"), _("on") if on else _("off"), "wait", command=acts.Prefer(clock=not on), chosen=on)
