"""The guided first game by touch, from the first screen on."""

from __future__ import annotations

from contextlib import closing
from random import Random

import pytest

from companion.host.host import Host
from companion.host.opening import new_session, shuffled_game
from companion.presenters.common.lesson import LESSON
from companion.presenters.desk import Desk
from companion.ui import offscreen
from companion.ui.controls import button_of, window_box
from companion.ui.ring import AIR
from companion.views.common import acts
from engine.byzanz.auction import Bid
from tests.ui.finger import inside, press, showing, taps, touch
from tests.virtual.test_drawn_controls import until


def test_a_lesson_begins_on_the_first_screen_and_its_hint_is_touched(face, shoot, tmp_path):
    with closing(Host(tmp_path, chance=Random(7))) as host:
        window = face(Desk(host, chance=Random(1)))
        touch(window, "Learn by playing")
        shoot("learn-which")
        touch(window, "Constantinopolis")
        while host.setting:
            host.poll()
            offscreen.settle(1)
        host.drawn_table.pause(True)
        offscreen.settle(2)
        shoot("lesson")
        assert inside(showing(window, "Go on"))
        touch(window, "Go on")
        assert window.desk.view().hint.count.startswith("2 of ")
        window.step_back()  # the step is read meanwhile: it stays
        offscreen.settle(4)
        assert inside(showing(window, "Leave the lesson"))
        touch(window, "Leave the lesson")
        assert window.desk.view().hint is None
        touch(window, "Menu")
        touch(window, "Lesson")
        assert window.desk.view().hint.count.startswith("2 of ")


def test_the_hand_of_a_learner_of_byzanz_is_what_can_be_tapped(face, shoot, tmp_path):
    with closing(Host(tmp_path, pace=0.01, chance=Random(7))) as host:
        window = face(Desk(host, chance=Random(1)))
        touch(window, "Learn by playing")
        shoot("learn-which")
        touch(window, "Byzanz")
        me = next(iter(host.running.session.names))
        until(host, lambda: not host.setting)
        until(host, lambda: window.desk.scene().me == me)
        offscreen.settle(3)
        shoot("learn-byzanz")
        touch(window, "Go on")
        hand = host.drawn_table.hand(me)
        faces = [each.command.face for each in window.desk.view().body.faces.goods if each.open]
        assert sorted(faces) == sorted(card for card in hand if card != "card:ME")
        for card in faces[:2]:
            press(next(each for each in taps(window) if getattr(button_of(each), "command", None) == acts.Card(card)))
        bid = window.desk.view().bar.primary
        assert bid.open
        touch(window, bid.label)
        entry = next(each for each in reversed(host.running.session.journal) if getattr(each.command, "seat", "") == me)
        assert entry.command == Bid(me, {card: faces[:2].count(card) for card in faces[:2]})
        assert window.desk.view().hint.count == "3 of 9"


def test_a_lesson_of_praetor_leads_to_the_board(face, shoot, tmp_path):
    with closing(Host(tmp_path, pace=0.01, chance=Random(7))) as host:
        window = face(Desk(host, chance=Random(1)))
        touch(window, "Learn by playing")
        touch(window, "Praetor")
        me = next(iter(host.running.session.names))
        until(host, lambda: not host.setting)
        until(host, lambda: window.desk.scene().me == me)
        offscreen.settle(3)
        touch(window, "Go on")
        lines = [line for line in window.desk.view().body.lines if not line.gone]
        assert window.desk.view().hint.at == tuple(line.button for line in lines)
        press(next(each for each in taps(window) if button_of(each) == lines[0].button))
        assert window.desk.view().hint.at == tuple(cell.button for cell in window.desk.view().body.map.free)
        touch(window, "Go on")
        assert [each.label for each in window.desk.view().hint.at] == ["To work at"]
        touch(window, "Not this")
        touch(window, "Go on")
        shoot("learn-praetor")
        assert [each.label for each in window.desk.view().hint.at] == ["Board"]
        touch(window, "Board")
        assert window.desk.view().hint.at == tuple(step.button for step in window.desk.view().top.steps)


@pytest.mark.parametrize("game", ["Byzanz", "Praetor"])
def test_any_game_is_watched(face, shoot, tmp_path, game):
    with closing(Host(tmp_path, pace=0.01, chance=Random(7))) as host:
        window = face(Desk(host, chance=Random(1)))
        touch(window, "Watch one being played")
        shoot("watch-which")
        touch(window, game)
        assert host.running.session.game.name == game.lower()
        until(host, lambda: not host.setting)
        until(host, lambda: host.running.session.book.last > 2)
        assert host.drawn_table.mine == set()


@pytest.mark.parametrize("side", ["south", "west"])
def test_a_ring_goes_round_the_controls_that_the_step_speaks_of(face, shoot, side):
    desk = Desk(source=new_session(shuffled_game("constantinopolis", 4, 1)))
    desk.source.set_up.tick((LESSON,))
    desk.sides = dict.fromkeys(desk.source.names, side)
    window = face(desk)
    assert rings(window, showing(window, "Go on"))
    touch(window, "Go on")
    offices = [office.button for office in desk.view().body.offices if office.button.open]
    shoot(f"lesson-offices-{side}")
    assert rings(window, *(each for each in taps(window) if button_of(each) in offices))
    desk.press(offices[0])
    offscreen.settle(4)
    assert rings(window, next(each for each in taps(window) if button_of(each) == desk.view().bar.primary))
    touch(window, "Go on")
    assert rings(window, *(each for each in taps(window) if type(each).__name__ == "RailStep"))
    shoot(f"lesson-phases-{side}")
    touch(window, "Leave the lesson")
    assert window.pointer.ring.place == []


def rings(window, *controls) -> bool:
    """Does the ring of the lesson go round all of these and nothing else?"""
    boxes = [window_box(each) for each in controls]
    left, bottom = (min(box[at] for box in boxes) for at in (0, 1))
    right, top = (max(box[at] for box in boxes) for at in (2, 3))
    x, y, width, height, _radius = window.pointer.ring.place
    found = x + AIR, y + AIR, x + width - AIR, y + height - AIR
    return found == pytest.approx((left, bottom, right, top), abs=1.5)
