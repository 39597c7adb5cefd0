"""Phase 6: accepting contracts, loading, posts, ships, the office redraw."""

from __future__ import annotations

import pytest

from engine.constantinopolis import commands as c
from engine.constantinopolis.faces import contract
from engine.constantinopolis.phases import (
    Acceptance,
    Clash,
    Clearing,
    Dealing,
    Donation,
    Turnover,
)
from testkit.constantinopolis.situation import Laden
from testkit.constantinopolis.tables import do, facts, fame, gold, goods, rule, span, table

mark = pytest.mark
GREEN, BLUE, FARE = "contract:G.3.111", "contract:B.5.112", "contract:P.5.-12"
PAIR, FAR = "contract:GB.7.112", "contract:G.5.122"


@mark.rule("C-ACC-02")
@mark.parametrize(("value", "actors"), [("interleaved", ("red", "blue", "green")), ("turn_order", ("red",))])
def test_the_order_of_phase_six_is_an_option(value: str, actors: tuple[str, ...]) -> None:
    state = table("drawing", "green", options={"accept_order": value}, deck=("G.3.111",))
    do(state, c.Draw("green", {GREEN: 1}))
    assert state.phase.actors == actors
    do(state, c.Done("red"))
    assert state.phase.actors == (("blue", "green") if value == "interleaved" else ("blue",))


@mark.rule("C-ACC-03")
def test_when_all_are_done_contracts_left_over_are_discarded() -> None:
    state = table("acceptance", red={"contracts": ("G.3.111",), "saved": ("B.5.112",)})
    do(state, c.Done("red"), c.Done("blue"), c.Done("green"))
    assert isinstance(state.phase, Clearing)
    do(state, c.Clear(""))
    assert (state.table["open/red"], state.table["saved/red"]) == ({}, {BLUE: 1, "post-red": 1})


SHIPS = {"harbour": ("small", "medium", "large"), "goods": "GGGGBB"}


@mark.rule("C-LOD-01")
def test_a_contract_is_loaded_with_exactly_its_goods() -> None:
    state = table("acceptance", red={**SHIPS, "contracts": ("GB.7.112", "R.6.111")})
    do(state, c.Load("red", PAIR, "small-1"))
    assert (goods(state, "red"), state.table["hold/small-1"]) == ("GGGB", {PAIR: 1, "G": 1, "B": 1})
    assert rule(state, c.Load("red", "contract:R.6.111", "medium-1")) == "C-LOD-01"
    assert rule(state, c.Load("red", GREEN, "medium-1")) == "C-LOD-01"


@mark.rule("C-LOD-02", "C-LOD-01")
def test_a_ship_takes_no_more_than_its_hold_and_contracts_are_not_split() -> None:
    state = table("acceptance", red={**SHIPS, "contracts": ("G.3.111", "GB.7.112")})
    do(state, c.Load("red", GREEN, "small-1"))
    assert (rule(state, c.Load("red", PAIR, "small-1")), facts(state, c.Load("red", PAIR, "small-1"))) == (
        "C-LOD-02",
        (2, 1),
    )


@mark.rule("C-LOD-03")
def test_how_many_passengers_a_ship_takes() -> None:
    cards = ("P.5.-12",) * 3
    state = table("acceptance", red={**SHIPS, "contracts": cards})
    assert rule(state, c.Load("red", FARE, "small-1")) == "C-LOD-03"
    do(state, c.Load("red", FARE, "medium-1"))
    assert facts(state, c.Load("red", FARE, "medium-1")) == (1,)
    do(state, c.Load("red", FARE, "large-1"), c.Load("red", FARE, "large-1"))


@mark.rule("C-LOD-04")
def test_only_room_limits_how_many_contracts_are_accepted() -> None:
    red = {"harbour": ("large",), "goods": "G" * 8, "contracts": ("G.4.112",) * 4 + ("G.5.122",) * 3}
    state = table("acceptance", red=red)
    do(state, *[c.Load("red", "contract:G.4.112", "large-1")] * 4, *[c.Load("red", FAR, "large-1")] * 3)
    assert goods(state, "red") == "G"


@mark.rule("C-LOD-05")
def test_ships_at_sea_do_not_load() -> None:
    state = table("acceptance", red={"goods": "G", "short": ("medium",), "contracts": ("G.3.111",)})
    assert rule(state, c.Load("red", GREEN, "medium-1")) == "C-LOD-05"


