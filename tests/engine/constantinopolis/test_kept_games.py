"""Complete games, kept: each is played again, entry for entry."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from engine.constantinopolis.editions import presets
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.journal import Correct, Journal, Overrule, Undo
from tests.engine.constantinopolis.make_games import GAMES, Kept, digest

FILES = sorted(GAMES.glob("*.json"))


def read(name: str) -> Kept:
    return msgspec.json.decode((GAMES / f"{name}.json").read_bytes(), type=Kept)


def played(kept: Kept) -> Journal:
    journal = Journal(CONSTANTINOPOLIS, kept.setup)
    for command in kept.commands:
        journal.submit(journal.codec.command(bytes(command)), "replay")
    return journal


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_kept_game_plays_as_it_was_played(file: Path) -> None:
    kept = read(file.stem)
    journal = played(kept)
    assert (journal.last, journal.state.phase.round.number) == (kept.entries, kept.rounds)
    assert {line.seat: line.score for line in CONSTANTINOPOLIS.standings(journal.state)} == kept.scores
    assert digest(journal.state) == kept.table


def test_the_kept_games_hold_each_player_count_and_each_end() -> None:
    games = [read(file.stem) for file in FILES]
    assert {len(kept.setup.places) for kept in games} == {2, 3, 4, 5}
    assert {kept.setup.edition for kept in games} >= set(presets().values())
    ends = {(len(kept.setup.places), kept.rounds == 9) for kept in games if "players" in kept.name}
    assert ends == {(players, late) for players in (2, 3, 4, 5) for late in (True, False)}
    assert all((kept.rounds < 9) == ("last-public" in kept.name) for kept in games if "players" in kept.name)


@pytest.mark.parametrize(("name", "kinds"), [("taken-back", {Undo}), ("corrected", {Correct, Overrule})])
def test_kept_games_hold_what_happens_at_tables(name: str, kinds: set[type]) -> None:
    journal = played(read(name))
    assert kinds <= {type(entry.command) for entry in journal.entries}


@pytest.mark.rule("C-LEV-01", "C-LEV-02")
def test_a_kept_game_goes_on_after_somebody_has_left() -> None:
    kept = read("left")
    assert (len(kept.setup.places), len(kept.scores), kept.rounds) == (4, 3, 9)
    assert read("left-alone").rounds == 3
