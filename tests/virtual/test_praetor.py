"""The people of Praetor's virtual table play lawful, sensible games, and count as the rules count."""

from __future__ import annotations

import time
from random import Random

import pytest

from companion.commands.demo import play, readings, report
from companion.host.opening import shuffled_game, virtual_game
from companion.titles import title_of
from companion.titles.praetor.table import corner_of, in_sight
from companion.virtual.dealer import Dealer
from companion.virtual.table import VirtualTable
from engine.journal import Journal
from engine.praetor.zones import CITY
from testkit.played import decision, people_of, played
from testkit.praetor.seen_city import City


def _scores(book: Journal) -> dict[str, int]:
    """What the rules give each seat at the end."""
    return {standing.seat: standing.score for standing in book.game.standings(book.state)}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_game_scores_as_counted_by_hand(players: int) -> None:
    book, counted = played(players, 1, "praetor")
    assert _scores(book) == counted


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(1, 11))
def test_every_game_scores_as_counted_by_hand(players: int, seed: int) -> None:
    book, counted = played(players, seed, "praetor")
    assert _scores(book) == counted


def test_players_build_activate_trade_and_train() -> None:
    done = {type(entry.command).__name__ for entry in played(4, 0, "praetor")[0].entries}
    assert done >= {"Build", "Activate", "Sell", "Buy", "Close", "Pass", "Enrol", "Wait"}


def test_a_player_who_builds_turns_the_tile_where_its_plazas_match() -> None:
    book, _ = played(4, 1, "praetor")
    favor = [event.count for entry in book.entries for event in entry.events if event.why == "P-BLD-07"]
    assert sum(favor) >= 2 * len(favor) > 0


def test_at_the_table_what_is_built_and_activated_is_seen_and_the_rest_comes_from_dials() -> None:
    """One round of the game; the true game is the dealer's own."""
    with virtual_game(shuffled_game("praetor", 2, 1), 1, slips=0, report=lambda _line: None) as running:
        session, dealer, end = running.session, running.dealer, time.monotonic() + 240
        while title_of("praetor").round(session.state) < 2 and time.monotonic() < end:
            running.poll()
            time.sleep(0.002)
        found, seen = readings(session.book), [entry for entry in session.journal if entry.origin == "camera"]
        assert dealer is not None
        assert session.state.table == dealer.truth.state.table
        assert {type(entry.command).__name__ for entry in seen} == {"Build", "Activate"}
        assert found["camera"] >= 4
        assert found["serial"] >= 2
        assert found["tap"] <= 0.15 * sum(found.values())


def test_a_city_that_outgrows_the_mat_is_pushed_on_and_no_further_than_that() -> None:
    start = {(0, 0), (1, 0), (0, 1)}
    corner = corner_of(start, None)
    assert start <= in_sight(corner)
    high = start | {(0, -n) for n in range(7)}
    assert corner_of(start | {(0, -1)}, corner) == corner
    moved = corner_of(high - {(0, 1)}, corner)
    assert high - {(0, 1)} <= in_sight(moved)
    assert corner_of(high - {(0, 1)}, moved) == moved
    huge = {(x, y) for x in range(13) for y in range(9)}
    assert len(in_sight(corner_of(huge, moved)) & huge) == 13 * 7


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_demo_ends_with_true_scores_and_the_entries_sensed(players: int) -> None:
    """One game of each size, minutes long; `python -m tools.whole_games praetor` plays ten of each."""
    with virtual_game(shuffled_game("praetor", players, 1), 1, report=lambda _line: None) as running:
        found = report(running, play(running, 900.0, lambda _line: None))
    assert found["scores"] == found["true_scores"]
    assert found["share_sensed"] >= 0.85


def test_people_do_not_try_again_to_put_right_what_the_app_refused() -> None:
    """Where the pieces of a city came from is not known: that the table is right settles nothing."""
    city, clock, told = City(), [0.0], list[str]()
    session, chance = city.session, Random(1)
    people = people_of(session.book, 1)
    with VirtualTable(title_of("praetor"), list(session.names), 1) as table:
        dealer = Dealer(table, session, 1, seconds=lambda: clock[0], report=told.append)
        while list(session.state.zones[CITY]) == city.built:
            session.submit(decision(session.book, people, chance))
        city.look(city.built)
        for _ in range(10):
            city.wait(2.5, "scan")
        for _ in range(60):
            clock[0] += 1.0
            dealer._help(None)
    assert [found.zone for found in session.disagreements] == ["city"]
    assert told == ["city still differs: the table is right"]
    assert dealer.taps == 1
