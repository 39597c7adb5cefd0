"""The market, commercial buildings, utility buildings, the swap and three-goods walls."""

from __future__ import annotations

import pytest

from engine.constantinopolis.commands import Build, Buy, Discard, EndTurn, Sell, Swap, ThreeGoods, Use
from testkit.constantinopolis.tables import do, facts, fame, gold, goods, listed, rule, span, table

mark = pytest.mark


@mark.rule("C-MKT-01", "C-ACC-01")
@mark.parametrize("phase", ["construction", "acceptance"])
def test_the_market_is_open_in_ones_own_turn_and_in_phase_six(phase: str) -> None:
    state = table(phase, red={"goods": "G"})
    assert (rule(state, Sell("red", "G", 1)), len(listed(state, "red", Sell))) == ("", 1)
    for closed in ("activation", "drawing", "donation"):
        assert rule(table(closed, red={"goods": "GGG"}), Sell("red", "G", 1)) == "C-MKT-01"
    assert rule(table(), Sell("blue", "G", 1)) == "C-BLD-01"


@mark.rule("C-MKT-02", "C-CMP-10")
def test_only_the_current_card_counts() -> None:
    assert facts(table(red={"goods": "KKK"}), Sell("red", "K", 1)) == ("K", 0)
    assert rule(table(red={"goods": "KKK"}, market="opificies"), Sell("red", "K", 1)) == ""


@mark.rule("C-MKT-03")
def test_the_limit_holds_for_phases_four_and_six_together() -> None:
    state = table("acceptance", red={"goods": "GGG", "sold": "G"})
    assert span(state, "red", Sell, good="G") == (1, 1)
    assert (rule(state, Sell("red", "G", 2)), facts(state, Sell("red", "G", 2))) == ("C-MKT-03", ("G", 1))
    assert rule(state, Sell("red", "G", 0)) == "C-MKT-07"


@mark.rule("C-MKT-04")
def test_a_type_is_bought_or_sold_in_a_round_not_both() -> None:
    state = table(red={"goods": "B"})
    do(state, Buy("red", "B", 1))
    assert rule(state, Sell("red", "B", 1)) == "C-MKT-04"
    assert rule(table(red={"sold": "B"}), Buy("red", "B", 1)) == "C-MKT-04"


@mark.rule("C-MKT-05")
def test_a_bought_good_is_paid_and_can_be_used_at_once() -> None:
    state = table()
    do(state, Buy("red", "B", 2))
    assert (gold(state, "red"), goods(state, "red")) == (24, "BB")


@mark.rule("C-MKT-06", "C-ABL-01", "C-BLD-07")
def test_nobody_buys_what_they_can_produce_but_a_new_building_counts_from_next_round() -> None:
    assert rule(table(), Buy("red", "G", 1)) == "C-MKT-06"
    state = table()
    do(state, Build("red", "venatoris-domus"))
    assert rule(state, Buy("red", "B", 1)) == ""


@mark.rule("C-ABL-01", "C-ABL-02", "C-MKT-06", "C-COM-03")
@mark.parametrize(
    ("value", "market", "commercial"),
    [("round_start", "", "C-COM-03"), ("owned_now", "C-MKT-06", ""), ("split", "", "")],
)
def test_what_able_to_produce_means_is_an_option(value: str, market: str, commercial: str) -> None:
    red = {"goods": "BB", "new": ("venatoris-domus",), "buildings": ("vestificina",)}
    state = table(red=red, options={"able_to_produce": value})
    assert rule(state, Buy("red", "B", 1)) == market
    assert rule(state, Use("red", "vestificina")) == commercial


@mark.rule("C-MKT-07", "C-UTL-01")
@mark.parametrize(("buildings", "price"), [((), 2), (("mensae",), 3)])
def test_selling_pays_one_more_with_a_mensae_whatever_one_can_produce(buildings: tuple[str, ...], price: int) -> None:
    state = table(red={"goods": "BB", "buildings": buildings})
    do(state, Sell("red", "B", 2))
    assert gold(state, "red") == 30 + 2 * price


@mark.rule("C-MKT-08")
def test_traded_goods_are_marked_in_the_ledger_and_the_marks_are_not_goods() -> None:
    state = table(red={"goods": "G"})
    do(state, Buy("red", "B", 1), Sell("red", "G", 1))
    assert (state.table["ledger/red/bought"], state.table["ledger/red/sold"]) == ({"B": 1}, {"G": 1})
    assert goods(state, "red") == "B"


@mark.rule("C-WAL-06")
def test_the_market_wall_makes_goods_two_cheaper_but_never_less_than_one() -> None:
    state = table(red={"buildings": ("wall-market", "taberna")})
    do(state, Buy("red", "G", 1), Buy("red", "R", 1))
    assert gold(state, "red") == 30 - 1 - 4


@mark.rule("C-UTL-03")
def test_the_taberna_lets_its_owner_buy_what_they_produce_within_the_limits() -> None:
    state = table(red={"buildings": ("taberna",)})
    assert span(state, "red", Buy, good="G") == (1, 2)


@mark.rule("C-UTL-03")
@mark.parametrize(("value", "forbidden"), [("any_types", ""), ("one_type", "C-UTL-03")])
def test_how_many_types_the_taberna_covers_is_an_option(value: str, forbidden: str) -> None:
    state = table(red={"buildings": ("taberna", "venatoris-domus")}, options={"taberna": value})
    do(state, Buy("red", "G", 1))
    assert (rule(state, Buy("red", "G", 1)), rule(state, Buy("red", "B", 1))) == ("", forbidden)


@mark.rule("C-GEN-06")
def test_no_more_is_bought_than_there_is_gold_for() -> None:
    state = table(red={"gold": 8})
    assert span(state, "red", Buy, good="R") == (1, 1)
    assert (rule(state, Buy("red", "R", 2)), facts(state, Buy("red", "R", 2))) == ("C-GEN-06", (6, 8))


