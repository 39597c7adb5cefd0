"""How a game writes its commands on one line, as data: forms, names, prefixes."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

import msgspec
from msgspec import Struct

from engine.errors import NotFound


class Pieces(Struct, frozen=True):
    """How a tally is written: `letters` run together, `prefix` is left out, `plain` pieces never had it."""

    letters: str = ""
    prefix: str = ""
    plain: tuple[str, ...] = ()


class Account(Struct, frozen=True, kw_only=True):
    """What a player has: `numbers` of a piece in a zone, `sets` of zones, `stands`: zones and the marker in one.

    `only` is how the pieces of a set begin that are counted, `carries` the zone of what a piece of a set carries, and
    `money` the number that people pay with, if there is one.
    """

    numbers: dict[str, tuple[str, str]] = {}
    sets: dict[str, tuple[str, ...]] = {}
    stands: dict[str, tuple[str, str]] = {}
    only: dict[str, str] = {}
    carries: dict[str, str] = {}
    money: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        """What the belongings are called, in the order in which they are reported."""
        return *self.numbers, *self.sets, *self.stands


class Spelling(Struct, frozen=True, kw_only=True):
    """`forms` by command name; per field `names` of its numbers, `prefixes` left out, `flags` as the word for yes,
    or the word before a value that is left out where it is the default; `seats` are fields that name a player.

    `sections` are the headings of a written game, each with the phases it covers. Somebody who types may say a word of
    `also` where the other is meant.
    """

    forms: dict[str, str]
    names: dict[str, dict[str, int]] = {}
    prefixes: dict[str, str] = {}
    flags: dict[str, str] = {}
    seats: tuple[str, ...] = ()
    pieces: Pieces = Pieces()
    account: Account = Account()
    sections: dict[str, tuple[str, ...]] = {}
    also: dict[str, str] = {}

    def section(self, phase: str) -> str:
        """The heading a phase stands under, or nothing."""
        return next((name for name, phases in self.sections.items() if phase in phases), "")


@cache
def read_spelling(file: Path) -> Spelling:
    """The spelling in a game's `notation.toml`; raises `LookupError` for a game that has none."""
    if not file.exists():
        raise NotFound(f"the game has no {file.name!r} in {str(file.parent)!r}")
    return msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), Spelling)
