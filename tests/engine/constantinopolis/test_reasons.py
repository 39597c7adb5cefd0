"""A refusal says which of its rule's reasons it is, and says nothing untrue."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion.titles import rulebook_of
from engine.constantinopolis import commands as c
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.event import State
from engine.game import judge
from testkit.constantinopolis.situation import Laden
from testkit.constantinopolis.tables import do, table

mark = pytest.mark
BOOK = rulebook_of("constantinopolis")
GREEN = "contract:G.3.111"
RED = {"gold": 30, "goods": "BB", "able": "GB"}


def told(state: State, command: Any) -> tuple[str, str]:
    """Rule and reason of a refusal; the reason has a sentence in every language."""
    ruling = judge(CONSTANTINOPOLIS, state, command)
    for language in ("en", "it", "es", "de"):
        assert BOOK[ruling.rule].reasons[ruling.reason][language]
    return ruling.rule, ruling.reason


@mark.rule("C-DON-01")
def test_a_donation_the_card_asks_for_lacks_cubes_and_another_is_not_asked_for() -> None:
    state = table("donation", red=RED, blue={"goods": "GGG"})
    state.phase = type(state.phase)(("red", "blue"), state.phase.round)
    assert told(state, c.Donate("red", "BBB")) == ("C-DON-01", "goods")
    assert told(state, c.Donate("red", "BBBB")) == ("C-DON-01", "no_entry")


@mark.rule("C-OFF-02")
def test_a_second_good_of_the_pretorio_has_been_taken_and_before_the_auction_ends_it_is_not_due() -> None:
    assert told(table("construction"), c.Receive("blue", "G")) == ("C-OFF-02", "had")
    assert told(table("activation"), c.Receive("blue", "G")) == ("C-OFF-02", "not_yet")
    assert told(table("construction"), c.Receive("red", "G")) == ("C-OFF-02", "no_prefect")
    assert told(table("bounty", "blue"), c.Receive("blue", "Y")) == ("C-OFF-02", "not_able")


@mark.rule("C-COM-01")
def test_a_commercial_building_is_not_owned_or_its_goods_are_not_in_hand() -> None:
    assert told(table(red=RED), c.Use("red", "caupona")) == ("C-COM-01", "not_owned")
    assert told(table(red=RED), c.Use("red", "cura")) == ("C-COM-01", "not_commercial")
    owner = {**RED, "buildings": ("caupona",)}
    assert told(table(red=owner), c.Use("red", "caupona")) == ("C-COM-01", "goods")


@mark.rule("C-LOD-01")
def test_a_contract_is_not_loaded_for_one_of_five_reasons() -> None:
    red = {"contracts": ("G.3.111",), "saved": ("B.5.112",), "harbour": ("small", Laden("medium", ("R.6.111",)))}
    state = table("acceptance", red=red)
    reasons = {
        (GREEN, "small-1"): "goods",
        (GREEN, "large-5"): "no_ship",
        ("contract:B.5.112", "small-1"): "saved",
        ("contract:R.6.111", "small-1"): "loaded",
        ("contract:Y.9.112", "small-1"): "not_there",
    }
    assert {pair: told(state, c.Load("red", *pair)) for pair in reasons} == {
        pair: ("C-LOD-01", reason) for pair, reason in reasons.items()
    }


@mark.rule("C-GEN-05")
def test_of_a_ship_that_is_not_left_and_of_a_card_that_cannot_be_there_it_is_said_what_they_are() -> None:
    state = table("acceptance", red={"harbour": ("large",) * 4, "gold": 30}, green={"harbour": ("large",)})
    assert told(state, c.BuyShip("green", "large")) == ("C-GEN-05", "ship")
    assert "ship of this size" in BOOK["C-GEN-05"].reasons["ship"]["en"]
    drawing = table("drawing", deck=("G.3.111",))
    assert told(drawing, c.Draw(drawing.phase.actors[0], {"contract:B.5.112": 1})) == ("C-GEN-05", "deck")


@mark.rule("C-UTL-02", "C-ABL-01")
def test_the_redemptor_is_not_owned_used_or_has_no_good_or_no_building_to_make_cheaper() -> None:
    own = {"buildings": ("redemptor", "metallum"), "goods": "R", "gold": 60}
    tries = [
        ({**own, "buildings": ("metallum",)}, "cura", "not_owned"),
        ({**own, "used": {"redemptor": "R"}}, "cura", "used"),
        ({**own, "goods": ""}, "cura", "no_good"),
        (own, "wall-ship", "wall"),
    ]
    for red, tile, reason in tries:
        state = table(offices={"red": 4, "blue": 2, "green": 3}, options={"redemptor_scope": "no_walls"}, red=red)
        assert told(state, c.Build("red", tile, redeem=True)) == ("C-UTL-02", reason)
    state = table(red={**own, "buildings": ("redemptor",)})
    assert told(state, c.Build("red", "cura", redeem=True)) == ("C-ABL-01", "not_able")


@mark.rule("C-RED-01", "C-RED-03", "C-TPO-01", "C-TPO-03", "C-TPO-04")
def test_redraws_and_posts_say_what_is_wrong() -> None:
    cards = {GREEN: 1}
    state = table("acceptance", offices={"red": 5, "blue": 1, "green": 2}, red={"contracts": ("G.3.111",)})
    assert told(state, c.Redraw("blue", cards)) == ("C-RED-01", "no_office")
    assert told(state, c.Redraw("red", {"contract:Y.9.112": 1})) == ("C-RED-03", "not_there")
    assert told(state, c.Save("red", GREEN)) == ("C-TPO-03", "no_post")
    assert told(state, c.Save("red", "contract:Y.9.112")) == ("C-TPO-03", "not_there")
    assert told(state, c.Free("red", GREEN)) == ("C-TPO-04", "not_saved")
    spent = table("acceptance", offices={"red": 5, "blue": 1, "green": 2}, red={"spent": True})
    assert told(spent, c.Redraw("red", cards)) == ("C-RED-01", "spent")


@mark.rule("C-AUC-06", "C-AUC-04")
def test_a_vacant_office_is_taken_for_its_price_and_ones_own_is_not_bid_for() -> None:
    state = table("activation")
    assert told(state, c.Bid("red", 5, 4)) == ("C-AUC-06", "vacant")
    assert told(state, c.Bid("red", 1, 4)) == ("C-AUC-04", "own")
    assert told(state, c.Take("red", 9)) == ("C-AUC-04", "none")


@mark.rule("C-AUC-07", "C-AUC-09")
@mark.parametrize(
    ("reading", "coins", "rules"),
    [
        ("raise_only", 2, ("C-AUC-07", "")),
        ("open_and_raise", 2, ("C-AUC-09", "C-AUC-09")),
        ("open_absolute", 0, ("C-AUC-09", "C-AUC-09")),
        ("open_absolute", 4, ("C-AUC-07", "C-AUC-07")),
    ],
)
def test_an_opening_bid_rests_on_the_auction_wall_only_where_the_wall_raises_it(
    reading: str, coins: int, rules: tuple[str, str]
) -> None:
    wall = {"buildings": ("wall-auction",)}
    state = table("activation", options={"auction_wall_step": reading}, coins={"2": coins}, blue=wall)
    bids = (c.Bid("red", 2, min(coins, 2)), c.Bid("red", 2, min(coins, 2) + (1 if coins == 2 else 0)))
    assert tuple(judge(CONSTANTINOPOLIS, state, bid).rule for bid in bids) == rules


@mark.rule("C-CON-07")
def test_the_consul_is_told_whether_name_or_licence_is_in_the_way() -> None:
    offices = {"red": 1, "blue": 5, "green": 2}
    state = table(offices=offices, options={"declare_binding": "no"}, blue={"buildings": ("mensae",)})
    do(state, c.Build("red", "cura"))
    state.phase = type(state.phase)(state.phase.actors, state.phase.turn, "mensae")
    assert told(state, c.Preempt("blue")) == ("C-CON-07", "name")
    state.phase = type(state.phase)(state.phase.actors, state.phase.turn, "vinaria")
    assert told(state, c.Preempt("blue")) == ("C-CON-07", "licence")


@mark.rule("C-AUC-06")
def test_who_bids_for_a_vacant_office_is_told_what_it_costs() -> None:
    ruling = judge(CONSTANTINOPOLIS, table("activation"), c.Bid("red", 5, 4))
    for language in ("en", "it", "es", "de"):
        assert re.search(r"\b2\b", BOOK.explain(ruling.rule, ruling.facts, language, reason=ruling.reason))


PREFECT = {"turn": "blue", "missed": "blue", "blue": {"buildings": ("venatoris-domus",)}}
SWAP = {"red": {"goods": "K", "buildings": ("wall-swap",)}}
BUYER = {"red": {"able": "GB", "buildings": ("taberna",), "bought": "G"}}
REDEEMER = {
    "offices": {"red": 4, "blue": 2, "green": 3},
    "red": {"buildings": ("redemptor", "metallum"), "goods": "R", "gold": 60},
}
POOR = {"phase": "activation", "offices": {"red": 0, "blue": 2, "green": 3}, "red": {"gold": 1}}


@mark.rule("C-OFF-07", "C-WAL-03", "C-UTL-02", "C-UTL-03", "C-AUC-16")
@mark.parametrize(
    ("option", "position", "command", "rule", "said", "unsaid"),
    [
        ("pretorio_missed=lost", PREFECT, c.Receive("blue", "G"), "C-OFF-07", "is lost", "most valuable"),
        ("wall_swap_given=producible", SWAP, c.Swap("red", "K", "G"), "C-WAL-03", "of a type one can produce", "any"),
        ("taberna=one_type", BUYER, c.Buy("red", "B", 1), "C-UTL-03", "one type a round", "types"),
        ("redemptor_scope=no_walls", REDEEMER, c.Build("red", "wall-ship", True), "C-UTL-02", "no wall", "any"),
        ("auction_poor=rightmost_free", POOR, c.Take("red", 4), "C-AUC-16", "for free", "all he has"),
    ],
)
def test_a_refusal_under_a_house_rule_quotes_that_rule_and_not_the_default(
    option: str, position: dict[str, Any], command: Any, rule: str, said: str, unsaid: str
) -> None:
    name, _, value = option.partition("=")
    state = table(**position, options={name: value})
    ruling = judge(CONSTANTINOPOLIS, state, command)
    assert ruling.rule == rule
    told = BOOK.explain(rule, ruling.facts, "en", reason=ruling.reason, edition=state.setup.edition)
    assert said in told
    assert re.search(rf"\b{unsaid}\b", told) is None
    for language in ("en", "it", "es", "de"):
        assert BOOK[rule].sentence(language, state.setup.edition) != BOOK[rule].sentence(language)
