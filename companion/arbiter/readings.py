"""Other readings of the rules: what would be ruled with one option changed, or by another edition to the letter."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.titles import title_of
from companion.titles.title import folder_of
from engine.event import Entered, State, evolve, revert
from engine.game import Command, Game, decide, judge
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
    file = folder_of(title_of(game).rules) / "editions.toml"
    found = tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return {"options": {}, "presets": {}, **found}


def meaning(game: str, option: str, value: str, language: str) -> str:
    """What a value of an option means, in a sentence."""
    words = editions_of(game)["options"][option]["value"][value]
    return str(words.get(language, words["en"]))


def question(game: str, option: str, language: str) -> str:
    """What an option asks."""
    return str(editions_of(game)["options"][option][language])


def preset_name(game: str, preset: str, language: str) -> str:
    """A preset's name; the preset itself in a game that names none."""
    found = editions_of(game)["presets"].get(preset)
    return str(found["name"].get(language, found["name"]["en"])) if found else preset


class Twin(Struct):
    """The same position at a table that has agreed otherwise: with one `option` changed, or by a whole `preset`.

    A twin that rules otherwise has gone its own way (`parted`) and is not asked again.
    """

    state: State
    option: str = ""
    value: str = ""
    preset: str = ""
    parted: bool = False


class Others(Struct, frozen=True):
    """What other tables make of a command: other `readings`, and whether each of the `presets` rules the same."""

    readings: tuple[Reading, ...] = ()
    presets: dict[str, bool] = {}


def twins_of(game: Game, state: State) -> list[Twin]:
    """The position under every other value of every option, and under every preset."""
    return [
        *(Twin(under(game, state, {option: value}), option, value) for option, value in _other_values(game, state)),
        *(Twin(under(game, state, options), preset=name) for name, options in preset_options(game.name).items()),
    ]


def ask(game: Game, state: State, twins: list[Twin], command: Command, ruling: Ruling) -> Others:
    """What the twins make of a command that has been ruled on at `state`; all positions stay as they are."""
    readings, presets = [], {}
    end = _end(game, state, ruling)
    for twin in twins:
        other = ruling if twin.parted else judge(game, twin.state, command)
        same = _visible(other) == _visible(ruling) and _end(game, twin.state, other) == end
        if twin.preset:
            presets[twin.preset] = same and not twin.parted
        elif not same:
            readings.append(Reading(twin.option, twin.value, other.allowed, other.rule))
    return Others(tuple(readings), presets)


def _end(game: Game, state: State, ruling: Ruling) -> tuple[tuple[str, int], ...]:
    """Who is in which place where a ruling ends the game; nothing where it goes on."""
    ends = any(isinstance(event, Entered) and not event.phase.actors for event in ruling.events)
    if not ends:
        return ()
    evolve(state, ruling.events)
    try:
        return tuple(sorted((one.seat, one.place) for one in game.standings(state)))
    finally:
        revert(state, ruling.events)


def _visible(ruling: Ruling) -> tuple[object, ...]:
    """What can be seen of a ruling: rule and facts, pieces moved and turned, and who is first in which phase."""
    entered = [event.phase for event in ruling.events if isinstance(event, Entered)]
    hands = [event for event in ruling.events if not isinstance(event, Entered)]
    return ruling.rule, ruling.reason, ruling.facts, hands, [(type(phase), phase.actors[:1]) for phase in entered[-1:]]


def follow(game: Game, twins: list[Twin], command: Command, allowed: bool) -> None:
    """Let the twins do what was done, as far as their rules allow."""
    for twin in twins:
        if not twin.parted:
            twin.parted = judge(game, twin.state, command).allowed != allowed
        if not twin.parted and allowed:
            decide(game, twin.state, command)


def preset_options(game: str) -> dict[str, dict[str, str]]:
    """All options of each preset."""
    plain = {option: item["values"][0] for option, item in editions_of(game)["options"].items()}
    return {name: plain | item.get("options", {}) for name, item in editions_of(game)["presets"].items()}


def _other_values(game: Game, state: State) -> Iterator[tuple[str, str]]:
    for option, item in editions_of(game.name)["options"].items():
        for value in item["values"]:
            if value != getattr(state.setup.edition, option):
                yield option, value


def under(game: Game, state: State, options: Mapping[str, str]) -> State:
    """The same position where the table had agreed otherwise; what has been done so far stays done."""
    setup = replace(state.setup, edition=replace(state.setup.edition, **options))
    twin = State(setup, state.seats, state.table.copy(), state.phase)
    twin.table.bottomless = game.box(setup).table.bottomless
    return twin
