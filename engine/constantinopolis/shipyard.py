"""Buying ships (C-SBY): any number of a size, at work in harbour at once (C-SBY-02, C-SBY-03)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.constantinopolis.commands import BuyShip, Yield
from engine.constantinopolis.hands import pay
from engine.constantinopolis.phases import Acceptance, Clash
from engine.constantinopolis.plain import plain
from engine.constantinopolis.readings import gold
from engine.constantinopolis.zones import SHIPYARD, Seat
from engine.draft import Draft
from engine.event import State
from engine.game import Action
from engine.rule import Reason, Sentence


def ship_price(state: State, me: Seat, size: str) -> int:
    """The gold a ship costs this seat (C-SBY-01, C-WAL-08)."""
    return int(state.book.ships[size].cost - discount(state, me))


def discount(state: State, me: Seat) -> int:
    """The gold a ship costs less for the owner of the ship wall (C-WAL-08)."""
    if "wall-ship" not in state.zones[me.sheet]:
        return 0
    return int(state.book.values.buildings["wall-ship"].discount)


def on_offer(state: State, size: str) -> list[str]:
    """The ships of a size that are left, in the order of their numbers."""
    yard = state.zones[SHIPYARD]
    return [ship for ship in state.book.berths[size] if ship in yard]


def offers_buy_ship(state: State, me: Seat) -> list[BuyShip]:
    phase, purse = state.phase, gold(state.zones, me)
    if type(phase) is Clash:
        return [BuyShip(me.colour, phase.size)] if ship_price(state, me, phase.size) <= purse else []
    if me.colour in phase.shipped:
        return []
    book, yard, off = state.book, state.zones[SHIPYARD], discount(state, me)
    found = []
    for size, ships in book.berths.items():
        if book.ships[size].cost - off > purse:
            break  # the cheapest size comes first
        for ship in reversed(ships):  # the lowest number is sold first: the highest is there as long as any is
            if ship in yard:
                found.append(BuyShip(me.colour, size))
                break
    return found


def needs_buy_ship(state: State, me: Seat, command: BuyShip) -> Iterator[Sentence]:
    phase, size = state.phase, command.size
    yield size in state.book.ships, "C-CMP-08", size
    yield type(phase) is not Clash or size == phase.size, "C-SBY-04"
    yield type(phase) is Clash or me.colour not in phase.shipped, "C-SBY-01", size
    yield bool(on_offer(state, size)), "C-GEN-05", Reason("ship"), size
    price, purse = ship_price(state, me, size), gold(state.zones, me)
    yield price <= purse, "C-GEN-06", price, purse


def buy_ship(draft: Draft, me: Seat, command: BuyShip) -> None:
    phase = draft.state.phase
    if type(phase) is Clash:
        back = _bought(draft, me, command.size, phase.back)
        ask(draft, replace(phase, back=back, asked=(*phase.asked, me.colour)))
    else:
        _bought(draft, me, command.size, phase)
        draft.back()  # tried out only: not even a referee lets a ship be announced that cannot be had
        ask(draft, Clash((), phase, me.colour, command.size))


def yield_ship(draft: Draft, me: Seat, _command: Yield) -> None:
    phase = draft.state.phase
    ask(draft, replace(phase, asked=(*phase.asked, me.colour)))


def ask(draft: Draft, clash: Clash) -> None:
    """C-SBY-04: while those earlier in turn order could take the last ships of this size, they are asked first."""
    left = len(on_offer(draft.state, clash.size))
    earlier, buyer = _earlier(clash), draft.state.seats[clash.buyer]
    if not left or ship_price(draft.state, buyer, clash.size) > gold(draft.zones, buyer):
        draft.enter(clash.back, "C-SBY-04")
    elif len(earlier) >= left:
        draft.enter(replace(clash, actors=earlier[:1]), "C-SBY-04")
    else:
        draft.enter(_bought(draft, buyer, clash.size, clash.back), "C-SBY-01")


def _earlier(clash: Clash) -> tuple[str, ...]:
    """Who comes before the buyer in turn order and may still buy a ship."""
    back, order = clash.back, clash.round.order
    before = order[: order.index(clash.buyer)]
    spoken = {*back.shipped, *clash.asked}
    return tuple(colour for colour in before if colour in back.actors and colour not in spoken)


def _bought(draft: Draft, me: Seat, size: str, phase: Acceptance) -> Acceptance:
    """The ship is in harbour and at work (C-SBY-02), however many of its size its owner has (C-SBY-03)."""
    pay(draft, me, ship_price(draft.state, me, size), "C-SBY-01")
    draft.move(on_offer(draft.state, size)[0], 1, SHIPYARD, me.harbour, "C-SBY-01")
    return replace(phase, shipped=(*phase.shipped, me.colour))


BUY_SHIP = Action(BuyShip, offers_buy_ship, needs_buy_ship, buy_ship)
YIELD = plain(Yield, yield_ship)
