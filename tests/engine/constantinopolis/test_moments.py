"""Which rule of Constantinopolis is quoted when something is tried at the wrong moment."""

from __future__ import annotations

import pytest

from engine.constantinopolis import commands as c
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.game import judge
from engine.rule import NOT_NOW, NOT_YOURS, Untimely
from testkit.constantinopolis.tables import do, rule, table

mark = pytest.mark
CONSUL = {"red": 1, "blue": 5, "green": 2}


@mark.rule("C-AUC-08")
def test_without_a_duel_nobody_raises_and_in_one_nobody_else_chooses() -> None:
    state = table("activation")
    assert rule(state, c.Raise("red", 5)) == "C-AUC-08"
    do(state, c.Bid("red", 2, 3))
    assert rule(state, c.Stay("red")) == "C-AUC-08"


@mark.rule("C-AUC-02", "C-AUC-03")
def test_in_the_auction_the_leftmost_office_holder_is_next_and_an_ousted_player_before_all_others() -> None:
    state = table("activation")
    assert rule(state, c.Stay("blue")) == "C-AUC-02"
    do(state, c.Bid("red", 2, 3), c.Concede("blue"))
    assert (state.phase.actors, rule(state, c.Stay("green"))) == (("blue",), "C-AUC-03")


@mark.rule("C-BLD-01", "C-MKT-01")
def test_one_builds_and_trades_in_ones_own_construction_turn() -> None:
    assert rule(table("donation"), c.Build("red", "cura")) == "C-BLD-01"
    assert rule(table("construction"), c.Build("blue", "cura")) == "C-BLD-01"
    assert rule(table("donation", red={"goods": "G"}), c.Sell("red", "G", 1)) == "C-MKT-01"


@mark.rule("C-DON-03")
def test_a_second_donation_is_refused_while_others_may_still_donate_and_afterwards() -> None:
    hands = {"red": {"goods": "GGGKKK", "able": "GK"}, "blue": {"goods": "GGG"}}
    state = table("donation", memory={"actors": ["red", "blue"]}, **hands)
    do(state, c.Donate("red", "KKK"))
    assert rule(state, c.Donate("red", "GGG")) == "C-DON-03"
    do(state, c.Keep("blue"))
    assert rule(state, c.Donate("red", "GGG")) == "C-DON-03"
    assert rule(table("construction"), c.Donate("red", "GGG")) == "C-RND-01"


@mark.rule("C-CON-01", "C-CON-03")
def test_only_a_declared_purchase_is_offered_and_to_the_consul_alone() -> None:
    state = table(offices=CONSUL)
    assert (rule(state, c.Preempt("blue")), rule(state, c.Preempt("green"))) == ("C-CON-03", "C-CON-01")
    do(state, c.Build("red", "cura"))
    assert rule(state, c.Preempt("green")) == "C-CON-01"
    assert rule(table("donation", offices=CONSUL), c.Preempt("blue")) == "C-CON-01"


@mark.rule("C-CON-09")
def test_the_consul_preempts_once_a_round() -> None:
    state = table(offices=CONSUL)
    do(state, c.Build("red", "cura"), c.Preempt("blue"), c.Build("red", "figulina"))
    assert rule(state, c.Preempt("blue")) == "C-CON-09"


@mark.rule("C-CON-02")
def test_a_wall_is_not_offered_to_the_consul() -> None:
    state = table(offices={"red": 4, "blue": 5, "green": 2})
    do(state, c.Build("red", "wall-ship"))
    assert rule(state, c.Preempt("blue")) == "C-CON-02"


@mark.rule("C-CON-04", "C-BLD-08")
def test_while_a_purchase_is_declared_the_consul_raises_no_money_and_its_buyer_waits() -> None:
    state = table(offices=CONSUL, blue={"goods": "G"})
    do(state, c.Build("red", "cura"))
    assert rule(state, c.Sell("blue", "G", 1)) == "C-CON-04"
    assert rule(state, c.Build("red", "mensae")) == "C-BLD-08"
    assert rule(state, c.Withdraw("red")) == "C-BLD-08"


@mark.rule("C-WAL-03", "C-WAL-04", "C-WAL-09")
@mark.parametrize(
    ("wall", "command", "rules"),
    [
        ("wall-swap", c.Swap("red", "G", "B"), ("C-WAL-09", "C-WAL-03")),
        ("wall-three-goods", c.ThreeGoods("red", {"G": 3}), ("C-WAL-09", "C-WAL-04")),
    ],
)
def test_outside_its_phases_a_wall_waits_and_a_used_one_is_used_up(
    wall: str, command: object, rules: tuple[str, ...]
) -> None:
    fresh = {"buildings": (wall,), "goods": "GGG"}
    used = {**fresh, "used": {wall: "G"}}
    assert tuple(rule(table("departure", "", red=red), command) for red in (fresh, used)) == rules


@mark.rule("C-TRD-01")
def test_where_nobody_trades_freely_that_is_the_reason_at_any_time() -> None:
    assert rule(table("donation"), c.Trade("red", "blue", {"G": 1}, {"B": 1})) == "C-TRD-01"
    assert rule(table("acceptance"), c.Agree("red")) == "C-TRD-01"


@mark.rule("C-ACC-01")
def test_who_is_done_accepting_loads_no_more() -> None:
    state = table("acceptance", red={"contracts": ("GB.7.112",), "goods": "GB"})
    do(state, c.Done("red"))
    ruling = judge(CONSTANTINOPOLIS, state, c.Load("red", "contract:GB.7.112", "small-1"))
    assert (ruling.rule, ruling.untimely) == ("C-ACC-01", Untimely(NOT_YOURS, ("red", ("blue", "green"))))


def test_a_refusal_at_the_wrong_moment_keeps_the_facts_of_the_general_sentence() -> None:
    ruling = judge(CONSTANTINOPOLIS, table("harvest", ""), c.Build("red", "cura"))
    assert (ruling.facts, ruling.untimely) == ((), Untimely(NOT_NOW, ("Build", "Harvest")))
