"""Nothing but the commands decides what happens: neither questions asked meanwhile nor the way they were written."""

from __future__ import annotations

import random

import pytest

from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.event import State
from engine.game import judge, legal
from engine.journal import Journal
from testkit.constantinopolis.laws import any_undo_restores_its_position, the_same_commands_give_the_same_game
from testkit.play import Wanderer, any_game, any_setup


def ask_everything(state: State) -> None:
    for seat in state.phase.actors:
        for item in legal(CONSTANTINOPOLIS, state, seat):
            judge(CONSTANTINOPOLIS, state, getattr(item, "least", item))


@pytest.mark.parametrize("seed", range(6))
def test_what_the_arbiter_was_asked_leaves_no_trace_in_the_record(seed: int) -> None:
    journal, player = Journal(CONSTANTINOPOLIS, any_setup(seed)), Wanderer(seed)
    while journal.state.phase.actors:
        ask_everything(journal.state)
        journal.submit(player.next(journal.state))
    the_same_commands_give_the_same_game(journal)


@pytest.mark.parametrize("seed", range(6))
def test_a_game_read_back_in_its_middle_goes_on_as_it_did(seed: int) -> None:
    the_same_commands_give_the_same_game(any_game(seed))


@pytest.mark.parametrize("seed", range(6))
def test_a_game_with_an_undo_in_its_middle_is_decided_the_same_again(seed: int) -> None:
    journal = any_game(seed)
    any_undo_restores_its_position(journal, random.Random(seed))
    player = Wanderer(seed + 1)
    while journal.state.phase.actors:
        journal.submit(player.next(journal.state))
    the_same_commands_give_the_same_game(journal)
