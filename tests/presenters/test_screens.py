"""The screens of a game are found by its title; a game without any is open all the same, and has a way back."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from inspect import Signature, isfunction, signature
from pathlib import Path
from random import Random
from typing import Generic, Protocol

import pytest

from companion import titles
from companion.host.opening import new_session
from companion.presenters.desk import Desk
from companion.presenters.scene import Screens
from companion.presenters.title_screens import screens_of, shown_games, unshown_games
from companion.titles import title_of
from companion.titles.title import Place, Setting
from companion.views.common import acts
from companion.views.common.parts import Sheet
from engine.journal import Journal
from testkit.taps import labelled, tap

HEAPS = Path(__file__).parents[1] / "titles" / "heaps"


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """A desk with a game that has no screens: the example of docs/adding-a-game.md."""
    monkeypatch.syspath_prepend(HEAPS)
    monkeypatch.setitem(titles._ADDED, "heaps", lambda: import_module("heaps.title").TITLE)
    for cached in (title_of, screens_of):
        cached.cache_clear()
    title = title_of("heaps")
    setting = Setting(game="heaps", edition="", places=(Place("red", "Anna"), Place("blue", "Bruno")))
    yield Desk(source=new_session(Journal(title.game, title.agree(setting, Random(1), None))))
    for cached in (title_of, screens_of):
        cached.cache_clear()


def asked_of(protocol: type) -> dict[str, object]:
    """What a protocol asks for, by name: what it inherits too."""
    bases = [base for base in protocol.__mro__ if base not in (Protocol, Generic, object)]
    return {name: asked for base in bases for name, asked in vars(base).items() if not name.startswith("_")}


def test_what_is_asked_includes_words_and_screens_before_a_game():
    assert {"play", "house_value", "SECRET", "counted_rows"} <= set(asked_of(Screens))


@pytest.mark.parametrize("game", shown_games())
def test_the_screens_of_a_game_have_everything_that_is_asked_of_them(game):
    assert set(asked_of(Screens)) - set(dir(screens_of(game))) == set()


@pytest.mark.parametrize("game", shown_games())
def test_the_screens_of_a_game_are_called_as_the_protocol_says(game):
    """Each function takes as many arguments; mypy does not see modules that are found by name."""
    asked = {name: signature(one) for name, one in asked_of(Screens).items() if isfunction(one)}
    given = {name: signature(getattr(screens_of(game), name)) for name in asked}
    wrong = {name for name in asked if not accepts(given[name], len(asked[name].parameters) - 1)}
    assert wrong == set()


def accepts(given: Signature, many: int) -> bool:
    """Can a function be called with so many arguments by their places?"""
    try:
        given.bind(*range(many))
    except TypeError:
        return False
    return True


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
