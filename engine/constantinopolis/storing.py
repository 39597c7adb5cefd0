"""Storing goods at the end of the round (C-STO)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.constantinopolis.allowance import keeps
from engine.constantinopolis.commands import Store
from engine.constantinopolis.readings import part_of
from engine.constantinopolis.sequence import end_storing
from engine.constantinopolis.zones import SUPPLY, Seat
from engine.draft import Draft
from engine.event import State
from engine.game import Action, Offer, Pick
from engine.rule import Reason, Sentence
from engine.table import total


def offers_store(state: State, me: Seat) -> tuple[Offer]:
    hand = state.zones[me.goods]
    return (Offer(Store(me.colour, {}), "goods", Pick(hand, 0, keeps(state, me), me.goods)),)


def needs_store(state: State, me: Seat, command: Store) -> Iterator[Sentence]:
    yield part_of(command.goods, state.zones[me.goods]), "C-STO-01", Reason("not_there"), keeps(state, me)
    yield total(command.goods) <= keeps(state, me), "C-STO-01", keeps(state, me)


def store(draft: Draft, me: Seat, command: Store) -> None:
    for good, count in sorted(draft.zones[me.goods].items()):
        draft.move(good, count - command.goods.get(good, 0), me.goods, SUPPLY, "C-STO-01")
    end_storing(draft, draft.state.phase)


STORE = Action(Store, offers_store, needs_store, store)
