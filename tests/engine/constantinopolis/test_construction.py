"""Phase 4: construction turns, licences, public buildings, walls, the Consul."""

from __future__ import annotations

import pytest

from engine.constantinopolis.commands import Build, Decline, EndTurn, Preempt, Use, Withdraw
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.constantinopolis.phases import Construction, Declared, Drawing
from engine.game import force
from engine.rule import Illegal
from testkit.constantinopolis.tables import do, facts, fame, gold, goods, listed, owns, rule, table

mark = pytest.mark


def level(state: object, colour: str) -> int:
    return state.table[f"level/{colour}"]["level"]  # type: ignore[attr-defined, no-any-return]


@mark.rule("C-BLD-01")
def test_construction_turns_go_round_in_turn_order() -> None:
    state = table()
    assert rule(state, EndTurn("blue")) == "C-BLD-01"
    do(state, EndTurn("red"))
    assert state.phase.actors == ("blue",)
    do(state, EndTurn("blue"), EndTurn("green"))
    assert isinstance(state.phase, Drawing)


@mark.rule("C-BLD-02")
def test_one_building_of_each_kind_in_a_turn() -> None:
    state = table(red={"gold": 60})
    do(state, Build("red", "mensae"), Build("red", "pistrinum"))
    assert (rule(state, Build("red", "taberna")), rule(state, Build("red", "cura"))) == ("C-BLD-02", "C-BLD-02")
    assert rule(state, Build("red", "caupona")) == ""


@mark.rule("C-BLD-03")
def test_never_the_same_name_twice() -> None:
    state = table(red={"buildings": ("mensae",)})
    assert rule(state, Build("red", "mensae")) == "C-BLD-03"


@mark.rule("C-BLD-04", "C-GEN-06", "C-GEN-09")
def test_the_full_price_is_paid_for_a_tile_on_the_board() -> None:
    state = table(red={"gold": 9})
    assert (rule(state, Build("red", "cura")), facts(state, Build("red", "cura"))) == ("C-GEN-06", (16, 9))
    do(state, Build("red", "caupona"))
    assert (gold(state, "red"), owns(state, "red", "caupona")) == (0, True)
    assert rule(table(gone=("taberna",)), Build("red", "taberna")) == "C-BLD-04"


@mark.rule("C-BLD-05")
def test_there_is_no_limit_of_space_on_the_sheet() -> None:
    full = ("pistrinum", "textrinum", "cura", "metallum", "conflatorium", "vinaria", "caupona", "hospitium", "emporium")
    rest = ("mensae", "taberna", "redemptor", "wall-swap", "wall-ship", "hippodromus-3", "vestificina", "figulina")
    assert rule(table(red={"buildings": full + rest}), Build("red", "horreum")) == ""


@mark.rule("C-BLD-06")
def test_each_production_building_raises_the_level_up_to_seven() -> None:
    state = table()
    do(state, Build("red", "pistrinum"))
    assert level(state, "red") == 2
    six = ("pistrinum", "textrinum", "cura", "figulina", "metallum", "lignarii-officina")
    state = table(red={"buildings": six})
    do(state, Build("red", "armorum-faber"))
    assert level(state, "red") == 7


@mark.rule("C-BLD-07")
def test_a_commercial_building_works_at_once() -> None:
    state = table(red={"goods": "GG"})
    do(state, Build("red", "caupona"), Use("red", "caupona"))
    assert (gold(state, "red"), fame(state, "red")) == (25, 1)


@mark.rule("C-BLD-07")
@mark.parametrize(("value", "price"), [("yes", 4), ("no", 3)])
def test_whether_a_utility_building_works_at_once_is_an_option(value: str, price: int) -> None:
    from engine.constantinopolis.commands import Sell

    state = table(red={"goods": "R"}, options={"utility_at_once": value}, market="opificies", next="porta-aurea")
    do(state, Build("red", "mensae"), Sell("red", "R", 1))
    assert gold(state, "red") == 25 + price


@mark.rule("C-BLD-07")
@mark.parametrize(("value", "forbidden"), [("yes", ""), ("no", "C-BLD-07")])
def test_whether_a_new_redemptor_helps_in_the_same_turn_is_an_option(value: str, forbidden: str) -> None:
    state = table(red={"goods": "R", "buildings": ("metallum",)}, options={"utility_at_once": value})
    do(state, Build("red", "redemptor"))
    assert rule(state, Build("red", "caupona", True)) == forbidden


