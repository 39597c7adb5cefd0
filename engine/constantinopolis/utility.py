"""Utility buildings: what Mensae, Redemptor and Taberna give (C-UTL); the Horreum stands with storing."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from engine.constantinopolis.book import Book
from engine.constantinopolis.readings import able, working
from engine.constantinopolis.zones import Seat
from engine.event import State
from engine.rule import Reason, Sentence


def any_kind(_kind: str) -> bool:
    return True


def no_wall(kind: str) -> bool:
    return kind != "wall"


def may_redeem(state: State, me: Seat) -> Callable[[str], bool] | None:
    """Which kinds of building the seat's Redemptor can make cheaper now, if any (C-UTL-02, A-18)."""
    if "redemptor" not in state.zones[me.sheet] or not working(state, me, "redemptor"):
        return None
    good = state.book.abilities.redemptor_good
    if state.zones[me.used["redemptor"]] or good not in state.zones[me.goods] or good not in able(state, me):
        return None
    return any_kind if state.setup.edition.redemptor_scope == "all" else no_wall


def needs_redeem(state: State, me: Seat, kind: str) -> Iterator[Sentence]:
    good = state.book.abilities.redemptor_good
    yield "redemptor" in state.zones[me.sheet], "C-UTL-02", Reason("not_owned"), good
    yield working(state, me, "redemptor"), "C-BLD-07", "redemptor"
    yield not state.zones[me.used["redemptor"]], "C-UTL-02", Reason("used"), good
    yield good in able(state, me), "C-ABL-01", Reason("not_able"), good
    yield good in state.zones[me.goods], "C-UTL-02", Reason("no_good"), good
    yield kind != "wall" or state.setup.edition.redemptor_scope == "all", "C-UTL-02", Reason("wall"), good


def redeemed(book: Book, tile: str, redeem: bool) -> int:
    """The price of a building, with the Redemptor or without."""
    return max(0, book.cost[tile] - book.abilities.redemptor_discount) if redeem else book.cost[tile]