@mark.rule("C-LOD-06")
def test_the_longest_contract_gives_the_length_and_passengers_count() -> None:
    assert contract(FARE).rounds == {"small": 0, "medium": 1, "large": 2}
    cargo = Laden("medium", ("G.5.122", "B.5.112", "P.4.-11"))
    state = table("departure", "", red={"harbour": (cargo,)})
    do(state, c.Depart(""))
    assert list(state.table["long/red"]) == ["medium-1"]


@mark.rule("C-LOD-07")
@mark.parametrize(("ship", "bonus"), [("medium", 1), ("large", 2)])
def test_each_ship_on_a_long_voyage_earns_its_bonus_at_once_even_with_passengers_only(ship: str, bonus: int) -> None:
    state = table("departure", "", red={"harbour": (Laden(ship, ("P.5.-22", "P.6.-22")[:1]),)})
    do(state, c.Depart(""))
    assert fame(state, "red") == bonus


@mark.rule("C-LOD-08")
def test_empty_ships_stay_and_part_loaded_ships_leave() -> None:
    state = table("departure", "", red={"harbour": ("small", Laden("large", ("G.3.111",)))})
    do(state, c.Depart(""))
    assert (list(state.table["harbour/red"]), list(state.table["short/red"])) == (["small-1"], ["large-1"])


@mark.rule("C-LOD-09")
def test_the_goods_of_ships_that_leave_are_gone() -> None:
    state = table("departure", "", red={"harbour": (Laden("small", ("G.3.111",)),)})
    do(state, c.Depart(""))
    assert state.table["hold/small-1"] == {GREEN: 1}
    assert state.table["supply"]["G"] == 24


@mark.rule("C-LOD-10")
def test_loads_may_be_rearranged_until_the_player_is_done() -> None:
    state = table("acceptance", red={**SHIPS, "contracts": ("G.3.111",)})
    do(state, c.Load("red", GREEN, "small-1"), c.Unload("red", GREEN, "small-1"), c.Load("red", GREEN, "large-1"))
    assert (goods(state, "red"), rule(state, c.Unload("red", BLUE, "large-1"))) == ("GGGBB", "C-LOD-10")


REDRAW = {"offices": {"red": 5, "blue": 4, "green": 1}}


@mark.rule("C-RED-01", "C-OFF-06")
def test_consul_and_praefectus_urbi_exchange_up_to_two_contracts_once() -> None:
    state = table("acceptance", **REDRAW, red={"contracts": ("G.3.111", "B.5.112", "P.5.-12")})
    assert rule(state, c.Redraw("red", {GREEN: 1, BLUE: 1, FARE: 1})) == "C-RED-01"
    do(state, c.Redraw("red", {GREEN: 1, BLUE: 1}))
    assert isinstance(state.phase, Dealing)
    do(state, c.Draw("red", {PAIR: 1, FAR: 1}))
    assert (state.table["open/red"], rule(state, c.Redraw("red", {FARE: 1}))) == (
        {FARE: 1, PAIR: 1, FAR: 1},
        "C-RED-01",
    )


@mark.rule("C-RED-01", "C-OFF-05", "C-OFF-04")
def test_an_office_already_used_or_another_office_gives_no_exchange() -> None:
    red = {"contracts": ("G.3.111",)}
    assert rule(table("acceptance", **REDRAW, red={**red, "spent": True}), c.Redraw("red", {GREEN: 1})) == "C-RED-01"
    assert rule(table("acceptance", red=red), c.Redraw("red", {GREEN: 1})) == "C-RED-01"


@mark.rule("C-RED-02")
@mark.parametrize(("value", "forbidden"), [("before_loading", "C-RED-02"), ("any", "")])
def test_when_the_exchange_is_made_is_an_option(value: str, forbidden: str) -> None:
    red = {"goods": "G", "contracts": ("G.3.111", "B.5.112")}
    state = table("acceptance", **REDRAW, red=red, options={"redraw_time": value})
    do(state, c.Load("red", GREEN, "small-1"))
    assert rule(state, c.Redraw("red", {BLUE: 1})) == forbidden


@mark.rule("C-RED-03")
@mark.parametrize(("value", "forbidden"), [("yes", ""), ("no", "C-RED-03")])
def test_whether_a_saved_contract_is_exchanged_is_an_option(value: str, forbidden: str) -> None:
    state = table("acceptance", **REDRAW, red={"saved": ("G.3.111",)}, options={"redraw_saved": value})
    assert rule(state, c.Redraw("red", {GREEN: 1})) == forbidden
    if not forbidden:
        do(state, c.Redraw("red", {GREEN: 1}))
        assert (state.table["posts/red"], state.table["saved/red"]) == ({"post-red": 1}, {})


