"""What is of our own set is marked in the window, in whole names, and the mark is explained by a touch."""

from __future__ import annotations

from random import Random

import pytest
from kivy.uix.label import Label

from companion.host.opening import new_session, shuffled_setup, unkept
from companion.presenters.desk import Desk
from companion.ui.offscreen import settle
from companion.ui.theme import theme
from companion.views.common import acts
from companion.wording import wording
from testkit.taps import wander
from testkit.window.faults import dotted, wrong_words
from tests.ui.finger import touch


@pytest.fixture
def desk():
    """Somebody builds, with a printed box of ours."""
    found = Desk(source=new_session(unkept("constantinopolis", shuffled_setup("constantinopolis", 3, 1))))
    wander(found, Random(3), "Construction")
    yield found
    theme.scale = 1.0


def labels(window):
    return [widget for widget in window.walk() if isinstance(widget, Label)]


def words(window):
    return {label.text for label in labels(window)}


def test_marks_stand_behind_names_and_a_touch_explains_them(face, shoot, desk):
    window = face(desk)
    shoot("house-marks")
    assert {"Pistrinum*", "Textrinum*", "Venatoris Domus"} <= words(window)
    touch(window, "Our own values")
    assert "Our own values" in words(window)
    touch(window, "Back to the game")
    assert "Pistrinum*" in words(window)


@pytest.mark.one_in(4)
@pytest.mark.parametrize("size", [(1280, 800), (800, 1280)], ids=["lying", "upright"])
@pytest.mark.parametrize("scale", [1.0, 1.5])
@pytest.mark.parametrize("language", ["en", "it", "es", "de"])
def test_no_name_of_a_tile_is_cut(face, sized, desk, language, scale, size):
    sized(*size)
    wording.speak(language)
    desk.do(acts.Prefer(scale=scale, turns=False))
    window = face(desk)
    for tab in desk.view().body.tabs:
        desk.do(tab.command)
        settle(4)
        assert not dotted(window) & {tile.name for tile in desk.view().body.tiles}
        assert not wrong_words(window)
