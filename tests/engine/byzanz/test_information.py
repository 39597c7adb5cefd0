"""Byzanz: what a seat may know of the others, and which round it is."""

from __future__ import annotations

import pytest

from engine.byzanz.cards import UNKNOWN
from engine.byzanz.editions import Edition
from engine.byzanz.information import known, round_of
from engine.byzanz.phases import Clearing, Lot, Over, Selling
from engine.byzanz.setup import DEALS, Open, Setup
from engine.event import State
from engine.game import Game
from engine.journal import Journal
from engine.table import total
from testkit.byzanz.dealer import Dealer

ALL = pytest.mark.parametrize("players", [3, 4, 5, 6])


def states(players: int, seed: int = 1) -> list[State]:
    """Every position of a random game."""
    journal = Dealer(players, seed).play()
    again = Journal(journal.game, journal.setup)
    found = []
    for entry in journal.entries:
        again.append(entry)
        found.append(again.state.copy())
    return found


@ALL
@pytest.mark.rule("B-INV-04", "B-PRV-01", "B-PRV-02")
def test_of_others_hands_and_profits_the_number_is_known_and_not_the_faces(players: int) -> None:
    for state in states(players)[:-1]:
        table = known(state, "red")
        for colour in state.setup.seats[1:]:
            for zone in (f"hand/{colour}", f"profit/{colour}"):
                assert set(table[zone]) <= {UNKNOWN}
                assert total(table[zone]) == total(state.table[zone])


@ALL
@pytest.mark.rule("B-PRV-01")
def test_ones_own_cards_and_all_that_lies_open_are_known(players: int) -> None:
    for state in states(players):
        table = known(state, "red")
        bids = [f"bid/{colour}" for colour in state.setup.seats]
        for zone in ("hand/red", "profit/red", "lot", "market", "offers", *bids):
            assert table[zone] == state.table[zone]


@ALL
@pytest.mark.rule("B-PRV-02", "B-END-03")
def test_at_the_end_every_profit_is_shown(players: int) -> None:
    state = states(players)[-1]
    assert isinstance(state.phase, Over)
    assert all(known(state, "red")[zone] == state.table[zone] for zone in state.table if zone.startswith("profit/"))


@ALL
@pytest.mark.rule("B-SET-08", "B-RND-04")
def test_the_round_begins_with_its_first_lot_and_ends_with_its_market(players: int) -> None:
    found = states(players)
    starts = [round_of(state) for state in found if isinstance(state.phase, Lot) and not any(_won(state))]
    ends = [round_of(state) for state in found if isinstance(state.phase, Clearing)]
    assert list(dict.fromkeys(starts)) == list(dict.fromkeys(ends)) == list(range(1, DEALS[players].rounds + 1))
    assert {round_of(state) for state in found if isinstance(state.phase, Selling | Over)} == {DEALS[players].rounds}


def _won(state: State) -> list[dict[str, int]]:
    return [state.table[f"won/{colour}"] for colour in state.setup.seats]


def test_before_the_deal_there_is_no_round() -> None:
    assert round_of(Journal(*_setup()).state) == 0


def test_a_set_up_of_the_one_printed_edition_is_written_as_before_there_were_editions() -> None:
    game, setup = _setup()
    named = Setup(setup.seats, setup.names, setup.dealer, Edition())
    digests = [Journal(game, each).submit(Open("", each)).digest for each in (setup, named)]
    assert digests == ["2b6841ed0c7ae55a0e4e0e011823ed2a"] * 2


def _setup() -> tuple[Game, Setup]:
    journal = Dealer(3, 1).journal
    return journal.game, journal.setup
