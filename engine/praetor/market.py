"""Phase 2: deals with the bank at a Market (rulebook: Mercato)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.draft import Draft
from engine.event import State
from engine.game import Action, Bounds, Offer
from engine.praetor.commands import Buy, Close, Sell
from engine.praetor.hands import pay, take
from engine.praetor.phases import Actions, Trading
from engine.praetor.readings import needs_price
from engine.praetor.turns import next_turn
from engine.praetor.values import Rate
from engine.praetor.zones import GOODS, Seat
from engine.rule import Sentence


def rates(state: State, me: Seat) -> dict[str, Rate]:
    """The market table of the seat's own board."""
    found: dict[str, Rate] = state.book.market[state.setup.side[me.colour]]
    return found


def buyable(state: State, me: Seat, good: str) -> int:
    """How many lots of a good the gold of a seat buys (P-TIL-16)."""
    return int(state.zones[me.treasury].get("gold", 0) // rates(state, me)[good].buy[1])


def sellable(state: State, me: Seat, good: str) -> int:
    """How many whole lots of a good a seat has to sell (P-TIL-16)."""
    return int(state.zones[me.goods].get(good, 0) // rates(state, me)[good].sell[0])


def some_deal(state: State, me: Seat) -> bool:
    """Is there anything to buy or to sell?"""
    return any(buyable(state, me, good) or sellable(state, me, good) for good in GOODS)


def begin_trading(draft: Draft, me: Seat, turn: Actions, level: int) -> None:
    """The Market is entered with a worker of a level."""
    draft.enter(Trading((me.colour,), turn, level), "P-TIL-16")


def _left(state: State, done: int) -> int:
    """How many lots the limit of the table still allows (option `market_limit`)."""
    phase = state.phase
    return phase.level - done if state.setup.edition.market_limit == "worker_level" else 1 << 30


def offers_buy(state: State, me: Seat) -> list[Offer]:
    found, left = [], _left(state, state.phase.bought)
    for good in GOODS:
        most = min(left, buyable(state, me, good))
        if most > 0:
            found.append(_lots(Buy, me.colour, good, most))
    return found


def offers_sell(state: State, me: Seat) -> list[Offer]:
    found, left = [], _left(state, state.phase.sold)
    for good in GOODS:
        most = min(left, sellable(state, me, good))
        if most > 0:
            found.append(_lots(Sell, me.colour, good, most))
    return found


@lru_cache(1024)
def _lots(deal: type[Buy] | type[Sell], colour: str, good: str, most: int) -> Offer:
    return Offer(deal(colour, good, 1), "lots", Bounds(1, most))


def needs_buy(state: State, me: Seat, command: Buy) -> Iterator[Sentence]:
    yield command.good in GOODS and command.lots > 0, "P-TIL-16"
    price = {"gold": command.lots * rates(state, me)[command.good].buy[1]}
    yield from needs_price(state.zones, me, price, "P-ACT-06")
    yield command.lots <= _left(state, state.phase.bought), "P-AMB-20", state.phase.level


def needs_sell(state: State, me: Seat, command: Sell) -> Iterator[Sentence]:
    yield command.good in GOODS and command.lots > 0, "P-TIL-16"
    price = {command.good: command.lots * rates(state, me)[command.good].sell[0]}
    yield from needs_price(state.zones, me, price, "P-ACT-06")
    yield command.lots <= _left(state, state.phase.sold), "P-AMB-20", state.phase.level


def buy(draft: Draft, me: Seat, command: Buy) -> None:
    cubes, gold = rates(draft.state, me)[command.good].buy
    pay(draft, me, {"gold": gold * command.lots}, "P-TIL-16")
    take(draft, me, command.good, cubes * command.lots, "P-TIL-16")
    phase = draft.state.phase
    draft.enter(Trading(phase.actors, phase.back, phase.level, phase.bought + command.lots, phase.sold), "P-TIL-16")


def sell(draft: Draft, me: Seat, command: Sell) -> None:
    cubes, gold = rates(draft.state, me)[command.good].sell
    pay(draft, me, {command.good: cubes * command.lots}, "P-TIL-16")
    take(draft, me, "gold", gold * command.lots, "P-TIL-16")
    phase = draft.state.phase
    draft.enter(Trading(phase.actors, phase.back, phase.level, phase.bought, phase.sold + command.lots), "P-TIL-16")


def _may_close(state: State) -> bool:
    phase = state.phase
    return bool(state.setup.edition.empty_activation != "never" or phase.bought or phase.sold)


def offers_close(state: State, me: Seat) -> tuple[Close, ...]:
    return (Close(me.colour),) if _may_close(state) else ()


def needs_close(state: State, _me: Seat, _command: Close) -> Iterator[Sentence]:
    yield _may_close(state), "P-ACV-07"


def close(draft: Draft, _me: Seat, _command: Close) -> None:
    turn = draft.state.phase.back
    next_turn(draft, turn, turn.round)


BUY = Action(Buy, offers_buy, needs_buy, buy)
SELL = Action(Sell, offers_sell, needs_sell, sell)
CLOSE = Action(Close, offers_close, needs_close, close)
