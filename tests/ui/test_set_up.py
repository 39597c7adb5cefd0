"""The set-up card by touch: it opens with a game on a real table, a touch ticks a line, and the game begins."""

from __future__ import annotations

from random import Random

import pytest

from companion.host.host import Host
from companion.presenters.desk import Desk
from tests.ui.finger import inside, press, taps, touch


@pytest.fixture
def window(face, tmp_path):
    """A window at the set-up card of a new game."""
    host = Host(tmp_path, chance=Random(7))
    made = face(Desk(host, chance=Random(1)))
    for label in ("New game", "Ours, printed", "Who sits where?", "Start"):
        touch(made, label)
    yield made
    host.close()


def ticks(window):
    return [widget for widget in taps(window) if type(widget).__name__ == "SetUpTick"]


def test_a_touch_ticks_one_line_and_another_takes_it_back(window, shoot):
    assert all(inside(widget) for widget in taps(window) if type(widget).__name__ != "SetUpTick")
    first = ticks(window)[0]
    press(first)
    shoot("set-up")
    assert window.desk.view().bar.note.startswith("1 of ")
    assert first.view.mark == "check"
    press(first)
    assert window.desk.view().bar.note.startswith("0 of ")


def test_all_is_ticked_at_once_and_the_game_begins(window):
    touch(window, "All lies there")
    touch(window, "Start")
    assert window.desk.look.screen == "play"


def test_the_card_is_laid_out_within_one_frame(window, caplog):
    """Kivy tells when layouts within layouts have not come to rest before a frame is drawn."""
    touch(window, "Start anyway")
    touch(window, "Menu")
    touch(window, "Set-up")
    told = [*caplog.get_records("setup"), *caplog.get_records("call")]
    assert not [record for record in told if "too much iteration" in record.getMessage()]


def test_a_start_is_never_stopped(window):
    touch(window, "Start anyway")
    assert window.desk.look.screen == "play"


def test_the_card_is_found_again_in_the_menu(window):
    touch(window, "Start anyway")
    touch(window, "Menu")
    touch(window, "Set-up")
    assert ticks(window)