@mark.rule("C-BLD-08", "C-CON-03")
def test_a_declared_purchase_waits_for_the_consul_and_binds() -> None:
    state = table(offices={"red": 1, "blue": 5, "green": 2})
    do(state, Build("red", "mensae"))
    assert isinstance(state.phase, Declared)
    assert (state.phase.actors, gold(state, "red")) == (("blue",), 30)


@mark.rule("C-BLD-08")
@mark.parametrize(("value", "kinds"), [("yes", 0), ("no", 1)])
def test_whether_a_declaration_may_be_withdrawn_is_an_option(value: str, kinds: int) -> None:
    state = table(offices={"red": 1, "blue": 5, "green": 2}, options={"declare_binding": value})
    do(state, Build("red", "mensae"))
    assert len(listed(state, "red", Withdraw)) == kinds
    if kinds:
        assert rule(state, Withdraw("blue")) == "C-BLD-08"
        do(state, Withdraw("red"))
        assert isinstance(state.phase, Construction)


@mark.rule("C-LIC-01")
def test_a_licence_needs_a_building_of_the_licence_before() -> None:
    state = table()
    assert (rule(state, Build("red", "textrinum")), rule(state, Build("red", "cura"))) == ("", "")
    assert (rule(state, Build("red", "fabri-officina")), rule(state, Build("red", "vinaria"))) == (
        "C-LIC-01",
        "C-LIC-01",
    )


@mark.rule("C-LIC-02")
def test_a_later_licence_does_not_replace_the_one_before() -> None:
    state = table(red={"buildings": ("armorum-faber",)})
    assert rule(state, Build("red", "conflatorium")) == "C-LIC-02"
    assert rule(state, Build("red", "vinaria")) == ""


B = ("lignarii-officina", "cura", "figulina", "metallum")
C = ("armorum-faber", "fabri-officina", "conflatorium")


@mark.rule("C-LIC-03", "C-LEV-05")
def test_an_exhausted_licence_is_skipped() -> None:
    state = table(gone=B)
    assert (rule(state, Build("red", "armorum-faber")), rule(state, Build("red", "vinaria"))) == ("", "C-LIC-03")


@mark.rule("C-LIC-04")
@mark.parametrize(("value", "forbidden"), [("yes", ""), ("no", "C-LIC-04")])
def test_whether_exhausted_licences_chain_is_an_option(value: str, forbidden: str) -> None:
    assert rule(table(gone=B + C, options={"licence_chain": value}), Build("red", "vinaria")) == forbidden


@mark.rule("C-LIC-04")
def test_skipping_never_jumps_over_a_licence_with_a_tile() -> None:
    assert rule(table(gone=C), Build("red", "vinaria")) == "C-LIC-04"


@mark.rule("C-LIC-05", "C-CON-10")
def test_a_building_just_acquired_counts_for_licences() -> None:
    state = table(turn="red", offices={"red": 1, "blue": 5, "green": 2}, blue={"gold": 60})
    do(state, Build("red", "cura"), Preempt("blue"), EndTurn("red"), EndTurn("green"))
    assert state.phase.actors == ("blue",)
    assert rule(state, Build("blue", "fabri-officina")) == ""


@mark.rule("C-PUB-01")
def test_the_dearer_of_a_pair_goes_first() -> None:
    state = table(red={"gold": 90})
    assert facts(state, Build("red", "hippodromus-3")) == ("domus-regia-3",)
    assert rule(table(gone=("domus-regia-3",)), Build("red", "hippodromus-3")) == ""


@mark.rule("C-PUB-02")
@mark.parametrize(("value", "now"), [("at_once", 3), ("at_end", 0)])
def test_when_public_fame_is_scored_is_an_option(value: str, now: int) -> None:

    state = table(options={"public_fp": value})
    do(state, Build("red", "domus-regia-3"))
    assert fame(state, "red") == now
    assert CONSTANTINOPOLIS.standings(state)[0].score == 3 + 0


@mark.rule("C-PUB-03", "C-END-01", "C-CON-06")
@mark.parametrize("consul", [False, True])
def test_the_last_public_building_ends_the_game_with_this_round(consul: bool) -> None:
    others = tuple(f"{name}-{worth}" for name in ("hippodromus", "domus-regia") for worth in (3, 4, 5, 6))[1:]
    state = table(gone=others, offices={"red": 1, "blue": 5 if consul else 3, "green": 2})
    do(state, Build("red", "hippodromus-3"), *([Preempt("blue")] if consul else []))
    assert (state.phase.round.last, fame(state, "blue" if consul else "red")) == (True, 3)


