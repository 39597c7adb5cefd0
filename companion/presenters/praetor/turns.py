"""The turn list of Praetor: the turn order of the round, who has passed, and what the update brings."""

from __future__ import annotations

from collections.abc import Sequence

from companion.presenters.common.turn_list import entry
from companion.presenters.praetor.common import RAIL, number, phase_word, round_of
from companion.presenters.praetor.overview import lying, verb
from companion.presenters.scene import Scene
from companion.views.common.turn_list import DONE, DUE, OUT, WAIT, TurnEntry, Turns, TurnStep
from companion.wording import _
from engine.praetor import phases as p
from engine.praetor.readings import favor

ORDER, ACTIONS, UPDATE = 1, 2, 3


def turns(scene: Scene) -> Turns:
    """Whose turn it is in this round's order, and what follows."""
    now = number(scene.phase)
    order = round_of(scene).order or lying(scene)
    over = isinstance(scene.phase, p.Scoring | p.Tied | p.Over)
    return Turns(
        phase=_("Final score") if over else phase_word(now),
        how=_how(now),
        seats=[_entry(scene, seat, now) for seat in order],
        steps=[] if over else [_step(scene, each, order) for each in range(now + 1, UPDATE + 1)],
    )


def _how(phase: int) -> str:
    if phase == ORDER:
        return _("Fewest favor first. The order holds for the whole round.")
    if phase == ACTIONS:
        return _("One action each, round and round, until all have passed.")
    return _("Each does all steps of the update, in this round’s order.")


def _entry(scene: Scene, seat: str, now: int) -> TurnEntry:
    points = favor(scene.state.zones, scene.zones(seat))
    note = _("{n} favor").format(n=points)
    word, state = _standing(scene, seat, now)
    return entry(scene, seat, word, state, note)


def _standing(scene: Scene, seat: str, now: int) -> tuple[str, str]:
    acting = getattr(scene.phase, "back", scene.phase)
    if seat in scene.phase.actors or seat == getattr(scene.phase, "due", ""):
        return verb(scene, seat), DUE
    if seat in getattr(acting, "passed", ()):
        return _("has passed"), OUT
    if now == UPDATE and _is_through(scene, seat):
        return _("done"), DONE
    return _("to come"), WAIT


def _is_through(scene: Scene, seat: str) -> bool:
    """Has the update gone past a seat?"""
    order = list(round_of(scene).order)
    due = getattr(scene.phase, "due", "") or next((each for each in scene.phase.actors if each), "")
    return due not in order or seat not in order or order.index(seat) < order.index(due)


def _step(scene: Scene, phase: int, order: Sequence[str]) -> TurnStep:
    icon, _rule = RAIL[phase - 1]
    persons = tuple(scene.player(seat) for seat in order)
    return TurnStep(icon=icon, word=phase_word(phase), note=_how(phase), persons=persons)
