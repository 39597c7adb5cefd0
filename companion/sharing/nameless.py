"""The same game without anybody's name, for a report about the program: it replays to the same result."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
from msgspec.structs import replace

from companion.titles import title_of
from companion.titles.title import named
from engine.errors import WrongInput
from engine.game import Setup
from engine.journal import Entry, Journal

Names = Mapping[str, str]
"""A person's name → what stands in its place."""
TEXTS = ("why", "text")
"""Fields of commands in which people write freely."""


def nameless(journal: Journal) -> Journal:
    """The game of a journal in which each person is *Player 1*, *Player 2* …, round the table.

    Every entry keeps its number, time, command and events; digests are made anew. `WrongInput` for a set-up whose
    names cannot be distinguished from anything else in it.
    """
    names = {
        name: f"Player {number}" for number, (seat, name) in enumerate(named(journal.setup).items(), 1) if name != seat
    }
    setup = _without(journal, journal.setup, names)
    again = Journal(journal.game, setup)
    for entry in journal.entries:
        _add(again, entry, journal, names)
    return again


def _without(journal: Journal, setup: Setup, names: Names) -> Setup:
    data = msgspec.to_builtins(setup)
    people = list(named(setup).values())
    for name in names:
        if list(_strings(data)).count(name) != people.count(name):
            raise WrongInput(f"{name!r} stands for something else too in this game's set-up")
    return title_of(journal.game.name).read_setup(msgspec.json.encode(_renamed(data, names)))


def _strings(data: object) -> Iterator[str]:
    """Every text in a set-up, keys left out."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, list | tuple | dict):
        for each in data.values() if isinstance(data, dict) else data:
            yield from _strings(each)


def _renamed(data: object, names: Names) -> object:
    if isinstance(data, str):
        return names.get(data, data)
    if isinstance(data, list | tuple):
        return [_renamed(each, names) for each in data]
    if isinstance(data, dict):
        return {key: _renamed(value, names) for key, value in data.items()}
    return data


def _add(again: Journal, entry: Entry, journal: Journal, names: Names) -> None:
    command = entry.command
    if getattr(command, "setup", None) == journal.setup:
        command = replace(command, setup=again.setup)
    free = {field: _scrubbed(getattr(command, field), names) for field in TEXTS if _is_text(command, field)}
    command = replace(command, **free) if free else command
    evidence, origin = _scrubbed(entry.evidence, names), _scrubbed(entry.origin, names)
    before = again.entries[-1].digest if again.entries else ""
    digest = again.codec.digest(before, entry.number, entry.at, origin, command, entry.events, evidence)
    again.append(Entry(entry.number, entry.at, origin, command, entry.events, digest, evidence))


def _is_text(command: object, field: str) -> bool:
    return isinstance(getattr(command, field, None), str)


def _scrubbed(text: str, names: Names) -> str:
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, names[name])
    return text
