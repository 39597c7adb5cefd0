"""The turn list is opened by a touch in the menu, and its words stay whole."""

from __future__ import annotations

import pytest

from companion.ui.theme import theme
from companion.views.common import acts
from companion.views.common.turn_list import TurnList
from testkit.window.faults import wrong_words
from tests.presenters.test_turn_list import at
from tests.ui.finger import touch


def test_a_touch_in_the_menu_opens_it(face, shoot):
    window = face(at("constantinopolis", "Construction"))
    touch(window, "Menu")
    touch(window, "Turns")
    shoot("turn-list")
    assert isinstance(window.desk.view().body, TurnList)
    touch(window, "Back to the game")
    assert window.desk.look.screen == "play"


@pytest.mark.parametrize(
    ("game", "phase"), [("constantinopolis", "Activation"), ("byzanz", "Bidding"), ("praetor", "Actions")]
)
def test_its_words_are_whole_however_large(face, game, phase):
    desk = at(game, phase)
    desk.do(acts.Prefer(scale=1.5, turns=False))
    desk.do(acts.Open("turns"))
    try:
        window = face(desk)
        assert not [fault for fault in wrong_words(window) if "TurnList" in fault.where or "TurnRow" in fault.where]
    finally:
        theme.scale = 1.0
