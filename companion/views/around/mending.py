"""Correcting one past line: what it could have been, and what becomes of the game then."""

from __future__ import annotations

from typing import Any

from companion.amending import again, instead_of
from companion.views import acts
from companion.views.around.consent import asking, concerned, effect
from companion.views.history import Back, Mend, MendLine
from companion.views.parts import Button, Row, Word
from companion.views.scene import Scene
from companion.wording import _, n_
from engine.game import Command
from engine.journal import Amended, Entry
from engine.rule import Illegal


def mending(scene: Scene, number: int) -> Mend | None:
    """What line `number` could have been instead; nothing, if it has been taken back meanwhile."""
    try:
        found = instead_of(scene.source.book, number)
    except Illegal:
        return None
    lines = [_choice(scene, number, command) for command in found]
    title = _("Line {n} should have been").format(n=number)
    nothing = Button(_("Nothing at all"), command=acts.Instead(number, None))
    return Mend(title, _said(scene, number), (*lines, MendLine((Word(nothing.label, True),), nothing)), _no())


def _said(scene: Scene, number: int) -> str:
    entry = scene.source.journal[number - 1]
    said = scene.title.command_words(scene, entry.command)
    return _("It says: {name} {said}").format(name=scene.name(entry.command.seat), said=said)


def _choice(scene: Scene, number: int, command: Command) -> MendLine:
    return MendLine(scene.title.command_line(scene, command, ()), Button("", command=acts.Instead(number, command)))


def _no() -> Button:
    return Button(_("No"), command=acts.Open("history"))


def mended(scene: Scene, amended: Amended) -> Back | None:
    """What else changes when a line is corrected: hands, score, lines that are left out, and who must agree."""
    book, number = scene.source.book, amended.number
    if number not in book.live:
        return None
    events = [*book.put_back(scene.before(number)), *(e for entry in again(book, amended) for e in entry.events)]
    missing = [seat for seat in touched(scene, amended) if seat not in scene.look.agreed]
    asked = scene.person(missing[0]) if missing else None
    left = n_(
        "{n} later line is no longer lawful and is left out.",
        "{n} later lines are no longer lawful and are left out.",
        len(amended.refused),
    )
    return Back(
        _("Line {n} is corrected").format(n=number),
        left if amended.refused else _("Every later line stands."),
        (*(_left_out(scene, entry) for entry, _why in amended.refused), *scene.title.pieces(scene, events)),
        effect(scene, events),
        asked,
        *asking(_entries(scene, amended), asked),
        _no(),
        _yes(missing[0], asked.name) if asked else Button(_("Correct it"), command=acts.Amend(), look="primary"),
        _("Left out, and to be put right by hand"),
    )


def _yes(seat: str, name: str) -> Button:
    return Button(_("{name} agrees").format(name=name), command=acts.Agree(seat), look="primary")


def _left_out(scene: Scene, entry: Entry) -> Row:
    line = (Word(_("line {n}").format(n=entry.number), True), *scene.title.entry_line(scene, entry))
    return Row(line, "", scene.person(getattr(entry.command, "seat", "")))


def _entries(scene: Scene, amended: Amended) -> list[Any]:
    return [scene.source.journal[amended.number - 1], *(entry for entry, _why in amended.refused)]


def touched(scene: Scene, amended: Amended) -> list[str]:
    """Who must agree to a correction: everybody whose line is another or is left out, but the one who acts."""
    return concerned(scene, _entries(scene, amended))
