"""The Consul's pre-emption (C-CON)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.constantinopolis.acquire import acquire, after_purchase, may_own, needs_own
from engine.constantinopolis.commands import Decline, Preempt, Withdraw
from engine.constantinopolis.construction import carry_out
from engine.constantinopolis.hands import pay
from engine.constantinopolis.phases import Declared
from engine.constantinopolis.readings import gold
from engine.constantinopolis.sequence import go_on_building
from engine.constantinopolis.utility import redeemed
from engine.constantinopolis.zones import BOARD, CONSUL, OFFICE, Seat
from engine.draft import Draft
from engine.event import State
from engine.game import Action
from engine.rule import Reason, Sentence


def is_consul(state: State, me: Seat) -> bool:
    """Does the seat answer a declared purchase, rather than having declared it?"""
    return bool(me.colour != state.phase.turn.actors[0])


def offers_preempt(state: State, me: Seat) -> Iterable[Preempt]:
    tile, bound = state.phase.tile, state.setup.edition.consul_limits == "bind"
    if not is_consul(state, me) or state.book.cost[tile] > gold(state.zones, me):
        return ()
    return () if bound and not may_own(state, me, tile) else (Preempt(me.colour),)


def needs_preempt(state: State, me: Seat, _command: Preempt) -> Iterator[Sentence]:
    yield is_consul(state, me), "C-CON-01"
    if state.setup.edition.consul_limits == "bind":
        for sentence in needs_own(state, me, state.phase.tile):
            yield sentence[0], "C-CON-07", Reason(_BINDS.get(sentence[1], "licence")), state.phase.tile
    cost, purse = state.book.cost[state.phase.tile], gold(state.zones, me)
    yield cost <= purse, "C-CON-05", cost, purse


_BINDS = {"C-BLD-03": "name", "C-PUB-01": "dearer"}
"""What may keep the Consul from a building; a licence else."""


def preempt(draft: Draft, me: Seat, _command: Preempt) -> None:
    declared, state = draft.state.phase, draft.state
    pay(draft, me, state.book.cost[declared.tile], "C-CON-04")
    draft.turn(me.marker, me.turned, OFFICE[CONSUL], "C-CON-09")
    acquire(draft, me, declared.tile, "C-CON-06")
    go_on_building(draft, after_purchase(state, declared.turn, me, declared.tile), "C-CON-08")


def offers_decline(state: State, me: Seat) -> Iterable[Decline]:
    return (Decline(me.colour),) if is_consul(state, me) else ()


def needs_decline(state: State, me: Seat, _command: Decline) -> Iterator[Sentence]:
    yield is_consul(state, me), "C-CON-01"


def decline(draft: Draft, _me: Seat, _command: Decline) -> None:
    carry_on(draft, draft.state.phase)


def carry_on(draft: Draft, declared: Declared) -> None:
    """The declared purchase takes place, if it can still be paid."""
    builder = draft.state.seats[declared.turn.actors[0]]
    if _still_payable(draft.state, declared, builder):
        carry_out(draft, builder, declared.turn, declared.tile, declared.redeem)
    else:
        go_on_building(draft, declared.turn, "C-GEN-06")


def _still_payable(state: State, declared: Declared, builder: Seat) -> bool:
    """A correction of the table, or goods thrown away, may have taken what the purchase was declared with."""
    book = state.book
    red = not declared.redeem or book.abilities.redemptor_good in state.zones[builder.goods]
    price = redeemed(book, declared.tile, declared.redeem)
    return red and declared.tile in state.zones[BOARD] and price <= gold(state.zones, builder)


def offers_withdraw(state: State, me: Seat) -> Iterable[Withdraw]:
    return () if is_consul(state, me) else (Withdraw(me.colour),)


def needs_withdraw(state: State, me: Seat, _command: Withdraw) -> Iterator[Sentence]:
    yield not is_consul(state, me), "C-BLD-08", state.phase.tile


def withdraw(draft: Draft, _me: Seat, _command: Withdraw) -> None:
    draft.enter(draft.state.phase.turn, "C-BLD-08")


PREEMPT = Action(Preempt, offers_preempt, needs_preempt, preempt)
DECLINE = Action(Decline, offers_decline, needs_decline, decline)
WITHDRAW = Action(Withdraw, offers_withdraw, needs_withdraw, withdraw)
