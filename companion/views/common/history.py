"""The journal line by line, and what taking lines back asks of people's hands."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.parts import Button, Line, Person, Row


class HistoryLine(Struct, frozen=True, kw_only=True):
    """An entry: number, person, sentence, source, effect; `struck` lines would be or were taken back."""

    number: int
    person: Person | None
    line: Line
    note: str
    right: Line
    button: Button
    struck: bool = False
    edge: bool = False


class Back(Struct, frozen=True, kw_only=True):
    """Going back to a line: the pieces to put back, what else changes, who must agree."""

    title: str
    note: str
    pieces: tuple[Row, ...]
    effect: Line
    asked: Person | None
    question: str
    reason: str
    no: Button
    yes: Button
    heading: str
    mend: Button | None = None
    all: Button | None = None


class MendLine(Struct, frozen=True):
    """Something a past line could have been."""

    line: Line
    button: Button


class PieceRow(Struct, frozen=True):
    """A piece, how many of it are taken, and out of how many."""

    line: Line
    taken: int
    less: Button
    more: Button


class Picking(Struct, frozen=True):
    """Choosing the right pieces for a past line."""

    title: str
    note: str
    rows: tuple[PieceRow, ...]
    no: Button
    yes: Button


class MendChoices(Struct, frozen=True):
    """Correcting one line: everything it could have been."""

    title: str
    note: str
    choices: tuple[MendLine, ...]
    no: Button


class History(Struct, frozen=True, kw_only=True):
    """The journal, newest line first."""

    heading: str
    tabs: tuple[Button, ...]
    lines: tuple[HistoryLine, ...]
    back: Back | None
    hint: str = ""
    mend: MendChoices | None = None
    pick: Picking | None = None
