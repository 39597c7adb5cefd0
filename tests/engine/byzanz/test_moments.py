"""Which rule of Byzanz is quoted when something is tried at the wrong moment."""

from __future__ import annotations

import pytest

from engine.byzanz.auction import Bid, GiveToMarket, LayOut, Pass
from engine.byzanz.limit import Discard
from engine.byzanz.market import Clear, PickGood
from engine.byzanz.phases import Selling
from engine.byzanz.selling import Done, Sell
from engine.byzanz.setup import Open
from testkit.byzanz.dealer import COLOURS
from tests.engine.byzanz.test_byzanz import cards, game, hold, lot_of, market_game, refused

mark = pytest.mark


@mark.rule("B-AUC-01")
def test_nobody_bids_before_the_lot_lies_there() -> None:
    assert refused(game(), Bid("red", cards("SP1"))) == "B-AUC-01"


@mark.rule("B-AUC-10", "B-WIN-02")
def test_nobody_passes_once_the_auction_is_won_and_the_winner_gives_a_card_only_then() -> None:
    journal = game()
    lot_of(journal, "WO1", "GR3", "OL3", "CL2", "GR1")
    assert refused(journal, GiveToMarket("red", "card:WO1")) == "B-WIN-02"
    hold(journal, "red", "CL1")
    journal.submit(Bid("red", cards("CL1")))
    for colour in ("blue", "green", "yellow"):
        journal.submit(Pass(colour))
    assert refused(journal, Pass("blue")) == "B-AUC-10"


@mark.rule("B-MKT-01", "B-MKT-04", "B-MKT-06")
def test_goods_are_picked_once_from_a_market_that_has_opened() -> None:
    assert refused(game(), PickGood("red", "WO")) == "B-MKT-01"
    journal = market_game("WO1")
    assert refused(journal, Clear("")) == "B-MKT-06"
    journal.submit(PickGood("red", "WO"))
    assert refused(journal, PickGood("blue", "WO")) == "B-MKT-04"


@mark.rule("B-HND-03", "B-END-02")
def test_nothing_is_discarded_within_the_limit_and_nobody_is_done_before_the_end() -> None:
    assert refused(game(), Discard("red", cards("WO1"))) == "B-HND-03"
    assert refused(game(), Done("red")) == "B-END-02"


@mark.rule("B-HND-04")
def test_no_next_lot_while_a_hand_is_too_large() -> None:
    journal = market_game("WO1", "WO2", "SP1")
    hold(journal, "red", "SP1", "SP2", "SP3", "SP4", "GR1", "OL1")
    journal.submit(PickGood("red", "WO"))
    assert refused(journal, PickGood("blue", "SP")) == "B-HND-04"
    assert refused(journal, LayOut("", cards("SP1"))) == "B-HND-04"


@mark.rule("B-SET-01")
def test_the_cards_are_dealt_once() -> None:
    journal = game()
    assert refused(journal, Open("", journal.setup)) == "B-SET-01"


@mark.rule("B-END-02")
def test_whoever_is_done_sells_nothing_more() -> None:
    journal = game(3)
    journal.state.phase = Selling(COLOURS[:2], COLOURS[:2])
    assert refused(journal, Sell("green", cards("SP1", "SP2", "SP3"))) == "B-END-02"
