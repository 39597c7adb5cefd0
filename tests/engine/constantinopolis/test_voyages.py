"""Phases 2, 3 and 5: ships, production, drawing contracts; the Pretorio's good."""

from __future__ import annotations

import pytest

from engine.constantinopolis import commands as c
from engine.constantinopolis.phases import (
    Acceptance,
    Arrivals,
    Construction,
    Harvest,
)
from testkit.constantinopolis.situation import Laden
from testkit.constantinopolis.tables import do, fame, gold, goods, listed, rule, table

mark = pytest.mark
GREEN, BLUE, FARE = "contract:G.3.111", "contract:B.5.112", "contract:P.5.-12"
PAIR, FAR = "contract:GB.7.112", "contract:G.5.122"


@mark.rule("C-SHP-01", "C-SHP-04")
def test_ships_move_one_space() -> None:
    state = table("arrivals", "", red={"harbour": (), "short": (Laden("small", ("G.3.111",)),), "long": ("medium",)})
    do(state, c.Arrive(""))
    assert (list(state.table["harbour/red"]), list(state.table["short/red"])) == (["small-1"], ["medium-1"])


@mark.rule("C-SHP-02", "C-CMP-09", "C-SCO-01")
def test_arriving_contracts_pay_gold_and_one_fame_and_passengers_none() -> None:
    cargo = ("GB.7.112", "P.5.-12")
    state = table("arrivals", "", red={"harbour": (), "short": (Laden("medium", cargo),)})
    do(state, c.Arrive(""))
    assert (gold(state, "red"), fame(state, "red")) == (42, 1)
    assert state.table["contracts/discard"] == {PAIR: 1, FARE: 1}


@mark.rule("C-SHP-03")
def test_a_ship_back_in_harbour_loads_in_the_same_round() -> None:
    state = table("arrivals", "", red={"harbour": (), "short": ("small",), "contracts": ("G.3.111",)})
    do(state, c.Arrive(""))
    state.phase = Acceptance(("red",), state.phase.round)
    state.table.shift("G", 1, "supply", "goods/red")
    assert rule(state, c.Load("red", GREEN, "small-1")) == ""


@mark.rule("C-SHP-05", "C-SHP-02")
def test_a_short_voyage_pays_after_one_round_and_a_long_one_after_two() -> None:
    laden = {"short": (Laden("small", ("G.3.111",)),), "long": (Laden("medium", ("G.5.122",)),)}
    state = table("arrivals", "", red=laden)
    do(state, c.Arrive(""))
    assert (gold(state, "red"), list(state.table["short/red"])) == (33, ["medium-1"])
    state = table("arrivals", "", red={"short": (Laden("medium", ("G.5.122",)),)})
    do(state, c.Arrive(""))
    assert (gold(state, "red"), list(state.table["harbour/red"])[-1]) == (35, "medium-1")


@mark.rule("C-SHP-05", "C-LOD-06", "C-LOD-09")
@mark.parametrize(("face", "space"), [("B.5.112", "short"), ("G.5.122", "long")])
def test_where_a_loaded_medium_ship_goes(face: str, space: str) -> None:
    state = table("departure", "", red={"harbour": (Laden("medium", (face,)),)})
    do(state, c.Depart(""))
    assert list(state.table[f"{space}/red"]) == ["medium-1"]
    assert state.table["hold/medium-1"] == {f"contract:{face}": 1}


@mark.rule("C-RND-03")
def test_phase_two_is_skipped_while_no_ship_is_at_sea() -> None:
    state = table("bounty", "blue", red={"short": ("small",)})
    do(state, c.Receive("blue", "G"))
    assert isinstance(state.phase, Arrivals)
    state = table("bounty", "blue", round=1)
    do(state, c.Receive("blue", "G"))
    assert isinstance(state.phase, Harvest)


@mark.rule("C-PRD-01", "C-CMP-03", "C-GEN-08")
def test_each_receives_what_their_production_buildings_print() -> None:
    state = table("harvest", "", red={"buildings": ("venatoris-domus",)})
    do(state, c.Produce(""))
    assert (goods(state, "red"), goods(state, "blue")) == ("GGGB", "GG")


@mark.rule("C-GEN-04")
def test_a_short_supply_never_cancels_production() -> None:
    state = table("harvest", "", blue={"goods": "G" * 23})
    do(state, c.Produce(""))
    assert (goods(state, "red"), state.table["supply"]["G"]) == ("GG", -5)
    limited = table("harvest", "", blue={"goods": "G" * 23}, options={"supply": "limited"})
    do(limited, c.Produce(""))
    assert goods(limited, "red") == "G"


@mark.rule("C-PRD-02")
def test_a_building_bought_in_a_round_produces_first_in_the_next() -> None:
    state = table(red={"gold": 30})
    do(state, c.Build("red", "pistrinum"))
    assert (goods(state, "red"), isinstance(state.phase, Construction)) == ("", True)
    state = table("harvest", "", red={"new": ("pistrinum",)})
    do(state, c.Produce(""))
    assert goods(state, "red") == "GGG"