@mark.rule("C-WAL-01", "C-OFF-04", "C-OFF-06")
def test_only_the_praefectus_urbi_builds_a_wall_and_turns_the_marker() -> None:
    state = table(offices={"red": 4, "blue": 1, "green": 2})
    assert rule(table(), Build("red", "wall-ship")) == "C-WAL-01"
    do(state, Build("red", "wall-ship"))
    assert (gold(state, "red"), "office-red:used" in state.table["office/4"]) == (20, True)
    assert rule(table(turn="red", offices={"red": 4}, red={"spent": True}), Build("red", "wall-ship")) == "C-WAL-01"


@mark.rule("C-WAL-01")
@mark.parametrize(("value", "forbidden"), [("1", "C-WAL-01"), ("any", "")])
def test_how_many_walls_a_round_is_an_option(value: str, forbidden: str) -> None:
    state = table(offices={"red": 4, "blue": 1, "green": 2}, options={"walls_per_round": value})
    do(state, Build("red", "wall-ship"))
    assert rule(state, Build("red", "wall-swap")) == forbidden


@mark.rule("C-WAL-02")
def test_a_wall_works_at_once_and_in_later_rounds() -> None:
    from engine.constantinopolis.commands import ThreeGoods

    state = table(offices={"red": 4, "blue": 1, "green": 2}, red={"goods": "GGG"})
    do(state, Build("red", "wall-three-goods"), ThreeGoods("red", {"G": 3}))
    assert gold(state, "red") == 30
    later = table(round=9, red={"goods": "GGG", "buildings": ("wall-three-goods",)})
    assert rule(later, ThreeGoods("red", {"G": 3})) == ""


CONSUL = {"red": 1, "blue": 5, "green": 2}


@mark.rule("C-CON-01", "C-CON-06", "C-CON-09", "C-OFF-05")
def test_the_consul_buys_in_the_other_players_place_and_turns_the_marker() -> None:
    state = table(offices=CONSUL)
    do(state, Build("red", "cura"), Preempt("blue"))
    assert (owns(state, "blue", "cura"), gold(state, "blue"), level(state, "blue")) == (True, 14, 2)
    assert "office-blue:used" in state.table["office/5"]
    do(state, Build("red", "figulina"))
    assert owns(state, "red", "figulina")


@mark.rule("C-CON-01")
def test_who_declared_the_purchase_cannot_answer_it() -> None:
    state = table(offices=CONSUL, options={"declare_binding": "no"})
    do(state, Build("red", "cura"))
    assert (rule(state, Preempt("red")), rule(state, Decline("red"))) == ("C-CON-01", "C-CON-01")


@mark.rule("C-CON-07")
@mark.parametrize(("value", "forbidden"), [("bind", "C-CON-07"), ("waive", "")])
def test_a_consul_asked_for_what_no_consul_can_own_may_only_decline(value: str, forbidden: str) -> None:
    asked = {"memory": {"tile": "mensae", "builder": "red"}, "options": {"consul_limits": value}}
    state = table("declared", "blue", offices=CONSUL, blue={"buildings": ("mensae",)}, **asked)
    assert (rule(state, Preempt("blue")), rule(state, Decline("blue"))) == (forbidden, "")
    assert bool(listed(state, "blue", Preempt)) == (not forbidden)


@mark.rule("C-CON-02")
def test_a_wall_is_not_offered_to_the_consul() -> None:
    state = table(offices={"red": 4, "blue": 5, "green": 2})
    do(state, Build("red", "wall-ship"))
    assert owns(state, "red", "wall-ship")


@mark.rule("C-CON-03")
def test_declining_lets_the_purchase_through_and_keeps_the_ability() -> None:
    state = table(offices=CONSUL)
    do(state, Build("red", "cura"), Decline("blue"))
    assert (owns(state, "red", "cura"), "office-blue" in state.table["office/5"]) == (True, True)
    do(state, Build("red", "mensae"))
    assert isinstance(state.phase, Declared)


@mark.rule("C-CON-04")
def test_the_consul_pays_the_full_price_whatever_the_redemptor_takes_off() -> None:
    state = table(offices=CONSUL, red={"goods": "R", "buildings": ("redemptor", "metallum")})
    do(state, Build("red", "caupona", True), Preempt("blue"))
    assert (gold(state, "blue"), goods(state, "red"), gold(state, "red")) == (21, "R", 30)


