"""At the wrong moment the game quotes its own rule: for every phase and every command."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from companion.titles import rulebook_of
from engine.event import State, evolve
from engine.game import judge
from engine.journal import Journal
from engine.praetor import commands as c
from engine.praetor.city import Spot
from engine.praetor.game import PRAETOR
from engine.rule import NOT_NOW, NOT_YOURS, Ruling
from testkit.praetor.players import LIVELY, Player, any_setup, play
from testkit.praetor.tables import do, rule, table

BOOK = rulebook_of("praetor")
EVERY = 9


def test_every_phase_and_every_command_names_a_rule_with_its_sentences() -> None:
    assert set(PRAETOR.waits) == {*PRAETOR.phases, *PRAETOR.commands}
    named = {moment for moment in PRAETOR.waits.values() if isinstance(moment, str)}
    assert named <= set(BOOK)


def untimely(journal: Journal) -> Iterator[Ruling]:
    """The refusals at the wrong moment along a game, when every seat tries one command of every kind in it."""
    kinds = {type(entry.command): entry.command for entry in journal.entries}
    state: State = PRAETOR.box(journal.setup)
    for entry in journal.entries:
        evolve(state, entry.events)
        if entry.number % EVERY == 0 or entry.number > journal.last - EVERY:
            yield from _refused(state, list(kinds.values()))


def _refused(state: State, commands: list[Any]) -> Iterator[Ruling]:
    for seat in state.seats:
        for command in commands:
            if type(command) not in PRAETOR.index[type(state.phase)] or seat not in state.phase.actors:
                yield judge(PRAETOR, state, replace(command, seat=seat))


def test_any_command_at_the_wrong_moment_is_refused_by_a_rule_of_the_game() -> None:
    rulings = []
    for seed in (1, 3):
        journal = Journal(PRAETOR, any_setup(seed))
        for _ in play(journal, Player(seed, LIVELY)):
            pass
        rulings += list(untimely(journal))
    assert {ruling.rule for ruling in rulings} <= set(BOOK)
    assert {ruling.untimely.rule for ruling in rulings if ruling.untimely} == {NOT_NOW, NOT_YOURS}
    assert all(ruling.untimely and not ruling.facts for ruling in rulings)


def test_the_rule_quoted_is_that_of_the_moment() -> None:
    state = table()
    assert rule(state, c.Reveal("", {"curia-1": 1})) == "P-BLD-11"
    assert rule(state, c.Return("")) == "P-ACT-05"
    assert rule(state, c.Pass("white")) == "P-ACT-01"
    do(state, c.Activate("blue", "market-1", 1))
    assert rule(state, c.Build("blue", "sawmill-1", 2, Spot(0, -1))) == "P-TIL-16"
    assert rule(state, c.Hire("blue")) == "P-UPD-12"
