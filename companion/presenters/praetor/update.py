"""The update step by step: who has done what, what hands do in each step, what follows."""

from __future__ import annotations

from collections.abc import Mapping

from companion.presenters.common.steps import undo
from companion.presenters.praetor.board import track
from companion.presenters.praetor.common import sheet
from companion.presenters.praetor.handwork import handwork
from companion.presenters.praetor.lines import changes, seat_of
from companion.presenters.scene import Scene
from companion.views.common import acts
from companion.views.common.parts import Bar, Button, Glyph, Line, Sheet
from companion.views.praetor.update import PraetorUpdate, UpdateSeat, UpdateStep
from companion.wording import _, figure, n_
from engine.event import Moved, Turned
from engine.journal import Entry
from engine.praetor import phases as p
from engine.praetor.apprentices import classes
from engine.praetor.commands import Decline, Enrol, Hire, Wait
from engine.praetor.readings import favor
from engine.praetor.update import academies
from engine.praetor.zones import LEVEL

STEPS = ("school", "train", "return", "pay", "hire")
STEP = {
    **{"Enrol": "school", "Wait": "school", "Train": "train", "Return": "return", "Pay": "pay"},
    **{"Hire": "hire", "Decline": "hire"},
}
"""Command → the step of the update it belongs to."""
ICONS = {"school": "city-academy", "train": "apprentice", "return": "area-level", "pay": "wage", "hire": "citizen"}
RULES = {"school": "P-UPD-04", "train": "P-UPD-01", "return": "P-UPD-06", "pay": "P-UPD-09", "hire": "P-UPD-12"}
NOW: Mapping[type, str] = {p.Schooling: "school", p.Training: "train", p.Homecoming: "return", p.Payday: "pay"}
Done = dict[tuple[str, str], Entry]
"""Seat and step → the entry that did it."""


def updating(scene: Scene) -> Sheet:
    """The update as far as it has come."""
    done, seat = _done(scene), _seat(scene)
    step = _step(scene, done, seat)
    entry = done.get((seat, step))
    body = PraetorUpdate(
        heading=_("In this round’s order"),
        seats=tuple(_line(scene, done, each, seat) for each in scene.phase.round.order),
        then=_("Then tiles and wall are refilled.") if not scene.phase.round.last else _("Then the game is scored."),
        steps=tuple(_row(scene, done, seat, each, step) for each in STEPS),
        hands=handwork(scene, seat, step, entry.events if entry else ()),
        has_word=_("{name} now has").format(name=scene.name(seat)),
        has=_has(scene, seat),
        why=_sentence(step),
        rule=Button(_("Why?"), command=acts.Ask(RULES[step])),
    )
    return sheet(scene, body, _bar(scene), scene.me)


def _done(scene: Scene) -> Done:
    """The steps of this update that were done, by seat."""
    found: Done = {}
    for entry in reversed(scene.live()):
        name = type(entry.command).__name__
        if name in ("Order", "Pass", "Open"):
            break
        if name in STEP:
            seat = getattr(entry.command, "seat", "") or seat_of(scene, entry.events)
            found.setdefault((seat, STEP[name]), entry)
    return found


def _now(scene: Scene) -> tuple[str, str]:
    """The seat and the step that are waited for."""
    phase = scene.phase
    if isinstance(phase, p.Hiring):
        return scene.me, "hire"
    return getattr(phase, "due", scene.me) if type(phase) in NOW else "", NOW.get(type(phase), "")


def _seat(scene: Scene) -> str:
    order = scene.phase.round.order
    now = _now(scene)[0]
    return scene.look.tab if scene.look.tab in order else now if now in order else order[0]


def _step(scene: Scene, done: Done, seat: str) -> str:
    if scene.look.picked in STEPS:
        return scene.look.picked
    now, step = _now(scene)
    if now == seat and step:
        return step
    return next((each for each in reversed(STEPS) if (seat, each) in done), "pay")


def _line(scene: Scene, done: Done, seat: str, shown: str) -> UpdateSeat:
    now = _now(scene)[0]
    finished = (seat, "pay") in done and now != seat
    state = "now" if seat == now else "done" if finished or not now else "wait"
    word = {"now": _("decides"), "done": _("done"), "wait": _("waits")}[state]
    points = favor(scene.state.zones, scene.zones(seat))
    button = Button(scene.name(seat), command=acts.Tab(seat), chosen=seat == shown)
    return UpdateSeat(scene.player(seat), word, state, points, button)


def _title(step: str) -> str:
    return {
        "school": _("Academy"),
        "train": _("Apprentices"),
        "return": _("Workers come home"),
        "pay": _("Wages"),
        "hire": _("Hire of last resort"),
    }[step]


