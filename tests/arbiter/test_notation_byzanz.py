"""Games of Byzanz with any options as text: what is written reads back with the same digest."""

from __future__ import annotations

import pytest

from companion.arbiter.gamescript import read_game, write_game
from companion.arbiter.spelling import speller
from engine.byzanz.auction import Pass
from engine.byzanz.game import BYZANZ
from engine.byzanz.scoring import Award
from engine.byzanz.selling import SellKeeping, Show
from testkit.byzanz.dealer import any_game

LINES = {
    "red keep WO3 of WO3+WO1+ME": SellKeeping("red", "card:WO3", {"card:WO3": 1, "card:WO1": 1, "card:ME": 1}),
    "red show ME+SP2": Show("red", {"card:ME": 1, "card:SP2": 1}),
    "red pass": Pass("red"),
    "table award red": Award("", "red"),
}


@pytest.mark.parametrize("line", LINES)
def test_a_command_is_written_and_read_on_one_line(line: str) -> None:
    writer = speller(BYZANZ)
    assert writer.write(LINES[line]) == line
    assert writer.read(line) == LINES[line]


@pytest.mark.parametrize("seed", range(24))
def test_a_finished_game_with_any_options_reads_back_with_the_same_digest(seed: int) -> None:
    journal = any_game(seed)
    again = read_game(write_game(journal))
    assert again.setup == journal.setup
    assert again.entries[-1].digest == journal.entries[-1].digest