@mark.rule("C-CON-05", "C-INF-06")
def test_a_consul_who_cannot_pay_is_asked_all_the_same_and_can_only_decline() -> None:
    state = table(offices=CONSUL, blue={"gold": 3})
    do(state, Build("red", "cura"))
    assert (rule(state, Preempt("blue")), facts(state, Preempt("blue"))) == ("C-CON-05", (16, 3))
    assert (listed(state, "blue", Preempt), len(listed(state, "blue", Decline))) == ([], 1)


@mark.rule("C-CON-06")
def test_a_preempted_building_does_not_count_against_the_consuls_own_one_of_each_kind() -> None:
    state = table(offices=CONSUL, blue={"gold": 60})
    do(state, Build("red", "mensae"), Preempt("blue"), EndTurn("red"), EndTurn("green"))
    assert rule(state, Build("blue", "taberna")) == ""


@mark.rule("C-CON-07")
@mark.parametrize(("value", "asked"), [("bind", False), ("waive", True)])
def test_whether_name_and_licence_bind_the_consul_is_an_option(value: str, asked: bool) -> None:
    state = table(offices=CONSUL, blue={"buildings": ("mensae",)}, options={"consul_limits": value})
    do(state, Build("red", "mensae"))
    assert isinstance(state.phase, Declared) == asked
    if asked:
        assert rule(state, Preempt("blue")) == ""


@mark.rule("C-CON-08")
def test_the_player_who_lost_the_building_pays_nothing_and_may_buy_another_copy() -> None:
    state = table(offices=CONSUL)
    do(state, Build("red", "cura"), Preempt("blue"))
    assert (gold(state, "red"), state.phase.actors, rule(state, Build("red", "cura"))) == (30, ("red",), "")


@mark.rule("C-CON-09")
def test_no_window_opens_after_a_preemption() -> None:
    state = table(offices=CONSUL, blue={"spent": True})
    do(state, Build("red", "cura"))
    assert owns(state, "red", "cura")


@mark.rule("C-UTL-02")
def test_the_redemptor_takes_five_off_for_a_red_good() -> None:
    red = {"gold": 4, "goods": "RR", "buildings": ("redemptor", "metallum")}
    state = table(red=red)
    assert rule(state, Build("red", "caupona")) == "C-GEN-06"
    do(state, Build("red", "caupona", True))
    assert (gold(state, "red"), goods(state, "red"), state.table["used/red/redemptor"]) == (0, "R", {"R": 1})
    assert rule(state, Build("red", "horreum", True)) == "C-UTL-02"


@mark.rule("C-UTL-02", "C-ABL-01", "C-ABL-02")
def test_the_redemptor_needs_red_goods_producible_since_the_start_of_the_round() -> None:
    state = table(red={"goods": "R", "buildings": ("redemptor",), "new": ("metallum",)})
    assert rule(state, Build("red", "caupona", True)) == "C-ABL-01"


@mark.rule("C-UTL-02")
@mark.parametrize(("value", "forbidden"), [("all", ""), ("no_walls", "C-UTL-02")])
def test_whether_the_redemptor_helps_with_walls_is_an_option(value: str, forbidden: str) -> None:
    red = {"goods": "R", "buildings": ("redemptor", "metallum")}
    state = table(offices={"red": 4, "blue": 1, "green": 2}, red=red, options={"redemptor_scope": value})
    assert rule(state, Build("red", "wall-ship", True)) == forbidden
    assert (Build("red", "wall-ship", True) in listed(state, "red", Build)) == (not forbidden)


def test_not_even_a_referee_lets_a_building_be_declared_that_is_not_there() -> None:
    state = table(offices=CONSUL, gone=("cura",))
    with pytest.raises(Illegal):
        force(CONSTANTINOPOLIS, state, Build("red", "cura"))
    assert isinstance(state.phase, Construction)


def test_a_declared_purchase_falls_through_if_the_gold_has_gone_from_the_table() -> None:
    state = table(offices=CONSUL)
    do(state, Build("red", "cura"))
    state.table.shift("gold", 20, "treasury/red", "supply")
    do(state, Decline("blue"))
    assert (owns(state, "red", "cura"), state.phase.actors) == (False, ("red",))
