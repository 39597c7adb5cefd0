"""The guided minute of colours: cubes of each colour in its field, a look, and what was learnt."""

from __future__ import annotations

from companion.host.camera import Eyes
from companion.play.reports import Frame
from companion.presenters.constantinopolis import words
from companion.tasks.colour_calibration import ColourCalibration
from companion.views.common import task_acts as t
from companion.views.common.colour_calibration import ColourField, Colours
from companion.views.common.parts import Bar, Button, Glyph, Sheet, Tag, Top
from companion.views.common.scan import MarkBox
from companion.wording import _, wording

NUMERALS = ("I", "II", "III", "IV", "V")


def colours(teaching: ColourCalibration, eyes: Eyes, tending: t.Tending, top: Top) -> Sheet:
    """What is to be laid where, or what has been learnt."""
    seen = eyes.frame() or Frame(pixels=b"", width=16, height=9)
    body = Colours(
        seen.pixels,
        seen.width,
        seen.height,
        tuple(_marks(teaching, eyes)),
        _("The colours of this place"),
        _("The same cubes look different under every lamp. This takes a minute."),
        tuple(_field(teaching, at, letter) for at, letter in enumerate(teaching.fields.values())),
        tuple(complaint[wording.language] for complaint in teaching.complaints),
    )
    return Sheet(body, top, _bar(teaching, tending, eyes.trouble))


def _marks(teaching: ColourCalibration, eyes: Eyes) -> list[MarkBox]:
    outlines = {letter: eyes.outline(zone) for zone, letter in teaching.fields.items()}
    sure = teaching.state == "learnt"
    return [MarkBox((Glyph(words.ICONS[letter]),), corners, sure) for letter, corners in outlines.items() if corners]


def _field(teaching: ColourCalibration, at: int, letter: str) -> ColourField:
    paint = teaching.paint(letter)
    place = _("field {n}").format(n=NUMERALS[at])
    return ColourField(words.ICONS[letter], words.good_name(letter), place, paint, _tag(teaching, paint))


def _tag(teaching: ColourCalibration, paint: str) -> Tag | None:
    if teaching.state != "learnt":
        return None
    return Tag(_("seen"), "verdigris", "check") if paint else Tag(_("not seen"), "saffron", "question")


def _bar(teaching: ColourCalibration, tending: t.Tending, camera: str) -> Bar:
    leave = Button(_("Back"), command=t.Leave())
    look = Button(_("They lie so"), command=t.LookAt(), look="primary")
    if teaching.state == "looking":
        return Bar(_("Looking…"), camera or _("Keep your hands off the mat."), None, None, (leave,))
    if teaching.good:
        keep = Button(_("Keep these colours"), command=t.Keep(), look="primary")
        return Bar(_("Five colours, well apart"), _trouble(tending), None, None, (_again(), leave), keep)
    if teaching.state == "learnt":
        return Bar(
            _("Not well apart yet"), _("Do what is said at the right."), None, None, (leave,), _again(primary=True)
        )
    drop = (Button(_("As printed"), _("forget this place"), command=t.Forget()),) if teaching.kept else ()
    note = camera or _("Three or more of a colour, each colour in its own field.")
    return Bar(_("Lay cubes in the fields"), note, None, None, (*drop, leave), look)


def _trouble(tending: t.Tending) -> str:
    if tending.trouble:
        return _("It could not be kept: is the disk full?")
    return _("They are used in every game played here.")


def _again(primary: bool = False) -> Button:
    return Button(_("Look again"), command=t.LookAt(), look="primary" if primary else "plain")
