"""Commercial buildings (C-COM): no market sale, so that limits and Mensae do not count (C-COM-05)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.constantinopolis.allowance import unused
from engine.constantinopolis.commands import Use
from engine.constantinopolis.hands import earn, score
from engine.constantinopolis.readings import able, has, knows
from engine.constantinopolis.zones import Seat
from engine.draft import Draft
from engine.event import State
from engine.game import Action
from engine.rule import Reason, Sentence


def offers_use(state: State, me: Seat) -> list[Use]:
    hand = state.zones[me.goods]
    if not hand:
        return []
    book, sheet = state.book, state.zones[me.sheet]
    found: list[Use] = []
    for tile in book.commercial:
        if tile in sheet and _ready(state, me, tile) and has(hand, book.requires[tile]):
            found.append(Use(me.colour, tile))
    return found


def _ready(state: State, me: Seat, tile: str) -> bool:
    """Has the building not been used this round, and can its owner produce what it takes?"""
    if state.zones[me.used[tile]]:
        return False
    return knows(able(state, me), state.book.requires[tile])


def needs_use(state: State, me: Seat, command: Use) -> Iterator[Sentence]:
    tile, book = command.tile, state.book
    commercial = book.kind.get(tile) == "commercial"
    yield commercial, "C-COM-01", Reason("not_commercial"), tile, ""
    yield tile in state.zones[me.sheet], "C-COM-01", Reason("not_owned"), tile, book.values.buildings[tile].requires
    yield unused(state, me, tile), "C-COM-02", tile
    for good in book.requires[tile]:
        yield good in able(state, me), "C-COM-03", good
    goods = book.requires[tile]
    yield has(state.zones[me.goods], goods), "C-COM-01", Reason("goods"), tile, book.values.buildings[tile].requires


def use(draft: Draft, me: Seat, command: Use) -> None:
    """No market sale: the ledger stays as it is, and Mensae add nothing (C-COM-05)."""
    book, tile = draft.state.book, command.tile
    draft.carry(book.requires[tile], me.goods, me.used[tile], "C-COM-04")
    earn(draft, me, book.gold[tile], "C-COM-01")
    score(draft, me, book.fame[tile], "C-COM-01")


USE = Action(Use, offers_use, needs_use, use)
