"""Other readings of the rules: what would be ruled with one option changed, or by another edition to the letter."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.event import State
from engine.game import Command, Game, judge
from engine.rule import Ruling


class Reading(Struct, frozen=True):
    """What another `value` of an `option` would make of a command: allowed or not, by which rule."""

    option: str
    value: str
    allowed: bool
    rule: str = ""


@cache
def editions_of(game: str) -> Mapping[str, Any]:
    """The options and presets of a game with their sentences; empty for a game without any."""
    file = Path(import_module(f"engine.{game}").__path__[0]) / "editions.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {"options": {}, "presets": {}}


def meaning(game: str, option: str, value: str, language: str) -> str:
    """What a value of an option means, in a sentence."""
    return str(editions_of(game)["options"][option]["value"][value][language])


def preset_name(game: str, preset: str, language: str) -> str:
    """A preset's name."""
    return str(editions_of(game)["presets"][preset]["name"][language])


def other_readings(game: Game, state: State, command: Command, ruling: Ruling) -> list[Reading]:
    """Every other value of every option under which the ruling, or what follows from it, would be another one."""
    found = []
    for option, value in _other_values(game, state):
        other = _judged(game, state, command, {option: value})
        if (other.rule, other.facts, other.events) != (ruling.rule, ruling.facts, ruling.events):
            found.append(Reading(option, value, other.allowed, other.rule))
    return found


def by_presets(game: Game, state: State, command: Command) -> dict[str, Ruling]:
    """What each preset makes of a command."""
    presets = editions_of(game.name)["presets"]
    plain = {option: item["values"][0] for option, item in editions_of(game.name)["options"].items()}
    return {name: _judged(game, state, command, plain | item["options"]) for name, item in presets.items()}


def _other_values(game: Game, state: State) -> Iterator[tuple[str, str]]:
    for option, item in editions_of(game.name)["options"].items():
        for value in item["values"]:
            if value != getattr(state.setup.edition, option):
                yield option, value


def _judged(game: Game, state: State, command: Command, options: Mapping[str, str]) -> Ruling:
    return judge(game, _under(game, state, options), command)


def _under(game: Game, state: State, options: Mapping[str, str]) -> State:
    """The same position where the table had agreed otherwise; what has been done so far stays done."""
    setup = replace(state.setup, edition=replace(state.setup.edition, **options))
    twin = State(setup, state.seats, state.table.copy(), state.phase)
    twin.table.bottomless = game.box(setup).table.bottomless
    return twin
