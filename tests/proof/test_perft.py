"""perft: how many lawful sequences of commands there are from fixed tables, each counted a second way."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.constantinopolis import phases as p
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.event import State
from testkit.constantinopolis.tables import table
from testkit.perft import listed, parts, size, tried, ways
from testkit.perft_tables import COUNTS, TABLES

FEW = 400
"""So many positions can be tried with every command in half a second."""


def laid(name: str) -> State:
    return table(**TABLES[name])


CHORES = (p.Boxed, p.Settling, p.Arrivals, p.Harvest, p.Shuffling, p.Departure, p.Clearing, p.Refreshing, p.Scoring)


def test_every_phase_that_leaves_a_choice_has_two_tables() -> None:
    laid_out = Counter(type(laid(name).phase) for name in TABLES)
    choices = [phase for phase in CONSTANTINOPOLIS.phases if phase not in (*CHORES, p.Over)]
    assert {phase.__name__: laid_out[phase] for phase in choices if laid_out[phase] < 2} == {}


@pytest.mark.parametrize("name", TABLES)
def test_the_lists_hold_as_many_sequences_as_are_known(name: str) -> None:
    assert tuple(listed(laid(name), depth) for depth in (1, 2, 3)) == COUNTS[name][:3]


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", TABLES)
def test_trying_every_command_finds_as_many_sequences_as_the_lists(name: str) -> None:
    depths = [1, *(depth for depth in (2, 3) if COUNTS[name][depth - 2] <= FEW)]
    assert [tried(laid(name), depth) for depth in depths] == [COUNTS[name][depth - 1] for depth in depths]


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_the_lists_hold_as_many_long_sequences_as_are_known(name: str) -> None:
    assert listed(laid(name), 4) == COUNTS[name][3]


@pytest.mark.slow
@pytest.mark.parametrize("name", TABLES)
def test_trying_every_command_finds_as_many_long_sequences(name: str) -> None:
    depths = [3, 4] if COUNTS[name][2] <= FEW else [3]
    assert [tried(laid(name), depth) for depth in depths] == [COUNTS[name][depth - 1] for depth in depths]


def test_sets_of_pieces_are_counted_as_they_can_be_laid_out() -> None:
    pool = {"G": 3, "B": 2, "Y": 1}
    by_size = [sum(1 for part in parts(pool) if sum(part.values()) == few) for few in range(7)]
    assert ways(pool) == by_size
    assert sum(by_size) == 4 * 3 * 2


def test_a_command_without_a_choice_counts_as_one() -> None:
    assert size("any command") == 1
