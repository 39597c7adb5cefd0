"""The virtual table's people play lawful, sensible games, and count as the rules count."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.demo.played import played


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(1, 11))
def test_every_game_ends_within_nine_rounds_and_scores_as_counted_by_hand(players: int, seed: int) -> None:
    book, counted = played(players, seed)
    assert {standing.seat: standing.score for standing in book.game.standings(book.state)} == counted
    assert book.state.phase.round.number <= 9


def test_players_build_trade_load_and_outbid_each_other() -> None:
    done = {type(entry.command).__name__ for entry in played(4, 1)[0].entries}
    assert done >= {"Bid", "Raise", "Take", "Build", "Sell", "Use", "Load", "BuyShip", "Donate", "Store"}


def test_the_same_seed_plays_the_same_game_in_any_process() -> None:
    line = "from tests.demo.played import played; print(played(3, 7)[0].entries[-1].digest)"
    said = subprocess.run([sys.executable, "-c", line], check=True, capture_output=True, text=True).stdout
    assert said == f"{played(3, 7)[0].entries[-1].digest}\n"
