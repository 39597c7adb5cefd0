"""Entries of the journal as sentences, as far as they are the same in every game; the game words its own commands."""

from __future__ import annotations

from companion.play.challenges import Challenge, parsed
from companion.play.disputes import found_right
from companion.presenters.scene import Scene
from companion.views.common.parts import Line, Word
from companion.wording import _
from engine.journal import Correct, Entry, Overrule, Remark, Undo


def entry_line(scene: Scene, entry: Entry) -> Line:
    """What an entry says: a verb and its things; the person stands before it."""
    command = entry.command
    if isinstance(command, Undo):
        return (Word(_("taken back"), True), Word(_("to line {n}").format(n=command.to)))
    if isinstance(command, Correct):
        return (Word(_("correction:"), True), Word(_("the table was right")))
    if isinstance(command, Overrule):
        told = scene.title.command_line(scene, command.command, entry.events)
        return (Word(_("ruled lawful:"), True), *told)
    if (matter := parsed(entry)) is not None:
        word = _("calls for a ruling") if isinstance(matter, Challenge) else _("ruled: it stands")
        return (Word(word, True),)
    if zone := found_right(command):
        return (Word(_("the book is right:"), True), Word(scene.title.zone_words(scene, zone)))
    if isinstance(command, Remark):
        return (Word(_("remark:"), True), Word(command.text))
    return scene.title.command_line(scene, command, entry.events)


def origin(entry: Entry) -> str:
    """Who or what brought an entry, in words."""
    kind, _colon, whose = entry.origin.partition(":")
    if kind == "camera" and whose:
        return _("seen by a phone")
    return {
        "tap": _("tapped"),
        "camera": _("seen by camera"),
        "serial": _("from the tray"),
        "mqtt": _("from the tray"),
        "phone": _("on the phone"),
        "table": _("done by all hands"),
        "referee": _("ruled"),
    }.get(kind, str(entry.origin))
