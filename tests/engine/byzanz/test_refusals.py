"""What Byzanz forbids: each refusal names the rule that forbids it."""

from __future__ import annotations

import pytest

from engine.byzanz.auction import Bid, GiveToMarket, LayOut, Pass
from engine.byzanz.game import BYZANZ
from engine.byzanz.phases import Over, Selling, Tax
from engine.byzanz.selling import Done, Sell, SellKeeping
from engine.byzanz.setup import Open, Setup, box
from engine.errors import CompanionError
from engine.game import force, judge
from engine.journal import Journal
from testkit.byzanz.dealer import COLOURS
from tests.engine.byzanz.test_byzanz import cards, game, hold, lot_of, refused

mark = pytest.mark
LOT = ("WO1", "GR3", "OL3", "CL2", "GR1")


def auction() -> Journal:
    """Red has bid 1 and blue has passed; green is asked."""
    journal = game()
    lot_of(journal, *LOT)
    hold(journal, "red", "CL1", "WO4")
    hold(journal, "blue", "OL4")
    journal.submit(Bid("red", cards("CL1")))
    journal.submit(Pass("blue"))
    return journal


@mark.rule("B-AUC-13")
def test_a_player_who_has_passed_does_not_bid_again_in_that_auction() -> None:
    assert refused(auction(), Bid("blue", cards("OL4"))) == "B-AUC-13"


@mark.rule("B-AUC-13")
def test_the_highest_bid_is_not_taken_back_by_passing() -> None:
    assert refused(auction(), Pass("red")) == "B-AUC-13"


@mark.rule("B-AUC-09")
def test_a_player_who_has_passed_does_not_pass_again() -> None:
    assert refused(auction(), Pass("blue")) == "B-AUC-09"


@mark.rule("B-AUC-02")
def test_a_player_with_an_offer_card_neither_bids_nor_passes_in_the_next_auction() -> None:
    journal = auction()
    journal.submit(Pass("green"))
    journal.submit(Pass("yellow"))
    journal.submit(GiveToMarket("red", "card:WO1"))
    lot_of(journal, "SP1", "SP1", "WI2", "WI1")
    assert refused(journal, Bid("red", cards("WO4"))) == "B-AUC-02"
    assert judge(BYZANZ, journal.state, Pass("red")).facts == ("red",)


@mark.rule("B-AUC-04")
def test_a_player_still_in_waits_for_the_turn() -> None:
    assert refused(auction(), Pass("yellow")) == "B-AUC-04"


@mark.rule("B-AUC-08")
def test_a_card_that_lies_in_the_bid_is_not_laid_again() -> None:
    journal = auction()
    for colour in ("green", "yellow"):
        hold(journal, colour, "SP2")
    journal.submit(Bid("green", cards("SP2")))
    journal.submit(Pass("yellow"))
    assert refused(journal, Bid("red", cards("CL1", "WO4"))) == "B-AUC-08"


@mark.rule("B-LST-01", "B-LST-04")
def test_the_last_player_of_a_round_neither_bids_nor_passes() -> None:
    journal = game(3)
    journal.state.table["offers"] = {"offer-2": 1}
    for colour, offer in (("red", 6), ("blue", 4)):
        journal.state.table[f"won/{colour}"] = {f"offer-{offer}": 1}
    journal.state.table["lot"] = cards("WO1", "ME")
    journal.state.phase = Tax(("", *COLOURS[:3]), "green")
    assert refused(journal, Bid("green", cards("WO1"))) == "B-LST-01"
    assert refused(journal, Pass("green")) == "B-LST-04"


@mark.rule("B-SEL-08", "B-SEL-09")
def test_cards_of_a_bid_and_of_the_profit_pile_are_not_sold() -> None:
    journal = auction()
    hold(journal, "red", "CL2", "CL3")
    assert refused(journal, Sell("red", cards("CL1", "CL2", "CL3"))) == "B-SEL-08"
    journal.state.table["profit/red"] = cards("CL4")
    assert refused(journal, Sell("red", cards("CL2", "CL3", "CL4"))) == "B-SEL-09"


