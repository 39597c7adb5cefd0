"""Phase 1: the auction for public offices."""

from __future__ import annotations

import pytest

from engine.constantinopolis.commands import Bid, Collect, Concede, Leave, Raise, Stay, Take
from engine.constantinopolis.phases import Activation, Bounty, Duel, Harvest, Settling
from testkit.constantinopolis.tables import do, facts, fame, gold, listed, office, rule, span, table

mark = pytest.mark


@mark.rule("C-AUC-02", "C-AUC-08", "C-AUC-11", "C-AUC-12", "C-AUC-17", "C-RND-02", "C-CMP-11")
def test_the_printed_example_ends_with_seven_gold_on_the_offices_and_its_turn_order() -> None:
    seats = ("green", "blue", "red", "yellow")
    state = table("activation", "green", seats=seats, round=1)
    do(state, Bid("green", 3, 1), Concede("red"), Take("red", 1), Stay("blue"))
    do(state, Bid("yellow", 1, 1), Concede("red"))
    do(state, Bid("red", 2, 1), Raise("blue", 2), Raise("red", 3), Concede("blue"), Take("blue", 5))
    assert sum(state.table[f"office/{number}/coins"].get("gold", 0) for number in range(1, 6)) == 7
    do(state, Collect(""))
    assert state.phase.round.order == ("yellow", "red", "green", "blue")


@mark.rule("C-AUC-01")
def test_the_auction_begins_without_coins_and_with_the_markers_where_they_were() -> None:
    state = table("activation", offices={"red": 4, "blue": 2, "green": 1})
    do(state, Bid("red", 2, 3), Concede("blue"), Take("blue", 4), Stay("green"), Collect(""))
    assert not any(state.table[f"office/{number}/coins"] for number in range(1, 6))
    assert [office(state, colour) for colour in ("red", "blue", "green")] == [2, 4, 1]


@mark.rule("C-AUC-02")
def test_the_leftmost_holder_who_has_not_been_active_is_next() -> None:
    state = table("activation", "green", offices={"red": 4, "blue": 2, "green": 1})
    do(state, Stay("green"))
    assert state.phase.actors == ("blue",)


@mark.rule("C-AUC-03")
def test_who_loses_an_office_chooses_at_once_even_after_an_earlier_turn() -> None:
    state = table("activation", "blue", memory={"acted": ["red"]})
    do(state, Bid("blue", 1, 1), Concede("red"))
    assert isinstance(state.phase, Activation)
    assert state.phase.actors == ("red",)


@mark.rule("C-AUC-04")
def test_a_player_without_an_office_must_choose_one() -> None:
    state = table("activation", offices={"red": 0, "blue": 2, "green": 3})
    assert listed(state, "red", Stay) == []
    assert [item.office for item in listed(state, "red", Take)] == [1, 4, 5]
    assert rule(state, Bid("red", 1, 5)) == "C-AUC-06"
    assert rule(state, Bid("red", 6, 5)) == "C-AUC-04"


@mark.rule("C-AUC-05")
def test_staying_costs_nothing_and_leaves_the_coins_on_the_office() -> None:
    state = table("activation", coins={"1": 4})
    do(state, Stay("red"))
    assert (gold(state, "red"), state.table["office/1/coins"]) == (30, {"gold": 4})
    homeless = table("activation", offices={"red": 0, "blue": 2, "green": 3})
    assert rule(homeless, Stay("red")) == "C-AUC-05"


@mark.rule("C-AUC-06")
def test_a_vacant_office_costs_two_gold_whatever_lies_there() -> None:
    state = table("activation", coins={"5": 9})
    do(state, Take("red", 5))
    assert (gold(state, "red"), office(state, "red"), state.table["office/5/coins"]) == (28, 5, {"gold": 11})
    assert rule(state, Take("blue", 5)) == "C-AUC-06"


@mark.rule("C-AUC-07", "C-AUC-15")
@mark.parametrize(("coins", "least"), [(0, 1), (4, 5)])
def test_an_opening_bid_beats_the_coins_lying_there(coins: int, least: int) -> None:
    state = table("activation", coins={"2": coins})
    assert span(state, "red", Bid, office=2) == (least, 30)
    assert rule(state, Bid("red", 2, least - 1)) == "C-AUC-07"


