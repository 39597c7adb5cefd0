"""A case: a situation written by hand and the commands to judge in it (docs/cases/README.md).

The head of a case is the same for every game. What lies where, and whose turn it is, its game's title reads from
`body` and `belongings`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from companion.notation.spelling import Spelling
from companion.notation.toml_lines import FileError, Keys, Lines, Toml

_WHERE = re.compile(r" - at `\$(.*)`$")
_STEP = re.compile(r"\.?([^.\[\]]+)|\[(\d+)\]")


class Wrong(Exception):
    """A key of a case that cannot be; `keys` lead to it."""

    def __init__(self, keys: Keys, wrong: str) -> None:
        super().__init__(wrong)
        self.keys, self.wrong = keys, wrong


Change = Mapping[str, int | str | tuple[str, ...]]
"""By belonging what a player is expected to have more or less of at the end, in the form of the ruling."""


class Expect(Struct, frozen=True, kw_only=True):
    """What the rulings should be: ``allowed`` or the rule; which options change one; who leads; changes by seat.

    At the end: the `phase`, the seats whose `turn` it is (``table`` for a chore), how many cards (or tiles) are `due`
    to be drawn, and what lies in each of `zones`.

    What is None is not expected to be anything.
    """

    rulings: tuple[str, ...] | None = None
    options: tuple[str, ...] | None = None
    scores: dict[str, int] = {}
    winners: tuple[str, ...] = ()
    changes: dict[str, Change] = {}
    phase: str = ""
    turn: tuple[str, ...] | None = None
    due: int | None = None
    zones: dict[str, str] = {}


class Case(Struct, frozen=True, kw_only=True):
    """A situation and the commands to judge: the head for every game, the rest as the file has it.

    `edition` is the printed rulebook on the table, empty for the game's first one; `belongings` are the tables of the
    seats, `body` all other keys.
    """

    title: str = ""
    about: str = ""
    source: str = ""
    game: str = ""
    seats: tuple[str, ...] = ()
    edition: Literal["en", "it", "es", ""] = ""
    preset: str = "reconciled"
    options: dict[str, str] = {}
    commands: tuple[str, ...] = ()
    expect: Expect | None = None
    belongings: Mapping[str, Toml] = {}
    body: Toml = {}


INSTEAD = "instead"
"""The tables of a case that say what is otherwise in a second situation, a third …"""


class Sheet(Struct, frozen=True):
    """A case as it was read, with its file and the lines of its keys.

    `instead` leads to the table of the file that changes the first situation; it is empty for that one itself.
    """

    file: Path
    lines: Lines
    case: Case
    instead: Keys = ()

    def wrong(self, keys: Keys, wrong: str) -> FileError:
        """The error to raise for a key of this case."""
        return located(self.file, self.lines, self.instead, keys, wrong)


def located(file: Path, lines: Lines, instead: Keys, keys: Keys, wrong: str) -> FileError:
    """The error for a key of a situation: where that says it, else where the first one does."""
    here = (*instead, *keys) if instead and lines.has((*instead, *keys[:1])) else keys
    return FileError(str(file), lines.of(here), ".".join(here), wrong)


def situations(raw: Toml) -> Iterator[tuple[Keys, Toml]]:
    """The tables of each situation in a file, the first one alone; what is expected of it is never that of another."""
    first = {key: value for key, value in raw.items() if key != INSTEAD}
    yield (), first
    others = raw.get(INSTEAD, [])
    if not isinstance(others, list) or not all(isinstance(other, dict) for other in others):
        raise Wrong((INSTEAD,), f"is written as tables of its own: [[{INSTEAD}]]")
    for number, other in enumerate(others):
        if INSTEAD in other:
            raise Wrong((INSTEAD, str(number), INSTEAD), "cannot stand below another one")
        base = {key: value for key, value in first.items() if key != "expect"}
        yield (INSTEAD, str(number)), _changed(base, other)


def _changed(base: Toml, other: Toml) -> Toml:
    """Tables are changed key by key; any other value takes the place of the first one."""
    both = {key: _changed(base[key], other[key]) for key in other if _tables(base.get(key), other[key])}
    return {**base, **other, **both}


def _tables(*values: object) -> bool:
    return all(isinstance(value, dict) for value in values)


HEAD = tuple(field.name for field in msgspec.structs.fields(Case) if field.name not in ("belongings", "body"))


def case_of(raw: Toml, game: str, colours: tuple[str, ...], fewest: int, spelling: Spelling) -> Case:
    """A case of `game`, for `fewest` players at least, from the tables of its file; raises `Wrong`."""
    found = {colour: _table(raw[colour], (colour,)) for colour in raw if colour in colours}
    expect = _expect(raw["expect"], colours, spelling) if "expect" in raw else None
    head = {key: raw[key] for key in raw if key in HEAD and key != "expect"}
    case: Case = converted(head, Case, ())
    seats = case.seats or _seats(tuple(found), colours, fewest)
    for colour in found:
        if colour not in seats:
            raise Wrong((colour,), f"is not one of the seats {seats!r}")
    body = {key: raw[key] for key in raw if key not in HEAD and key not in found}
    return msgspec.structs.replace(case, game=game, seats=seats, belongings=found, expect=expect, body=body)


def _table(raw: object, keys: Keys) -> Toml:
    if not isinstance(raw, dict):
        raise Wrong(keys, f"expected a table, got {raw!r}")
    return raw


def _seats(named: tuple[str, ...], colours: tuple[str, ...], fewest: int) -> tuple[str, ...]:
    """The colours the file names, and others until there are enough."""
    first = [colour for colour in ("red", "blue") if colour in colours]
    others = [colour for colour in dict.fromkeys((*first, *colours)) if colour not in named]
    return (*named, *others[: max(0, fewest - len(named))])


def _expect(raw: object, colours: Iterable[str], spelling: Spelling) -> Expect:
    table = _table(raw, ("expect",))
    named = {key: its for key, its in table.items() if key in colours}
    changes = {key: _change(its, ("expect", key), spelling) for key, its in named.items()}
    plain = {key: value for key, value in table.items() if key not in colours}
    for key in plain:
        if key not in Expect.__struct_fields__ or key == "changes":  # these stand under the colours
            raise Wrong(("expect", key), "is no key of what a case can expect")
    expect: Expect = converted(plain, Expect, ("expect",))
    return msgspec.structs.replace(expect, changes=changes)


def _change(raw: object, keys: Keys, spelling: Spelling) -> Change:
    """What is expected of one player; a number of 0 and pieces that are none are no change."""
    account, found = spelling.account, {}
    for name, value in _table(raw, keys).items():
        if name not in account.names:
            raise Wrong((*keys, name), f"is no belonging, one of {', '.join(account.names)}")
        form = str | tuple[str, ...] if name in account.sets else int
        change = converted(value, form, (*keys, name))
        if change or name in account.stands:
            found[name] = change
    return found


def converted(raw: object, kind: Any, keys: Keys) -> Any:
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
