"""The referee's answers: why a figure is what it is, what a player may do now, and rules by a word."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.parts import Button, Line


class AnswerLine(Struct, frozen=True):
    """One line of an answer, tapped to open its rule."""

    number: str
    line: Line
    note: str
    right: Line
    button: Button


class Answers(Struct, frozen=True, kw_only=True):
    """An answer about one player: whom it is about, what is asked, the lines; `cover` stands where gold would show.

    `purse` is the player's covered treasury, held to look.
    """

    heading: str
    note: str
    seats: tuple[Button, ...]
    topics: tuple[Button, ...]
    lines: tuple[AnswerLine, ...]
    cover: Button | None = None
    purse: Button | None = None


class TypedSearch(Struct, frozen=True):
    """Rules by a word: what is typed, the keys, what was found, or that nothing was."""

    text: str
    keys: tuple[tuple[Button, ...], ...]
    lines: tuple[AnswerLine, ...]
    none: str = ""
