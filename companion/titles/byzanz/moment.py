"""Whose turn it is in which phase, for a case of Byzanz."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec import Struct

from companion.notation.case import Wrong
from companion.notation.hands import one_of
from companion.titles.byzanz.written import Written
from engine.byzanz import phases as p
from engine.byzanz import zones as z
from engine.byzanz.auction import eligible
from engine.byzanz.cards import worth
from engine.byzanz.hands import excess
from engine.byzanz.setup import clockwise, everyone
from engine.event import State


class Now(NamedTuple):
    """A case whose cards lie on the table already."""

    state: State
    written: Written

    def seat(self, colour: str, default: str, *keys: str) -> str:
        """A seat the case names under `keys`, else the one it would be."""
        return one_of(colour, self.state.setup.seats, "seat of this case", keys) if colour else default

    def due(self, default: str) -> str:
        """Whose turn it is."""
        return self.seat(self.written.body.turn, default, "turn")

    @property
    def without_offer(self) -> tuple[str, ...]:
        """The seats that may still win an auction of this round, clockwise from the dealer's left."""
        first = clockwise(self.state, self.state.setup.dealer)[1]
        return eligible(self.state, first)

    @property
    def by_offer(self) -> list[str]:
        """The seats with an offer card, the lowest first."""
        won = {colour: min(self.state.table[self.state.seats[colour].won], default="") for colour in self.seats}
        return sorted((colour for colour in won if won[colour]), key=lambda colour: won[colour])

    @property
    def seats(self) -> tuple[str, ...]:
        """All seats clockwise."""
        seats: tuple[str, ...] = self.state.setup.seats
        return seats


def moment(state: State, written: Written) -> Struct:
    """The phase of a case; raises `Wrong` for a phase or a turn that cannot be."""
    phase = one_of(written.body.phase, PHASES, "phase", ("phase",))
    found = PHASES[phase](Now(state, written))
    if not isinstance(found, p.Limit) and state.setup.edition.hand_limit_timing == "immediate":
        _within_limit(state)
    return found


def _within_limit(state: State) -> None:
    for colour in state.setup.seats:
        if excess(state, state.seats[colour]) > 0:
            raise Wrong((colour, "hand"), "holds more cards than the limit, bid included: that is the phase 'limit'")


def _lot(now: Now) -> p.Lot:
    return p.Lot(everyone(now.state), _opener(now))


def _opener(now: Now) -> str:
    """Who opens the auction; it takes part, so it has no offer card."""
    if not now.without_offer:
        raise Wrong(("phase",), "all players have an offer card: the auctions of this round are over")
    return one_of(
        now.written.body.so_far.opener or now.without_offer[0], now.without_offer, "seat without an offer card", OPENER
    )


OPENER = ("so_far", "opener")


def _auction(now: Now) -> p.Bidding:
    """Bids that lie there make the best one and its leader; the next seat clockwise is asked."""
    opener, passed = _opener(now), now.written.body.so_far.passed
    for number, colour in enumerate(passed):
        one_of(colour, now.without_offer, "seat without an offer card", ("so_far", "passed", str(number)))
    live = tuple(colour for colour in eligible(now.state, opener) if colour not in passed)
    if len(now.without_offer) < 2 or not live:
        raise Wrong(("phase",), "an auction needs two players without an offer card, and one who has not passed")
    bids = {colour: worth(now.state.table[now.state.seats[colour].bid]) for colour in live}
    best = max(bids.values())
    leader = next((colour for colour in live if best and bids[colour] == best), "")
    after = live[(live.index(leader) + 1) % len(live)] if leader else live[0]
    due = one_of(now.due(after), live, "seat still in this auction", ("turn",))
    return p.Bidding(everyone(now.state), due, opener, live, best, leader)


def _tax(now: Now) -> p.Tax:
    if not now.without_offer:
        raise Wrong(("phase",), "all players have an offer card: the auctions of this round are over")
    return p.Tax(everyone(now.state), now.due(now.without_offer[0]))


def _market(now: Now) -> p.Picking:
    order = now.by_offer
    if len(order) < len(now.seats):
        missing = next(colour for colour in now.seats if colour not in order)
        raise Wrong((missing, "offer"), "at the market all players have an offer card")
    due = now.due(order[0])
    return p.Picking(everyone(now.state), due, tuple(order[order.index(due) + 1 :]))


def _clearing(now: Now) -> p.Clearing:
    _market(now)
    return p.Clearing(everyone(now.state))


def _limit(now: Now) -> p.Limit:
    """A seat holds more cards than the limit; `then` is the phase the game goes on with."""
    heavy = [colour for colour in now.seats if excess(now.state, now.state.seats[colour]) > 0]
    due = now.due(heavy[0] if heavy else now.seats[0])
    if due not in heavy:
        raise Wrong((due, "hand"), "holds no more cards than the hand limit")
    then = now.written.body.so_far.then or ("lot" if now.state.table[z.OFFERS] else "clearing")
    back = one_of(then, BACK, "phase after the hand limit", ("so_far", "then"))
    return p.Limit(everyone(now.state), due, BACK[back](now))


def _next_pick(now: Now) -> p.Picking:
    """The market goes on with the seat behind the one whose hand is too large."""
    picking = _market(now)
    if not picking.after:
        raise Wrong(("so_far", "then"), "no player picks after this seat: the phase is 'clearing'")
    return p.Picking(picking.actors, picking.after[0], picking.after[1:])


def _last_sales(now: Now) -> p.Selling:
    done = now.written.body.so_far.done
    for number, colour in enumerate(done):
        now.seat(colour, "", "so_far", "done", str(number))
    waiting = tuple(colour for colour in now.seats if colour not in done)
    if not waiting:
        raise Wrong(("so_far", "done"), "all players are done: the game is over")
    return p.Selling(waiting, waiting)


Back = p.Lot | p.Picking | p.Clearing
BACK: dict[str, Callable[[Now], Back]] = {
    "lot": _lot,
    "market": _next_pick,
    "clearing": _clearing,
}
PHASES: dict[str, Callable[[Now], Struct]] = {
    "lot": _lot,
    "auction": _auction,
    "tax": _tax,
    "market": _market,
    "clearing": _clearing,
    "limit": _limit,
    "last sales": _last_sales,
}
"""The phases a case can begin in, in the order of the round."""
