"""Donations, the end of the round, the end of the game, scoring, ties."""

from __future__ import annotations

from typing import Any

import pytest

from engine.constantinopolis import commands as c
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.constantinopolis.phases import Activation, Donation, Over, Refreshing, Scoring, Storing, Turnover
from engine.event import State
from testkit.constantinopolis.players import setup
from testkit.constantinopolis.situation import Laden
from testkit.constantinopolis.tables import do, fame, gold, goods, listed, rule, table

mark = pytest.mark


@mark.rule("C-DON-01", "C-CMP-10")
def test_a_donation_is_one_entry_of_the_card_for_its_fame() -> None:
    state = table("donation", red={"goods": "KKKG", "able": "GK"})
    do(state, c.Donate("red", "KKK"))
    assert (fame(state, "red"), goods(state, "red")) == (3, "G")
    assert rule(table("donation", red={"goods": "YYY", "able": "Y"}), c.Donate("red", "YYY")) == "C-DON-01"
    assert rule(table("donation", red={"goods": "KK", "able": "K"}), c.Donate("red", "KKK")) == "C-DON-01"


@mark.rule("C-DON-02", "C-ABL-02", "C-ABL-03")
def test_only_a_type_one_can_produce_is_donated() -> None:
    assert rule(table("donation", red={"goods": "KKK"}), c.Donate("red", "KKK")) == "C-DON-02"


@mark.rule("C-DON-03")
def test_one_donation_a_round() -> None:
    state = table("donation", red={"goods": "GGGKKK", "able": "GK"}, memory={"actors": ["red"]})
    do(state, c.Donate("red", "KKK"))
    assert not isinstance(state.phase, Donation)


@mark.rule("C-DON-01", "C-GEN-09")
def test_donating_is_voluntary() -> None:
    state = table("donation", red={"goods": "GGG"}, memory={"actors": ["red"]})
    do(state, c.Keep("red"))
    assert (goods(state, "red"), isinstance(state.phase, Turnover)) == ("GGG", True)


@mark.rule("C-EOR-02")
def test_the_top_future_market_becomes_the_market_of_the_next_round() -> None:
    state = table("turnover", "", market="opificies", next="porta-aurea")
    do(state, c.Change(""))
    assert list(state.table["market/current"]) == ["market-porta-aurea"]
    assert list(state.table["market/past"]) == ["market-opificies"]
    assert len(listed(state, "", c.Reveal)) == 3


def empty_pile(state: State) -> State:
    """Only the top card is left of the future pile."""
    for card in list(state.table["market/future"]):
        state.table.shift(card, 1, "market/future", "market/past")
    return state


@mark.rule("C-EOR-03", "C-EOR-05")
def test_the_first_empty_pile_is_made_anew_from_the_cards_under_the_new_market() -> None:
    state = empty_pile(table("turnover", ""))
    do(state, c.Change(""))
    assert state.phase.round.lap == 1
    assert (list(state.table["market/current"]), len(state.table["market/future"])) == (["market-domus-regia"], 4)
    assert rule(state, c.Reveal("", "market-domus-regia")) == "C-GEN-05"


@mark.rule("C-EOR-04", "C-END-02")
def test_when_the_pile_is_empty_for_the_second_time_one_round_is_left() -> None:
    state = empty_pile(table("turnover", "", lap=1, round=8))
    do(state, c.Change(""))
    assert isinstance(state.phase, Activation)
    assert (state.phase.round.number, state.phase.round.last) == (9, True)


@mark.rule("C-EOR-06", "C-RND-04", "C-EOR-05", "C-RND-01")
def test_the_pile_is_empty_after_rounds_four_and_eight_and_round_nine_is_the_last() -> None:
    state = CONSTANTINOPOLIS.box(setup(2))
    empty, rounds = [], []
    do(state, c.Open("", state.setup))
    while not isinstance(state.phase, Over):
        now = state.phase.round
        do(state, _quiet(state))
        rounds.append(now.number)
        if state.phase.round.lap > now.lap:
            empty.append(now.number)
    assert (empty, max(rounds)) == ([4, 8], 9)


QUIET = (c.Stay, c.Forget, c.EndTurn, c.Done, c.Keep, c.Decline)


def _quiet(state: State) -> Any:
    """What a player does who wants nothing."""
    seat = state.phase.actors[0]
    for kind in (*QUIET, c.Collect, c.Produce, c.Change, c.Reshuffle, c.Clear, c.Refresh, c.Score):
        if listed(state, seat, kind):
            return kind(seat)
    if listed(state, seat, c.Draw):
        offer = listed(state, seat, c.Draw)[0]
        return c.Draw(seat, dict.fromkeys(list(offer.over.pool)[: offer.over.most], 1))
    return c.Store(seat, {}) if listed(state, seat, c.Store) else listed(state, seat, c.Reveal)[0]


