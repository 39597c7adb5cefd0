"""Two taps, two fingers, a finger that is held: what the window takes from each."""

from __future__ import annotations

from random import Random
from time import sleep

import pytest
from kivy.tests.common import UnitTestTouch
from msgspec.structs import replace

from companion.host.opening import new_session, shuffled_setup
from companion.presenters.desk import Desk
from companion.ui import offscreen
from companion.ui.app import JUST_NOW
from companion.ui.chrome import StepTap
from companion.ui.kit import GoldBox, Words
from companion.views.common import acts
from engine.constantinopolis.commands import Bid, Load, Raise, Unload
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.journal import Journal
from testkit.taps import wander
from tests.ui.finger import inside, label_of, press, showing, taps, twice


@pytest.fixture
def desk():
    """A desk with a game of four that has just begun."""
    book = Journal(CONSTANTINOPOLIS, shuffled_setup("constantinopolis", 4, 1))
    return Desk(source=new_session(book))


def words(window):
    """Everything that can be read on the window."""
    return [widget.text for widget in window.walk() if isinstance(widget, Words) and widget.text]


def held(window):
    """A finger that lies on the covered treasury."""
    box = next(widget for widget in window.walk() if isinstance(widget, GoldBox))
    assert inside(box)
    finger = UnitTestTouch(*box.to_window(*box.center))
    finger.touch_down()
    offscreen.settle(4)
    return finger


@pytest.mark.parametrize("phase", ["Activation", "Construction", "Acceptance"])
def test_a_treasury_is_shown_for_as_long_as_it_is_held(face, shoot, desk, phase):
    wander(desk, Random(3), phase)
    desk.do(acts.Sit(desk.scene().phase.actors[0]))
    window = face(desk)
    gold = f"{desk.scene().table[desk.scene().zones(desk.scene().me).treasury].get('gold', 0)} gold"
    finger = held(window)
    shoot(f"held-{phase.lower()}")
    assert gold in words(window)
    finger.touch_up()
    offscreen.settle(4)
    assert gold not in words(window)


def test_each_player_looks_at_their_own_gold_while_another_is_due(face, shoot, desk):
    other = next(seat for seat in desk.source.names if seat != desk.scene().me)
    desk.do(acts.Open("answers", other))
    window = face(desk)
    finger = held(window)
    shoot("held-answers")
    assert "30 gold" in words(window)
    assert desk.view().band == other
    finger.touch_up()


def chosen_bid(face, desk):
    """A bid is chosen at a screen that does not turn; the window, and the button that confirms it."""
    desk.sides = dict.fromkeys(desk.source.names, "south")
    window = face(desk)
    press(showing(window, "Bid 1"))
    return window, [widget for widget in taps(window) if label_of(widget) == "Bid 1"][-1]


def test_a_second_tap_on_a_bid_is_not_taken_by_the_player_who_answers(face, shoot, desk):
    _window, confirm = chosen_bid(face, desk)
    twice(confirm)
    shoot("bid-twice")
    assert [type(entry.command).__name__ for entry in desk.source.journal[1:]] == ["Bid"]


def test_the_player_who_answers_is_heard_at_the_same_place_a_moment_later(face, desk):
    window, confirm = chosen_bid(face, desk)
    press(confirm)
    press(showing(window, "Raise to 2"))
    assert [type(entry.command) for entry in desk.source.journal[1:]] == [Bid, Raise]


def test_a_finger_laid_down_before_the_bid_answers_nothing(face, desk):
    _window, confirm = chosen_bid(face, desk)
    first, second = (UnitTestTouch(*confirm.to_window(*confirm.center)) for _ in range(2))
    first.touch_down()
    second.touch_down()
    second.touch_up()
    offscreen.settle(2)
    first.touch_up()
    offscreen.settle(2)
    assert desk.look.refusal is None
    assert [type(entry.command).__name__ for entry in desk.source.journal[1:]] == ["Bid"]


def test_a_number_is_stepped_as_fast_as_one_taps(face, desk):
    window, _confirm = chosen_bid(face, desk)
    plus = next(widget for widget in window.walk() if isinstance(widget, StepTap) and widget.name == "plus")
    for _tap in range(3):
        press(plus, patient=False)
    assert desk.look.value == 4


def read_from_afar(window, since):
    """Let the window be covered by what is read from afar, for so many seconds."""
    window.step_back()
    offscreen.settle(4)
    sleep(since)


def test_a_tap_on_a_screen_covered_just_now_is_taken_by_that_screen(face, desk):
    window = face(desk)
    tile = showing(window, "Stay")
    x, y = tile.to_window(*tile.center)
    read_from_afar(window, 0)
    finger = UnitTestTouch(x, y)
    finger.touch_down()
    offscreen.settle(2)
    finger.touch_up()
    offscreen.settle(4)
    assert desk.look.picked == "1"


def test_a_tap_on_what_is_read_from_afar_leads_back_and_the_next_one_is_heard(face, desk):
    window = face(desk)
    tile = showing(window, "Stay")
    read_from_afar(window, JUST_NOW)
    press(tile, patient=False)
    assert desk.look.picked == ""
    press(showing(window, "Stay"), patient=False)
    assert desk.look.picked == "1"


def test_a_button_read_from_afar_is_taken_at_once(face, desk):
    window, _confirm = chosen_bid(face, desk)
    read_from_afar(window, JUST_NOW)
    press(showing(window, "Bid 1"), patient=False)
    assert isinstance(desk.source.journal[-1].command, Bid)


def test_a_loaded_contract_is_taken_off_and_its_widget_shows_the_next(face, desk):
    chance = Random(5)
    while not (ways := loadings(desk)):
        wander(desk, chance, "Donation")
        wander(desk, chance, "Acceptance")
    me, window = ways[0].seat, face(desk)
    desk.do(acts.Sit(me))
    desk.do(ways[0])
    offscreen.settle(3)
    for box in (each for each in window.walk() if type(each).__name__ == "ContractBox"):
        for rounds in ((None, 1, 2), (1, None, 2), (1, 2, None)):
            box.view = replace(box.view, rounds=rounds)
    assert cargo_outside(window) == []
    press(showing(window, "loaded"))
    press(showing(window, "Take it off"))
    assert isinstance(desk.source.journal[-1].command, Unload)
    assert cargo_outside(window) == []


def loadings(desk):
    """What somebody may load now."""
    scene = desk.scene()
    return [way for seat in scene.phase.actors if seat for way in scene.commands(seat, Load)]


def cargo_outside(window):
    """The places of a hold that reach over their hull."""
    hulls = [each for each in window.walk() if type(each).__name__ == "Hull"]
    rows = [(hull, place) for hull in hulls for place in hull.children[0].children]
    return [place.view for hull, place in rows if place.x < hull.x - 1 or place.right > hull.right + 1]


def test_a_notice_moves_nothing_below_it_and_lets_no_touch_through(face, shoot, desk):
    wander(desk, Random(3), "Construction")
    window = face(desk)
    before = [(label_of(widget), widget.to_window(*widget.center)) for widget in taps(window)]
    desk.see(toast=desk.source.book.last)
    offscreen.settle(4)
    shoot("notice")
    after = [(label_of(widget), widget.to_window(*widget.center)) for widget in taps(window)]
    assert [each for each in after if each[0] != "Undo"] == [each for each in before if each[0] != "Undo"]
    bar = next(each for each in window.walk() if type(each).__name__ == "ToastBar")
    entry = desk.look
    press(bar, patient=False)
    assert desk.look == entry
