"""The screens of a game are found by its title; a game without any is open all the same, and has a way back."""

from __future__ import annotations

from random import Random

import pytest

from companion.host.opening import new_session
from companion.presenters.desk import Desk
from companion.presenters.scene import Screens
from companion.presenters.title_screens import screens_of, shown_games, unshown_games
from companion.views.common import acts
from companion.views.common.parts import Sheet
from testkit.praetor.players import game as praetor
from tests.presenters.taps import labelled, tap


@pytest.fixture(params=[lambda: praetor(2, seed=1)], ids=["praetor"])
def bare(request: pytest.FixtureRequest) -> Desk:
    """A desk with a whole game that has no screens."""
    return Desk(source=new_session(request.param()))


@pytest.mark.parametrize("game", shown_games())
def test_the_screens_of_a_game_have_everything_that_is_asked_of_them(game):
    asked = {name for name in vars(Screens) if not name.startswith("_")}
    assert asked - set(dir(screens_of(game))) == set()


def test_a_game_without_screens_says_so_and_offers_the_way_back(bare):
    view = bare.view()
    assert isinstance(view, Sheet)
    assert "has no screens yet" in view.body.heading
    tap(bare, "Games")
    assert bare.look.screen == "games"


@pytest.mark.parametrize("screen", ["table", "menu", "score", "history", "scan", "devices", "rules", "enrol", "new"])
def test_no_screen_fails_while_a_game_without_screens_is_open(bare, screen):
    bare.do(acts.Open(screen))
    assert isinstance(bare.view(), Sheet)


def test_a_new_game_offers_games_without_screens_as_rules_only():
    desk = Desk(chance=Random(1))
    desk.do(acts.Open("new"))
    assert [labelled(desk, game.capitalize()).reason for game in unshown_games()] == ["rules only"] * len(
        unshown_games()
    )


def test_only_a_game_with_screens_can_be_chosen_for_a_new_game():
    desk = Desk(chance=Random(1))
    desk.do(acts.Open("new"))
    assert [labelled(desk, game.capitalize()).open for game in (*shown_games(), *unshown_games())] == [
        *[True] * len(shown_games()),
        *[False] * len(unshown_games()),
    ]
