"""Learning the colours of a place: cubes of each colour in its field, a look, and what was learnt."""

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
from companion.tasks.colour_calibration import ColourCalibration
from companion.views.common import task_acts as t
from companion.views.common.colour_calibration import ColourField, Colours
from companion.views.common.parts import Bar, Button, Glyph, Sheet, Tag
from companion.views.common.scan import MarkBox
from companion.wording import _, wording

NUMERALS = ("I", "II", "III", "IV", "V")


def view(at: TaskScene[ColourCalibration]) -> Sheet:
    """What is to be laid where, or what has been learnt."""
    task, seen = at.task, at.frame or Frame(pixels=b"", width=16, height=9)
    body = Colours(
        pixels=seen.pixels,
        width=seen.width,
        height=seen.height,
        marks=tuple(_marks(at)),
        heading=_("The colours of this place"),
        note=_("The same cubes look different under every lamp. This takes a minute."),
        fields=tuple(_field(at, NUMERALS[n], letter) for n, letter in enumerate(task.fields.values())),
        complaints=tuple(complaint[wording.language] for complaint in task.complaints),
    )
    return Sheet(body=body, top=at.top, bar=_bar(task, at.entered, at.camera_trouble))


def _marks(at: TaskScene[ColourCalibration]) -> list[MarkBox]:
    fields = at.task.fields.items() if at.eyes else ()
    outlines = {letter: at.eyes.outline(zone) for zone, letter in fields if at.eyes}
    sure, icon = at.task.state == "learnt", at.title.cube_icon
    return [MarkBox((Glyph(icon(letter)),), corners, sure) for letter, corners in outlines.items() if corners]


def _field(at: TaskScene[ColourCalibration], numeral: str, letter: str) -> ColourField:
    paint, title = at.task.paint(letter), at.title
    place = _("field {n}").format(n=numeral)
    return ColourField(title.cube_icon(letter), title.cube_word(letter), place, paint, _tag(at.task, paint))


def _tag(task: ColourCalibration, paint: str) -> Tag | None:
    if task.state != "learnt":
        return None
    return Tag(_("seen"), "verdigris", "check") if paint else Tag(_("not seen"), "saffron", "question")


def _bar(task: ColourCalibration, entered: t.Entered, camera: str) -> Bar:
    leave = Button(_("Back"), command=t.LeaveTask())
    look = Button(_("They lie so"), command=t.LookAgain(), look="primary")
    if task.state == "looking":
        return Bar(sentence=_("Looking…"), note=camera or _("Keep your hands off the mat."), choices=(leave,))
    if task.good and not task.better:
        done = Button(_("Use the printed colours"), command=t.KeepResult(), look="primary")
        note = trouble_words(entered.trouble) or _("What was learnt here would read these cubes no better.")
        return Bar(sentence=_("The printed colours do"), note=note, choices=(_again(), leave), primary=done)
    if task.good:
        keep = Button(_("Keep these colours"), command=t.KeepResult(), look="primary")
        return Bar(sentence=_("Five colours, well apart"), note=_kept(entered), choices=(_again(), leave), primary=keep)
    if task.state == "learnt":
        return Bar(
            sentence=_("Not well apart yet"),
            note=_("Do what is said at the right."),
            choices=(leave,),
            primary=_again(primary=True),
        )
    drop = (Button(_("As printed"), _("forget this place"), command=t.ForgetKept()),) if task.kept else ()
    note = camera or _("Three or more of a colour, each colour in its own field.")
    return Bar(sentence=_("Lay cubes in the fields"), note=note, choices=(*drop, leave), primary=look)


def _kept(entered: t.Entered) -> str:
    return trouble_words(entered.trouble) or _("They are used in every game played here.")


def _again(primary: bool = False) -> Button:
    return Button(_("Look again"), command=t.LookAgain(), look="primary" if primary else "plain")


def _forget(at: TaskScene[ColourCalibration], _act: t.ForgetKept) -> t.Entered:
    at.task.drop()
    return at.entered


SCREEN = TaskScreen(
    kind=ColourCalibration,
    begin=at_camera(ColourCalibration),
    view=view,
    handlers={t.LookAgain: look_again, t.KeepResult: keep_and_leave, t.ForgetKept: _forget},
)