def _row(scene: Scene, done: Done, seat: str, step: str, shown: str) -> UpdateStep:
    now = _now(scene) == (seat, step)
    entry = done.get((seat, step))
    past = (seat, "pay") in done or not _now(scene)[0]
    state = "now" if now else "done" if entry else "none" if past else "wait"
    note = _brief(scene, step, seat, entry) if entry else _("decides") if now else _("not needed") if past else ""
    return UpdateStep(ICONS[step], _title(step), note, state, Button(_title(step), command=_look(step, shown)))


def _look(step: str, shown: str) -> acts.Pick:
    """Look at a step; at the one that is shown, again at what is due."""
    return acts.Pick(step if step != shown else "")


def _brief(scene: Scene, step: str, seat: str, entry: Entry) -> str:
    """What a step did, in a few words."""
    moved = changes(entry.events, scene.zones(seat))
    if step == "pay":
        gold, low = -moved.get("gold", 0), -moved.get("morale", 0)
        paid = _("{n} gold").format(n=gold)
        return paid if not low else _("{paid}, morale {n} down").format(paid=paid, n=low)
    if step == "return":
        rose = sum(isinstance(event, Turned) and event.piece != event.into for event in entry.events)
        old = moved.get("favor", 0)
        said = n_("{n} rises", "{n} rise", rose)
        return _("{said}; retired: +{n} favor").format(said=said, n=old) if old else said
    dice = sum(event.count for event in entry.events if isinstance(event, Moved) and event.piece in LEVEL)
    return n_("{n} die moves", "{n} dice move", dice) if dice else _("no")


def _has(scene: Scene, seat: str) -> Line:
    me = scene.zones(seat)
    gold = scene.table[me.treasury].get("gold", 0)
    value = track(scene, seat, scene.table[me.morale].get("morale", 0))
    stands = next((space.value for space in value if space.here), 0)
    points = favor(scene.state.zones, me)
    held = Glyph("coin", str(gold), "gold_text")
    return (held, Glyph("morale", figure(stands)), Glyph("fame", figure(points), "porphyry"))


def _sentence(step: str) -> str:
    return {
        "school": _("An Academy lets apprentices skip the second space."),
        "train": _("Each apprentice moves one space."),
        "return": _("Who built or stood on a red area rises by one."),
        "pay": _("A missing gold costs one space of morale."),
        "hire": _("Without any Active Worker a citizen may be hired."),
    }[step]


# --- what is due ---


def _bar(scene: Scene) -> Bar:
    phase, me = scene.phase, scene.me
    if isinstance(phase, p.Schooling):
        return _school(scene, me)
    if isinstance(phase, p.Hiring):
        return _hire(scene, me)
    if isinstance(phase, p.Refilling):
        sentence = n_("Turn up {n} tile", "Turn up {n} tiles", phase.due)
        go = Button(_("Which ones?"), command=acts.Open("choose", "reveal"), look="primary")
    else:
        sentence = _("Turn up the next wall section")
        go = Button(_("Which one?"), command=acts.Open("choose", "unveil"), look="primary")
    return Bar(sentence=sentence, note=_("After everybody’s hands are done."), undo=undo(scene), primary=go)


def _school(scene: Scene, me: str) -> Bar:
    enrols = []
    for academy in academies(scene.state, scene.zones(me)):
        for count in _classes(scene, me, academy):
            said = n_("{n} apprentice at once", "{n} apprentices at once", count)
            enrols.append(scene.button(Enrol(me, academy, count), _("To the Academy"), said, icon="city-academy"))
    wait = scene.button(Wait(me), _("Not now"), _("one space only"))
    return Bar(
        sentence=_("{name}: Academy?").format(name=scene.name(me)),
        note=_("Apprentices of the first space may become Active Workers at once."),
        person=scene.person(me),
        undo=undo(scene),
        choices=(wait, *enrols),
    )


def _classes(scene: Scene, me: str, academy: str) -> range:
    least, most = classes(scene.state, scene.zones(me), academy)
    return range(least, most + 1)


def _hire(scene: Scene, me: str) -> Bar:
    cost = scene.state.book.update.hire_favor
    hire = scene.button(Hire(me), _("Hire a citizen"), _("for {n} favor").format(n=cost), icon="citizen")
    return Bar(
        sentence=_("{name} has no Active Worker").format(name=scene.name(me)),
        note=_("A citizen may become an Active Worker of level 1."),
        person=scene.person(me),
        undo=undo(scene),
        choices=(scene.button(Decline(me), _("Hire nobody")), hire),
    )
