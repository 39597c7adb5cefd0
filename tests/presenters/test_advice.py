"""Advice on loading: exact, only for who asks, and one tap loads it."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from companion.presenters.constantinopolis.advice import aboard
from companion.presenters.desk import Desk
from companion.views.common import acts
from engine.constantinopolis.advice import trade_off
from engine.constantinopolis.commands import Unload
from engine.game import legal
from testkit.taps import tap, wander


@pytest.fixture
def loading(desk: Desk) -> Desk:
    """A desk at which somebody loads ships and has something to load."""
    chance = Random(5)
    for _step in range(40):
        wander(desk, chance, "Acceptance")
        scene = desk.scene()
        for seat in scene.phase.actors:
            if trade_off(scene.state, seat)["balanced"].cargoes:
                desk.do(acts.Sit(seat))
                return desk
        wander(desk, chance, "Donation")
    raise AssertionError("nobody ever had anything to load")


def test_advice_says_gold_fame_and_time_of_each_way(loading):
    tap(loading, "Best loading")
    found = trade_off(loading.scene().state, loading.scene().me)
    ways = loading.view().body.ways
    assert {(way.gold, way.fame, way.rounds) for way in ways} == {(x.gold, x.fame, x.rounds) for x in found.values()}


def test_aims_that_come_to_the_same_are_one_way(loading):
    tap(loading, "Best loading")
    found = trade_off(loading.scene().state, loading.scene().me)
    assert len(loading.view().body.ways) == len({str(x.cargoes) for x in found.values() if x.cargoes})


def test_one_tap_loads_a_way(loading):
    seat = loading.scene().me
    wanted = trade_off(loading.scene().state, seat)["balanced"]
    tap(loading, "Best loading")
    loading.press(loading.view().body.ways[0].button)
    now = {ship: cards for ship, cards in aboard(loading.scene(), seat).items() if cards}
    assert now == {cargo.ship: Counter(cargo.contracts) for cargo in wanted.cargoes}
    assert loading.look.screen == "play"


def test_a_way_that_is_on_board_already_cannot_be_loaded_again(loading):
    tap(loading, "Best loading")
    loading.press(loading.view().body.ways[0].button)
    tap(loading, "Best loading")
    assert loading.view().body.ways[0].button.reason == "on board"


def test_a_loading_can_be_taken_off_for_another_way(loading):
    seat = loading.scene().me
    tap(loading, "Best loading")
    loading.press(loading.view().body.ways[0].button)
    assert any(isinstance(command, Unload) for command in legal(loading.source.game, loading.scene().state, seat))
    tap(loading, "Best loading")
    loading.press(loading.view().body.ways[-1].button)
    assert loading.look.refusal is None
    assert sum(map(sum, [x.values() for x in aboard(loading.scene(), seat).values()])) > 0


def test_advice_is_gone_when_somebody_else_sits_down(loading):
    tap(loading, "Best loading")
    loading.do(acts.Sit(""))
    assert not hasattr(loading.view(), "body") or type(loading.view().body).__name__ != "Advice"


def test_with_nothing_to_load_it_says_so(desk):
    wander(desk, Random(1), "Acceptance")
    scene = desk.scene()
    idle = [seat for seat in scene.phase.actors if not trade_off(scene.state, seat)["balanced"].cargoes]
    desk.do(acts.Sit(idle[0]))
    tap(desk, "Best loading")
    assert desk.view().body.note == "No contract here can be loaded with the goods there are."
