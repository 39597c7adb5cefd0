"""Goods thrown away, whenever one may act (C-GEN-07)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.constantinopolis.commands import Discard
from engine.constantinopolis.hands import give
from engine.constantinopolis.readings import part_of
from engine.constantinopolis.sequence import after_giving
from engine.constantinopolis.zones import SUPPLY, Seat
from engine.draft import Draft
from engine.event import State
from engine.game import Action, Offer, Pick
from engine.rule import Reason, Sentence


def offers_discard(state: State, me: Seat) -> tuple[Offer, ...]:
    hand = state.zones[me.goods]
    return (Offer(Discard(me.colour, {}), "goods", Pick(hand, 1, sum(hand.values()), SUPPLY)),) if hand else ()


def needs_discard(state: State, me: Seat, command: Discard) -> Iterator[Sentence]:
    yield bool(command.goods), "C-GEN-07", Reason("nothing")
    yield part_of(command.goods, state.zones[me.goods]), "C-GEN-07", Reason("not_there")


def discard(draft: Draft, me: Seat, command: Discard) -> None:
    give(draft, me, command.goods, "C-GEN-07")
    after_giving(draft)


DISCARD = Action(Discard, offers_discard, needs_discard, discard)
