"""The menu: everything that is not the next step, and how people like the screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from companion.play.reports import Device
from companion.presenters.common.newgame import top_of
from companion.views.common import acts
from companion.views.common.menu import Menu
from companion.views.common.newgame import Segment
from companion.views.common.parts import Bar, Button, Sheet, Top
from companion.wording import LANGUAGES, _, wording

Entries = tuple[tuple[str, str, str, str], ...]
"""Label, note, icon and screen of each entry of a menu."""


class Hearing(NamedTuple):
    """What is heard: `speech` is `off`, `short` or `full`; a computer without a voice is `voiceless`."""

    speech: str = "off"
    sounds: bool = False
    voiceless: bool = False


SILENT = Hearing()


def bare_menu(devices: Sequence[Device], dark: bool, scale: float, turns: bool, hearing: Hearing = SILENT) -> Sheet:
    """What can be chosen before any game runs."""
    entries = (
        (_("Games"), _("new, or go on"), "play", "games"),
        (_("Devices"), _("camera and trays"), "tray", "devices"),
        (_("Bring in a game"), _("a record, or a text"), "save", "import"),
        (_("Self-test"), _("what is wrong, and a file"), "test", "test"),
    )
    back = Button(_("Back"), command=acts.Open("games"), look="primary")
    return _menu(top_of(_("Menu"), devices), entries, (dark, scale, turns), back, hearing)


def menu(
    top: Top,
    dark: bool,
    scale: float,
    turns: bool = True,
    more: tuple[Button, ...] = (),
    hearing: Hearing = SILENT,
    *,
    drawn: bool = False,
    laid: bool = False,
    points: str = "fame",
    leavers: tuple[Segment, ...] = (),
) -> Sheet:
    """Everything that is not the next step; the screen `turns` to whom it speaks to, or stays; `more` stands last.

    A `drawn` table has controls; a game that says how it is `laid` out has its card. `points` is the icon of what is
    counted. `leavers` may leave the game now.
    """
    entries = (
        *(((_("The drawn table"), _("pause, speed, faults"), "play", "drawn"),) if drawn else ()),
        (_("Table"), _("everybody at a glance"), "table", "table"),
        (_("Turns"), _("who is next"), "turn", "turns"),
        (_("Camera"), _("what is read"), "camera", "scan"),
        (_("Devices"), _("camera and trays"), "tray", "devices"),
        (_("History"), _("and going back"), "history", "history"),
        (_("Score"), _("as it stands"), points, "score"),
        *(((_("Set-up"), _("who takes what"), "box", "setup"),) if laid else ()),
        (_("Rules"), _("what holds here"), "rule", "rules"),
        (_("Find a rule"), _("by a word"), "book", "search"),
        (_("Referee"), _("why, and what now"), "challenge", "answers"),
        (_("Games"), _("new, or go on"), "play", "games"),
        (_("Differences"), _("table and book"), "disagree", "differ"),
        *(() if leavers else ((_("Somebody leaves"), _("is that possible?"), "close", "leave"),)),
        (_("Self-test"), _("what is wrong, and a file"), "test", "test"),
    )
    back = Button(_("Back to the game"), command=acts.Open("play"), look="primary")
    return _menu(top, entries, (dark, scale, turns), back, hearing, more, leavers)


def _menu(
    top: Top,
    entries: Entries,
    chosen: tuple[bool, float, bool],
    back: Button,
    hearing: Hearing,
    more: tuple[Button, ...] = (),
    leavers: tuple[Segment, ...] = (),
) -> Sheet:
    dark, scale, turns = chosen
    buttons = tuple(Button(label, note, icon, command=_to(screen)) for label, note, icon, screen in entries)
    segments = (*_languages(), *leavers, _light(dark), _sizes(scale), _turning(turns), *_heard(hearing))
    keys = _("Keys: Tab, Enter, Esc; / takes words, U undoes, H history, ? asks.")
    body = Menu(_("Menu"), (*buttons, *more), segments)
    return Sheet(body=body, top=top, bar=Bar(sentence=_("Menu"), note=keys, primary=back))


def _to(screen: str) -> object:
    if screen == "test":
        return acts.Examine()
    return acts.Open(screen)


def _languages() -> tuple[Segment, ...]:
    buttons = tuple(
        Button(name, command=acts.Speak(code), chosen=wording.language == code) for code, name in LANGUAGES.items()
    )
    return (Segment(_("Language"), buttons),)


def _light(dark: bool) -> Segment:
    light = Button(_("Light"), command=acts.Prefer(dark=False), chosen=not dark)
    return Segment(_("Light or dark"), (light, Button(_("Dark"), command=acts.Prefer(dark=True), chosen=dark)))


def _turning(turns: bool) -> Segment:
    to_each = Button(_("Turns to each"), command=acts.Prefer(turns=True), chosen=turns)
    return Segment(_("This screen"), (to_each, Button(_("Stays"), command=acts.Prefer(turns=False), chosen=not turns)))


def _heard(hearing: Hearing) -> tuple[Segment, ...]:
    """What is spoken, and the sounds."""
    words = {"off": _("Off"), "short": _("Brief"), "full": _("In full")}
    heading = _("Speech: no voice here, install espeak-ng") if hearing.voiceless else _("Speech")
    said = tuple(
        Button(word, command=None if hearing.voiceless else acts.Prefer(speech=how), chosen=hearing.speech == how)
        for how, word in words.items()
    )
    mute = Button(_("Off"), command=acts.Prefer(sounds=False), chosen=not hearing.sounds)
    loud = Button(_("On"), command=acts.Prefer(sounds=True), chosen=hearing.sounds)
    return Segment(heading, said), Segment(_("Sounds"), (mute, loud))


def _sizes(scale: float) -> Segment:
    sizes = (1.0, 1.25, 1.5)
    return Segment(
        _("Size of the words"),
        tuple(Button(f"×{size:g}", command=acts.Prefer(scale=size), chosen=size == scale) for size in sizes),
    )
