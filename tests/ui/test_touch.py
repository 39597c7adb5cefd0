"""The app in a real window, driven by touch alone."""

from __future__ import annotations

from random import Random
from time import sleep

import pytest
from kivy.tests.common import UnitTestTouch
from msgspec.structs import replace

from companion.host.host import Host
from companion.host.opening import new_session, shuffled_setup
from companion.host.owner_values import FILE
from companion.presenters.desk import Desk
from companion.ui import offscreen
from companion.views.common import acts
from engine.constantinopolis.advice import trade_off
from engine.constantinopolis.commands import Stay
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.constantinopolis.values import Contracts, copy, house, missing
from engine.journal import Journal
from testkit.taps import wander
from testkit.window.faults import faults
from tests.ui.finger import inside, label_of, press, showing, taps, touch

SMALLEST = 55.5
"""The smallest side of something to touch, in dp."""


@pytest.fixture
def desk():
    """A desk with a game of four that has just begun."""
    book = Journal(CONSTANTINOPOLIS, shuffled_setup("constantinopolis", 4, 1))
    return Desk(source=new_session(book))


def test_a_new_game_starts_with_four_touches(face, shoot, tmp_path):
    host = Host(tmp_path, chance=Random(7))
    desk = Desk(host, chance=Random(1))
    window = face(desk)
    shoot("games")
    touch(window, "New game")
    shoot("new-game")
    touch(window, "None, just trying")
    touch(window, "Who sits where?")
    touch(window, "Start")
    shoot("first-screen")
    assert desk.source.book.last == 1
    host.close()


@pytest.mark.parametrize("sides", [("south",) * 4, ("north",) * 4, ("west",) * 4])
def test_a_notice_covers_nothing_below_the_top_bar(face, shoot, desk, sides):
    desk.sides = dict(zip(desk.source.names, sides, strict=True))
    window = face(desk)
    desk.see(toast=desk.source.book.last)
    offscreen.settle(4)
    shoot(f"notice-{sides[0]}")
    speaking = window.speaking
    notice = next(each for each in window.walk() if type(each).__name__ == "ToastBar")
    assert notice.y >= speaking.ids.body.top - 1
    chips = [each for each in window.walk() if type(each).__name__ in ("DeviceChip", "MenuButton")]
    assert chips
    assert all(notice.right <= each.x + 1 or notice.top <= each.y + 1 for each in chips)
    assert not faults(window)


def test_the_window_answers_at_once_while_the_drawn_table_is_being_set(face, shoot, tmp_path):
    host = Host(tmp_path, virtual=True, chance=Random(7))
    window = face(Desk(host, chance=Random(1)))
    touch(window, "New game")
    touch(window, "Ours, printed")
    touch(window, "Who sits where?")
    touch(window, "Start")
    shoot("waiting")
    assert type(window.desk.view().body).__name__ == "Waiting"
    while host.setting:
        host.poll()
        offscreen.settle(1)
    assert type(window.desk.view().body).__name__ != "Waiting"
    host.close()


def test_somebody_is_named_by_touching_keys(face, shoot, tmp_path):
    host = Host(tmp_path, chance=Random(7))
    desk = Desk(host, chance=Random(1))
    window = face(desk)
    touch(window, "New game")
    touch(window, "None, just trying")
    touch(window, "Who sits where?")
    touch(window, "Anna")
    for letter in "<<<<LEO":
        touch(window, letter if letter != "<" else "undo")
    shoot("naming")
    touch(window, "That is right")
    assert "Leo" in [place.name for place in desk.before.draft.places]
    host.close()


def test_a_finished_game_is_counted_by_touch(face, shoot):
    window = face(Desk(chance=Random(1)))
    touch(window, "Score a finished game")
    for figure, on in (("41", "On to Bruno"), ("38", "On to Carla"), ("22", "On to Dario"), ("5", "Who has won?")):
        for digit in figure:
            touch(window, digit)
        touch(window, on)
    shoot("counted")
    touch(window, "Large")
    shoot("podium")
    assert [rank.total for rank in window.desk.view().body.ranks] == ["41", "38", "22", "5"]


def test_contracts_at_sea_are_counted_by_touch(face, shoot):
    window = face(Desk(chance=Random(1)))
    touch(window, "Score a finished game")
    touch(window, "Contracts at sea")
    for label in ("good-luxury", "good-consumer", "14"):
        touch(window, label)
    shoot("count-ships")
    papers = window.desk.view().body.loader.papers
    assert [(paper.cargo, paper.gold) for paper in papers] == [(("Y", "B"), 14)]
    assert all(inside(widget) for widget in taps(window) if not scrolled(widget))


def test_touching_an_office_and_confirming_it_books_one_entry(face, shoot, desk):
    window = face(desk)
    press(next(widget for widget in taps(window) if label_of(widget) == "Stay"))
    shoot("office-chosen")
    primary = [widget for widget in taps(window) if label_of(widget) == "Stay"][-1]
    press(primary)
    assert isinstance(desk.source.journal[-1].command, Stay)


