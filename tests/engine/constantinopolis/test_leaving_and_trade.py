"""A player leaves; the optional rule Free Trade."""

from __future__ import annotations

import pytest

from engine.constantinopolis import commands as c
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.constantinopolis.phases import Acceptance, Activation, Bargain, Over, Scoring
from testkit.constantinopolis.situation import Laden
from testkit.constantinopolis.tables import do, gold, goods, listed, rule, table

mark = pytest.mark


def removed(*leavers: str, **parts: object):  # type: ignore[no-untyped-def]
    state = table("refreshing", "", leavers=leavers, **parts)
    do(state, c.Refresh(""))
    return state


@mark.rule("C-LEV-01")
def test_the_game_goes_on_while_two_remain() -> None:
    state = removed("red")
    assert isinstance(state.phase, Activation)
    assert sorted(state.phase.round.able) == ["blue", "green"]
    assert [standing.seat for standing in CONSTANTINOPOLIS.standings(state)] == ["blue", "green"]


@mark.rule("C-LEV-02")
def test_a_leavers_pieces_leave_the_game_and_not_to_the_board() -> None:
    red = {"buildings": ("cura",), "harbour": ("small", "medium"), "posts": 2}
    before = table(red=red).table["board"]["cura"]
    state = removed("red", red=red)
    assert state.table["board"]["cura"] <= before
    for piece in ("cura", "small-1", "medium-1", "post-red", "office-red", "ager"):
        assert piece in state.table["box"]
    assert not any(state.table[zone] for zone in ("sheet/red", "harbour/red", "posts/red", "posts/red/unbought"))


@mark.rule("C-LEV-03")
@mark.parametrize(("value", "left"), [("board_count", 1), ("total_count", 0)])
def test_how_the_board_is_cut_is_an_option(value: str, left: int) -> None:
    state = removed("red", blue={"buildings": ("caupona",)}, options={"leaver": value})
    assert state.table["board"].get("caupona", 0) == left
    assert (state.table["sheet/blue"]["caupona"], state.table["board"]["wall-swap"]) == (1, 1)


@mark.rule("C-LEV-03")
@mark.parametrize(("value", "last"), [("board_count", False), ("total_count", False), ("end_game", True)])
def test_leaving_may_end_the_game_by_option(value: str, last: bool) -> None:
    state = table(options={"leaver": value})
    do(state, c.Leave("red"))
    assert state.phase.round.last == last


@mark.rule("C-LEV-04")
def test_until_the_removal_the_leaver_passes_on_everything() -> None:
    state = table(offices={"red": 1, "blue": 2, "green": 5})
    do(state, c.Leave("red"))
    assert state.phase.actors == ("blue",)
    do(state, c.Build("blue", "cura"), c.Decline("green"), c.EndTurn("blue"), c.Leave("green"))
    assert state.phase.actors == ("blue",)
    state = table(
        "acceptance", leavers=("green",), offices={"red": 1, "blue": 2, "green": 5}, memory={"actors": ["red", "blue"]}
    )
    do(state, c.Done("red"), c.Done("blue"))
    assert not isinstance(state.phase, Acceptance)


@mark.rule("C-LEV-04")
def test_a_leavers_office_falls_vacant_and_cards_goods_and_gold_are_given_up() -> None:
    cargo = (Laden("small", ("B.5.112",)),)
    state = removed("red", red={"contracts": ("G.3.111",), "saved": ("P.5.-12",), "goods": "GG", "short": cargo})
    assert state.table["office/1"] == {}
    assert state.table["contracts/discard"] == {f"contract:{face}": 1 for face in ("G.3.111", "P.5.-12", "B.5.112")}
    assert (goods(state, "red"), gold(state, "red")) == ("", 0)


@mark.rule("C-LEV-05")
def test_public_buildings_that_leave_do_not_return_and_do_not_end_the_game() -> None:
    names = ("hippodromus-3", "domus-regia-3")
    state = removed("red", red={"buildings": names})
    assert not set(names) & set(state.table["board"])
    assert not state.phase.round.last


