"""What the swap and the three-goods wall do (C-WAL-03, C-WAL-04, C-WAL-09)."""

from __future__ import annotations

from collections.abc import Iterator

from engine.constantinopolis.allowance import exchange_open, unused
from engine.constantinopolis.commands import Swap, ThreeGoods
from engine.constantinopolis.hands import earn, take
from engine.constantinopolis.readings import able, answers_consul, part_of, stays
from engine.constantinopolis.sequence import after_giving
from engine.constantinopolis.zones import SUPPLY, Seat
from engine.draft import Draft
from engine.event import State
from engine.game import Action, Offer, Pick, nothing
from engine.rule import Reason, Sentence
from engine.table import total

SWAP_WALL, GOODS_WALL = "wall-swap", "wall-three-goods"


def offers_exchange(state: State, me: Seat) -> list[Swap | Offer]:
    sheet = state.zones[me.sheet]
    found: list[Swap | Offer] = []
    if (SWAP_WALL not in sheet and GOODS_WALL not in sheet) or not exchange_open(state, me):
        return found
    if unused(state, me, SWAP_WALL):
        found += _swaps(state, me)
    if unused(state, me, GOODS_WALL):
        hand, count = state.zones[me.goods], state.book.values.buildings[GOODS_WALL].goods
        if total(hand) >= count:
            found.append(Offer(ThreeGoods(me.colour, {}), "goods", Pick(hand, count, count, me.used[GOODS_WALL])))
    return found


def _swaps(state: State, me: Seat) -> list[Swap]:
    known, any_good = able(state, me), state.setup.edition.wall_swap_given == "any"
    given = [good for good in state.zones[me.goods] if any_good or good in known]
    taken = [good for good in known if _in_supply(state, good)]
    return [Swap(me.colour, good, other) for good in given for other in taken if good != other]


def needs_swap(state: State, me: Seat, command: Swap) -> Iterator[Sentence]:
    yield from _needs_moment(state, me, SWAP_WALL, "C-WAL-03", command.given)
    known = tuple(able(state, me))
    any_good = state.setup.edition.wall_swap_given == "any"
    yield command.given in state.zones[me.goods], "C-WAL-03", Reason("not_there"), command.given
    yield command.given != command.taken, "C-WAL-03", Reason("same"), command.given
    yield any_good or command.given in known, "C-WAL-03", Reason("not_able"), command.given
    yield command.taken in known, "C-ABL-01", Reason("not_able"), command.taken
    yield _in_supply(state, command.taken), "C-GEN-04"


def swap(draft: Draft, me: Seat, command: Swap) -> None:
    draft.move(command.given, 1, me.goods, me.used[SWAP_WALL], "C-WAL-03")
    take(draft, me, command.taken, 1, "C-WAL-03")
    after_giving(draft)


def _needs_moment(state: State, me: Seat, wall: str, rule: str, *facts: str) -> Iterator[Sentence]:
    """Whoever's turn it is, a seat that plays on may try it; the Consul raises no money before answering."""
    yield stays(state, me), "C-LEV-04"
    yield wall in state.zones[me.sheet], rule, Reason("not_owned"), *facts
    yield unused(state, me, wall), rule, Reason("used"), *facts
    yield not answers_consul(state, me), "C-CON-04"
    yield exchange_open(state, me), "C-WAL-09"


def needs_three(state: State, me: Seat, command: ThreeGoods) -> Iterator[Sentence]:
    yield from _needs_moment(state, me, GOODS_WALL, "C-WAL-04")
    yield part_of(command.goods, state.zones[me.goods]), "C-WAL-04", Reason("not_there")
    yield total(command.goods) == state.book.values.buildings[GOODS_WALL].goods, "C-WAL-04", Reason("number")


def three_goods(draft: Draft, me: Seat, command: ThreeGoods) -> None:
    draft.carry(command.goods, me.goods, me.used[GOODS_WALL], "C-WAL-04")
    earn(draft, me, draft.state.book.values.buildings[GOODS_WALL].gold or 0, "C-WAL-04")
    after_giving(draft)


def _in_supply(state: State, good: str) -> bool:
    return SUPPLY in state.table.bottomless or good in state.zones[SUPPLY]


SWAP = Action(Swap, offers_exchange, needs_swap, swap)
THREE_GOODS = Action(ThreeGoods, nothing, needs_three, three_goods)
