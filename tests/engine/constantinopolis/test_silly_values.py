"""Commands as a hostile or broken sender might word them: a rule says no, nothing breaks, nothing moves."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any, get_args, get_type_hints

import pytest

from engine.constantinopolis import commands as c
from engine.constantinopolis.editions import OPTIONS, Edition
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.event import revert
from engine.game import decide
from engine.journal import Journal
from engine.rule import Illegal
from testkit.constantinopolis.players import LIVELY, Player, play, setup

NAMES = """fish gold fame G GG Y KKK ager cura caupona wall-swap hippodromus-3 contract:? contract: contract:GB.7.112
contract:P.5.-12 contract:G.3.111 small small-1 hold large-5 post-black office-black market-opificies black blue supply
treasury/black ß"""
WORDS = [*NAMES.split(), "", "\x00"]
NUMBERS = [-(10**12), -1, 0, 1, 2, 3, 5, 6, 10**12]


def silly(kind: Any, chance: random.Random) -> Any:
    """Some value of the type of a field."""
    if kind is str:
        return chance.choice(WORDS)
    if kind is int:
        return chance.choice(NUMBERS)
    if kind is bool:
        return chance.random() < 0.5
    assert get_args(kind) == (str, int)
    return {chance.choice(WORDS): chance.choice(NUMBERS) for _ in range(chance.randint(0, 4))}


def worded(kind: type, seat: str, chance: random.Random) -> Any:
    fields = list(get_type_hints(kind).items())[1:]
    return kind(seat, *(silly(field, chance) for _, field in fields))


KINDS = [kind for kind in CONSTANTINOPOLIS.commands if kind is not c.Open]


@pytest.mark.parametrize("seed", range(6))
def test_silly_commands_are_refused_by_a_rule_and_change_nothing(seed: int) -> None:
    chance = random.Random(seed)
    edition = Edition(**{name: chance.choice(values) for name, values in OPTIONS.items()})
    journal = Journal(CONSTANTINOPOLIS, setup(2 + seed % 4, seed, edition=edition))
    for _ in play(journal, Player(seed, LIVELY)):
        before, phase = journal.state.table.copy(), journal.state.phase
        for _ in range(20):
            kinds = chance.choice((KINDS, list(CONSTANTINOPOLIS.index[type(phase)]) or KINDS))
            command = worded(chance.choice(kinds), chance.choice(["", "fish", *journal.setup.colours]), chance)
            with suppress(Illegal):
                revert(journal.state, decide(CONSTANTINOPOLIS, journal.state, command))
        assert (journal.state.table, journal.state.phase) == (before, phase)
