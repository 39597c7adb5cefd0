"""Phase 2: activating a tile of the city with a worker (rulebook: Azioni, the steps of activating)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

from engine.draft import Draft
from engine.event import State
from engine.game import Action, Bounds, Offer
from engine.praetor.city import city
from engine.praetor.commands import Activate
from engine.praetor.editions import limit
from engine.praetor.hands import cheer, gain, give, pay, relaid, take
from engine.praetor.market import begin_trading, some_deal
from engine.praetor.phases import Round
from engine.praetor.readings import affords, covered, needs_price, owner, purse
from engine.praetor.sites import Activations, Ask, Site, site
from engine.praetor.tiles import BLACKSMITH, OUTPOST, READINGS, WHY, WORKER_CAMP
from engine.praetor.turns import able, needs_worker, next_turn, origin, turn_of
from engine.praetor.values import ACADEMY, LABOR_CAMP, MARKET
from engine.praetor.zones import SUPPLY, WALL, Seat
from engine.rule import Reason, Sentence
from engine.table import Tally, Zone, total

FREE: Tally = {}
"""The fee of an own or unowned tile (P-ACV-04)."""


def fee(state: State, me: Seat, tile: str) -> Tally:
    """What a seat pays to activate a tile: the whole cost to another player, else nothing (P-ACV-04, P-AMB-19)."""
    colour = owner(state.zones, state.book, tile)
    return state.book.fee[tile] if colour not in ("", me.colour) else FREE


@contextmanager
def paid(state: State, me: Seat, tile: str) -> Iterator[None]:
    """The table as it is once the fee is paid: what can be had then; put back afterwards."""
    due = fee(state, me, tile)
    for piece, count in due.items():
        state.table.shift(piece, count, me.store[piece], SUPPLY)
    try:
        yield
    finally:
        for piece, count in due.items():
            state.table.shift(piece, count, SUPPLY, me.store[piece])


# -- what a seat may do


_lines = lru_cache(1024)(Activations)


def offers_activate(state: State, me: Seat) -> list[Offer]:
    workers = able(state, me)
    return activations(state, me, workers) if workers else []


def activations(state: State, me: Seat, workers: tuple[int, ...]) -> list[Offer]:
    """All activations open to these workers of a seat; each different fee is looked at once."""
    zones, here = state.zones, site(state)
    found: list[Offer] = []
    lines, asked = _lines(me.colour, workers), _ASKED[state.setup.edition.empty_activation]
    dear = _dear(state, me, here)
    for tile, area, mark, fee_like, kind in here.workplaces:
        if zones[area] or (fee_like in dear and _is_barred(state, me, mark, fee_like)):
            continue
        if kind in asked:
            found += asked[kind](state, me, tile, workers)
        else:
            found.append(lines[tile])
    return found


def _dear(state: State, me: Seat, here: Site) -> list[str]:
    """The fees of a city that a seat could not pay or that are not known, each by a tile that has it."""
    held = purse(state.zones, me)
    return [tile for tile, due in here.fees if due is None or not covered(held, due)]


def _is_barred(state: State, me: Seat, mark: Zone, fee_like: str) -> bool:
    """Does a dear fee bar a seat from a tile, for it belongs to another one? Raises `Unknown` for a fee not known."""
    marked = state.zones[mark]
    return bool(marked) and me.marker not in marked and state.book.fee[fee_like] is not None


def _plain(state: State, me: Seat, tile: str, workers: tuple[int, ...]) -> Sequence[Offer]:
    return (_lines(me.colour, workers)[tile],) if _yields(state, me, tile, workers[0]) else ()


def _yields(state: State, me: Seat, tile: str, worker: int) -> bool:
    """Would activating give anything? With one worker exactly if with all (option `empty_activation`)."""
    if state.setup.edition.empty_activation != "never":
        return True
    with paid(state, me, tile):
        source, target = origin(state, me), state.book.area_of[tile]
        state.table.shift(me.die[worker], 1, source, target)
        try:
            return READINGS[state.book.kind[tile]](state, me, worker)[1] != 0
        finally:
            state.table.shift(me.die[worker], 1, target, source)


def _blacksmiths(state: State, me: Seat, tile: str, workers: tuple[int, ...]) -> Sequence[Offer]:
    least, most = forgeable(state, me, tile, workers[-1])  # the last has the highest level
    return _forgings(me.colour, tile, workers, least, most) if least <= most else ()


@lru_cache(1024)
def _forgings(colour: str, tile: str, workers: tuple[int, ...], least: int, most: int) -> tuple[Offer, ...]:
    """The lines of a Blacksmith: a worker turns as much wood into weapons as its level says, if there is so much."""
    return tuple(
        Offer(Activate(colour, tile, worker, least), "wood", Bounds(least, min(worker, most))) for worker in workers
    )


def forgeable(state: State, me: Seat, tile: str, worker: int) -> tuple[int, int]:
    """The least and the most wood a worker turns into weapons, once the fee is paid (P-TIL-05)."""
    least = 1 if state.setup.edition.empty_activation == "never" else 0
    wood = state.zones[me.goods].get("wood", 0) - fee(state, me, tile).get("wood", 0)
    return least, min(worker, wood)


def _open_if(can: Callable[[State, Seat, str], bool]) -> Ask:
    """The offers of a tile that demands a transaction (P-ACV-07)."""

    def offers(state: State, me: Seat, tile: str, workers: tuple[int, ...]) -> Sequence[Offer]:
        return (_lines(me.colour, workers)[tile],) if can(state, me, tile) else ()

    return offers


def _lenient(state: State) -> bool:
    """May a tile be activated even where its deal cannot be made (option `empty_activation`)?"""
    return bool(state.setup.edition.empty_activation == "always")


def may_recruit(state: State, me: Seat, _tile: str) -> bool:
    """Is there a citizen, and room among the apprentices (P-TIL-15, P-CMP-04)?"""
    zones, most = state.zones, limit(state.setup.edition.apprentice_capacity)
    return bool(zones[me.citizens]) and (most is None or total(zones[me.first]) + total(zones[me.second]) < most)


def may_deliver(state: State, me: Seat, tile: str) -> bool:
    """Is a section open, and can its whole price be paid once the fee is (P-TIL-17)?"""
    section = open_section(state)
    return bool(section) and affords(state.zones, me, with_fee(state, me, tile, section))


def with_fee(state: State, me: Seat, tile: str, section: str) -> Tally:
    """The price of a section together with the fee of the tile where it is paid."""
    price: Tally = state.book.price[section]
    due = fee(state, me, tile)
    if not due:
        return price
    return {piece: price.get(piece, 0) + due.get(piece, 0) for piece in {**price, **due}}


def open_section(state: State) -> str:
    """The one section of the round, or nothing: one is open, whatever the plural in print (P-AMB-18)."""
    return min(state.zones[WALL], default="")


def may_trade(state: State, me: Seat, tile: str) -> bool:
    """May the Market be entered? Where nothing may be empty, some deal must be possible."""
    if state.setup.edition.empty_activation != "never":
        return True
    with paid(state, me, tile):
        return some_deal(state, me)


_LISTED: dict[str, Ask] = {
    BLACKSMITH: _blacksmiths,
    WORKER_CAMP: _open_if(may_recruit),
    OUTPOST: _open_if(may_deliver),
    MARKET: _open_if(may_trade),
}
"""The kinds whose offers depend on more than a worker and the fee."""
_ASKED: dict[str, dict[str, Ask]] = {
    "never": {kind: _LISTED.get(kind, _plain) for kind in WHY},
    "variable_only": {kind: offers for kind, offers in _LISTED.items() if kind != MARKET},
    "always": {BLACKSMITH: _blacksmiths},
}
"""The kinds that are asked for their offers, by the option `empty_activation`."""


# -- what the rules ask


def needs_activate(state: State, me: Seat, command: Activate) -> Iterator[Sentence]:
    zones, book, tile = state.zones, state.book, command.tile
    yield tile in city(zones).spots, "P-ACV-01", Reason("nowhere")
    kind = book.kind[tile]
    yield kind != ACADEMY, "P-SPC-08"
    yield kind != LABOR_CAMP, "P-SPC-01"
    yield book.worked[tile], WHY[kind]
    yield from needs_worker(state, me, command.worker, "P-ACV-01")
    yield not zones[book.area_of[tile]], "P-ACV-02", tile
    yield from needs_price(zones, me, fee(state, me, tile), "P-ACV-03")
    yield kind == BLACKSMITH or command.wood == 0, "P-TIL-05"
    yield from needs_benefit(state, me, kind, command)


def needs_benefit(state: State, me: Seat, kind: str, command: Activate) -> Iterator[Sentence]:
    """A benefit of nothing is allowed, a transaction that cannot be made is not (P-ACV-07, P-AMB-05)."""
    tile, lenient = command.tile, _lenient(state)
    if kind == BLACKSMITH:
        least, most = forgeable(state, me, tile, command.worker)
        yield command.wood >= least, "P-ACV-07" if command.wood == 0 else "P-TIL-05"
        yield command.wood <= most, "P-TIL-05", most
    elif kind == WORKER_CAMP:
        yield lenient or bool(state.zones[me.citizens]), "P-CMP-04"
        yield lenient or may_recruit(state, me, tile), "P-TIL-15"
    elif kind == OUTPOST:
        section = open_section(state)
        yield lenient or bool(section), "P-TIL-17"
        if section and not lenient:
            yield from needs_price(state.zones, me, with_fee(state, me, tile, section), "P-ACT-06")
    elif kind == MARKET:
        yield may_trade(state, me, tile), "P-ACV-07"
    else:
        yield _yields(state, me, tile, command.worker), "P-ACV-07"


# -- what happens


def activate(draft: Draft, me: Seat, command: Activate) -> None:
    """Worker, fee, then the benefit on what is left: it cannot help to pay (P-ACV-03, P-ACV-05)."""
    state, book, tile = draft.state, draft.state.book, command.tile
    turn, colour = turn_of(state), owner(draft.zones, book, tile)
    if tile not in city(draft.zones).spots:
        raise ValueError(f"{tile!r} is not built")
    draft.move(me.die[command.worker], 1, origin(state, me), book.area_of[tile], "P-ACV-01")
    if colour and colour != me.colour:
        give(draft, me, book.fee[tile], state.seats[colour], "P-ACV-03")
    kind = book.kind[tile]
    if kind == MARKET:
        begin_trading(draft, me, turn, command.worker)
        return
    now = _DONE.get(kind, _benefit)(draft, me, turn.round, command)
    next_turn(draft, turn, now)


def _benefit(draft: Draft, me: Seat, now: Round, command: Activate) -> Round:
    kind = draft.state.book.kind[command.tile]
    piece, count = READINGS[kind](draft.state, me, command.worker)
    if piece == "favor":
        return relaid(now, me, gain(draft, me, count, WHY[kind]))
    if piece == "morale":
        cheer(draft, me, count, WHY[kind])
    else:
        take(draft, me, piece, count, WHY[kind])
    return now


def _forge(draft: Draft, me: Seat, now: Round, command: Activate) -> Round:
    pay(draft, me, {"wood": command.wood}, "P-TIL-05")
    take(draft, me, "weapons", command.wood, "P-TIL-05")
    return now


def _recruit(draft: Draft, me: Seat, now: Round, command: Activate) -> Round:
    if may_recruit(draft.state, me, command.tile) or not _lenient(draft.state):
        draft.move(me.die[1], 1, me.citizens, me.first, "P-TIL-15")
    return now


def _deliver(draft: Draft, me: Seat, now: Round, _command: Activate) -> Round:
    """The section's favor and that of the backs taken before are one move on the track (P-TIL-17)."""
    book, section = draft.state.book, open_section(draft.state)
    if _lenient(draft.state) and not (section and affords(draft.zones, me, book.price[section])):
        return now
    if not section:
        raise ValueError("no wall section is open")
    pay(draft, me, book.price[section], "P-TIL-17")
    backs = sum(book.back[taken] for taken in draft.zones[me.sections])
    moved = gain(draft, me, book.worth[section] + backs, "P-TIL-17")
    draft.move(section, 1, WALL, me.sections, "P-TIL-17")
    return relaid(now, me, moved)


_DONE: dict[str, Callable[[Draft, Seat, Round, Any], Round]] = {
    BLACKSMITH: _forge,
    WORKER_CAMP: _recruit,
    OUTPOST: _deliver,
}


ACTIVATE = Action(Activate, offers_activate, needs_activate, activate)
