"""A case: a situation written by hand and the commands to judge in it (docs/cases/README.md)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from companion.notation.toml_lines import FileError, Keys, Lines, read_toml
from engine.constantinopolis.zones import COLOURS

_WHERE = re.compile(r" - at `\$(.*)`$")
_STEP = re.compile(r"\.?([^.\[\]]+)|\[(\d+)\]")


class Wrong(Exception):
    """A key of a case that cannot be; `keys` lead to it."""

    def __init__(self, keys: Keys, wrong: str) -> None:
        super().__init__(wrong)
        self.keys, self.wrong = keys, wrong


class Belongings(Struct, frozen=True, forbid_unknown_fields=True):
    """What lies before one player; what is not said is as after set-up."""

    name: str = ""
    gold: int | None = None
    goods: str = ""
    fame: int = 0
    level: int | None = None
    office: int | str | None = None
    office_used: bool = False
    buildings: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    able: str | None = None
    ships: tuple[str, ...] | None = None
    open: tuple[str, ...] = ()
    saved: tuple[str, ...] = ()
    posts: int = 0
    bought: str = ""
    sold: str = ""


class SoFar(Struct, frozen=True, forbid_unknown_fields=True):
    """What the phase remembers of what has been done in it."""

    acted: tuple[str, ...] = ()
    free: tuple[int, ...] = ()
    barred: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    challenger: str = ""
    contest: int | str = 0
    bid: int = 0
    held: int = 0
    built: tuple[str, ...] = ()
    builder: str = ""
    tile: str = ""
    redeeming: bool = False
    shipped: tuple[str, ...] = ()
    posted: tuple[str, ...] = ()
    due: int | None = None
    missed: str = ""
    last: bool = False


class Change(Struct, frozen=True, forbid_unknown_fields=True):
    """What a player is expected to have more or less of at the end; `office` is where he then stands."""

    gold: int = 0
    goods: str = ""
    fame: int = 0
    level: int = 0
    tiles: tuple[str, ...] = ()
    ships: tuple[str, ...] = ()
    contracts: tuple[str, ...] = ()
    office: int | None = None


class Expect(Struct, frozen=True):
    """What the rulings should be: ``allowed`` or the rule; which options change one; who leads; changes by colour."""

    rulings: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    scores: dict[str, int] = {}
    winners: tuple[str, ...] = ()
    changes: dict[str, Change] = {}


class Case(Struct, frozen=True, forbid_unknown_fields=True):
    """A situation and the commands to judge; `belongings` by colour, `file` and `lines` for messages."""

    title: str = ""
    about: str = ""
    source: str = ""
    game: str = "constantinopolis"
    seats: tuple[str, ...] = ()
    edition: Literal["en", "it", "es"] = "en"
    preset: str = "reconciled"
    options: dict[str, str] = {}
    values: str = "house"
    printed: dict[str, Any] = {}
    round: int = 1
    phase: str = "auction"
    turn: str | tuple[str, ...] = ()
    market: str = ""
    next: str = ""
    past: tuple[str, ...] = ()
    coins: dict[str, int] = {}
    gone: tuple[str, ...] = ()
    board: tuple[str, ...] | None = None
    shipyard: dict[str, int] = {}
    deck: int | None = None
    so_far: SoFar = SoFar()
    commands: tuple[str, ...] = ()
    expect: Expect | None = None
    belongings: dict[str, Belongings] = {}


class Sheet(Struct, frozen=True):
    """A case as it was read, with its file and the lines of its keys."""

    file: Path
    lines: Lines
    case: Case

    def wrong(self, keys: Keys, wrong: str) -> FileError:
        """The error to raise for a key of this case."""
        return FileError(str(self.file), self.lines.of(keys), ".".join(keys), wrong)


def read_case(file: Path) -> Sheet:
    """A case file; raises `FileError` naming file, line and key, `OSError`."""
    raw, lines = read_toml(file)
    try:
        return Sheet(file, lines, case_of(raw))
    except Wrong as error:
        raise FileError(str(file), lines.of(error.keys), ".".join(error.keys), error.wrong) from error


def case_of(raw: Mapping[str, Any]) -> Case:
    """A case from the tables of its file; raises `Wrong`."""
    plain = {key: value for key, value in raw.items() if key not in COLOURS}
    found = {colour: converted(raw[colour], Belongings, (colour,)) for colour in raw if colour in COLOURS}
    expect = _expect(plain.pop("expect")) if "expect" in plain else None
    case: Case = converted(plain, Case, ())
    seats = case.seats or _seats(tuple(found))
    for colour in found:
        if colour not in seats:
            raise Wrong((colour,), f"is not one of the seats {seats!r}")
    return msgspec.structs.replace(case, seats=seats, belongings=found, expect=expect)


def _seats(named: tuple[str, ...]) -> tuple[str, ...]:
    """The colours the file speaks of, and others until there are two."""
    others = [colour for colour in ("red", "blue", *COLOURS) if colour not in named]
    return (*named, *others[: max(0, 2 - len(named))])


def _expect(raw: Any) -> Expect:
    if not isinstance(raw, dict):
        raise Wrong(("expect",), f"expected a table, got {raw!r}")
    changes = {key: converted(raw[key], Change, ("expect", key)) for key in raw if key in COLOURS}
    plain = {key: value for key, value in raw.items() if key not in COLOURS}
    for key in plain:
        if key not in ("rulings", "options", "scores", "winners"):
            raise Wrong(("expect", key), "is no key of what a case can expect")
    expect: Expect = converted(plain, Expect, ("expect",))
    return msgspec.structs.replace(expect, changes=changes)


def converted(raw: Any, kind: Any, keys: Keys) -> Any:
    """`raw` as `kind`; raises `Wrong` naming the key below `keys`."""
    try:
        return msgspec.convert(raw, kind)
    except msgspec.ValidationError as error:
        message = str(error)
        where = _WHERE.search(message)
        below = tuple(name or index for name, index in _STEP.findall(where[1])) if where else ()
        raise Wrong(*_named((*keys, *below), _WHERE.sub("", message))) from error


def _named(keys: Keys, message: str) -> tuple[Keys, str]:
    """msgspec names the table of an unknown key; we name the key."""
    match = re.fullmatch(r"Object contains unknown field `(.*)`", message)
    if match:
        return (*keys, match[1]), "is no key of a case"
    return keys, message[:1].lower() + message[1:]
