"""What changes when lines are taken back or corrected, and who must agree to it."""

from __future__ import annotations

from collections.abc import Sequence

from companion.presenters.scene import Scene
from companion.views.common.parts import Line, Person, Word
from companion.wording import _
from engine.event import Event, Moved
from engine.journal import Entry


def asking(entries: Sequence[Entry], asked: Person | None, agreed: Sequence[str]) -> tuple[str, str]:
    """Who must agree, and why."""
    if asked is None:
        word = _("Everybody agrees") if agreed else _("No one else must agree")
        return word, _("Put the pieces back, then go on.")
    mine = any(getattr(entry.command, "seat", "") == asked.seat for entry in entries)
    reason = _("One of these lines is theirs.") if mine else _("Something hidden was seen.")
    return _("{name} must agree").format(name=asked.name), reason


def concerned(scene: Scene, entries: Sequence[Entry]) -> list[str]:
    """Who must agree: everybody with a line among these but the one who acts; all, if something hidden was seen."""
    seats = {getattr(entry.command, "seat", "") for entry in entries} - {""}
    if any(type(entry.command).__name__ in scene.title.REVEALING for entry in entries):
        return [seat for seat in scene.source.names if seat != scene.me]
    own = {scene.me} if scene.me else set(list(seats)[:1])
    return [seat for seat in scene.source.names if seat in seats - own]


def must_agree(scene: Scene, to: int) -> list[str]:
    """Who must agree to going back to entry `to`: whom its lines concern, and, where that settles a disagreement,
    everybody else whose gold or goods it moves."""
    book = scene.source.book
    found = concerned(scene, book.taken_back(to))
    if not scene.look.settling:
        return found
    own = next((each.seat for each in scene.source.disagreements if each.zone == scene.look.settling), "")
    moved = {zone for event in book.put_back(to) if isinstance(event, Moved) for zone in (event.source, event.target)}
    touched = [seat for seat in scene.source.names if moved & set(scene.title.owned(scene, seat))]
    return [seat for seat in scene.source.names if seat in found or (seat in touched and seat != own)]


def effect(scene: Scene, events: Sequence[Event]) -> Line:
    """What becomes of everybody's points."""
    parts = []
    for seat in scene.source.names:
        points = scene.title.points_moved(scene, events, seat)
        if points:
            parts.append(scene.title.points_words(scene.name(seat), points))
    if not parts:
        return (Word(_("No score changes."), True),)
    return (Word(_("Scores:"), True), Word(", ".join(parts)))
