"""At the wrong moment every game quotes its own rule: for every phase, for every command, in four languages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from companion.titles import BUILT_IN, rulebook_of, title_of
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.constantinopolis.information import PRIVATE
from engine.event import State, evolve
from engine.game import Game, judge
from engine.journal import Journal
from engine.rule import NOT_NOW, NOT_YOURS, Rulebook, Ruling
from testkit.whole_game import whole_game

GAMES = pytest.mark.parametrize("game", [title_of(name).game for name in BUILT_IN], ids=lambda game: game.name)
EVERY = 7
"""At so many entries' distance everything is tried, and after each of the last ones."""


def rulebook(game: Game) -> Rulebook:
    return rulebook_of(game.name)


@GAMES
def test_every_phase_and_every_command_names_a_rule(game: Game) -> None:
    assert set(game.waits) == {*game.phases, *game.commands}


@GAMES
def test_every_rule_named_has_its_sentence_in_four_languages(game: Game) -> None:
    book = rulebook(game)
    named = {rule for rule in game.waits.values() if isinstance(rule, str)}
    assert named
    assert {(rule, one) for rule in named for one in ("en", "it", "es", "de") if not book[rule].sentence(one)} == set()


@GAMES
def test_a_phase_interrupts_only_phases_of_its_game(game: Game) -> None:
    assert {*game.interrupts, *(phase for each in game.interrupts.values() for phase in each)} <= set(game.phases)


def untimely(journal: Journal) -> Iterator[Ruling]:
    """The refusals at the wrong moment along a game, when every seat tries one command of every kind in it."""
    kinds = {type(entry.command): entry.command for entry in journal.entries}
    state: State = journal.game.box(journal.setup)
    for entry in journal.entries:
        evolve(state, entry.events)
        if entry.number % EVERY == 0 or entry.number > journal.last - EVERY:
            yield from _refused(journal.game, state, list(kinds.values()))


def _refused(game: Game, state: State, commands: list[Any]) -> Iterator[Ruling]:
    phase = type(state.phase)
    for seat in state.seats:
        for command in commands:
            if type(command) in game.index_anytime[phase] and seat:
                continue
            if type(command) not in game.index[phase] or seat not in state.phase.actors:
                yield judge(game, state, replace(command, seat=seat))


def games(game: Game) -> Iterator[Journal]:
    """Random games by any options."""
    return (whole_game(game.name, seed) for seed in range(3))


@GAMES
def test_whoever_tries_whatever_at_the_wrong_moment_is_refused_by_a_rule_of_the_game(game: Game) -> None:
    book = rulebook(game)
    rulings = [ruling for journal in games(game) for ruling in untimely(journal)]
    assert {ruling.rule for ruling in rulings} <= set(book)
    assert {ruling.untimely.rule for ruling in rulings if ruling.untimely} == {NOT_NOW, NOT_YOURS}
    assert all(ruling.untimely and not ruling.facts for ruling in rulings)


def test_no_refusal_at_the_wrong_moment_rests_on_gold() -> None:
    assert not {ruling.rule for journal in games(CONSTANTINOPOLIS) for ruling in untimely(journal)} & set(PRIVATE)
