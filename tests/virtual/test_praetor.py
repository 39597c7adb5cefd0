"""The people of Praetor's virtual table play lawful, sensible games, and count as the rules count."""

from __future__ import annotations

import pytest

from companion.commands.demo import play, readings, report
from companion.host.opening import shuffled_game, virtual_game
from engine.journal import Entry
from tests.virtual.played import played


def _scores_as_counted(players: int, seed: int) -> tuple[Entry, ...]:
    book, counted = played(players, seed, "praetor")
    assert {standing.seat: standing.score for standing in book.game.standings(book.state)} == counted
    return tuple(book.entries)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_game_scores_as_counted_by_hand(players: int) -> None:
    _scores_as_counted(players, 1)


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(1, 11))
def test_every_game_scores_as_counted_by_hand(players: int, seed: int) -> None:
    _scores_as_counted(players, seed)


def test_players_build_activate_trade_and_train() -> None:
    done = {type(entry.command).__name__ for entry in played(4, 0, "praetor")[0].entries}
    assert done >= {"Build", "Activate", "Sell", "Buy", "Close", "Pass", "Enrol", "Wait"}


def test_a_player_who_builds_turns_the_tile_where_its_plazas_match() -> None:
    book, _ = played(4, 1, "praetor")
    favor = [event.count for entry in book.entries for event in entry.events if event.why == "P-BLD-07"]
    assert sum(favor) >= 2 * len(favor) > 0


def test_at_the_table_every_choice_is_made_on_a_dial() -> None:
    with virtual_game(shuffled_game("praetor", 2, 1), 1, report=lambda _line: None) as running:
        seconds = play(running, 120.0, lambda _line: None)
        found = report(running, seconds)
        assert found["scores"] == found["true_scores"]
        assert readings(running.session.book)["tap"] == 0
        assert found["readings"]["serial"] > 50


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(1, 11))
def test_the_demo_ends_with_true_scores_and_the_entries_sensed(players: int, seed: int) -> None:
    with virtual_game(shuffled_game("praetor", players, seed), seed, report=lambda _line: None) as running:
        found = report(running, play(running, 300.0, lambda _line: None))
    assert found["scores"] == found["true_scores"]
    assert found["share_sensed"] >= 0.85
