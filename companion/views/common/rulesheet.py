"""A rule on a sheet: the question, the verdict, the facts, and where it stands."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.parts import Button, Person


class Fact(Struct, frozen=True):
    """One line of the sum behind a verdict; `tone` is `ink`, `porphyry` or `alarm`."""

    icon: str
    text: str
    figure: str
    tone: str = "ink"


class Cite(Struct, frozen=True):
    """Where a rule stands in one printed edition."""

    language: str
    place: str
    words: str
    own: bool = False


class RuleReading(Struct, frozen=True):
    """One value of the option that decides this rule; `chosen` is what this table plays."""

    text: str
    figure: str
    chosen: bool


class VoteLine(Struct, frozen=True, kw_only=True):
    """A player's yes; without a person everybody's, or what else there is to tap beside them.

    `secret` is the seat whose gold shows while it is held; empty where nothing is hidden.
    """

    person: Person | None
    name: str
    yes: bool
    button: Button
    icon: str = "vote"
    secret: str = ""


class RuleSheet(Struct, frozen=True, kw_only=True):
    """A ruling anybody can check."""

    person: Person | None
    asked: str
    verdict: str
    sentence: str
    facts: tuple[Fact, ...]
    rule: str
    cites: tuple[Cite, ...]
    differ: str
    readings: tuple[RuleReading, ...]
    foot: str
    buttons: tuple[Button, ...]
    votes: tuple[VoteLine, ...] = ()