@mark.rule("C-OFF-02", "C-ABL-02")
def test_the_pretorio_chooses_among_the_goods_of_their_own_buildings() -> None:
    state = table("bounty", "blue", blue={"buildings": ("venatoris-domus",)})
    assert listed(state, "blue", c.Receive) == [c.Receive("blue", "G"), c.Receive("blue", "B")]
    assert rule(state, c.Receive("blue", "K")) == "C-OFF-02"


@mark.rule("C-OFF-07")
@mark.parametrize(("value", "choice"), [("most_valuable", "B"), ("lost", ""), ("choice", "GB")])
def test_what_becomes_of_a_forgotten_good_is_an_option(value: str, choice: str) -> None:
    state = table(
        turn="blue", missed="blue", blue={"buildings": ("venatoris-domus",)}, options={"pretorio_missed": value}
    )
    assert "".join(item.good for item in listed(state, "blue", c.Receive)) == choice
    assert rule(state, c.Receive("blue", "G")) == ("" if "G" in choice else "C-OFF-07")


@mark.rule("C-OFF-07")
def test_a_forgotten_good_is_made_up_once() -> None:
    state = table("bounty", "blue")
    do(state, c.Forget("blue"))
    assert state.phase.round.missed == "blue"
    state = table(turn="blue", missed="blue")
    do(state, c.Receive("blue", "G"))
    assert (goods(state, "blue"), listed(state, "blue", c.Receive)) == ("G", [])


@mark.rule("C-DRW-01", "C-OFF-01", "C-WAL-05", "C-CMP-12")
def test_how_many_contracts_are_drawn() -> None:
    assert table("drawing").phase.due == 4
    blue = {"buildings": ("cura", "mensae", "wall-contract"), "posts": 2}
    assert table("drawing", "blue", blue=blue).phase.due == 2 + 2 + 1


@mark.rule("C-DRW-01")
def test_contracts_are_drawn_in_turn_order_face_up() -> None:
    state = table("drawing", offices={"red": 5, "blue": 2, "green": 3}, turn="blue")
    events = do(state, c.Draw("blue", {GREEN: 1}))
    assert (state.table["open/blue"], state.phase.actors) == ({GREEN: 1}, ("green",))
    assert {event.why for event in events} == {"C-DRW-01"}


@mark.rule("C-ACC-01", "C-GEN-08")
def test_when_the_last_has_drawn_all_accept_contracts_at_once() -> None:
    state = table("drawing", "green", deck=(GREEN.partition(":")[2],))
    do(state, c.Draw("green", {GREEN: 1}))
    assert set(state.phase.actors) == {"red", "blue", "green"}


@mark.rule("C-DRW-02")
def test_a_post_on_a_saved_contract_is_not_unused() -> None:
    assert table("drawing", "blue", blue={"posts": 1, "saved": ("G.3.111",)}).phase.due == 2


@mark.rule("C-DRW-03")
def test_an_empty_deck_is_renewed_from_the_discard_pile_and_the_draw_goes_on() -> None:
    state = table("drawing", deck=("G.3.111", "B.5.112"))
    state.table["contracts/discard"][FARE] = 3
    do(state, c.Draw("red", {GREEN: 1, BLUE: 1}))
    assert state.phase.actors == ("",)
    do(state, c.Reshuffle(""))
    assert (state.phase.due, state.table["contracts/deck"]) == (2, {FARE: 3})


@mark.rule("C-DRW-04")
def test_with_deck_and_discard_pile_empty_the_rest_of_the_draw_is_lost() -> None:
    state = table("drawing", deck=("G.3.111",))
    do(state, c.Draw("red", {GREEN: 1}))
    assert isinstance(state.phase, Acceptance)


@mark.rule("C-DRW-03")
@mark.parametrize(("value", "shuffles"), [("yes", True), ("no", False)])
def test_whether_an_empty_deck_is_renewed_in_phase_six_is_an_option(value: str, shuffles: bool) -> None:
    state = table("acceptance", deck=(), options={"reshuffle_always": value})
    state.table["contracts/discard"][FARE] = 3
    do(state, c.BuyPost("red"))
    assert (state.phase.actors == ("",)) == shuffles


@mark.rule("C-DRW-05", "C-INF-02", "C-GEN-08")
@mark.parametrize(("value", "few"), [("no", "C-DRW-05"), ("yes", "")])
def test_whether_a_draw_may_be_cut_short_is_an_option(value: str, few: str) -> None:
    state = table("drawing", options={"draw_optional": value})
    assert rule(state, c.Draw("red", {GREEN: 1})) == few
    if not few:
        do(state, c.Draw("red", {GREEN: 1}))
        assert state.phase.actors == ("blue",)


@mark.rule("C-GEN-05", "C-DRW-05")
def test_a_card_that_is_not_in_the_deck_cannot_be_drawn() -> None:
    state = table("drawing", deck=("G.3.111",) * 3 + ("B.5.112",))
    assert rule(state, c.Draw("red", {GREEN: 2, BLUE: 2})) == "C-GEN-05"
    assert rule(state, c.Draw("red", {"fish": 4})) == "C-CMP-09"
    assert rule(state, c.Draw("red", {GREEN: 5, BLUE: -1})) == "C-DRW-05"
