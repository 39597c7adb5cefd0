"""Byzanz in random games with any options: the laws, lists against needs, and lawful sequences counted two ways."""

from __future__ import annotations

import pytest

from engine.byzanz.auction import Bid, Pass
from engine.byzanz.editions import Edition, edition
from engine.byzanz.market import PickGood
from engine.byzanz.phases import Deciding, Lot, Selling, Tax
from engine.byzanz.setup import Setup
from engine.journal import Journal
from testkit.byzanz.dealer import COLOURS
from testkit.byzanz.laws import a_lawful_game
from testkit.byzanz.perft import listed, tried
from tests.engine.byzanz.test_byzanz import cards, game, hold, lot_of, market_game

ANY = {
    "printed": Edition(),
    "lenient": edition(
        {"pass_is_final": "no", "raise_mode": "recompose", "market_pick_optional": "yes", "discard_below_limit": "yes"}
    ),
    "narrow": edition({"sell_window": "own_decision", "hand_limit_timing": "end_of_round"}),
}
EDITIONS = pytest.mark.parametrize("options", ANY.values(), ids=ANY)


@pytest.mark.parametrize("seed", range(4, 40))
def test_a_random_game_with_any_options_keeps_every_law(seed: int) -> None:
    assert a_lawful_game(seed).entries


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.rule("B-INV-01", "B-INV-03", "B-INV-06", "B-RND-04", "B-END-01", "B-SEL-10", "B-CMP-06")
def test_with_any_number_of_players_no_card_is_lost_and_the_deck_lasts_its_rounds(seed: int) -> None:
    assert len(a_lawful_game(seed).setup.seats) == 3 + seed


def under(journal: Journal, options: Edition) -> Journal:
    setup = journal.setup
    journal.state.setup = Setup(setup.seats, setup.names, setup.dealer, options)
    return journal


def auction(options: Edition) -> Journal:
    journal = under(game(3), options)
    lot_of(journal, "WO1", "GR3", "OL3", "CL2", "GR1", "WI1")
    hands = (("CL1", "CL2", "CL3", "ME"), ("OL4", "ME", "OL1"), ("SP3", "WI2"))
    for colour, hand in zip(COLOURS, hands, strict=False):
        hold(journal, colour, *hand)
    return journal


@EDITIONS
def test_an_auction_has_as_many_sequences_by_the_lists_as_by_trying_everything(options: Edition) -> None:
    state = auction(options).state
    assert [listed(state, depth) for depth in (1, 2, 3)] == [tried(state, depth) for depth in (1, 2, 3)]


@EDITIONS
def test_a_raised_auction_has_as_many_sequences_by_the_lists_as_by_trying_everything(options: Edition) -> None:
    journal = auction(options)
    for command in (Bid("red", cards("CL1")), Pass("blue"), Bid("green", cards("WI2"))):
        journal.submit(command)
    assert [listed(journal.state, depth) for depth in (1, 2, 3)] == [tried(journal.state, depth) for depth in (1, 2, 3)]


@EDITIONS
def test_a_market_with_large_hands_has_as_many_sequences_by_the_lists_as_by_trying_everything(options: Edition) -> None:
    journal = under(market_game("WO3", "WO1", "SP1", "ME"), options)
    hold(journal, "red", "CL1", "CL1", "CL2", "GR2", "OL1", "OL2", "ME")
    journal.submit(PickGood("red", "WO"))
    assert [listed(journal.state, depth) for depth in (1, 2)] == [tried(journal.state, depth) for depth in (1, 2)]


def test_the_last_sales_have_as_many_sequences_by_the_lists_as_by_trying_everything() -> None:
    journal = auction(Edition())
    journal.state.phase = Selling(COLOURS[:3], COLOURS[:3])
    assert [listed(journal.state, depth) for depth in (1, 2, 3)] == [tried(journal.state, depth) for depth in (1, 2, 3)]


@EDITIONS
def test_a_lot_not_yet_laid_out_has_as_many_sequences_by_the_lists_as_by_trying_everything(options: Edition) -> None:
    journal = under(game(3), options)
    for colour, hand in zip(COLOURS, (("WI1", "WI2", "WI2", "ME"), ("SP1", "SP2", "ME"), ("OL1",)), strict=False):
        hold(journal, colour, *hand)
    assert isinstance(journal.state.phase, Lot)
    assert [listed(journal.state, depth) for depth in (1, 2, 3)] == [tried(journal.state, depth) for depth in (1, 2, 3)]


@EDITIONS
def test_a_lot_that_was_won_has_as_many_sequences_by_the_lists_as_by_trying_everything(options: Edition) -> None:
    journal = auction(options)
    for command in (Bid("red", cards("CL1")), Pass("blue"), Pass("green")):
        journal.submit(command)
    assert isinstance(journal.state.phase, Tax)
    counts = [listed(journal.state, depth) for depth in (1, 2)]
    assert counts == [tried(journal.state, depth) for depth in (1, 2)]
    assert counts[0] >= 6


def test_a_last_tie_has_as_many_sequences_by_the_lists_as_by_trying_everything() -> None:
    journal = auction(edition({"final_tie": "ask_table"}))
    journal.state.phase = Deciding(("",), ("blue", "green"))
    assert [listed(journal.state, depth) for depth in (1, 2)] == [2, 0]
    assert [tried(journal.state, depth) for depth in (1, 2)] == [2, 0]


def test_the_number_of_sequences_of_an_auction_stays_what_it_was() -> None:
    state = auction(Edition()).state
    assert [listed(state, depth) for depth in (1, 2, 3)] == COUNTED


COUNTED = [13, 58, 180]
