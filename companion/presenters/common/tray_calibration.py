"""Calibrating a tray: the empty wells, ten coins of each value, how well it came out."""

from __future__ import annotations

from companion.presenters.common.devices import owner
from companion.presenters.common.task_screen import TaskScene, TaskScreen, look_again
from companion.tasks.tray_calibration import TrayCalibration
from companion.views.common import task_acts as t
from companion.views.common.parts import Bar, Button, Person, Sheet, Tag, Top
from companion.views.common.tray_calibration import TrayWells, Well
from companion.wording import _, wording
from devices.calibration import Quality, sentence

TONES = {"good": "verdigris", "fair": "gold", "poor": "saffron"}


def view(at: TaskScene[TrayCalibration]) -> Sheet:
    """The screen of the task."""
    device = next((one for one in at.devices if one.id == at.task.source), None)
    return sheet(at.task, owner(device, at.scene) if device else None, at.top)


def sheet(task: TrayCalibration, person: Person | None, top: Top) -> Sheet:
    """The step that is due, or the verdict."""
    work = task.calibration
    step, language = work.step, wording.language
    coin = step.column if step and isinstance(step.column, int) else 0
    trouble = sentence(work.trouble, language, id=_name(person, task)) if work.trouble else ""
    heading, note = _due(task, coin, step.pieces if step else 0)
    if task.zone != "coins":
        heading, note = _cubes(task, _name(person, task))
    body = TrayWells(
        heading=heading,
        note=note,
        coin=coin,
        count=step.pieces if step else 0,
        wells=_wells(task),
        trouble=trouble,
    )
    return Sheet(body=body, top=top, bar=_bar(task, person), band=person.seat if person else "")


def _name(person: Person | None, task: TrayCalibration) -> str:
    return person.name if person else task.id


def _due(task: TrayCalibration, coin: int, pieces: int) -> tuple[str, str]:
    work = task.calibration
    if work.step is None:
        return work.judgement(wording.language), _("Kept in the tray and here. Put your coins back.")
    if work.state == "asked":
        return _("Measuring…"), _("Take your hands off, and do not lean on the table.")
    if not coin:
        return _("Take all coins off the tray"), _("The empty wells are weighed first.")
    return _("Lay {n} coins of {coin} in their well").format(n=pieces, coin=coin), _("Nothing in the other wells.")


def _cubes(task: TrayCalibration, name: str) -> tuple[str, str]:
    """The same for a tray that stores cubes."""
    work, language = task.calibration, wording.language
    if work.step is None:
        return work.judgement(language), sentence("check-stored", language, id=name)
    if work.state == "asked":
        return _("Measuring…"), _("Take your hands off, and do not lean on the table.")
    return work.words(work.step, name, work.zone, language), ""


def _wells(task: TrayCalibration) -> tuple[Well, ...]:
    work = task.calibration
    seen = {quality.column: quality for quality in task.quality}
    return tuple(
        _well(step.column, _state(at, work.number), _tag(seen.get(step.column)))
        for at, step in enumerate(work.steps)
        if step.pieces
    )


def _well(column: int | str, state: str, tag: Tag | None) -> Well:
    return Well(column, state, tag) if isinstance(column, int) else Well(0, state, tag, column)


def _state(at: int, number: int) -> str:
    return "done" if at < number else "now" if at == number else "coming"


def _tag(quality: Quality | None) -> Tag | None:
    """How a well came out, in a word."""
    if quality is None:
        return None
    word = {"good": _("quiet"), "fair": _("usable"), "poor": _("restless")}[quality.verdict]
    return Tag(word, TONES[quality.verdict], "check" if quality.verdict == "good" else "question")


def _bar(task: TrayCalibration, person: Person | None) -> Bar:
    work = task.calibration
    title = _("{name}’s tray").format(name=_name(person, task))
    again = (Button(_("The last well again"), command=t.LookAgain()),) if work.number > 1 else ()
    if work.step is None:
        done = Button(_("Done"), command=t.LeaveTask(), look="primary")
        note = "" if task.kept else _("The tray keeps it; here it could not be kept.")
        return Bar(sentence=title, note=note, person=person, choices=again, primary=done)
    leave = Button(_("Back"), command=t.LeaveTask())
    if work.state == "asked":
        return Bar(
            sentence=title, note=_("The game hears nothing of this tray meanwhile."), person=person, choices=(leave,)
        )
    label = _("It is empty") if not work.step.pieces else _("They lie so")
    ready = Button(label, command=t.MeasureWell(), look="primary")
    return Bar(
        sentence=title,
        note=_("The game hears nothing of this tray meanwhile."),
        person=person,
        choices=(*again, leave),
        primary=ready,
    )


def _measure(at: TaskScene[TrayCalibration], _act: t.MeasureWell) -> t.Entered:
    at.task.ready()
    return at.entered


SCREEN = TaskScreen(
    kind=TrayCalibration,
    begin=lambda host, source: host.calibrate(source),
    view=view,
    handlers={t.MeasureWell: _measure, t.LookAgain: look_again},
    missing="tray",
)
