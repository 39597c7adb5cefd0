"""Whose tray is lost still has a turn: it is said on the seat's own card alone."""

from __future__ import annotations

import pytest

from companion.presenters.inside import inside
from companion.presenters.title_screens import shown_games
from companion.views.common import acts
from testkit.moments import moments_of

LOST = "tray lost, taps go on"


@pytest.mark.parametrize("game", shown_games())
def test_the_table_tells_what_is_to_do_and_each_card_that_its_tray_is_lost(game: str) -> None:
    view = moments_of(game)["table-silent"].desk().view()
    assert {(seat.verb, seat.state) for seat in view.seats} == {(LOST, "lost")}
    assert not [said for said in inside((view.sentence, view.note, view.body), str) if LOST in said]


@pytest.mark.parametrize("game", shown_games())
@pytest.mark.parametrize("screen", ["play", "turns"])
def test_a_turn_goes_on_without_a_tray(game: str, screen: str) -> None:
    desk = moments_of(game)["silent"].desk()
    desk.do(acts.Open(screen))
    assert not [said for said in inside(desk.view().body, str) if LOST in said]


@pytest.mark.parametrize("game", shown_games())
def test_who_watches_from_afar_reads_what_a_player_does(game: str) -> None:
    scene = moments_of(game)["silent"].desk().scene()
    assert scene.title.verb(scene, scene.due[0]) not in ("", LOST)