@mark.rule("C-AUC-08")
def test_holder_and_challenger_raise_in_turn_and_nobody_else_joins() -> None:
    state = table("activation")
    do(state, Bid("red", 2, 3))
    assert span(state, "blue", Raise) == (4, 30)
    assert rule(state, Raise("green", 9)) == "C-AUC-08"
    do(state, Raise("blue", 6))
    assert (span(state, "red", Raise), rule(state, Raise("red", 6))) == ((7, 30), "C-AUC-08")
    assert (office(state, "red"), office(state, "blue")) == (1, 2)


@mark.rule("C-AUC-09", "C-WAL-07")
def test_the_auction_wall_makes_opponents_step_by_three_and_its_owner_by_one() -> None:
    state = table("activation", coins={"2": 2}, blue={"buildings": ("wall-auction",)})
    assert span(state, "red", Bid, office=2) == (5, 30)
    do(state, Bid("red", 2, 5))
    assert span(state, "blue", Raise) == (6, 30)
    do(state, Raise("blue", 6))
    assert (span(state, "red", Raise), rule(state, Raise("red", 8))) == ((9, 30), "C-AUC-09")


@mark.rule("C-AUC-09")
def test_the_auction_wall_does_not_help_its_owner_as_a_challenger() -> None:
    state = table("activation", red={"buildings": ("wall-auction",)})
    do(state, Bid("red", 2, 1))
    assert span(state, "blue", Raise) == (2, 30)


@mark.rule("C-AUC-09")
@mark.parametrize(
    ("value", "opening"),
    [("open_and_raise", {0: 3, 4: 7}), ("raise_only", {0: 1, 4: 5}), ("open_absolute", {0: 3, 4: 5})],
)
def test_how_the_auction_wall_steps_is_an_option(value: str, opening: dict[int, int]) -> None:
    for coins, least in opening.items():
        blue = {"buildings": ("wall-auction",)}
        state = table("activation", coins={"2": coins}, blue=blue, options={"auction_wall_step": value})
        assert span(state, "red", Bid, office=2) == (least, 30)
        do(state, Bid("red", 2, least), Raise("blue", least + 1))
        assert span(state, "red", Raise) == (least + 4, 30)


@mark.rule("C-AUC-10")
def test_nobody_bids_more_than_they_have_and_who_cannot_raise_must_pass() -> None:
    state = table("activation", red={"gold": 5}, blue={"gold": 4})
    assert rule(state, Bid("red", 2, 6)) == "C-AUC-10"
    do(state, Bid("red", 2, 4))
    assert (span(state, "blue", Raise), len(listed(state, "blue", Concede))) == (None, 1)


@mark.rule("C-AUC-10")
@mark.parametrize(("value", "winner"), [("forbid", ""), ("forfeit", "blue")])
def test_a_bid_one_cannot_pay_is_forbidden_or_forfeits_the_duel(value: str, winner: str) -> None:
    state = table("activation", red={"gold": 3}, options={"auction_overbid": value})
    if value == "forbid":
        assert rule(state, Bid("red", 2, 9)) == "C-AUC-10"
        return
    do(state, Bid("red", 2, 1), Raise("blue", 2), Raise("red", 9), Concede("blue"))
    assert (office(state, winner), gold(state, "blue"), gold(state, "red")) == (2, 28, 3)


@mark.rule("C-AUC-11", "C-AUC-13")
def test_the_holder_who_wins_pays_their_own_bid_and_the_challenger_nothing() -> None:
    state = table("activation")
    do(state, Bid("red", 2, 3), Raise("blue", 5), Concede("red"))
    assert (gold(state, "red"), gold(state, "blue"), state.table["office/2/coins"]) == (30, 25, {"gold": 5})
    assert (state.phase.actors, "blue" in state.phase.acted) == (("red",), False)


@mark.rule("C-AUC-12")
def test_the_ousted_player_takes_the_office_the_conqueror_left_for_nothing() -> None:
    state = table("activation")
    do(state, Bid("red", 2, 3), Concede("blue"), Take("blue", 1))
    assert (office(state, "red"), office(state, "blue"), gold(state, "blue")) == (2, 1, 30)


