"""Phase 3: apprentices and the Academy (rulebook: Aggiornamento, tirocinanti)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.draft import Draft
from engine.event import State
from engine.game import Action, Bounds, Offer
from engine.praetor.commands import Enrol, Train, Wait
from engine.praetor.hands import give
from engine.praetor.phases import Schooling, Training
from engine.praetor.plain import plain
from engine.praetor.readings import owner
from engine.praetor.update import academies, go_on
from engine.praetor.zones import Seat
from engine.rule import Sentence
from engine.table import total


def classes(state: State, me: Seat, academy: str) -> tuple[int, int]:
    """The fewest and the most apprentices that may be sent: all, or any number of the owner's (P-AMB-11)."""
    first = total(state.zones[me.first])
    own = owner(state.zones, state.book, academy) == me.colour
    return (1 if own and state.setup.edition.academy_scope == "each" else first), first


def offers_enrol(state: State, me: Seat) -> list[Enrol | Offer]:
    found: list[Enrol | Offer] = []
    for academy in academies(state, me):
        least, most = classes(state, me, academy)
        enrol = Enrol(me.colour, academy, least)
        found.append(enrol if least == most else Offer(enrol, "apprentices", Bounds(least, most)))
    return found


def needs_enrol(state: State, me: Seat, command: Enrol) -> Iterator[Sentence]:
    yield command.academy in academies(state, me), "P-UPD-04", total(state.zones[me.first])
    least, most = classes(state, me, command.academy)
    yield least <= command.apprentices <= most, "P-UPD-04", most


def enrol(draft: Draft, me: Seat, command: Enrol) -> None:
    colour = owner(draft.zones, draft.state.book, command.academy)
    if colour != me.colour:
        give(draft, me, draft.state.book.fee[command.academy], draft.state.seats[colour], "P-TIL-18")
    draft.move(me.die[1], command.apprentices, me.first, me.active, "P-UPD-04")
    go_on(draft, draft.state.phase.round, me.colour, Schooling)


def wait(draft: Draft, me: Seat, _command: Wait) -> None:
    go_on(draft, draft.state.phase.round, me.colour, Schooling)


def train(draft: Draft, _table: Seat, _command: Train) -> None:
    """One space to the right, also for who was recruited in this very round (P-UPD-01)."""
    phase = draft.state.phase
    me = draft.state.seats[phase.due]
    draft.sweep(me.second, me.active, "P-UPD-02")
    draft.sweep(me.first, me.second, "P-UPD-03")
    go_on(draft, phase.round, phase.due, Training)


ENROL = Action(Enrol, offers_enrol, needs_enrol, enrol)
WAIT = plain(Wait, wait)
TRAIN = plain(Train, train)
