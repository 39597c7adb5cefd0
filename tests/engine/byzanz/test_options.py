"""The twelve options of Byzanz: what each value changes at the table."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from engine.byzanz.auction import Bid, Pass
from engine.byzanz.cards import UNKNOWN
from engine.byzanz.editions import OPTIONS, Edition, edition, presets
from engine.byzanz.game import BYZANZ
from engine.byzanz.information import totals
from engine.byzanz.limit import Discard
from engine.byzanz.market import PickGood
from engine.byzanz.phases import Clearing, Decided, Deciding, Limit, Over, Picking, Selling, Tax
from engine.byzanz.scoring import Award
from engine.byzanz.selling import Done, Sell, Show
from engine.byzanz.setup import Setup
from engine.errors import CompanionError
from engine.game import legal
from engine.journal import Journal
from engine.table import total
from testkit.byzanz.dealer import COLOURS
from tests.engine.byzanz.test_byzanz import cards, game, hold, lot_of, market_game, refused, round_of_passes

mark = pytest.mark
LOT = ("WO1", "GR3", "OL3", "CL2", "GR1")


def playing(journal: Journal, **options: str) -> Journal:
    """The same game at a table that has agreed on these options."""
    setup = journal.setup
    journal.state.setup = Setup(setup.seats, setup.names, setup.dealer, edition(options))
    return journal


def auction(**options: str) -> Journal:
    """Red has bid 1, blue has passed, and green raises to 3."""
    journal = playing(game(3), **options)
    lot_of(journal, "WO1", "GR3", "OL3", "CL2", "GR1", "WI1")
    for colour, hand in zip(COLOURS, (("CL1", "WO4"), ("OL4",), ("SP3", "WI2")), strict=False):
        hold(journal, colour, *hand)
    for command in (Bid("red", cards("CL1")), Pass("blue"), Bid("green", cards("SP3"))):
        journal.submit(command)
    return journal


@mark.rule("B-AUC-09")
def test_who_has_passed_is_not_asked_again_where_passing_is_final() -> None:
    journal = auction(pass_is_final="yes")
    assert refused(journal, Pass("blue")) == "B-AUC-09"
    journal.submit(Pass("red"))
    assert journal.state.phase == Tax(("", *COLOURS[:3]), "green")


@mark.rule("B-AUC-09")
def test_who_has_passed_is_asked_again_after_a_raise_where_passing_is_not_final() -> None:
    journal = auction(pass_is_final="no")
    journal.submit(Pass("red"))
    assert journal.state.phase.due == "blue"
    journal.submit(Bid("blue", cards("OL4")))
    journal.submit(Pass("green"))
    journal.submit(Pass("red"))
    assert journal.state.phase == Tax(("", *COLOURS[:3]), "blue")


@mark.rule("B-AUC-08")
def test_cards_of_a_bid_stay_on_the_table_where_a_raise_adds() -> None:
    journal = auction(raise_mode="add_only")
    assert refused(journal, Bid("red", cards("CL1", "WO4"))) == "B-AUC-08"
    journal.submit(Bid("red", cards("WO4")))
    assert journal.state.table["bid/red"] == cards("CL1", "WO4")


@mark.rule("B-AUC-08")
def test_a_raise_may_lay_other_cards_where_bids_are_laid_anew() -> None:
    journal = auction(raise_mode="recompose")
    assert refused(journal, Bid("red", cards("CL1"))) == "B-AUC-07"
    journal.submit(Bid("red", cards("WO4")))
    assert journal.state.table["bid/red"] == cards("WO4")
    assert journal.state.table["hand/red"] == cards("CL1")
    assert journal.state.phase.best == 4


@mark.rule("B-MKT-04")
def test_a_pick_is_a_duty_or_may_be_declined() -> None:
    journal = playing(market_game("WO3", "SP1"), market_pick_optional="no")
    assert refused(journal, Pass("red")) == "B-MKT-04"
    playing(journal, market_pick_optional="yes")
    assert refused(journal, Pass("blue")) == "B-MKT-02"
    journal.submit(Pass("red"))
    assert (journal.state.phase.due, journal.state.table["hand/red"]) == ("blue", {})


def last_of_five(**options: str) -> Journal:
    """Five players, four auctions without a bid, and the one card of the last."""
    journal = playing(game(5), **options)
    for colour in COLOURS[:5]:
        hold(journal, colour)
    lots = (("WO1", "GR3", "OL3", "CL2", "GR1"), ("WO2", "GR2", "OL2", "CL1"), ("SP1", "SP2", "WI1"), ("OL1", "CL3"))
    round_of_passes(journal, *lots)
    lot_of(journal, "ME")
    return journal


@mark.rule("B-LST-03")
def test_the_card_of_offer_card_one_goes_to_the_market() -> None:
    journal = last_of_five(offer1_card="to_market")
    assert (journal.state.table["market"], journal.state.table["hand/black"]) == (cards("ME"), {})
    assert isinstance(journal.state.phase, Picking)


@mark.rule("B-LST-03", "B-MKT-05")
def test_the_card_of_offer_card_one_goes_to_the_last_player_and_an_empty_market_is_passed_over() -> None:
    journal = last_of_five(offer1_card="to_player")
    assert (journal.state.table["market"], journal.state.table["hand/black"]) == ({}, cards("ME"))
    assert isinstance(journal.state.phase, Clearing)


SEVEN = ("CL1", "CL2", "GR1", "GR2", "OL1", "OL2", "WI1")


@mark.rule("B-HND-01")
@mark.parametrize(("limit", "waits"), [("7", True), ("8", False), ("12", False)])
def test_a_hand_of_eight_is_too_large_only_where_the_limit_is_seven(limit: str, waits: bool) -> None:
    journal = playing(market_game("WO3", "SP1"), hand_limit=limit)
    hold(journal, "red", *SEVEN)
    journal.submit(PickGood("red", "WO"))
    assert isinstance(journal.state.phase, Limit) == waits


@mark.rule("B-HND-02", "B-HND-04")
def test_hands_are_checked_at_once_or_all_of_them_after_the_last_pick() -> None:
    for timing, kind in (("immediate", Limit), ("end_of_round", Picking)):
        journal = playing(market_game("WO3", "SP1"), hand_limit_timing=timing)
        hold(journal, "red", *SEVEN)
        hold(journal, "blue", *SEVEN)
        journal.submit(PickGood("red", "WO"))
        assert isinstance(journal.state.phase, kind)
    journal.submit(PickGood("blue", "SP"))
    assert (type(journal.state.phase), journal.state.phase.due) == (Limit, "red")
    journal.submit(Discard("red", cards("WO3")))
    assert (type(journal.state.phase), journal.state.phase.due) == (Limit, "blue")
    journal.submit(Discard("blue", cards("SP1")))
    assert isinstance(journal.state.phase, Clearing)


@mark.rule("B-HND-03")
def test_discarding_stops_at_the_limit_or_goes_below_it() -> None:
    journal = playing(market_game("WO3", "SP1"), discard_below_limit="no")
    hold(journal, "red", *SEVEN)
    journal.submit(PickGood("red", "WO"))
    assert refused(journal, Discard("red", cards("CL1", "CL2"))) == "B-HND-03"
    playing(journal, discard_below_limit="yes")
    journal.submit(Discard("red", cards("CL1", "CL2")))
    assert total(journal.state.table["hand/red"]) == 6


@mark.rule("B-HND-05", "B-INV-04", "B-INV-05")
def test_cards_thrown_away_face_down_leave_only_the_count_of_that_hand() -> None:
    journal = playing(market_game("WO3", "SP1"), limit_discard_visibility="face_down")
    hold(journal, "red", *SEVEN)
    journal.submit(PickGood("red", "WO"))
    assert refused(journal, Discard("red", cards("CL1"))) == "B-HND-05"
    journal.submit(Discard("red", {UNKNOWN: 1}))
    assert journal.state.table["hand/red"] == {UNKNOWN: 7}
    assert journal.state.table["discard"] == {UNKNOWN: 1}


@mark.rule("B-HND-05")
def test_cards_thrown_away_face_up_show_their_faces() -> None:
    journal = playing(market_game("WO3", "SP1"), limit_discard_visibility="face_up")
    hold(journal, "red", *SEVEN)
    journal.submit(PickGood("red", "WO"))
    assert refused(journal, Discard("red", {UNKNOWN: 1})) == "B-HND-05"
    journal.submit(Discard("red", cards("CL1")))
    assert journal.state.table["discard"] == cards("CL1")


@mark.rule("B-SEL-01")
def test_a_sale_is_allowed_out_of_turn_or_only_while_the_game_waits_for_that_player() -> None:
    for window, rule in (("any_time", ""), ("own_decision", "B-SEL-01")):
        journal = playing(game(), sell_window=window)
        hold(journal, "blue", "WO1", "WO1", "WO1")
        lot_of(journal, *LOT)
        assert refused(journal, Sell("blue", cards("WO1", "WO1", "WO1"))) == rule
        assert any(isinstance(getattr(item, "least", item), Sell) for item in legal(BYZANZ, journal.state, "blue")) == (
            not rule
        )
    journal.submit(Pass("red"))
    assert refused(journal, Sell("blue", cards("WO1", "WO1", "WO1"))) == ""


def level(**options: str) -> Journal:
    """Three players with a profit of 4, before the end: green has most cards in hand, blue as many with a merchant."""
    journal = playing(game(3), **options)
    hands, profits = (("SP1",), ("SP1", "ME"), ("SP1", "SP2")), (("WO4",), ("WO3", "GR1"), ("CL2", "OL2"))
    for colour, hand, profit in zip(COLOURS, hands, profits, strict=False):
        hold(journal, colour, *hand)
        journal.state.table[f"profit/{colour}"] = cards(*profit)
    journal.state.phase = Selling(COLOURS[:3], COLOURS[:3])
    return journal


def places(journal: Journal) -> dict[str, int]:
    return {standing.seat: standing.place for standing in BYZANZ.standings(journal.state)}


@mark.rule("B-END-05")
def test_merchants_in_hand_count_in_a_tie_or_do_not() -> None:
    assert places(level(tiebreak_counts_merchants="yes")) == {"blue": 1, "green": 1, "red": 3}
    assert places(level(tiebreak_counts_merchants="no")) == {"green": 1, "red": 2, "blue": 2}


@mark.rule("B-END-05")
def test_hands_are_shown_for_the_tie_only_where_merchants_do_not_count() -> None:
    journal = level(tiebreak_counts_merchants="no")
    journal.state.table["hand/red"] = {UNKNOWN: 2}
    journal.submit(Show("red", cards("ME", "SP3")))
    assert journal.state.table["hand/red"] == cards("ME", "SP3")
    assert refused(level(tiebreak_counts_merchants="yes"), Show("red", cards("ME"))) == "B-END-05"


@mark.rule("B-END-06")
def test_the_last_tie_is_shared_or_decided_by_the_best_card_of_profit() -> None:
    assert places(level(final_tie="shared")) == {"blue": 1, "green": 1, "red": 3}
    assert places(level(final_tie="best_single_profit")) == {"blue": 1, "green": 2, "red": 3}


@mark.rule("B-END-06")
def test_the_table_names_the_winner_of_those_who_are_level_where_it_has_agreed_so() -> None:
    journal = level(final_tie="ask_table")
    for colour in COLOURS[:3]:
        journal.submit(Done(colour))
    assert journal.state.phase == Deciding(("",), ("blue", "green"))
    assert refused(journal, Award("", "red")) == "B-END-06"
    journal.submit(Award("", "green"))
    assert journal.state.phase == Decided((), "green")
    assert places(journal) == {"green": 1, "blue": 2, "red": 3}


@mark.rule("B-PRV-02")
@mark.parametrize(
    ("shown", "table", "red"),
    [("end_only", {}, {}), ("owner_only", {}, {"red": 4}), ("always", dict.fromkeys(COLOURS[:3], 4), None)],
)
def test_sums_of_profit_are_shown_to_no_one_their_owner_or_everybody(
    shown: str, table: dict[str, int], red: dict[str, int] | None
) -> None:
    journal = level(profit_totals_shown=shown)
    assert totals(journal.state, "") == table
    assert totals(journal.state, "red") == (table if red is None else red)
    journal.state.phase = Over()
    assert totals(journal.state, "blue") == dict.fromkeys(COLOURS[:3], 4)


def test_every_option_of_the_edition_is_listed_with_its_default_first() -> None:
    fields = {field.name: field for field in msgspec.structs.fields(Edition) if field.name != "printed"}
    assert {name: values[0] for name, values in OPTIONS.items()} == {name: fields[name].default for name in fields}
    literals = {name: set(get_args(field.type)) for name, field in fields.items() if name != "hand_limit"}
    assert literals == {name: set(values) for name, values in OPTIONS.items() if name != "hand_limit"}


@mark.parametrize("options", [{"hand_limit": "6"}, {"hand_limit": "x"}, {"raise_mode": "no"}, {"dealer": "red"}])
def test_an_option_or_a_value_that_does_not_exist_is_refused_by_name(options: dict[str, str]) -> None:
    with pytest.raises(CompanionError, match=next(iter(options))):
        edition(options)


def test_a_preset_is_the_printed_reading_with_its_options() -> None:
    assert presets()["reconciled"] == Edition()
    assert presets()["eight"] == Edition(hand_limit="8")
    assert presets()["lenient"].raise_mode == "recompose"