@mark.rule("C-AUC-12")
def test_there_is_no_free_office_if_the_conqueror_had_none() -> None:
    state = table("activation", offices={"red": 0, "blue": 2, "green": 3})
    do(state, Bid("red", 2, 1), Concede("blue"))
    assert state.phase.free == ()


@mark.rule("C-AUC-12")
@mark.parametrize(("value", "free"), [("conqueror_only", ()), ("any_just_vacated", (1,))])
def test_which_offices_are_free_for_an_ousted_player_is_an_option(value: str, free: tuple[int, ...]) -> None:
    state = table("activation", options={"auction_free_move": value})
    do(state, Bid("red", 2, 1), Concede("blue"), Bid("blue", 3, 1), Concede("green"))
    assert (state.phase.actors, state.phase.free) == (("green",), free)


@mark.rule("C-AUC-12")
@mark.parametrize(("value", "price"), [("no", 2), ("yes", 0)])
def test_whether_the_free_move_outlasts_a_lost_duel_is_an_option(value: str, price: int) -> None:
    state = table("activation", options={"auction_free_move_lasts": value})
    do(state, Bid("red", 2, 1), Concede("blue"), Bid("blue", 3, 1), Raise("green", 2), Concede("blue"))
    do(state, Take("blue", 1))
    assert gold(state, "blue") == 30 - price


@mark.rule("C-AUC-13")
@mark.parametrize(("value", "active"), [("chooses_again", "red"), ("turn_over", "blue")])
def test_a_challenger_who_loses_chooses_again_or_the_turn_is_over(value: str, active: str) -> None:
    state = table("activation", options={"auction_failed_challenger": value})
    do(state, Bid("red", 3, 1), Raise("green", 2), Concede("red"))
    assert state.phase.actors == (active,)


@mark.rule("C-AUC-13")
def test_a_challenger_without_an_office_always_chooses_again() -> None:
    options = {"auction_failed_challenger": "turn_over"}
    state = table("activation", offices={"red": 0, "blue": 2, "green": 3}, options=options)
    do(state, Bid("red", 3, 1), Raise("green", 2), Concede("red"))
    assert state.phase.actors == ("red",)


@mark.rule("C-AUC-14")
@mark.parametrize(("value", "forbidden"), [("no", "C-AUC-14"), ("yes", "")])
def test_bidding_again_for_the_office_just_lost_is_an_option(value: str, forbidden: str) -> None:
    state = table("activation", options={"auction_rebid": value})
    do(state, Bid("red", 2, 1), Raise("blue", 2), Concede("red"))
    assert rule(state, Bid("red", 2, 9)) == forbidden
    assert (span(state, "red", Bid, office=2) is None) == bool(forbidden)


@mark.rule("C-AUC-18")
def test_a_duel_in_which_nobody_pays_closes_the_office_to_its_challenger() -> None:
    state = table("activation", red={"gold": 3}, options={"auction_overbid": "forfeit", "auction_rebid": "yes"})
    do(state, Bid("red", 2, 9), Concede("blue"))
    assert (office(state, "blue"), gold(state, "blue"), state.table["office/2/coins"]) == (2, 30, {})
    assert (rule(state, Bid("red", 2, 9)), facts(state, Bid("red", 2, 9))) == ("C-AUC-18", (2,))
    assert (span(state, "red", Bid, office=2), rule(state, Bid("red", 3, 9))) == (None, "")


@mark.rule("C-AUC-18")
def test_a_duel_in_which_the_holder_pays_leaves_the_office_open_to_a_new_bid() -> None:
    state = table("activation", red={"gold": 3}, options={"auction_overbid": "forfeit", "auction_rebid": "yes"})
    do(state, Bid("red", 2, 1), Raise("blue", 2), Raise("red", 9), Concede("blue"))
    assert (state.table["office/2/coins"], rule(state, Bid("red", 2, 3))) == ({"gold": 2}, "")


