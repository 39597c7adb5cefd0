"""The virtual table's people play lawful, sensible games, and count as the rules count."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from companion.host.opening import new_session, shuffled_game
from companion.play.record import decided_again, read_record, write_record
from engine.constantinopolis.commands import Build
from engine.constantinopolis.phases import Over
from engine.event import Moved
from engine.journal import Entry
from testkit.played import decision, people_of, played


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(1, 11))
def test_every_game_ends_within_nine_rounds_and_scores_as_counted_by_hand(players: int, seed: int) -> None:
    book, counted = played(players, seed)
    assert {standing.seat: standing.score for standing in book.game.standings(book.state)} == counted
    assert book.state.phase.round.number <= 9


def test_players_build_trade_load_and_outbid_each_other() -> None:
    done = {type(entry.command).__name__ for entry in played(4, 1)[0].entries}
    assert done >= {"Bid", "Raise", "Take", "Build", "Sell", "Use", "Load", "BuyShip", "Donate", "Store"}


def test_players_build_walls_where_they_pay() -> None:
    games = [played(4, seed)[0].entries for seed in range(1, 6)]
    walls = [e for entries in games for e in entries if isinstance(e.command, Build) and e.command.tile[:4] == "wall"]
    assert len(walls) >= 10


def test_with_the_house_set_ships_bring_more_fame_than_shops() -> None:
    moves = [e for seed in range(1, 6) for entry in played(4, seed)[0].entries for e in entry.events]
    fame = [e for e in moves if isinstance(e, Moved) and e.piece == "fame"]
    ships, shops = (sum(e.count for e in fame if e.why == rule) for rule in ("C-SHP-02", "C-COM-01"))
    assert ships > shops > 0


def test_the_same_seed_plays_the_same_game_in_any_process() -> None:
    line = "from testkit.played import played; print(played(3, 7)[0].entries[-1].digest)"
    said = subprocess.run([sys.executable, "-c", line], check=True, capture_output=True, text=True).stdout
    assert said == f"{played(3, 7)[0].entries[-1].digest}\n"


def test_a_record_of_a_whole_game_is_decided_again_the_same(tmp_path: Path) -> None:
    session = new_session(shuffled_game("constantinopolis", 3, 2))
    people, chance = people_of(session.book, 2), Random(2)
    while not isinstance(session.state.phase, Over):
        entry = session.submit(decision(session.book, people, chance))
        assert isinstance(entry, Entry)
    write_record(session.book, tmp_path / "game.jsonl")
    again = decided_again(read_record(tmp_path / "game.jsonl"))
    assert again.entries[-1].digest == session.journal[-1].digest