@mark.rule("C-TPO-01", "C-TPO-02", "C-CMP-14")
def test_one_post_a_round_at_a_rising_price_and_it_draws_a_contract() -> None:
    state = table("acceptance", red={"posts": 2})
    do(state, c.BuyPost("red"))
    assert (gold(state, "red"), isinstance(state.phase, Dealing)) == (25, True)
    do(state, c.Draw("red", {GREEN: 1}))
    assert (rule(state, c.BuyPost("red")), state.table["posts/red"]) == ("C-TPO-01", {"post-red": 3})
    assert rule(table("acceptance", red={"posts": 4}), c.BuyPost("red")) == "C-TPO-01"


@mark.rule("C-TPO-02", "C-TPO-04")
def test_freeing_a_post_draws_nothing_and_it_is_used_again_at_once() -> None:
    state = table("acceptance", red={"saved": ("G.3.111",), "contracts": ("B.5.112",)})
    assert rule(state, c.Load("red", GREEN, "small-1")) == "C-LOD-01"
    do(state, c.Free("red", GREEN), c.Save("red", BLUE))
    assert isinstance(state.phase, Acceptance)
    assert (state.table["open/red"], rule(state, c.Free("red", GREEN))) == ({GREEN: 1}, "C-TPO-04")


@mark.rule("C-TPO-03")
def test_one_unused_post_saves_one_contract() -> None:
    state = table("acceptance", red={"posts": 1, "contracts": ("G.3.111", "B.5.112")})
    do(state, c.Save("red", GREEN))
    assert (rule(state, c.Save("red", BLUE)), state.table["saved/red"]) == ("C-TPO-03", {GREEN: 1, "post-red": 1})


@mark.rule("C-TPO-05")
def test_posts_are_never_sold() -> None:
    state = table("acceptance", red={"posts": 1})
    assert span(state, "red", c.Sell, good="post-red") is None
    assert rule(state, c.Sell("red", "post-red", 1)) == "C-MKT-03"


@mark.rule("C-SBY-01", "C-SBY-02", "C-WAL-08", "C-CMP-08")
@mark.parametrize(("wall", "price"), [((), 9), (("wall-ship",), 6)])
def test_one_ship_a_round_at_its_price_and_it_loads_at_once(wall: tuple[str, ...], price: int) -> None:
    red = {"goods": "G", "contracts": ("G.3.111",), "buildings": wall}
    state = table("acceptance", red=red)
    do(state, c.BuyShip("red", "medium"), c.Load("red", GREEN, "medium-1"))
    assert (gold(state, "red"), rule(state, c.BuyShip("red", "small"))) == (30 - price, "C-SBY-01")
    assert rule(table("acceptance"), c.BuyShip("red", "huge")) == "C-CMP-08"


@mark.rule("C-SBY-03")
def test_several_ships_of_a_size_may_be_owned() -> None:
    state = table("acceptance", red={"harbour": ("small", "small", "small")})
    assert rule(state, c.BuyShip("red", "small")) == ""


LAST = {"harbour": ("large", "large", "large", "large")}


@mark.rule("C-SBY-04", "C-GEN-05")
def test_the_earlier_in_turn_order_goes_first_for_the_last_ship() -> None:
    state = table("acceptance", red=LAST)
    do(state, c.BuyShip("green", "large"))
    assert isinstance(state.phase, Clash)
    assert state.phase.actors == ("red",)
    do(state, c.Yield("red"), c.BuyShip("blue", "large"))
    assert (gold(state, "blue"), gold(state, "green"), rule(state, c.BuyShip("green", "medium"))) == (18, 30, "")
    assert rule(state, c.BuyShip("green", "large")) == "C-GEN-05"


@mark.rule("C-SBY-04")
def test_the_announced_ship_is_bought_if_those_before_let_it_go() -> None:
    state = table("acceptance", red=LAST)
    do(state, c.BuyShip("green", "large"), c.Yield("red"), c.Yield("blue"))
    assert (gold(state, "green"), state.phase.shipped) == (18, ("green",))


@mark.rule("C-ACC-03", "C-DON-01")
def test_with_nothing_loaded_left_over_or_to_donate_the_round_ends() -> None:
    state = table("acceptance")
    do(state, c.Done("red"), c.Done("blue"), c.Done("green"))
    assert isinstance(state.phase, Turnover)
    state = table("acceptance", red={"goods": "GGG"})
    do(state, c.Done("red"), c.Done("blue"), c.Done("green"))
    assert isinstance(state.phase, Donation)
