"""Random lawful games: what must hold after every entry, whatever happens."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter

import msgspec
import pytest

from companion.titles import rulebook_of
from engine.constantinopolis.editions import OPTIONS, Edition, presets
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.constantinopolis.phases import Over
from engine.constantinopolis.zones import BOTTOMLESS
from engine.event import State, revert
from engine.journal import Journal, Undo
from engine.table import Tally
from testkit.constantinopolis.imaginable import disagreements
from testkit.constantinopolis.players import LIVELY, UNIFORM, Player, game, play, setup

mark = pytest.mark
POLICIES = {"uniform": UNIFORM, "lively": LIVELY}


def census(state: State) -> Tally:
    """Every piece of the box, whichever face a marker or an unread card shows."""
    found: Counter[str] = Counter()
    for piece, count in state.table.census().items():
        found[piece.removesuffix(":used")] += count
    return {piece: count for piece, count in found.items() if count}


def some_edition(seed: int) -> Edition:
    chance = random.Random(seed)
    return Edition(**{name: chance.choice(values) for name, values in OPTIONS.items()})


@mark.rule("C-GEN-05", "C-GEN-06", "C-CMP-01")
@mark.parametrize("policy", POLICIES)
@mark.parametrize("players", [2, 3, 4, 5])
def test_every_piece_of_the_box_is_accounted_for_after_every_entry(players: int, policy: str) -> None:
    journal = Journal(CONSTANTINOPOLIS, setup(players, players))
    whole = census(journal.state)
    for _ in play(journal, Player(players, POLICIES[policy])):
        assert census(journal.state) == whole
        owed = [zone for zone, tally in journal.state.table.items() if any(count < 0 for count in tally.values())]
        assert set(owed) <= BOTTOMLESS
    assert isinstance(journal.state.phase, Over)


@mark.parametrize("seed", range(12))
def test_a_game_with_any_options_comes_to_its_end(seed: int) -> None:
    journal = game(2 + seed % 4, seed, LIVELY, edition=some_edition(seed))
    assert isinstance(journal.state.phase, Over)


@mark.parametrize("name", ["reconciled", "author", "english", "spanish"])
def test_each_preset_plays_to_its_end(name: str) -> None:
    assert isinstance(game(3, 7, LIVELY, edition=presets()[name]).state.phase, Over)


@mark.parametrize("seed", range(8))
def test_the_lawful_list_holds_a_command_exactly_if_it_is_lawful(seed: int) -> None:
    edition = Edition() if seed % 2 else some_edition(seed)
    journal, chance = Journal(CONSTANTINOPOLIS, setup(2 + seed % 4, seed, edition=edition)), random.Random(seed)
    for _ in play(journal, Player(seed, LIVELY)):
        if chance.random() < 0.06:
            for seat in journal.state.phase.actors:
                assert list(disagreements(CONSTANTINOPOLIS, journal.state, seat)) == []


@mark.parametrize("players", [2, 5])
def test_a_whole_game_is_taken_back_to_the_box_and_played_again(players: int) -> None:
    agreed = setup(players, 3)
    journal = Journal(CONSTANTINOPOLIS, agreed)
    for _ in play(journal, Player(3, LIVELY)):
        pass
    for entry in reversed(journal.entries):
        revert(journal.state, entry.events)
    assert (journal.state.table, journal.state.phase) == (
        CONSTANTINOPOLIS.box(agreed).table,
        CONSTANTINOPOLIS.box(agreed).phase,
    )
    again = Journal(CONSTANTINOPOLIS, agreed)
    for entry in journal.entries:
        assert again.submit(entry.command, "replay").events == entry.events


def test_taking_back_is_an_entry_and_the_game_goes_on_from_there() -> None:
    journal = game(3, 5, LIVELY)
    before = Journal(CONSTANTINOPOLIS, journal.setup)
    for entry in journal.entries[:100]:
        before.submit(entry.command, "replay")
    journal.submit(Undo("red", 100))
    assert (journal.state.table, journal.state.phase) == (before.state.table, before.state.phase)
    for entry in journal.entries[100:150]:
        journal.submit(entry.command, "replay")


@mark.parametrize("players", [2, 4])
def test_every_entry_reads_back_from_its_bytes(players: int) -> None:
    journal = game(players, 11, LIVELY)
    twin = Journal(CONSTANTINOPOLIS, journal.setup)
    for entry in journal.entries:
        command = journal.codec.command(journal.codec.encode(entry.command))
        events = journal.codec.events(journal.codec.write_events(entry.events), twin.state.phase)
        assert command == entry.command
        twin.append(msgspec.structs.replace(entry, command=command, events=events))
    assert (twin.state.table, twin.state.phase) == (journal.state.table, journal.state.phase)


DIGEST = """
from testkit.constantinopolis.players import LIVELY, game
print(game({players}, {seed}, LIVELY).entries[-1].digest)
"""


def test_the_same_seed_gives_the_same_bytes_in_every_process() -> None:
    found = set()
    for hash_seed in ("0", "1", "4711"):
        program = DIGEST.format(players=4, seed=2)
        done = subprocess.run(
            [sys.executable, "-c", program],
            env={"PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        found.add(done.stdout.strip())
    assert len(found) == 1


@mark.rule("C-AUC-18")
def test_every_auction_ends() -> None:
    journal = game(5, 9, POLICIES["uniform"])
    longest = Counter(
        entry.events[-1].phase.round.number  # type: ignore[union-attr]
        for entry in journal.entries
        if type(entry.command).__name__ in ("Bid", "Raise", "Take", "Stay")
    )
    assert max(longest.values()) < 200


def test_every_event_rests_on_a_rule_of_the_book() -> None:
    rules = rulebook_of("constantinopolis")
    for seed in range(4):
        journal = game(2 + seed, seed, LIVELY, edition=some_edition(seed))
        assert {event.why for entry in journal.entries for event in entry.events} <= set(rules)
