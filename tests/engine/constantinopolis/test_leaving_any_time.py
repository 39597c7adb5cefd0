"""A player leaves in any phase, and from then on nothing waits for that player (C-LEV-04)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from engine.constantinopolis import commands as c
from engine.constantinopolis import phases as p
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.event import State, evolve, revert
from engine.game import decide, judge, legal
from engine.journal import Journal
from testkit.constantinopolis.tables import do, gold, goods, listed, office, owns, rule, table
from testkit.play import WILD, Wanderer, any_game, any_setup

mark = pytest.mark
CONSUL = {"red": 1, "blue": 5, "green": 2}
PLAYED = [phase for phase in CONSTANTINOPOLIS.phases if phase not in (p.Boxed, p.Scoring, p.Over)]


@mark.rule("C-LEV-04")
def test_a_player_leaves_in_anothers_turn_and_keeps_no_window() -> None:
    state = table(offices=CONSUL)
    do(state, c.Leave("blue"))
    assert state.phase.actors == ("red",)
    do(state, c.Build("red", "cura"))
    assert (type(state.phase), owns(state, "red", "cura")) == (p.Construction, True)


@mark.rule("C-LEV-04")
def test_a_consul_who_leaves_while_asked_declines() -> None:
    state = table(offices=CONSUL)
    do(state, c.Build("red", "cura"), c.Leave("blue"))
    assert (owns(state, "red", "cura"), state.phase.actors, state.phase.built) == (True, ("red",), ("production",))


@mark.rule("C-LEV-04")
@mark.parametrize("answer", [c.Decline("blue"), c.Preempt("blue")])
def test_a_declared_purchase_of_a_leaver_stands_and_ends_the_turn(answer: Any) -> None:
    state = table(offices=CONSUL, options={"declare_binding": "no"})
    do(state, c.Build("red", "cura"), c.Leave("red"))
    assert state.phase.actors == ("blue",)
    do(state, answer)
    owner = "blue" if isinstance(answer, c.Preempt) else "red"
    assert (owns(state, owner, "cura"), state.phase.actors) == (True, ("green",))


@mark.rule("C-LEV-04")
@mark.parametrize(("leaver", "winner"), [("red", "blue"), ("blue", "red")])
def test_who_leaves_a_duel_passes_in_it_when_next_asked(leaver: str, winner: str) -> None:
    """Red, on I, has bid for II, and its holder blue has raised or not."""
    held = 5 if leaver == "red" else 0
    memory = {"challenger": "red", "holder": "blue", "bid": 3, "held": held}
    state = table("duel", leaver, memory=memory)
    do(state, c.Leave(leaver))
    assert office(state, winner) == 2
    assert gold(state, winner) == 30 - max(3, held)
    assert isinstance(state.phase, p.Activation)
    assert leaver not in state.phase.actors


@mark.rule("C-LEV-04")
def test_a_bid_made_before_leaving_stands_until_it_is_raised() -> None:
    memory = {"challenger": "red", "holder": "blue", "bid": 3}
    state = table("duel", "blue", memory=memory)
    do(state, c.Leave("red"), c.Raise("blue", 4))
    assert (office(state, "red"), office(state, "blue"), gold(state, "red"), gold(state, "blue")) == (1, 2, 30, 26)
    assert state.phase.actors == ("blue",)


@mark.rule("C-LEV-04")
def test_the_pretorio_who_leaves_takes_no_good() -> None:
    state = table("bounty", "blue")
    do(state, c.Leave("blue"))
    assert (isinstance(state.phase, p.Harvest | p.Arrivals), goods(state, "blue")) == (True, "")


@mark.rule("C-LEV-04")
def test_who_leaves_while_drawing_draws_no_more_and_reshuffles_for_nobody() -> None:
    state = table("drawing", "red", deck=("G.3.111",), memory={"due": 1})
    do(state, c.Leave("red"))
    assert state.phase.actors == ("blue",)
    state = table("acceptance", deck=("G.3.111",), red={"gold": 9})
    do(state, c.BuyPost("red"), c.Leave("red"))
    assert (type(state.phase), state.phase.actors, state.table["open/red"]) == (p.Acceptance, ("blue", "green"), {})


CLASH = {"buyer": "blue", "size": "large"}


@mark.rule("C-LEV-04", "C-SBY-04")
@mark.parametrize(("leaver", "ships"), [("red", 1), ("blue", 0)])
def test_a_clash_over_the_last_ship_ends_when_one_of_the_two_leaves(leaver: str, ships: int) -> None:
    state = table("clash", "red", memory=CLASH, red={"gold": 12, "harbour": ("large", "large", "large", "large")})
    do(state, c.Leave(leaver))
    assert leaver not in state.phase.actors
    assert sum(piece.startswith("large") for piece in state.table["harbour/blue"]) == ships


@mark.rule("C-LEV-04", "C-TRD-02")
@mark.parametrize("leaver", ["red", "blue"])
def test_no_trade_takes_place_with_a_player_who_leaves(leaver: str) -> None:
    state = table("acceptance", options={"free_trade": "on"}, red={"goods": "G"}, blue={"goods": "B"})
    do(state, c.Trade("red", "blue", {"G": 1}, {"B": 1}), c.Leave(leaver))
    assert (type(state.phase), goods(state, "red"), goods(state, "blue")) == (p.Acceptance, "G", "B")
    assert leaver not in state.phase.actors


@mark.rule("C-LEV-04")
def test_whoever_leaves_does_nothing_more_whatever_the_moment() -> None:
    state = table(offices=CONSUL, blue={"goods": "GGG", "buildings": ("wall-three-goods",)})
    do(state, c.Leave("blue"))
    tries = (
        c.Leave("blue"),
        c.Sell("blue", "G", 1),
        c.ThreeGoods("blue", {"G": 3}),
        c.Stay("blue"),
        c.Receive("blue", "G"),
    )
    assert {rule(state, command) for command in tries} == {"C-LEV-04"}
    assert legal(CONSTANTINOPOLIS, state, "blue") == []


@mark.rule("C-LEV-02")
def test_who_has_left_plays_no_more() -> None:
    state = table("refreshing", "", leavers=("red",))
    do(state, c.Refresh(""))
    assert {rule(state, c.Stay("red")), rule(state, c.Sell("red", "G", 1))} == {"C-LEV-02"}
    assert legal(CONSTANTINOPOLIS, state, "red") == []


@mark.rule("C-LEV-02", "C-LEV-04")
@mark.parametrize("seed", range(4))
def test_in_every_phase_every_player_may_leave_and_is_asked_nothing_until_the_round_ends(seed: int) -> None:
    """Along a random game each seat leaves on trial at some positions, and the round is played to its end."""
    journal, chance = any_game(seed), random.Random(seed)
    state = journal.game.box(journal.setup)
    for entry in journal.entries:
        evolve(state, entry.events)
        if type(state.phase) in PLAYED and chance.random() < 0.12:
            for seat in sorted(set(state.phase.round.able) - set(state.phase.round.leavers)):
                _leave_on_trial(state, seat, seed)


def _leave_on_trial(state: State, seat: str, seed: int) -> None:
    number, player = state.phase.round.number, Wanderer(seed, {**WILD, c.Leave: 0})
    done = [decide(CONSTANTINOPOLIS, state, c.Leave(seat))]
    assert (seat in state.phase.round.leavers, seat in state.phase.actors) == (True, False)
    while not isinstance(state.phase, p.Over | p.Scoring) and state.phase.round.number == number:
        assert seat not in state.phase.actors
        assert len(done) < 900
        done.append(decide(CONSTANTINOPOLIS, state, player.next(state)))
    assert state.phase.round.last or state.table[f"sheet/{seat}"] == {} or isinstance(state.phase, p.Scoring)
    for events in reversed(done):
        revert(state, events)


@mark.rule("C-LEV-02")
def test_before_the_set_up_and_after_the_last_round_nobody_leaves() -> None:
    journal = Journal(CONSTANTINOPOLIS, any_setup(3))
    seat = journal.setup.colours[0]
    assert judge(CONSTANTINOPOLIS, journal.state, c.Leave(seat)).rule == "C-LEV-02"
    assert rule(table("scoring", ""), c.Leave("red")) == "C-LEV-02"


# -- what else needs no turn of one's own


@mark.rule("C-GEN-07")
@mark.parametrize("phase", ["activation", "bounty", "construction", "drawing", "acceptance", "donation", "storing"])
def test_goods_are_thrown_away_whenever_one_may_act(phase: str) -> None:
    hands = {"red": {"goods": "GGGR"}, "blue": {"goods": "GGG"}}
    state = table(
        phase, "red", options={"wall_exchange": "any_time"}, memory={"due": 1} if phase == "drawing" else {}, **hands
    )
    do(state, c.Discard("red", {"R": 1}))
    assert goods(state, "red") == "GGG"
    assert len(listed(state, "red", c.Discard)) == 1
    assert rule(state, c.Discard("yellow" if "yellow" in state.seats else "green", {"G": 1})) != ""


@mark.rule("C-GEN-07", "C-STO-01")
def test_throwing_away_while_storing_ends_it_once_no_good_is_too_many() -> None:
    state = table("storing", "red", red={"goods": "GG"})
    do(state, c.Discard("red", {"G": 1}))
    assert not isinstance(state.phase, p.Storing)


@mark.rule("C-GEN-07", "C-BLD-08")
def test_the_consul_may_throw_goods_away_before_the_answer() -> None:
    state = table(offices=CONSUL, blue={"goods": "G"})
    do(state, c.Build("red", "cura"), c.Discard("blue", {"G": 1}))
    assert (goods(state, "blue"), type(state.phase)) == ("", p.Declared)


@mark.rule("C-OFF-07")
@mark.parametrize("phase", ["construction", "activation", "departure", "turnover", "acceptance"])
def test_a_forgotten_good_of_the_pretorio_is_made_up_as_soon_as_it_is_noticed(phase: str) -> None:
    state = table(phase, "" if phase in ("departure", "turnover") else "red", missed="blue")
    assert rule(state, c.Receive("green", "G")) == "C-OFF-02"
    do(state, c.Receive("blue", "G"))
    assert (goods(state, "blue"), state.phase.round.missed) == ("G", "")
    assert rule(state, c.Receive("blue", "G")) == "C-OFF-02"


@mark.rule("C-OFF-07", "C-BLD-08")
def test_a_forgotten_good_is_made_up_while_a_purchase_waits_for_the_consul() -> None:
    state = table(offices=CONSUL, missed="green")
    do(state, c.Build("red", "cura"), c.Receive("green", "G"), c.Decline("blue"))
    assert (goods(state, "green"), state.phase.round.missed, owns(state, "red", "cura")) == ("G", "", True)


WALLS = {"buildings": ("wall-swap", "wall-three-goods", "venatoris-domus"), "goods": "GGGK"}


@mark.rule("C-WAL-09")
@mark.parametrize("phase", ["activation", "construction", "arrivals", "acceptance", "turnover"])
def test_at_any_time_means_in_anothers_turn_and_during_chores_too(phase: str) -> None:
    turn = "" if phase in ("arrivals", "turnover") else "red"
    for value, rules in (("any_time", ("", "")), ("build_accept", ("C-WAL-09", "C-WAL-09"))):
        memory = {"actors": ["red"]} if phase == "acceptance" else {}
        state = table(phase, turn, options={"wall_exchange": value}, memory=memory, green=WALLS)
        tries = (c.Swap("green", "K", "B"), c.ThreeGoods("green", {"G": 3}))
        assert tuple(rule(state, command) for command in tries) == rules
        assert len(listed(state, "green", c.Swap)) == (3 if value == "any_time" else 0)


@mark.rule("C-CON-04", "C-WAL-09")
def test_even_at_any_time_the_consul_raises_no_money_before_the_answer() -> None:
    for owner, ruled in (("blue", "C-CON-04"), ("green", "")):
        state = table(offices=CONSUL, options={"wall_exchange": "any_time"}, **{owner: WALLS})
        do(state, c.Build("red", "cura"))
        assert rule(state, c.ThreeGoods(owner, {"G": 3})) == ruled