@mark.rule("C-EOR-07")
def test_cubes_go_back_and_markers_are_turned_at_the_end_of_the_round() -> None:
    red = {"used": {"caupona": "GG"}, "buildings": ("caupona",), "bought": "B", "sold": "R", "spent": True}
    state = table("refreshing", "", offices={"red": 5, "blue": 1, "green": 2}, red=red)
    do(state, c.Refresh(""))
    for zone in ("used/red/caupona", "ledger/red/bought", "ledger/red/sold"):
        assert state.table[zone] == {}
    assert list(state.table["office/5"]) == ["office-red"]


@mark.rule("C-EOR-08")
@mark.parametrize(("value", "known"), [("top_open", 1), ("down_after_shuffle", 0), ("all_open", 4)])
def test_what_is_seen_of_the_reshuffled_pile_is_an_option(value: str, known: int) -> None:
    state = table("turnover", "", options={"future_market": value})
    places = ("market/next", "market/future/2", "market/future/3", "market/future/4")
    for zone in ("market/future", *places[1:]):
        for card in list(state.table[zone]):
            state.table.shift(card, 1, zone, "market/past")
    do(state, c.Change(""))
    while isinstance(state.phase, Turnover):
        do(state, listed(state, "", c.Reveal)[0])
    assert sum(bool(state.table[zone]) for zone in places) == known


@mark.rule("C-EOR-08")
def test_a_pile_lying_face_down_is_turned_up_when_the_market_changes() -> None:
    state = table("turnover", "", lap=1, options={"future_market": "down_after_shuffle"})
    for card in list(state.table["market/next"]):
        state.table.shift(card, 1, "market/next", "market/future")
    assert rule(state, c.Change("")) == "C-EOR-02"
    do(state, c.Reveal("", "market-opificies"))
    assert list(state.table["market/current"]) == ["market-opificies"]
    assert isinstance(state.phase, Activation)


@mark.rule("C-EOR-01", "C-STO-03")
def test_when_the_game_ends_there_is_no_new_market_and_no_storing() -> None:
    state = table("donation", last=True, red={"goods": "GGGG"}, memory={"actors": ["red"]})
    do(state, c.Keep("red"))
    assert (isinstance(state.phase, Scoring), goods(state, "red")) == (True, "GGGG")


def after_change(**parts: Any) -> State:
    state = empty_pile(table("turnover", "", lap=1, round=8, **parts))
    do(state, c.Change(""))
    return state


@mark.rule("C-STO-03")
@mark.parametrize(("value", "stored"), [("yes", True), ("no", False)])
def test_whether_goods_are_stored_before_the_last_round_is_an_option(value: str, stored: bool) -> None:
    state = after_change(red={"goods": "GG"}, options={"store_round_before_last": value})
    assert isinstance(state.phase, Storing) == stored


@mark.rule("C-STO-01", "C-UTL-04")
@mark.parametrize(("buildings", "kept"), [((), 1), (("horreum",), 5)])
def test_how_many_goods_are_kept(buildings: tuple[str, ...], kept: int) -> None:
    state = table("storing", red={"goods": "GGGGBBK", "buildings": buildings})
    assert listed(state, "red", c.Store)[0].over.most == kept
    assert rule(state, c.Store("red", {"G": 4, "B": 2})) == "C-STO-01"
    do(state, c.Store("red", {"K": 1}))
    assert goods(state, "red") == "K"


@mark.rule("C-STO-02")
def test_goods_on_ships_do_not_count_for_storing() -> None:
    state = table("turnover", "", red={"goods": "G", "harbour": (Laden("large", ("GG.7.112",)),)})
    do(state, c.Change(""), c.Reveal("", "market-opificies"))
    assert not isinstance(state.phase, Storing)


@mark.rule("C-END-01", "C-END-03")
def test_a_trigger_in_the_extra_round_adds_nothing() -> None:
    others = tuple(f"{name}-{worth}" for name in ("hippodromus", "domus-regia") for worth in (3, 4, 5, 6))[1:]
    state = table(gone=others, round=9, lap=2, last=True)
    do(state, c.Build("red", "hippodromus-3"))
    assert state.phase.round.last
    state = table("donation", round=9, lap=2, last=True, red={"goods": "GGG"}, memory={"actors": ["red"]})
    do(state, c.Keep("red"))
    assert isinstance(state.phase, Scoring)


def scored(**parts: Any) -> State:
    state = table("scoring", "", **parts)
    do(state, c.Score(""))
    return state


