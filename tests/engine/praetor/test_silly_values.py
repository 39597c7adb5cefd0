"""Commands as a hostile or broken sender might word them: a rule says no, nothing breaks, nothing moves.

A referee may force what the rules forbid; what makes no sense is refused even then.
"""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any, get_type_hints

import pytest

from engine.event import revert
from engine.game import decide, force
from engine.journal import Journal
from engine.praetor import commands as c
from engine.praetor.city import Spot
from engine.praetor.game import PRAETOR
from engine.praetor.soundness import faults
from engine.rule import Illegal
from testkit.praetor.players import LIVELY, Player, any_setup, play

NAMES = """fish gold wood market-1 gold-mine-1 gold-mine-2 sawmill-1 labor-camp-1 academy-1 academy-1:0,0,0 statue-1
temple-pluto-1 blacksmith-1 wall-01 wall-14 worker-blue:1 marker-blue blue yellow white supply treasury/blue ß"""
WORDS = [*NAMES.split(), "", "\x00"]
NUMBERS = [-(10**12), -1, 0, 1, 2, 3, 5, 6, 7, 10**12]
KINDS = [kind for kind in PRAETOR.commands if kind is not c.Open]


def silly(kind: Any, chance: random.Random) -> Any:
    """Some value of the type of a field."""
    if kind is str:
        return chance.choice(WORDS)
    if kind is int:
        return chance.choice(NUMBERS)
    if kind is Spot:
        return Spot(*(chance.choice([*NUMBERS, 1, 2, 3]) for _ in range(3)))
    if kind == tuple[str, ...]:
        return tuple(chance.choice(WORDS) for _ in range(chance.randint(0, 4)))
    assert kind == dict[str, int]
    return {chance.choice(WORDS): chance.choice(NUMBERS) for _ in range(chance.randint(0, 4))}


def worded(kind: type, seat: str, chance: random.Random) -> Any:
    fields = list(get_type_hints(kind).items())[1:]
    return kind(seat, *(silly(field, chance) for _, field in fields))


@pytest.mark.parametrize("seed", range(4))
def test_silly_commands_are_refused_by_a_rule_and_change_nothing(seed: int) -> None:
    chance = random.Random(seed)
    journal = Journal(PRAETOR, any_setup(seed))
    for _ in play(journal, Player(seed, LIVELY)):
        before, phase = journal.state.table.copy(), journal.state.phase
        for _ in range(12):
            kinds = chance.choice((KINDS, list(PRAETOR.index[type(phase)]) or KINDS))
            command = worded(chance.choice(kinds), chance.choice(["", "fish", *journal.setup.colours]), chance)
            for way in (decide, force):
                with suppress(Illegal):
                    revert(journal.state, way(PRAETOR, journal.state, command))
        assert (journal.state.table, journal.state.phase) == (before, phase)
        if journal.last > 1:
            assert faults(journal.state) == []
