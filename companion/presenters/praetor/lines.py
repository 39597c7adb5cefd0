"""Entries of the journal as sentences, with what they brought, and moves as words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from companion.presenters.common import entries
from companion.presenters.praetor import words
from companion.presenters.praetor.words import say
from companion.presenters.scene import Scene
from companion.views.common.parts import Glyph, Line
from companion.wording import _, n_
from engine.event import Event, Moved, State
from engine.game import Command
from engine.journal import Entry, Learn, Remark

HIDE, SHOW = "plaza sums hidden", "plaza sums shown"
"""The remarks by which a table agrees whether the sums of plazas in free cells are shown."""


def entry_line(scene: Scene, entry: Entry) -> Line:
    """What an entry says: a verb and its things; the person stands before it."""
    command = entry.command
    if isinstance(command, Remark) and command.text in (HIDE, SHOW):
        return (*say(_("agreed:"), True), *say(_remark(command.text)))
    if isinstance(command, Learn):
        return (*say(_("printed value:"), True), *say(f"{_thing(command.key)}, {command.source}"))
    return entries.entry_line(scene, entry)


def spaces(state: State, seat: str, piece: str) -> tuple[int, ...]:
    """What the morale track of a seat's board prints; other pieces are counted."""
    return tuple(state.book.morale[state.setup.side[seat]]) if piece == "morale" else ()


def _remark(text: str) -> str:
    return _("the sums of plazas are hidden") if text == HIDE else _("the sums of plazas are shown")


def _thing(key: str) -> str:
    thing = key.split(".")[1] if "." in key else key
    return words.tile_name(thing) if words.is_tile(thing) else thing


def command_line(scene: Scene, command: Command, events: Sequence[Event]) -> Line:
    """A command of the game as a sentence."""
    tell = SENTENCES.get(type(command).__name__)
    return tell(scene, command, events) if tell else say(type(command).__name__, True)


Sentence = Callable[[Scene, Command, Sequence[Event]], Line]


def _plain(text: Callable[[], str]) -> Sentence:
    return lambda _scene, _command, _events: say(text(), True)


def _build(_scene: Scene, c: Command, _events: Sequence[Event]) -> Line:
    return (*say(_("builds"), True), Glyph(words.tile_icon(c.tile)), *say(words.tile_name(c.tile)))


def _activate(_scene: Scene, c: Command, _events: Sequence[Event]) -> Line:
    level = _("with level {n}").format(n=c.worker)
    return (*say(_("works at"), True), Glyph(words.tile_icon(c.tile)), *say(f"{words.tile_name(c.tile)} {level}"))


def _deal(verb: Callable[[], str]) -> Sentence:
    def tell(_scene: Scene, c: Command, _events: Sequence[Event]) -> Line:
        lots = n_("{n} lot", "{n} lots", c.lots)
        return (*say(verb(), True), Glyph(words.ICONS[c.good]), *say(lots))

    return tell


def _chore(text: Callable[[], str]) -> Sentence:
    """A chore of one seat: it is named, because hands of this person do it."""

    def tell(scene: Scene, _command: Command, events: Sequence[Event]) -> Line:
        seat = seat_of(scene, events)
        return (*(say(scene.name(seat), True) if seat else ()), *say(text()))

    return tell


def seat_of(scene: Scene, events: Sequence[Event]) -> str:
    """The seat whose pieces events move; nothing if none or all."""
    zones = [zone for event in events if isinstance(event, Moved) for zone in (event.source, event.target)]
    found = {owner(scene, zone) for zone in zones} - {""}
    return found.pop() if len(found) == 1 else ""


def _reveal(_scene: Scene, c: Command, _events: Sequence[Event]) -> Line:
    names = ", ".join(words.tile_name(tile) for tile in sorted(c.tiles))
    return (*say(_("turned up:"), True), *say(names))


def _unveil(_scene: Scene, c: Command, _events: Sequence[Event]) -> Line:
    return (*say(_("turned up:"), True), *say(words.section_name(c.section)))


def _labor(_scene: Scene, c: Command, _events: Sequence[Event]) -> Line:
    return (*say(_("uses"), True), Glyph(words.tile_icon(c.camp)), *say(words.tile_name(c.camp)))


def _enrol(_scene: Scene, c: Command, _events: Sequence[Event]) -> Line:
    return say(n_("sends {n} apprentice to the Academy", "sends {n} apprentices to the Academy", c.apprentices), True)


def _restack(scene: Scene, c: Command, _events: Sequence[Event]) -> Line:
    return (*say(_("the stack lies:"), True), *say(", ".join(map(scene.name, c.stack))))


def _youngest(scene: Scene, c: Command, _events: Sequence[Event]) -> Line:
    return (*say(_("the youngest:"), True), *say(scene.name(c.player) or _("not known")))


SENTENCES: Mapping[str, Sentence] = {
    "Open": _plain(lambda: _("the game is laid out")),
    "Order": _plain(lambda: _("the turn order is fixed")),
    "Restack": _restack,
    "Build": _build,
    "Activate": _activate,
    "Labor": _labor,
    "Pass": _plain(lambda: _("passes")),
    "Buy": _deal(lambda: _("buys")),
    "Sell": _deal(lambda: _("sells")),
    "Close": _plain(lambda: _("ends the deals")),
    "Enrol": _enrol,
    "Wait": _plain(lambda: _("uses no Academy")),
    "Train": _chore(lambda: _("apprentices move on")),
    "Return": _chore(lambda: _("workers come home")),
    "Pay": _chore(lambda: _("wages are paid")),
    "Hire": _plain(lambda: _("hires a citizen")),
    "Decline": _plain(lambda: _("hires nobody")),
    "Reveal": _reveal,
    "Unveil": _unveil,
    "Score": _plain(lambda: _("the game is scored")),
    "Youngest": _youngest,
}


def changes(events: Sequence[Event], me: object) -> dict[str, int]:
    """By how much events change resources, favor and morale of a seat's zones."""
    homes = {**me.store, "favor": me.favor, "morale": me.morale}  # type: ignore[attr-defined]
    found: dict[str, int] = {}
    for event in events:
        if isinstance(event, Moved) and event.piece in homes:
            home = homes[event.piece]
            by = event.count * ((event.target == home) - (event.source == home))
            found[event.piece] = found.get(event.piece, 0) + by
    return {piece: by for piece, by in found.items() if by}


def brought(scene: Scene, entry: Entry) -> Line:
    """What an entry brought the seat that made it, or whose hands did it."""
    seat = getattr(entry.command, "seat", "") or seat_of(scene, entry.events)
    return words.amounts(changes(entry.events, scene.zones(seat))) if seat else ()


def owner(scene: Scene, zone: str) -> str:
    """The seat a zone belongs to, or nothing."""
    return next((part for part in zone.split("/") if part in scene.source.names), "")