@mark.rule("B-SEL-09")
def test_a_profit_card_is_not_bid() -> None:
    journal = game()
    lot_of(journal, *LOT)
    hold(journal, "red", "CL1")
    journal.state.table["profit/red"] = cards("CL4")
    assert refused(journal, Bid("red", cards("CL4"))) == "B-SEL-09"


@mark.rule("B-SEL-01")
def test_the_table_itself_sells_nothing() -> None:
    assert refused(game(), Sell("", cards("CL1", "CL1", "CL1"))) == "B-SEL-01"


@mark.rule("B-SEL-04", "B-SEL-06", "B-SEL-07")
def test_the_best_good_of_a_sale_is_kept_and_no_merchant_beside_goods() -> None:
    journal = game()
    hold(journal, "red", "WO3", "WO1", "ME", "ME", "ME")
    assert refused(journal, SellKeeping("red", "card:WO1", cards("WO3", "WO1", "ME"))) == "B-SEL-04"
    assert refused(journal, SellKeeping("red", "card:ME", cards("WO3", "WO1", "ME"))) == "B-SEL-06"
    assert refused(journal, SellKeeping("red", "card:WO3", cards("ME", "ME", "ME"))) == "B-SEL-07"
    journal.submit(SellKeeping("red", "card:WO3", cards("WO3", "WO1", "ME")))
    assert journal.state.table["profit/red"] == cards("WO3")


@mark.rule("B-SEL-04", "B-SEL-07")
def test_a_sale_that_names_the_card_does_what_the_plain_one_does() -> None:
    for sold, card in ((cards("WO3", "WO3", "WO1"), "card:WO3"), (cards("ME", "ME", "ME"), "card:ME")):
        journal = game()
        hold(journal, "red", *(name[5:] for name in sold for _ in range(sold[name])))
        rulings = [judge(BYZANZ, journal.state, one) for one in (Sell("red", sold), SellKeeping("red", card, sold))]
        assert rulings[0].events == rulings[1].events != ()


def test_a_referee_may_let_a_lower_card_be_kept() -> None:
    journal = game()
    hold(journal, "red", "WO3", "WO1", "ME")
    force(BYZANZ, journal.state, SellKeeping("red", "card:WO1", cards("WO3", "WO1", "ME")))
    assert journal.state.table["profit/red"] == cards("WO1")


@mark.rule("B-CMP-05")
@mark.parametrize("seats", [COLOURS[:2], (*COLOURS, "brown"), ("red", "red", "blue")])
def test_a_wrong_number_of_seats_is_refused_by_its_rule(seats: tuple[str, ...]) -> None:
    with pytest.raises(CompanionError, match="B-CMP-05"):
        box(Setup(seats, seats, seats[0]))


@mark.rule("B-CMP-05")
def test_the_deal_is_for_the_players_of_this_table() -> None:
    journal = Journal(BYZANZ, Setup(COLOURS[:3], COLOURS[:3], "red"))
    assert refused(journal, Open("", Setup(COLOURS[:4], COLOURS[:4], "red"))) == "B-CMP-05"


@mark.rule("B-SET-01")
def test_nothing_is_sold_or_laid_out_before_the_deal() -> None:
    journal = Journal(BYZANZ, Setup(COLOURS[:3], COLOURS[:3], "red"))
    assert refused(journal, Sell("red", cards("CL1", "CL1", "CL1"))) == "B-SET-01"


@mark.rule("B-AUC-01", "B-INV-03")
def test_a_lot_of_another_size_than_the_offer_card_is_refused() -> None:
    assert refused(game(), LayOut("", cards("WO1", "WO2", "WO3", "WO4"))) == "B-AUC-01"


@mark.rule("B-END-01", "B-END-02")
def test_after_the_end_nothing_is_done_or_sold() -> None:
    journal = game(3)
    journal.state.phase = Selling(("red",), ("red",))
    assert refused(journal, Done("blue")) == "B-END-02"
    journal.state.phase = Over()
    assert refused(journal, Done("red")) == "B-END-02"
