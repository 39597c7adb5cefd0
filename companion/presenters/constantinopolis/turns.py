"""The turn list of Constantinopolis: office holders in their order, and the phases that are still to come."""

from __future__ import annotations

from collections.abc import Sequence

from companion.presenters.common.turn_list import entry
from companion.presenters.constantinopolis import words
from companion.presenters.constantinopolis.common import PHASES, card, number, phase_word, standing
from companion.presenters.scene import Scene
from companion.views.common.parts import Person
from companion.views.common.turn_list import DONE, DUE, OUT, WAIT, TurnEntry, Turns, TurnStep
from companion.wording import _
from engine.constantinopolis import phases as p
from engine.constantinopolis.readings import holder
from engine.constantinopolis.zones import BOX, OFFICES

IN_ORDER = (4, 5)
"""The phases in which one seat comes after the other in turn order."""
AUCTION, LAST = 1, 8


def turns(scene: Scene) -> Turns:
    """Whose turn it is in the phase that runs, and how the others go."""
    now = number(scene.phase)
    seats = _by_office(scene) if now == AUCTION else _order(scene)
    gone = [seat for seat in scene.source.names if _gone(scene, seat)]
    entries = [_entry(scene, seat, now) for seat in seats if seat not in gone]
    left = [entry(scene, seat, _("has left the game"), OUT) for seat in gone]
    later = () if isinstance(scene.phase, p.Scoring | p.Over) else range(now + 1, LAST + 1)
    return Turns(
        phase=phase_word(now),
        how=_how(now),
        seats=[*entries, *left],
        steps=[_step(scene, each, now) for each in later],
    )


def _round(scene: Scene) -> p.Round | None:
    return getattr(scene.phase, "round", None) or getattr(getattr(scene.phase, "back", None), "round", None)


def _order(scene: Scene) -> Sequence[str]:
    """The turn order of this round; by the offices while it is not fixed."""
    now = _round(scene)
    return now.order if now is not None and now.order else _by_office(scene)


def _by_office(scene: Scene) -> list[str]:
    """The office holders from I to V, then those without an office."""
    holders = [seat for seat in (holder(scene.table, office) for office in OFFICES) if seat]
    return [*holders, *(seat for seat in scene.source.names if seat not in holders)]


def _gone(scene: Scene, seat: str) -> bool:
    now = _round(scene)
    leaves = now is not None and seat in now.leavers
    return leaves or scene.state.seats[seat].marker in scene.table[BOX]


def _entry(scene: Scene, seat: str, now: int) -> TurnEntry:
    shown = card(scene, seat)
    note = f"{_roman(shown.office)} {words.OFFICES[shown.office - 1]}" if shown.office else _("no office")
    word, state = (_in_auction if now == AUCTION else _in_phase)(scene, seat, *standing(scene, seat))
    return entry(scene, seat, word, state, note)


def _in_auction(scene: Scene, seat: str, verb: str, _state: str) -> tuple[str, str]:
    """Who has chosen waits no more, unless somebody takes their office."""
    phase = scene.phase
    acted = getattr(phase, "acted", ()) or getattr(getattr(phase, "challenge", None), "acted", ())
    if seat in phase.actors:
        return verb, DUE
    if seat == getattr(phase, "challenger", ""):
        return _("bids"), WAIT
    over = not isinstance(phase, p.Activation | p.Duel)
    return (_("has chosen"), DONE) if seat in acted or over else (_("to come"), WAIT)


def _in_phase(scene: Scene, seat: str, verb: str, state: str) -> tuple[str, str]:
    if seat in getattr(scene.phase, "waiting", ()):
        return _("to come"), WAIT
    return verb, DONE if state == "done" else DUE if seat in scene.phase.actors else WAIT


def _how(phase: int) -> str:
    """How a phase goes."""
    if phase == AUCTION:
        return _("From office I to V. Whoever loses an office chooses again at once.")
    if phase in IN_ORDER:
        return _("One after the other, from office I to V.")
    return _("By itself, for all at once.") if phase in (2, 3) else _("All at once; nobody waits for another.")


def _step(scene: Scene, phase: int, now: int) -> TurnStep:
    fixed = phase in IN_ORDER and now > AUCTION
    persons: tuple[Person, ...] = tuple(scene.player(seat) for seat in _order(scene)) if fixed else ()
    icon, _rule = PHASES[phase - 1]
    return TurnStep(icon=icon, word=phase_word(phase), note=_how(phase), persons=persons)


def _roman(office: int) -> str:
    return ("I", "II", "III", "IV", "V")[office - 1]