def test_the_stepper_counts_up_by_touch(face, desk):
    window, finger = finger_on_plus(face, desk)
    from companion.ui.chrome import Chooser

    finger.touch_up()
    offscreen.settle(3)
    assert desk.look.value == 2
    assert next(widget for widget in window.walk() if isinstance(widget, Chooser)).view.value == 2


def finger_on_plus(face, desk):
    """A window at an auction, and a finger that went down on its plus."""
    from companion.ui.chrome import StepTap

    window = face(desk)
    press(next(widget for widget in taps(window) if label_of(widget) == "Bid 1"))
    plus = next(widget for widget in window.walk() if isinstance(widget, StepTap) and widget.name == "plus")
    finger = UnitTestTouch(*plus.to_window(*plus.center))
    finger.touch_down()
    return window, finger


def hold(part, frames):
    """It rests for a part of the time that is holding, and so many pictures are drawn after that."""
    from companion.ui.chrome import HOLD

    sleep(part * HOLD)
    offscreen.settle(frames)


def test_a_stepper_that_is_tapped_while_a_picture_is_slow_counts_by_one(face, desk):
    _, finger = finger_on_plus(face, desk)
    hold(1.2, frames=1)
    finger.touch_up()
    offscreen.settle(3)
    assert desk.look.value == 2


def test_a_stepper_that_is_held_goes_on_by_fives(face, desk):
    window, finger = finger_on_plus(face, desk)
    for value in (6, 11):
        hold(1.2, frames=6)
        assert showing(window, f"Bid {value}")
    finger.touch_up()
    offscreen.settle(3)
    assert desk.look.value == 11


def test_a_screen_turned_to_the_far_side_is_touched_where_it_is_seen(face, shoot, desk):
    far = next(seat for seat, side in desk.scene().sides.items() if side == "north")
    while desk.scene().me != far:
        desk.do(Stay(desk.scene().me))
    window = face(desk)
    shoot("turned")
    before = desk.source.book.last
    press(showing(window, "Stay"))
    press([widget for widget in taps(window) if label_of(widget) == "Stay"][-1])
    assert desk.source.book.last > before


def test_a_seat_card_at_the_side_is_touched_where_it_is_seen(face, shoot, desk):
    wander(desk, Random(3), "Acceptance")
    desk.do(acts.Sit(""))
    window = face(desk)
    shoot("everybody")
    actor = desk.scene().phase.actors[-1]
    if len(desk.scene().phase.actors) > 1:
        touch(window, desk.scene().name(actor))
        assert desk.view().band == actor


def test_released_outside_a_button_does_nothing(face, desk):
    window = face(desk)
    widget = showing(window, "Stay")
    finger = UnitTestTouch(*widget.to_window(*widget.center))
    finger.touch_down()
    finger.touch_move(2, 2)
    finger.touch_up()
    offscreen.settle(3)
    assert desk.look.picked == ""


def test_advice_is_touched_and_loaded(face, shoot, desk):
    chance = Random(5)
    while not any(cargo_for(desk, seat) for seat in desk.scene().phase.actors):
        wander(desk, chance, "Donation")
        wander(desk, chance, "Acceptance")
    desk.do(acts.Sit(next(seat for seat in desk.scene().phase.actors if cargo_for(desk, seat))))
    window = face(desk)
    touch(window, "Best loading")
    shoot("advice")
    before = desk.source.book.last
    touch(window, "Load it")
    assert {type(entry.command).__name__ for entry in desk.source.journal[before:]} >= {"Load"}


def cargo_for(desk, seat):
    """Is there anything the seat could load just now?"""
    there = type(desk.scene().phase).__name__ == "Acceptance"
    return there and trade_off(desk.scene().state, seat)["balanced"].cargoes


def test_a_missing_value_is_told_by_touch(face, shoot, tmp_path):
    host = Host(tmp_path, chance=Random(7))
    window = face(Desk(host, chance=Random(1)))
    touch(window, "New game")
    touch(window, "My own box")
    touch(window, "Who sits where?")
    touch(window, "Start")
    shoot("box")
    touch(window, "House set for the rest")
    assert all(inside(widget) for widget in taps(window) if not scrolled(widget))
    touch(window, "Start")
    window.desk.do(acts.Tell("buildings.cura.output", "BB", acts.COPY))
    assert "buildings.cura.output" not in missing(copy(tmp_path / FILE))
    host.close()