@mark.rule("C-GEN-07")
def test_goods_may_be_thrown_away() -> None:
    state = table(red={"goods": "GGB"})
    do(state, Discard("red", {"G": 1, "B": 1}))
    assert (goods(state, "red"), rule(state, Discard("red", {"K": 1}))) == ("G", "C-GEN-07")
    assert rule(state, Discard("red", {})) == "C-GEN-07"


@mark.rule("C-GEN-04")
@mark.parametrize(("value", "there"), [("unlimited", 2), ("limited", None)])
def test_whether_goods_run_out_is_an_option(value: str, there: int | None) -> None:
    holders = {"blue": {"goods": "Y" * 9}, "green": {"goods": "Y"}}
    state = table(options={"supply": value}, **holders)
    assert span(state, "red", Buy, good="Y") == ((1, 1) if there else None)
    if there:
        do(state, Buy("red", "Y", 1))
        assert state.table["supply"]["Y"] == -2


@mark.rule("C-COM-01", "C-COM-04", "C-CMP-04")
def test_the_caupona_takes_exactly_two_green_goods_for_four_gold_and_one_fame() -> None:
    state = table(red={"goods": "GGG", "buildings": ("caupona",)})
    do(state, Use("red", "caupona"))
    assert (gold(state, "red"), fame(state, "red"), goods(state, "red")) == (34, 1, "G")
    assert state.table["used/red/caupona"] == {"G": 2}
    assert rule(table(red={"goods": "G", "buildings": ("caupona",)}), Use("red", "caupona")) == "C-COM-01"
    assert rule(table(red={"goods": "GG"}), Use("red", "caupona")) == "C-COM-01"


@mark.rule("C-COM-02")
def test_a_commercial_building_is_used_once_in_phases_four_and_six_together() -> None:
    state = table("acceptance", red={"goods": "GG", "buildings": ("caupona",), "used": {"caupona": "GG"}})
    assert rule(state, Use("red", "caupona")) == "C-COM-02"


@mark.rule("C-COM-03", "C-ABL-03")
def test_a_commercial_building_takes_only_types_one_can_produce_wherever_they_come_from() -> None:
    assert rule(table(red={"goods": "BB", "buildings": ("vestificina",)}), Use("red", "vestificina")) == "C-COM-03"
    state = table(red={"goods": "B", "buildings": ("vestificina", "venatoris-domus", "taberna")})
    do(state, Buy("red", "B", 1))
    assert rule(state, Use("red", "vestificina")) == ""


@mark.rule("C-COM-05")
def test_using_a_building_is_no_market_sale() -> None:
    red = {"goods": "GG", "sold": "GG", "buildings": ("caupona", "mensae")}
    state = table(red=red)
    do(state, Use("red", "caupona"))
    assert (gold(state, "red"), state.table["ledger/red/sold"]) == (34, {"G": 2})


@mark.rule("C-WAL-03", "C-ABL-02")
def test_the_swap_wall_gives_one_good_for_one_its_owner_can_produce_once_a_round() -> None:
    state = table(red={"goods": "KK", "buildings": ("wall-swap",)})
    assert listed(state, "red", Swap) == [Swap("red", "K", "G")]
    assert rule(state, Swap("red", "K", "Y")) == "C-ABL-01"
    do(state, Swap("red", "K", "G"))
    assert (goods(state, "red"), rule(state, Swap("red", "K", "G"))) == ("GK", "C-WAL-03")


@mark.rule("C-WAL-03")
@mark.parametrize(("value", "forbidden"), [("any", ""), ("producible", "C-WAL-03")])
def test_which_good_is_given_at_the_swap_wall_is_an_option(value: str, forbidden: str) -> None:
    state = table(red={"goods": "K", "buildings": ("wall-swap",)}, options={"wall_swap_given": value})
    assert rule(state, Swap("red", "K", "G")) == forbidden


@mark.rule("C-WAL-04")
def test_the_three_goods_wall_pays_ten_gold_for_any_three_goods_once_a_round() -> None:
    state = table(red={"goods": "GGBKK", "buildings": ("wall-three-goods",)})
    assert rule(state, ThreeGoods("red", {"G": 2})) == "C-WAL-04"
    do(state, ThreeGoods("red", {"G": 2, "K": 1}))
    assert (gold(state, "red"), goods(state, "red")) == (40, "BK")
    assert rule(state, ThreeGoods("red", {"B": 1, "K": 1})) == "C-WAL-04"


@mark.rule("C-WAL-09")
@mark.parametrize(("value", "phases"), [("build_accept", ""), ("plus_donate", "donation"), ("any_time", "drawing")])
def test_when_the_exchange_walls_work_is_an_option(value: str, phases: str) -> None:
    red = {"goods": "KKK", "buildings": ("wall-swap", "wall-three-goods")}
    open_in = {
        phase: rule(table(phase, red=red, options={"wall_exchange": value}), ThreeGoods("red", {"K": 3})) == ""
        for phase in ("construction", "acceptance", "donation", "drawing", "activation")
    }
    assert [phase for phase, is_open in open_in.items() if is_open] == {
        "": ["construction", "acceptance"],
        "donation": ["construction", "acceptance", "donation"],
        "drawing": ["construction", "acceptance", "donation", "drawing", "activation"],
    }[phases]


@mark.rule("C-BLD-01", "C-GEN-09")
def test_a_player_may_do_nothing_at_all_in_a_turn() -> None:
    state = table(red={"gold": 0})
    assert (rule(state, EndTurn("red")), listed(state, "red", EndTurn)) == ("", [EndTurn("red")])
