"""What hands do in every chapter: pay, earn, take goods, score."""

from __future__ import annotations

from engine.constantinopolis.zones import SUPPLY, TRACK, Seat
from engine.draft import Draft
from engine.table import Tally


def pay(draft: Draft, me: Seat, amount: int, why: str) -> None:
    """Gold from a treasury to the supply."""
    draft.move("gold", amount, me.treasury, SUPPLY, why)


def earn(draft: Draft, me: Seat, amount: int, why: str) -> None:
    """Gold from the supply to a treasury."""
    draft.move("gold", _left(draft, "gold", amount), SUPPLY, me.treasury, why)


def take(draft: Draft, me: Seat, good: str, count: int, why: str) -> None:
    """Goods from the supply to a hand."""
    draft.move(good, _left(draft, good, count), SUPPLY, me.goods, why)


def give(draft: Draft, me: Seat, goods: Tally, why: str) -> None:
    """Goods from a hand to the supply."""
    draft.carry(goods, me.goods, SUPPLY, why)


def score(draft: Draft, me: Seat, fame: int, why: str) -> None:
    """Fame points."""
    draft.move("fame", fame, TRACK, me.fame, why)


def _left(draft: Draft, piece: str, count: int) -> int:
    """How much of `count` can be taken: all, unless the table plays with the tokens of the box only (A-25)."""
    if SUPPLY in draft.table.bottomless:
        return count
    return min(count, draft.zones[SUPPLY].get(piece, 0))
