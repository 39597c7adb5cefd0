"""Licences A, B, C, D of production buildings (C-LIC)."""

from __future__ import annotations

from engine.constantinopolis.values import Book
from engine.constantinopolis.zones import BOARD, Seat
from engine.event import State
from engine.table import Tally

BEFORE = {"B": "A", "C": "B", "D": "C"}


def may_license(state: State, me: Seat, letter: str) -> bool:
    """May the seat buy a building of this licence (C-LIC-01 to C-LIC-05)?"""
    return letter == "A" or needed(state, me, letter) in owned(state.setup.book, state.table[me.sheet])


def needed(state: State, me: Seat, letter: str) -> str:
    """The licence the seat must own for this one: the one before, exhausted ones skipped (A-11: or only one)."""
    book, board, sheet = state.setup.book, state.table[BOARD], state.table[me.sheet]
    mine, found = owned(book, sheet), BEFORE[letter]
    while found != "A" and found not in mine and not any(tile in board for tile in book.licensed[found]):
        found = BEFORE[found]
        if state.setup.edition.licence_chain == "no":
            break
    return found


def owned(book: Book, sheet: Tally) -> set[str]:
    """The licences on a sheet."""
    return {book.licence[tile] for tile in sheet if tile in book.licence}
