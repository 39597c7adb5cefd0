"""Licences A, B, C, D of production buildings (C-LIC)."""

from __future__ import annotations

from engine.constantinopolis.book import Book
from engine.constantinopolis.zones import BOARD, Seat
from engine.event import State
from engine.table import Tally

BEFORE = {"A": "A", "B": "A", "C": "B", "D": "C"}
"""A needs nothing: everybody owns the Ager, of licence A."""


def licensable(state: State, me: Seat) -> str:
    """The licences of which the seat may buy a building (C-LIC-01 to C-LIC-05)."""
    mine, found = owned(state.book, state.zones[me.sheet]), "A"
    for letter in "BCD":
        if BEFORE[letter] in mine or needed(state, mine, letter) in mine:
            found += letter
    return found


def needed(state: State, mine: set[str], letter: str) -> str:
    """The licence to own for this one: the one before, exhausted ones skipped (A-11: or only one)."""
    found = BEFORE[letter]
    while found not in mine and found != "A" and _exhausted(state, found):
        found = BEFORE[found]
        if state.setup.edition.licence_chain == "no":
            break
    return found


def lacking(state: State, mine: set[str], letter: str) -> tuple[str, str, str]:
    """Why a licence is lacking: the rule, the licence, and the one to own for it (C-LIC-01 to C-LIC-04)."""
    before, wanted = BEFORE[letter], needed(state, mine, letter)
    if any(other > before for other in mine):
        return "C-LIC-02", letter, wanted
    if _exhausted(state, before):  # A-11, or the one before the gap still has a tile
        return "C-LIC-04", letter, wanted
    gap = any(_exhausted(state, other) for other in "BC" if other < before and other not in mine)
    return ("C-LIC-03" if gap else "C-LIC-01"), letter, wanted


def _exhausted(state: State, letter: str) -> bool:
    board = state.zones[BOARD]
    for tile in state.book.licensed[letter]:  # noqa: SIM110 – asked for every list, thrice as fast
        if tile in board:
            return False
    return True


def owned(book: Book, sheet: Tally) -> set[str]:
    """The licences on a sheet."""
    licence = book.licence
    return {licence[tile] for tile in sheet if tile in licence}