@mark.rule("C-AUC-14", "C-AUC-18")
def test_an_ousted_player_may_bid_at_once_for_the_lost_office_where_re_bids_are_allowed() -> None:
    state = table("activation", options={"auction_overbid": "forfeit", "auction_rebid": "yes"})
    do(state, Bid("red", 2, 1), Concede("blue"))
    assert rule(state, Bid("blue", 2, 2)) == ""


@mark.rule("C-AUC-15")
@mark.parametrize(("value", "coins", "red"), [("stay", 9, 26), ("sweep", 5, 26), ("refund", 5, 30)])
def test_what_becomes_of_coins_already_on_an_office_is_an_option(value: str, coins: int, red: int) -> None:
    state = table("activation", "blue", coins={"1": 4}, red={"gold": 26}, options={"auction_coins": value})
    do(state, Bid("blue", 1, 5), Concede("red"))
    assert state.table["office/1/coins"] == {"gold": coins}
    assert (gold(state, "blue"), gold(state, "red")) == (25, red)


@mark.rule("C-AUC-15")
def test_a_holder_who_defends_again_adds_to_the_coins_there() -> None:
    state = table("activation", coins={"2": 4})
    do(state, Bid("red", 2, 5), Raise("blue", 6), Concede("red"))
    assert state.table["office/2/coins"] == {"gold": 10}


@mark.rule("C-AUC-16")
@mark.parametrize(("value", "offices", "left"), [("pays_all", [1, 4, 5], 0), ("rightmost_free", [5], 1)])
def test_a_poor_player_without_an_office_still_finds_one(value: str, offices: list[int], left: int) -> None:
    places = {"red": 0, "blue": 2, "green": 3}
    state = table("activation", offices=places, red={"gold": 1}, options={"auction_poor": value})
    assert [item.office for item in listed(state, "red", Take)] == offices
    assert rule(state, Take("red", 4)) == ("" if 4 in offices else "C-AUC-16")
    do(state, Take("red", 5))
    assert gold(state, "red") == left


@mark.rule("C-AUC-17", "C-OFF-03", "C-OFF-08")
def test_at_the_end_the_coins_go_and_the_turn_order_is_fixed() -> None:
    state = table("activation", "green", offices={"red": 5, "blue": 2, "green": 3}, coins={"3": 4})
    do(state, Stay("green"))
    state = table("settling", "", offices={"red": 5, "blue": 2, "green": 3}, coins={"3": 4})
    do(state, Collect(""))
    assert state.phase.round.order == ("blue", "green", "red")
    assert (state.table["office/3/coins"], gold(state, "green")) == ({}, 34)


@mark.rule("C-AUC-17")
def test_the_auction_is_over_when_all_have_been_active() -> None:
    state = table("activation", "green", memory={"acted": ["red", "blue"]})
    do(state, Stay("green"))
    assert isinstance(state.phase, Settling)


@mark.rule("C-OFF-08")
def test_a_vacant_office_gives_its_bonus_to_nobody() -> None:
    state = table("settling", "", offices={"red": 1, "blue": 4, "green": 5})
    do(state, Collect(""))
    assert isinstance(state.phase, Harvest)
    assert [gold(state, colour) for colour in ("red", "blue", "green")] == [30, 30, 30]


@mark.rule("C-AUC-18")
def test_each_duel_leaves_more_gold_on_the_contested_office() -> None:
    state = table("activation", coins={"2": 4})
    before = state.table["office/2/coins"]["gold"]
    do(state, Bid("red", 2, 5), Raise("blue", 6), Concede("red"))
    assert state.table["office/2/coins"]["gold"] > before
    assert span(state, "red", Bid, office=2) is None


@mark.rule("C-OFF-02")
def test_the_praefectus_pretorio_is_asked_for_a_good_once_offices_are_fixed() -> None:
    state = table("settling", "")
    do(state, Collect(""))
    assert isinstance(state.phase, Bounty)
    assert state.phase.actors == ("blue",)


@mark.rule("C-AUC-12")
def test_a_leaver_does_not_defend_an_office() -> None:
    state = table("activation")
    do(state, Leave("red"), Bid("blue", 1, 1))
    assert not isinstance(state.phase, Duel)
    assert (office(state, "blue"), fame(state, "blue")) == (1, 0)
