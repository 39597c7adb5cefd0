"""Phase 7: donations (C-DON)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.constantinopolis.allowance import gifts
from engine.constantinopolis.commands import Donate, Keep
from engine.constantinopolis.hands import give, score
from engine.constantinopolis.plain import plain
from engine.constantinopolis.readings import able, has, stall
from engine.constantinopolis.sequence import end_donation
from engine.constantinopolis.zones import Seat
from engine.draft import Draft
from engine.event import State
from engine.game import Action
from engine.rule import Reason, Sentence


def offers_donate(state: State, me: Seat) -> list[Donate]:
    return [Donate(me.colour, entry) for entry in gifts(state, me)]


def needs_donate(state: State, me: Seat, command: Donate) -> Iterator[Sentence]:
    now = stall(state)
    yield command.goods in now.gifts, "C-DON-01", Reason("no_entry"), command.goods
    for good in now.gifts[command.goods]:
        yield good in able(state, me), "C-DON-02", good
    yield has(state.zones[me.goods], now.gifts[command.goods]), "C-DON-01", Reason("goods"), command.goods


def donate(draft: Draft, me: Seat, command: Donate) -> None:
    now = stall(draft.state)
    give(draft, me, now.gifts[command.goods], "C-DON-01")
    score(draft, me, now.donation[command.goods], "C-DON-01")
    _finish(draft, me)


def keep(draft: Draft, me: Seat, _command: Keep) -> None:
    _finish(draft, me)


def _finish(draft: Draft, me: Seat) -> None:
    """One donation a round and no more (C-DON-03)."""
    phase = draft.state.phase
    end_donation(draft, replace(phase, actors=tuple(colour for colour in phase.actors if colour != me.colour)))


DONATE = Action(Donate, offers_donate, needs_donate, donate)
KEEP = plain(Keep, keep)
