"""Calibrating a tray: empty, ten coins of each, how well it came out."""

from __future__ import annotations

from companion.tasks.tray_calibration import TrayCalibration
from companion.views.common import task_acts as t
from companion.views.common.parts import Bar, Button, Person, Sheet, Tag, Top
from companion.views.common.tray_calibration import Calibrating, Well
from companion.wording import _, wording
from devices.calibration import Quality, sentence

TONES = {"good": "verdigris", "fair": "gold", "poor": "saffron"}


def calibrating(measuring: TrayCalibration, person: Person | None, top: Top) -> Sheet:
    """The step that is due, or the verdict."""
    work = measuring.calibration
    step, language = work.step, wording.language
    coin = step.column if step and isinstance(step.column, int) else 0
    trouble = sentence(work.trouble, language, id=_name(person, measuring)) if work.trouble else ""
    heading, note = _due(measuring, coin, step.pieces if step else 0)
    if measuring.zone != "coins":
        heading, note = _cubes(measuring, _name(person, measuring))
    body = Calibrating(heading, note, coin, step.pieces if step else 0, _wells(measuring), trouble)
    return Sheet(body, top, _bar(measuring, person), person.seat if person else "")


def _name(person: Person | None, measuring: TrayCalibration) -> str:
    return person.name if person else measuring.id


def _due(measuring: TrayCalibration, coin: int, pieces: int) -> tuple[str, str]:
    work = measuring.calibration
    if work.step is None:
        return work.judgement(wording.language), _("Kept in the tray and here. Put your coins back.")
    if work.state == "asked":
        return _("Measuring…"), _("Take your hands off, and do not lean on the table.")
    if not coin:
        return _("Take all coins off the tray"), _("The empty wells are weighed first.")
    return _("Lay {n} coins of {coin} in their well").format(n=pieces, coin=coin), _("Nothing in the other wells.")


def _cubes(measuring: TrayCalibration, name: str) -> tuple[str, str]:
    """The same for a tray that stores cubes."""
    work, language = measuring.calibration, wording.language
    if work.step is None:
        return work.judgement(language), sentence("check-stored", language, id=name)
    if work.state == "asked":
        return _("Measuring…"), _("Take your hands off, and do not lean on the table.")
    return work.words(work.step, name, work.zone, language), ""


def _wells(measuring: TrayCalibration) -> tuple[Well, ...]:
    work = measuring.calibration
    seen = {quality.column: quality for quality in measuring.quality}
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


def _bar(measuring: TrayCalibration, person: Person | None) -> Bar:
    work = measuring.calibration
    title = _("{name}’s tray").format(name=_name(person, measuring))
    again = (Button(_("The last well again"), command=t.StepBack()),) if work.number > 1 else ()
    if work.step is None:
        done = Button(_("Done"), command=t.Leave(), look="primary")
        note = "" if measuring.kept else _("The tray keeps it; here it could not be kept.")
        return Bar(title, note, person, None, again, done)
    leave = Button(_("Back"), command=t.Leave())
    if work.state == "asked":
        return Bar(title, _("The game hears nothing of this tray meanwhile."), person, None, (leave,))
    label = _("It is empty") if not work.step.pieces else _("They lie so")
    ready = Button(label, command=t.Ready(), look="primary")
    return Bar(title, _("The game hears nothing of this tray meanwhile."), person, None, (*again, leave), ready)