@mark.rule("C-LEV-06")
def test_a_player_left_alone_has_won() -> None:
    state = table("refreshing", "", seats=("red", "blue"), leavers=("red",))
    do(state, c.Refresh(""))
    assert isinstance(state.phase, Scoring)
    do(state, c.Score(""))
    assert isinstance(state.phase, Over)
    assert [standing.seat for standing in CONSTANTINOPOLIS.standings(state)] == ["blue"]


@mark.rule("C-LEV-06")
def test_the_last_who_stays_cannot_leave() -> None:
    state = table("construction", "red", seats=("red", "blue"))
    assert listed(state, "blue", c.Leave)
    do(state, c.Leave("red"))
    assert rule(state, c.Leave("blue")) == "C-LEV-06"
    assert listed(state, "blue", c.Leave) == []


TRADE = {"options": {"free_trade": "on"}}
THINGS = {"red": {"goods": "BB", "contracts": ("G.3.111",)}, "blue": {"goods": "K", "saved": ("P.5.-12",)}}


@mark.rule("C-TRD-01")
@mark.parametrize(("value", "forbidden"), [("off", "C-TRD-01"), ("on", "")])
def test_free_trade_is_an_option(value: str, forbidden: str) -> None:
    state = table("acceptance", **THINGS, options={"free_trade": value})
    assert rule(state, c.Trade("red", "blue", {"B": 1}, {"K": 1})) == forbidden
    assert bool(listed(state, "red", c.Trade)) == (not forbidden)


@mark.rule("C-TRD-01")
def test_players_trade_with_each_other_in_phase_six_only() -> None:
    assert rule(table(**THINGS, **TRADE), c.Trade("red", "blue", {"B": 1}, {"K": 1})) == "C-ACC-01"


@mark.rule("C-TRD-02")
def test_goods_gold_and_unloaded_contracts_change_hands_once_both_agree() -> None:
    state = table("acceptance", **THINGS, **TRADE)
    do(state, c.Trade("red", "blue", {"B": 2, "gold": 3, "contract:G.3.111": 1}, {"K": 1, "gold": 1}))
    assert isinstance(state.phase, Bargain)
    do(state, c.Agree("blue"))
    assert (goods(state, "red"), goods(state, "blue"), gold(state, "red")) == ("K", "BB", 28)
    assert state.table["open/blue"] == {"contract:G.3.111": 1}


@mark.rule("C-TRD-02")
@mark.parametrize("thing", ["small-1", "ager", "post-red", "office-red", "fish"])
def test_nothing_else_is_traded(thing: str) -> None:
    state = table("acceptance", **THINGS, **TRADE)
    assert rule(state, c.Trade("red", "blue", {thing: 1}, {"K": 1})) == "C-TRD-02"


@mark.rule("C-TRD-03")
@mark.parametrize(("value", "forbidden"), [("no", "C-TRD-03"), ("yes", "")])
def test_whether_gifts_are_trades_is_an_option(value: str, forbidden: str) -> None:
    state = table("acceptance", **THINGS, options={"free_trade": "on", "trade_gifts": value})
    assert rule(state, c.Trade("red", "blue", {"B": 1}, {})) == forbidden


@mark.rule("C-TRD-03")
def test_the_partner_may_refuse_and_cannot_agree_to_give_what_is_not_there() -> None:
    state = table("acceptance", **THINGS, **TRADE)
    do(state, c.Trade("red", "blue", {"B": 1}, {"gold": 31}))
    assert (rule(state, c.Agree("blue")), listed(state, "blue", c.Agree)) == ("C-GEN-06", [])
    do(state, c.Refuse("blue"))
    assert (goods(state, "red"), isinstance(state.phase, Acceptance)) == ("BB", True)


@mark.rule("C-TRD-04")
def test_a_trade_touches_no_ledger_and_a_saved_contract_comes_without_its_post() -> None:
    state = table("acceptance", **THINGS, **TRADE)
    do(state, c.Trade("red", "blue", {"B": 1}, {"contract:P.5.-12": 1}), c.Agree("blue"))
    assert (state.table["saved/blue"], state.table["posts/blue"]) == ({}, {"post-blue": 1})
    assert state.table["open/red"] == {"contract:G.3.111": 1, "contract:P.5.-12": 1}
    assert (state.table["ledger/red/sold"], rule(state, c.Sell("blue", "B", 1))) == ({}, "")
