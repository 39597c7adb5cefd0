"""How much a seat may: contracts to draw, donations, goods to keep, exchanges at its walls."""

from __future__ import annotations

from engine.constantinopolis.phases import Acceptance, Construction, Donation
from engine.constantinopolis.readings import able, answers_consul, has, holder, stall, stays, working
from engine.constantinopolis.zones import MAGISTER, Seat
from engine.event import State
from engine.table import Tally, total

ENTRIES = {"build_accept": (Construction, Acceptance), "plus_donate": (Construction, Acceptance, Donation)}


def due(state: State, me: Seat) -> int:
    """The contracts a seat draws in phase 5 (C-DRW-01).

    By level (C-CMP-12), posts unused (C-DRW-02), as Magister (C-OFF-01), with the contract wall (C-WAL-05).
    """
    table, book = state.zones, state.book
    cards = book.tracks.draw[table[me.level].get("level", 1) - 1] + total(table[me.posts])
    if holder(table, MAGISTER) == me.colour:
        cards += book.tracks.magister_contracts
    if "wall-contract" in table[me.sheet]:
        cards += book.values.buildings["wall-contract"].contracts
    return int(cards)


def gifts(state: State, me: Seat) -> list[str]:
    """The entries of the market card a seat can donate (C-DON-01, C-DON-02)."""
    hand = state.zones[me.goods]
    there = [(entry, goods) for entry, goods in stall(state).gifts.items() if has(hand, goods)]
    known = able(state, me) if there else ""
    return [entry for entry, goods in there if all(good in known for good in goods)]


def may_donate(state: State, me: Seat) -> bool:
    """Is there anything for this seat to do in phase 7?"""
    hand = state.zones[me.goods]
    if not hand:
        return False
    if total(hand) >= stall(state).smallest and gifts(state, me):
        return True
    if state.setup.edition.wall_exchange == "build_accept":
        return False
    return unused(state, me, "wall-swap") or (unused(state, me, "wall-three-goods") and total(hand) >= 3)


def unused(state: State, me: Seat, tile: str) -> bool:
    """Does the seat own this tile, with no cubes spent on it this round?"""
    return tile in state.zones[me.sheet] and not state.zones[me.used[tile]]


def exchange_open(state: State, me: Seat) -> bool:
    """May the seat use its swap and three-goods walls now (C-WAL-09, A-15: even in another's turn)?"""
    phases = ENTRIES.get(state.setup.edition.wall_exchange)
    if phases is None:
        return stays(state, me) and not answers_consul(state, me)
    return type(state.phase) in phases and me.colour in state.phase.actors


def keeps(state: State, me: Seat) -> int:
    """The goods a seat may keep at the end of the round (C-STO-01, C-UTL-04)."""
    rights = state.book.abilities
    return int(rights.horreum_store if working(state, me, "horreum") else rights.store)


def surplus(state: State, me: Seat) -> int:
    """How many goods a seat has too many; those on ships lie elsewhere (C-STO-02)."""
    hand: Tally = state.zones[me.goods]
    return max(0, total(hand) - keeps(state, me)) if hand else 0
