"""Whose turn it is, who comes next, and what is still to come in this round."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from companion.views.common.parts import Person

DUE, NEXT, WAIT, DONE, OUT = "due", "next", "wait", "done", "out"
"""What a seat is in the phase that runs: to act, the next to act, to come later, through with it, out of it."""


class TurnEntry(Struct, frozen=True, kw_only=True):
    """A seat in the order of the phase: what it does, in a word, and a remark such as its office."""

    person: Person
    word: str
    state: str
    note: str = ""


class TurnStep(Struct, frozen=True, kw_only=True):
    """A phase of the round that is to come: how it goes, and the seats in its order where that is fixed."""

    icon: str
    word: str
    note: str
    persons: tuple[Person, ...] = ()


class Turns(Struct, frozen=True, kw_only=True):
    """What a game reports of its turns: the phase, how it goes, the seats in its order, and the phases to come."""

    phase: str
    how: str
    seats: Sequence[TurnEntry]
    steps: Sequence[TurnStep]


class TurnList(Struct, frozen=True, kw_only=True):
    """The turns of the phase that runs, in their order, and the rest of the round."""

    heading: str
    note: str
    seats: tuple[TurnEntry, ...]
    then: str
    steps: tuple[TurnStep, ...]
    none: str = ""