@pytest.mark.parametrize(
    "screen", ["play", "table", "menu", "history", "score", "rules", "devices", "scan", "answers", "search"]
)
def test_everything_to_touch_is_large_enough_and_on_the_window(face, shoot, desk, screen):
    wander(desk, Random(3), "Construction")
    desk.do(acts.Open(screen))
    window = face(desk)
    shoot(f"fingers-{screen}")
    for widget in taps(window):
        if not scrolled(widget):
            assert inside(widget), label_of(widget)
        assert widget.height >= SMALLEST or widget.parent.height >= SMALLEST, (label_of(widget), widget.size)


def scrolled(widget) -> bool:
    """Does the widget lie in something that scrolls?"""
    from kivy.uix.scrollview import ScrollView

    while widget.parent is not None and widget.parent is not widget:
        widget = widget.parent
        if isinstance(widget, ScrollView):
            return True
    return False


def test_dark_and_another_language_make_every_widget_anew(face, shoot, desk):
    window = face(desk)
    desk.do(acts.Open("menu"))
    offscreen.settle(3)
    touch(window, "Dark")
    touch(window, "Italiano")
    shoot("italian-dark")
    assert "Italiano" in [label_of(widget) for widget in taps(window)]
    touch(window, "Chiaro")
    assert not desk.dark


def test_the_design_grows_with_the_window_and_stops_shrinking_where_fingers_end():
    from companion.ui.app import density

    assert density(1280, 800) == 1
    assert density(1920, 1200) == 1.5
    assert density(2560, 800) == 1
    assert density(640, 400) == 0.75


@pytest.mark.parametrize("side", ["south", "east", "north", "west"])
def test_a_screen_turned_to_any_side_is_touched_where_it_is_seen(face, shoot, desk, side):
    desk.sides = {desk.scene().me: side}
    window = face(desk)
    shoot(f"turned-{side}")
    before = desk.source.book.last
    press(showing(window, "Stay"))
    press([widget for widget in taps(window) if label_of(widget) == "Stay"][-1])
    assert desk.source.book.last > before


@pytest.mark.one_in(3)
@pytest.mark.parametrize("phase", ["Activation", "Construction", "Acceptance"])
def test_a_screen_turned_to_a_short_side_keeps_everything_to_touch_on_the_window(face, shoot, desk, phase):
    wander(desk, Random(3), phase)
    desk.sides = dict.fromkeys(desk.source.names, "east")
    window = face(desk)
    for screen in ("play", "menu", "history", "score", "rules", "devices", "scan"):
        desk.do(acts.Sit(desk.scene().phase.actors[0]))
        desk.do(acts.Open(screen))
        offscreen.settle(3)
        window._turned.angle = 90
        shoot(f"upright-{phase.lower()}-{screen}")
        lost = [label_of(widget) for widget in taps(window) if not scrolled(widget) and not inside(widget)]
        assert lost == [], screen


def test_the_screen_stays_where_it_is_when_the_table_wants_it_so(face, desk):
    desk.sides = dict.fromkeys(desk.source.names, "north")
    window = face(desk)
    assert window._turned.angle == 180
    desk.do(acts.Open("menu"))
    offscreen.settle(3)
    touch(window, "Stays")
    desk.do(acts.Open("play"))
    offscreen.settle(3)
    assert window._turned.angle == 0


def test_a_screen_that_waits_is_not_turned_with_the_window(face, desk):
    desk.sides = dict.fromkeys(desk.source.names, "east")
    window = face(desk)
    waiting = window.screen
    assert window._turned.angle % 180 == 90
    desk.sides = dict.fromkeys(desk.source.names, "south")
    desk.do(acts.Sit(desk.scene().me))
    offscreen.settle(3)
    assert (window._turned.angle, window.screen is waiting) == (0, False)
    assert waiting.width < waiting.height


def test_from_a_new_game_a_device_leads_to_where_it_is_tended_to(face, tmp_path):
    host = Host(tmp_path, virtual=True, chance=Random(7))
    window = face(Desk(host, chance=Random(1)))
    touch(window, "New game")
    touch(window, "Ours, printed")
    touch(window, "Who sits where?")
    press(next(widget for widget in taps(window) if type(widget).__name__ == "FoundRow"))
    assert "My pieces" in [label_of(widget) for widget in taps(window)]
    touch(window, "Back")
    assert "Start" in [label_of(widget) for widget in taps(window)]
    host.close()


def test_a_contract_nobody_typed_in_is_told_by_touch(face, shoot, desk):
    values = replace(house(), contracts=Contracts(106, {}))
    setup = replace(desk.source.book.setup, values=values)
    desk = Desk(source=new_session(Journal(CONSTANTINOPOLIS, setup)))
    wander(desk, Random(3), "Drawing")
    window = face(desk)
    touch(window, "106 not typed in")
    for label in ("good-consumer", "good-alimentary", "7"):
        touch(window, label)
    for at, length in enumerate("112"):
        press([widget for widget in taps(window) if label_of(widget) == length][at - 3])
    shoot("telling")
    touch(window, "That is right")
    assert desk.look.cards == ("contract:GB.7.112",)
