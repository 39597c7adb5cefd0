"""Phase 6 as a whole: when a player is done (C-ACC)."""

from __future__ import annotations

from engine.constantinopolis.commands import Done
from engine.constantinopolis.plain import plain
from engine.constantinopolis.sequence import end_acceptance
from engine.constantinopolis.zones import Seat
from engine.draft import Draft


def done(draft: Draft, me: Seat, _command: Done) -> None:
    end_acceptance(draft, draft.state.phase, me.colour)


DONE = plain(Done, done)