@mark.rule("C-SCO-01", "C-SCO-04")
def test_ships_at_sea_arrive_before_gold_is_counted() -> None:
    red = {"gold": 8, "harbour": (), "long": (Laden("medium", ("GB.7.112",)),)}
    state = scored(red=red)
    assert (fame(state, "red"), gold(state, "red")) == (1 + 1, 15)
    assert state.phase.lines["red"] == {"track": 0, "public": 0, "ships": 1, "walls": 0, "gold": 1}


@mark.rule("C-SCO-02", "C-CMP-13")
@mark.parametrize(("walls", "worth"), [(0, 0), (1, 1), (3, 6), (6, 16)])
def test_walls_score_by_their_number(walls: int, worth: int) -> None:
    names = ("wall-swap", "wall-three-goods", "wall-contract", "wall-market", "wall-auction", "wall-ship")
    assert fame(scored(red={"gold": 0, "buildings": names[:walls]}), "red") == worth


@mark.rule("C-SCO-03")
@mark.parametrize(("purse", "worth"), [(14, 0), (15, 1), (30, 2), (44, 2)])
def test_each_full_fifteen_gold_gives_one_fame(purse: int, worth: int) -> None:
    assert fame(scored(red={"gold": purse}), "red") == worth


@mark.rule("C-SCO-05")
def test_nothing_else_scores() -> None:
    red = {"gold": 0, "goods": "YYY", "contracts": ("G.3.111",), "posts": 3, "buildings": ("cura", "mensae", "caupona")}
    assert fame(scored(red=red), "red") == 0


@mark.rule("C-SCO-06")
def test_fame_past_eighty_is_a_plain_total() -> None:
    state = scored(red={"gold": 30, "fame": 95})
    assert fame(state, "red") == 97


@mark.rule("C-SCO-01", "C-SCO-02", "C-SCO-03", "C-SCO-04")
def test_the_printed_scoring_example() -> None:
    seats = ("red", "blue", "green")
    pays12, pays23, pays10 = ("B.5.112", "R.7.111"), ("GB.7.112", "GB.8.112", "R.8.112"), ("K.10.122",)
    state = scored(
        seats=seats,
        red={"fame": 45, "gold": 5, "buildings": ("wall-swap", "wall-ship"), "short": (Laden("small", pays12),)},
        blue={"fame": 47, "gold": 4, "buildings": ("wall-auction",), "short": (Laden("large", pays23),)},
        green={"fame": 52, "gold": 22, "short": (Laden("small", pays10),)},
    )
    assert [fame(state, seat) for seat in seats] == [51, 52, 55]
    assert [gold(state, seat) for seat in seats] == [17, 27, 32]


def order(state: State) -> list[tuple[str, int]]:
    return [(standing.seat, standing.place) for standing in CONSTANTINOPOLIS.standings(state)]


@mark.rule("C-TIE-01")
def test_level_fame_is_decided_by_gold_then_goods_then_shared() -> None:
    assert order(scored(red={"gold": 1}, blue={"gold": 2}, green={"gold": 0}))[0] == ("blue", 1)
    poor = {"gold": 0}
    assert order(scored(red=poor, blue={**poor, "goods": "G"}, green=poor)) == [("blue", 1), ("red", 2), ("green", 2)]
    assert order(scored(red=poor, blue=poor, green=poor)) == [("red", 1), ("blue", 1), ("green", 1)]


@mark.rule("C-TIE-02")
@mark.parametrize(("value", "winner"), [("total", "red"), ("remainder", "blue")])
def test_whether_gold_turned_into_fame_counts_for_ties_is_an_option(value: str, winner: str) -> None:
    state = scored(red={"gold": 16}, blue={"gold": 2, "fame": 1}, green={"gold": 0}, options={"tie_gold": value})
    assert order(state)[0] == (winner, 1)


def test_standings_during_the_game_count_what_would_be_scored_now() -> None:
    state = table(red={"gold": 15, "fame": 3, "short": (Laden("small", ("G.3.111",)),)})
    red = next(standing for standing in CONSTANTINOPOLIS.standings(state) if standing.seat == "red")
    assert (red.score, red.ties) == (3 + 1 + 1, (18, 0))


@mark.rule("C-EOR-07")
def test_the_refreshing_is_skipped_when_nothing_is_to_be_refreshed() -> None:
    state = table("turnover", "")
    do(state, c.Change(""), c.Reveal("", "market-opificies"))
    assert isinstance(state.phase, Activation)
    state = table("turnover", "", red={"sold": "G"})
    do(state, c.Change(""), c.Reveal("", "market-opificies"))
    assert isinstance(state.phase, Refreshing)
