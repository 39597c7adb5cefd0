"""The final score that anybody can check: each cell opens to the entries behind it."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.parts import Button, Line, Person


class Heading(Struct, frozen=True):
    """A category of the score."""

    icon: str
    word: str


class Cell(Struct, frozen=True):
    """One player's points in one category, as a button."""

    figure: str
    button: Button


class ScoreLine(Struct, frozen=True):
    """One player's place and cells; the total stands last."""

    place: int
    person: Person
    cells: tuple[Cell, ...]
    total: str
    first: bool


class Curve(Struct, frozen=True):
    """One player's points after each round."""

    person: Person
    values: tuple[int, ...]


class Exchange(Struct, frozen=True):
    """A thing as an icon, how much of it was owned, and what that came to."""

    icon: str
    owned: str
    became: str


class Opened(Struct, frozen=True):
    """The lines behind an opened cell, and how a tie was broken."""

    person: Person
    title: str
    figure: str
    lines: tuple[Line, ...]
    tie: str = ""


class OpenedExchange(Opened, frozen=True, kw_only=True):
    """A cell that opens to what was exchanged, above its lines."""

    exchanged: tuple[Exchange, ...]


class FinalScore(Struct, frozen=True, kw_only=True):
    """The score as one screen; while a game runs it shows the running score.

    `icon` and `points` are what is counted, as a picture and in a word.
    """

    icon: str
    points: str
    person: Person
    title: str
    note: str
    buttons: tuple[Button, ...]
    headings: tuple[Heading, ...]
    lines: tuple[ScoreLine, ...]
    chart: str
    curves: tuple[Curve, ...]
    ticks: tuple[str, ...]
    opened: Opened | None
