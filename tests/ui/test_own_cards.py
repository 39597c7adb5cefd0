"""The cards of Byzanz that are not ours are enrolled by touch, on the mat of that game."""

from __future__ import annotations

from random import Random

import pytest
from kivy.core.window import Window

from companion.host.host import Host
from companion.presenters.byzanz import words
from companion.presenters.desk import Desk
from companion.ui import offscreen
from companion.views.common import acts
from engine.byzanz.cards import MERCHANT, kind, value
from testkit.scenes.foreign import dealt
from tests.ui.finger import press, showing, taps, touch
from tests.ui.test_care import until

UPRIGHT = (800, 1280)
FIELD = 7


@pytest.fixture
def host(tmp_path):
    """A host with a virtual table on which another deck lies than ours."""
    made = Host(tmp_path, virtual=True, chance=Random(7))
    with dealt():
        yield made
        made.close()


@pytest.fixture
def window(face, host):
    """The window of a desk at which no game runs."""
    return face(Desk(host, chance=Random(1)))


@pytest.fixture
def upright():
    """The window stands upright meanwhile."""
    before = Window.size
    Window.size = UPRIGHT
    offscreen.settle(4)
    yield
    Window.size = before
    offscreen.settle(4)


def laid(host, window):
    """The cards of Byzanz were opened by touch, and the first ones lie there and were looked at."""
    window.desk.do(acts.Open("devices"))
    offscreen.settle(3)
    touch(window, "My pieces")
    touch(window, "Cards of Byzanz")
    until(host, window, lambda: task(host).cards and all(card.ready for card in task(host).cards))


def task(host):
    """What is done at the camera."""
    return host.camera_setup.task


def pairs(window):
    """The cards on the screen."""
    return [widget for widget in taps(window) if type(widget).__name__ == "PairTap"]


def icon_of(widget):
    """The icon of a button that has no words."""
    return getattr(widget.view, "icon", "")


def tell(window, face):
    """Say good and value of the card that is open, and that it is right."""
    press(next(widget for widget in taps(window) if icon_of(widget) == words.ICONS[kind(face)]))
    if face != MERCHANT:
        touch(window, str(value(face)))
    touch(window, "That is right")


def test_a_foreign_card_is_filed_by_touching_its_good_and_its_value(shoot, host, window):
    laid(host, window)
    true = host.camera_setup.helper.lying
    shoot("own-cards")
    assert len(pairs(window)) == len(true) == FIELD
    for place in (0, 1):
        press(pairs(window)[place])
        if not place:
            shoot("own-cards-telling")
        tell(window, true[place])
    shoot("own-cards-filed")
    assert task(host).tally == {true[0]: 1, true[1]: 1}


@pytest.mark.slow
def test_every_good_and_value_can_be_touched(host, window):
    laid(host, window)
    press(pairs(window)[0])
    for good in words.ORDER:
        press(next(widget for widget in taps(window) if icon_of(widget) == words.ICONS[good]))
        assert dict(window.desk.care.entered.values)["good"] == good
    press(next(widget for widget in taps(window) if icon_of(widget) == words.ICONS["CL"]))
    for figure in "1234":
        touch(window, figure)
        assert dict(window.desk.care.entered.values)["value"] == figure


@pytest.mark.slow
@pytest.mark.usefixtures("upright")
def test_upright_it_is_told_as_well(host, window):
    laid(host, window)
    true = host.camera_setup.helper.lying
    press(pairs(window)[2])
    tell(window, true[2])
    assert task(host).tally == {true[2]: 1}


@pytest.mark.slow
def test_the_other_game_s_cards_are_one_touch_away(host, window):
    laid(host, window)
    touch(window, "Cards of Constantinopolis")
    assert task(host).of.family == "contract"
    assert showing(window, "Cards of Byzanz")
    touch(window, "Stop here")
    assert host.camera_setup is None
