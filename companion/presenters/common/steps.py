"""What every screen of a game shares: going back, out of a smaller choice, what a sensor booked, who has won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy

from msgspec.structs import replace

from companion.presenters.scene import Scene
from companion.views.common import acts
from companion.views.common.counting import Podium, Rank
from companion.views.common.parts import Bar, Button, Line, Person, Sheet, Toast, Top, Word
from companion.wording import _, figure, n_
from engine.game import Standing
from engine.journal import Entry, Undo


def differs(scene: Scene) -> bool:
    """Do table and book differ anywhere?"""
    return bool(scene.source.disagreements)


def undo(scene: Scene) -> Button | None:
    """Back by one: at once inside one's own turn, with the others' yes beyond it."""
    to = last_step(scene)
    return None if to is None else Button(_("Undo"), icon="undo", command=acts.TakeBack(to))


def back(label_: str = "") -> Button:
    """Out of a smaller choice."""
    return Button(label_ or _("Back"), command=acts.Open("play"))


def last_step(scene: Scene) -> int | None:
    """The entry before the last thing a player decided; None where nothing can be taken back."""
    for entry in reversed(scene.live()):
        if getattr(entry.command, "seat", "") and entry.number > 1:
            return scene.before(entry.number)
    return None


def trouble(scene: Scene, seat: str) -> tuple[str, str] | None:
    """What is wrong at a seat, in words, and the state of its card; None if nothing is."""
    if any(found.seat == seat for found in scene.source.disagreements):
        return _("table and book differ"), "differs"
    if any(device.seat == seat and device.state == "lost" for device in scene.source.devices):
        return _("tray lost, taps go on"), "lost"
    return None


def toast(scene: Scene) -> Toast | None:
    """What was just booked by a sensor, with the way back; or what was just taken back."""
    last = scene.source.journal[-1] if scene.source.journal else None
    if last is None or last.number != scene.look.toast:
        return None
    if isinstance(last.command, Undo):
        return Toast("undo", _gone(scene, last.command))
    icon = "camera" if last.origin.partition(":")[0] == "camera" else "tray"
    back_ = Button(_("Undo"), command=acts.TakeBack(scene.before(last.number)))
    return Toast(icon, _told(scene, last), back_)


def _told(scene: Scene, entry: Entry) -> Line:
    """An entry with the name of its player."""
    person = scene.person(getattr(entry.command, "seat", ""))
    name = (Word(person.name, True),) if person else ()
    return (*name, *scene.title.entry_line(scene, entry))


def _gone(scene: Scene, undo_: Undo) -> Line:
    """What an undo has taken back: the decision, or how many there were."""
    gone = [entry for entry in _stood(scene.source.journal[:-1]) if entry.number > undo_.to]
    decided = [entry for entry in gone if getattr(entry.command, "seat", "")] or gone
    if len(decided) != 1:
        return (Word(n_("{n} line is taken back", "{n} lines are taken back", len(gone))),)
    return (Word(_("Taken back:")), *_told(scene, decided[0]))


def _stood(entries: Sequence[Entry]) -> list[Entry]:
    """The entries that had not been taken back at the last of these."""
    stood: list[Entry] = []
    for entry in entries:
        if isinstance(entry.command, Undo):
            to = entry.command.to
            stood = [one for one in stood if one.number <= to]
        else:
            stood.append(entry)
    return stood


def opened_at(scene: Scene, figure: str) -> Scene:
    """A score whose figure of this name is open until another one is tapped."""
    if scene.look.picked:
        return scene
    opened = copy(scene)
    opened.look = replace(scene.look, picked=figure)
    return opened


def winners(names: list[str]) -> str:
    """Who has won, in words."""
    if len(names) > 1:
        return _("{names} share the victory").format(names=_(" and ").join(names))
    return _("{name} wins").format(name=names[0])


def large(
    standings: Sequence[Standing], persons: Mapping[str, Person], note: str, top: Top, back: acts.Open, icon: str
) -> Sheet:
    """Places and totals, as large as they go; `note` tells how ties were broken, `icon` is that of what is counted."""
    ranks = tuple(Rank(one.place, persons[one.seat], figure(one.score), icon, one.place == 1) for one in standings)
    title = winners([persons[one.seat].name for one in standings if one.place == 1])
    bar = Bar(sentence=title, note=note, primary=Button(_("Line by line"), command=back, look="primary"))
    return Sheet(body=Podium(title, ranks, note), top=top, bar=bar)
