"""Phase 3: workers come home, rise by what they did, and retire (rulebook: Aggiornamento, mastri)."""

from __future__ import annotations

from engine.draft import Draft
from engine.event import State
from engine.praetor.commands import Return
from engine.praetor.hands import gain, relaid
from engine.praetor.phases import Homecoming
from engine.praetor.plain import plain
from engine.praetor.readings import out
from engine.praetor.update import go_on
from engine.praetor.zones import FIRST_ERA, LAST_LEVEL, LEVEL, Seat


def pension(state: State) -> int:
    """The favor of one retirement: by the back of the top card of the deck, as it lies before the refill (P-UPD-08).

    With the deck empty it is the Second Era, whose tiles lay below (P-AMB-12).
    """
    update = state.book.update
    return int(update.retire_era_1 if state.zones[FIRST_ERA] else update.retire_era_2)


def come_home(draft: Draft, _table: Seat, _command: Return) -> None:
    """All tiles are free again once everyone is home (P-UPD-13)."""
    phase = draft.state.phase
    me = draft.state.seats[phase.due]
    for zone, die, rises in list(out(draft.state, me)):
        if LEVEL[die] == LAST_LEVEL:
            draft.move(die, 1, zone, me.retired, "P-UPD-05")
        else:
            risen = me.die[LEVEL[die] + rises]
            draft.turn(die, risen, zone, "P-UPD-06")
            draft.move(risen, 1, zone, me.active, "P-UPD-06")
    old = draft.zones[me.active].get(me.die[LAST_LEVEL], 0)
    draft.move(me.die[LAST_LEVEL], old, me.active, me.retired, "P-UPD-07")
    moved = gain(draft, me, old * pension(draft.state), "P-UPD-07")
    go_on(draft, relaid(phase.round, me, moved), phase.due, Homecoming)


RETURN = plain(Return, come_home)
