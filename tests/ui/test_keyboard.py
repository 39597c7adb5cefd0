"""Everything by keyboard: the focus is seen, keys press, figures bid, a line takes commands in words."""

from __future__ import annotations

from random import Random
from time import sleep

import pytest
from kivy.core.window import Window

from companion.host.opening import new_session, shuffled_setup
from companion.presenters.desk import Desk
from companion.ui import offscreen
from companion.ui.app import GUARD
from companion.ui.controls import controls, window_box
from companion.ui.keyboard import ENTER, ESCAPE, F10, TAB
from companion.ui.theme import theme
from companion.views.common import acts
from companion.views.common.parts import Button
from engine.constantinopolis.commands import Raise
from engine.constantinopolis.game import CONSTANTINOPOLIS
from engine.journal import Journal
from tests.ui.finger import label_of, press, taps


@pytest.fixture
def desk():
    """A desk with a game of four that has just begun."""
    return Desk(source=new_session(Journal(CONSTANTINOPOLIS, shuffled_setup("constantinopolis", 4, 1))))


def key(code, *modifiers):
    """A key goes down and up again."""
    Window.dispatch("on_key_down", code, 0, None, list(modifiers))
    offscreen.settle(2)
    Window.dispatch("on_key_up", code, 0)
    offscreen.settle(3)


def write(text):
    for letter in text:
        Window.dispatch("on_textinput", letter)
    offscreen.settle(3)


def test_tab_goes_round_every_control_once(face, desk):
    window = face(desk)
    all_there = controls(window.screen)
    seen = []
    for _ in all_there:
        key(TAB)
        seen.append(window.keyboard.focus)
    assert set(map(id, seen)) == set(map(id, all_there))
    key(TAB)
    assert window.keyboard.focus is seen[0]
    key(TAB, "shift")
    assert window.keyboard.focus is seen[-1]


@pytest.mark.parametrize("dark", [False, True])
def test_the_ring_lies_round_the_focus_and_is_seen_in_both_lights(face, desk, shoot, dark):
    desk.do(acts.Prefer(dark=dark))
    window = face(desk)
    key(TAB)
    left, bottom, right, top = window_box(window.keyboard.focus)
    x, y, width, height, _radius = window.keyboard.ring
    assert x < left < right < x + width
    assert y < bottom < top < y + height
    shoot(f"keyboard-{'dark' if dark else 'light'}")
    assert tuple(window.keyboard._ring._inner.rgba) == pytest.approx(theme.tone("ink"))
    press(taps(window)[0])
    assert window.keyboard.focus is None


def test_enter_presses_what_has_the_focus(face, desk):
    window = face(desk)
    while not (view := label_view(window)) or view.command != acts.Open("menu"):
        key(TAB)
    sleep(GUARD)
    key(ENTER)
    assert desk.look.screen == "menu"


def label_view(window):
    focus = window.keyboard.focus
    found = getattr(getattr(focus, "view", None), "button", getattr(focus, "view", None))
    return found if isinstance(found, Button) else None


def test_a_held_enter_is_no_second_one(face, desk):
    window = face(desk)
    desk.do(acts.Open("menu"))
    offscreen.settle(4)
    sleep(GUARD)
    key(TAB)
    for _ in range(3):
        Window.dispatch("on_key_down", ENTER, 0, None, [])
        offscreen.settle(3)
    once = desk.look
    Window.dispatch("on_key_down", ENTER, 0, None, [])
    offscreen.settle(3)
    assert desk.look == once
    Window.dispatch("on_key_up", ENTER, 0)
    assert window.screen is not None


def test_figures_set_a_raise_and_enter_confirms_it(face, desk):
    window = face(desk)
    for office in ("Magister", "Pretorio", "Comes", "Urbi"):
        desk.say(f"bid {office} 2")
        if type(desk.source.journal[-1].command).__name__ == "Bid":
            break
    offscreen.settle(4)
    sleep(GUARD)
    write("12")
    assert desk.look.value == 12
    key(ENTER)
    last = desk.source.journal[-1].command
    assert (type(last), last.gold) == (Raise, 12)
    assert window.keyboard.line is None


def test_figures_type_on_the_keypad(face, desk):
    face(desk)
    desk.do(acts.AskNumber())
    offscreen.settle(4)
    write("47")
    assert desk.look.digits == "47"
    key(8)
    assert desk.look.digits == "4"


def test_escape_leads_out_and_shortcuts_lead_in(face, desk):
    face(desk)
    key(F10)
    assert desk.look.screen == "menu"
    key(ESCAPE)
    assert desk.look.screen == "play"
    write("h")
    assert desk.look.screen == "history"
    key(ESCAPE)
    desk.say("stay")
    write("u")
    assert desk.look.screen == "history"
    assert desk.look.back_to is not None


def test_a_line_takes_words_and_says_what_it_does_not_understand(face, desk, shoot):
    window = face(desk)
    write("/histroy")
    assert window.keyboard.line.said == "histroy"
    key(ENTER)
    assert "history" in window.keyboard.line.answer
    shoot("command-line")
    write("history")
    key(ENTER)
    assert window.keyboard.line is None
    assert desk.look.screen == "history"


def test_letters_are_letters_where_a_name_is_typed(face, tmp_path):
    from companion.host.host import Host

    host = Host(tmp_path, chance=Random(7))
    desk = Desk(host, chance=Random(1))
    window = face(desk)
    desk.do(acts.Open("new"))
    offscreen.settle(4)
    desk.do(acts.Open("seats"))
    offscreen.settle(4)
    desk.do(acts.NamePerson(desk.before.draft.places[0].seat))
    offscreen.settle(4)
    for _ in range(12):
        key(8)
    write("hümü")
    assert desk.before.draft.places[0].name.lower() == "hümü"
    assert window.keyboard.line is None
    host.close()


def test_arrows_go_where_they_point(face, desk):
    window = face(desk)
    desk.do(acts.Open("menu"))
    offscreen.settle(4)
    found = [one for one in controls(window.screen) if label_of(one) in ("Table", "Score")] if taps(window) else []
    window.keyboard.put(found[0])
    key(275)
    right = window_box(window.keyboard.focus)
    assert right[0] > window_box(found[0])[0]
    key(276)
    assert window.keyboard.focus is found[0]
