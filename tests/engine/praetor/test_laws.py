"""Random lawful games at any table: what must hold after every entry; and counts of all lawful sequences."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from companion.titles import rulebook_of
from engine.event import State
from engine.game import judge
from engine.journal import Journal
from engine.praetor.commands import Activate, Labor
from engine.praetor.editions import OPTIONS, edition, presets
from engine.praetor.game import PRAETOR
from engine.praetor.phases import Ordering as InOrder
from engine.praetor.phases import Over, Refilling, Schooling, Tied, Trading
from engine.praetor.soundness import faults
from testkit.praetor.laws import a_lawful_game
from testkit.praetor.perft import listed, tried
from testkit.praetor.players import LIVELY, POLICIES, Player, game, play, setup
from testkit.praetor.tables import build, do, hold, put, rate, show, staff, table, turn

mark = pytest.mark


@mark.rule("P-INV-01", "P-INV-03", "P-INV-06", "P-RND-01", "P-CMP-03")
@mark.parametrize("seed", range(16))
def test_a_game_at_any_table_keeps_every_law_to_its_end(seed: int) -> None:
    journal = a_lawful_game(seed)
    assert isinstance(journal.entries[-2].events[-1].phase, Over)  # type: ignore[union-attr]


@mark.parametrize("policy", POLICIES)
@mark.parametrize("players", [2, 3, 4, 5])
def test_a_whole_game_is_played_by_any_number(players: int, policy: str) -> None:
    journal = game(players, players, POLICIES[policy])
    assert isinstance(journal.state.phase, Over)
    assert len(PRAETOR.standings(journal.state)) == players


@mark.rule("P-EXP-01", "P-HRD-04")
@mark.parametrize(("name", "value"), [(name, value) for name, values in OPTIONS.items() for value in values])
@mark.parametrize("players", [2, 3, 4, 5])
def test_a_whole_game_is_played_with_every_value_of_every_option(name: str, value: str, players: int) -> None:
    options = {"hard": "yes", name: value} if name == "hard_start_gap" else {name: value}
    if players == 2 and options == {"expert": "yes"}:
        players = 3
    assert isinstance(game(players, 6, LIVELY, edition=edition(options)).state.phase, Over)


@mark.parametrize("name", list(presets()))
def test_each_preset_plays_to_its_end(name: str) -> None:
    assert isinstance(game(4, 7, LIVELY, edition=presets()[name]).state.phase, Over)


@mark.rule("P-REF-05")
def test_no_game_has_more_than_14_rounds() -> None:
    assert max(game(players, seed).state.phase.round.number for players in (2, 3) for seed in range(4)) == 14


DIGEST = """
from testkit.praetor.players import LIVELY, game
print(game(4, 2, LIVELY).entries[-1].digest)
"""


def test_the_same_seed_gives_the_same_bytes_in_every_process() -> None:
    found = set()
    for hash_seed in ("0", "1", "4711"):
        done = subprocess.run(
            [sys.executable, "-c", DIGEST],
            env={"PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        found.add(done.stdout.strip())
    assert len(found) == 1


def test_every_event_rests_on_a_rule_of_the_book() -> None:
    rules = rulebook_of("praetor")
    for seed in range(4):
        journal = game(2 + seed, seed, LIVELY)
        assert {event.why for entry in journal.entries for event in entry.events} <= set(rules)


# -- what is wrong with a position is named


def broken(spoil: Callable[[State], None]) -> set[str]:
    """The rules of a fresh game that do not hold once it is spoilt."""
    state = table()
    assert faults(state) == []
    spoil(state)
    return {sentence[1] for sentence in faults(state)}


@mark.rule("P-INV-01")
def test_a_ninth_worker_is_named() -> None:
    assert broken(lambda state: state.zones["active/blue"].update({"worker-blue:4": 1})) == {"P-INV-01"}


@mark.rule("P-INV-02")
def test_a_citizen_of_level_3_and_an_active_6_between_rounds_are_named() -> None:
    def spoil(state: State) -> None:
        state.table.change("worker-blue:1", "worker-blue:3", 1, "citizens/blue")
        state.table.change("worker-blue:3", "worker-blue:6", 1, "active/blue")
        state.phase = InOrder(("",), state.phase.round)

    assert broken(spoil) == {"P-INV-02"}


@mark.rule("P-INV-03")
def test_gold_below_nought_is_named() -> None:
    assert broken(lambda state: state.zones["treasury/blue"].update(gold=-1)) == {"P-INV-03"}


@mark.rule("P-INV-04")
def test_two_workers_on_one_area_and_a_camp_used_twice_are_named() -> None:
    def spoil(state: State) -> None:
        put(state, "blue", 1, "area/gold-mine-1")
        put(state, "blue", 2, "area/gold-mine-1")

    assert broken(spoil) == {"P-INV-04"}
    again = ("blue/gold-mine-1", "blue/gold-mine-1")
    assert broken(lambda state: turn(state, "blue", used=again)) == {"P-INV-04"}


@mark.rule("P-INV-05")
def test_a_tile_apart_and_a_built_one_without_owner_are_named() -> None:
    assert broken(lambda state: build(state, "blue", "statue-1", 9, 9)) == {"P-INV-05"}
    assert broken(lambda state: build(state, "", "statue-1", -1, 0)) == {"P-INV-05"}
    assert broken(lambda state: build(state, "blue", "statue-1", 0, 0)) == {"P-INV-05"}


@mark.rule("P-INV-06")
def test_a_lost_tile_or_section_is_named() -> None:
    assert broken(lambda state: state.zones["display"].pop("sawmill-1") and None) == {"P-INV-06"}
    assert broken(lambda state: state.zones["walls/open"].pop("wall-01") and None) == {"P-INV-06"}


@mark.rule("P-INV-07")
def test_a_short_display_at_the_start_of_a_round_is_named_unless_it_is_the_last() -> None:
    def spoil(state: State, last: bool = False) -> None:
        show(state, "sawmill-1")
        state.phase = InOrder(("",), replace(state.phase.round, last=last))

    assert broken(spoil) == {"P-INV-07"}
    assert broken(lambda state: spoil(state, last=True)) == set()


@mark.rule("P-REF-05")
def test_a_fifteenth_round_is_named() -> None:
    assert broken(lambda state: turn(state, "blue", number=15)) == {"P-REF-05"}


# -- all lawful sequences, counted in two ways


def narrow(**resources: int) -> State:
    """Two players with one worker each, little in hand, one tile for sale."""
    state = table(2)
    show(state, "sawmill-1")
    for colour in state.setup.colours:
        staff(state, colour, active=(2,))
        hold(state, colour, **resources)
    return state


def a_turn() -> State:
    return narrow(gold=2)


def a_smith() -> State:
    state = narrow(wood=2)
    build(state, "blue", "blacksmith-1", 0, -1)
    return state


def a_market() -> State:
    state = narrow(gold=4, marble=1)
    do(state, Activate("blue", "market-1", 2))
    return state


def a_lent_worker() -> State:
    state = narrow(weapons=1)
    build(state, "yellow", "labor-camp-1", 0, -1)
    staff(state, "blue", active=(1,), retired=1)
    do(state, Labor("blue", "labor-camp-1"))
    return state


def a_school() -> State:
    state = narrow(stone=1)
    build(state, "yellow", "academy-1", 0, -1)
    staff(state, "blue", active=(1,), first=2)
    state.phase = Schooling(("blue",), state.phase.round)
    return state


def a_stack() -> State:
    state = table(3)
    for colour in state.setup.colours:
        rate(state, colour, favor=7)
    state.phase = InOrder(("",), state.phase.round)
    show(state)
    return state


def a_refill() -> State:
    state = narrow()
    for tile in sorted(state.zones["deck/1"])[2:]:
        state.table.shift(tile, 1, "deck/1", "box")
    for tile in sorted(state.zones["deck/2"])[3:]:
        state.table.shift(tile, 1, "deck/2", "box")
    state.phase = Refilling(("",), state.phase.round, 2)
    return state


def a_tie() -> State:
    state = narrow()
    state.phase = Tied(("",), state.phase.round, {}, ("blue", "yellow"))
    return state


PERFT = {
    a_turn: (37, 339),
    a_smith: (7, 32),
    a_market: (6, 58),
    a_lent_worker: (3, 8),
    a_school: (2, 2),
    a_stack: (6, 46),
    a_refill: (1, 13),
    a_tie: (3, 0),
}
"""Fixed positions, with how many lawful sequences of one and two commands there are."""


@mark.parametrize("laid", PERFT, ids=lambda laid: laid.__name__)
def test_all_lawful_sequences_are_as_many_by_the_lists_as_by_trying(laid: Callable[[], State]) -> None:
    for depth, known in enumerate(PERFT[laid], 1):
        assert (listed(laid(), depth), tried(laid(), depth)) == (known, known), depth


def test_the_list_of_a_wide_position_is_what_can_be_said_about_it() -> None:
    journal, chance = Journal(PRAETOR, setup(4, 9)), random.Random(9)
    for _ in play(journal, Player(9, LIVELY)):
        if chance.random() < 0.01 and not isinstance(journal.state.phase, Refilling | Trading):
            assert listed(journal.state, 1) == tried(journal.state, 1)


def test_judging_changes_nothing() -> None:
    state = table()
    before = (state.table.copy(), state.phase)
    judge(PRAETOR, state, Activate("blue", "gold-mine-1", 3))
    judge(PRAETOR, state, Labor("blue", "labor-camp-1"))
    assert (state.table, state.phase) == before
