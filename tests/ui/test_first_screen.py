"""The first screen by touch: everything on it leads somewhere, at every size of window and words."""

from __future__ import annotations

from contextlib import closing
from random import Random

import pytest
from kivy.metrics import dp

from companion.host.host import Host
from companion.presenters.desk import Desk
from companion.titles import DEFAULT, title_of
from companion.titles.example import example_of
from companion.ui import offscreen
from companion.ui.kit import FINGER
from companion.ui.theme import theme
from companion.wording import LANGUAGES, wording
from testkit.window.faults import wrong_words
from tests.ui.finger import inside, showing, taps, touch
from tools.gallery.before import opened

CARDS = (
    "New game",
    "Watch one being played",
    "Learn by playing",
    "Score a finished game",
    "Help",
    "Language",
    "Camera",
)


@pytest.fixture
def home(tmp_path):
    """A data folder in which nothing was played yet."""
    with closing(Host(tmp_path, chance=Random(7))) as host:
        yield host


def seated(host: Host) -> None:
    """Wait until the drawn table is set."""
    while host.setting:
        host.poll()
        offscreen.settle(1)


def test_every_card_of_a_new_tablet_is_on_the_window_and_large_enough_for_a_finger(face, shoot, home):
    window = face(Desk(home, chance=Random(1)))
    shoot("first")
    for label in CARDS:
        card = showing(window, label)
        assert inside(card)
        assert min(card.reach) >= dp(FINGER)


def test_until_a_game_is_kept_an_example_goes_on_in_the_seat_that_is_due(face, shoot, home):
    told = example_of(DEFAULT)
    window = face(Desk(home, chance=Random(1)))
    touch(window, f"Round {told.round}, {told.names[told.due]} is due")
    seated(home)
    shoot("example")
    book = window.desk.source.book
    assert title_of(DEFAULT).round(book.state) == told.round
    assert told.due in home.drawn_table.mine
    assert home.saved == []


def test_a_game_once_begun_takes_the_place_of_the_example(face, home):
    window = face(Desk(home, chance=Random(1)))
    touch(window, "New game")
    touch(window, "Ours, printed")
    touch(window, "Who sits where?")
    touch(window, "Start")
    kept = window.desk.source
    home._end()
    again = face(Desk(home, chance=Random(1)))
    assert not [each for each in taps(again) if type(each).__name__ == "ExampleTap"]
    touch(again, "Go on")
    assert again.desk.source is not kept
    assert again.desk.source.book.last == kept.book.last


@pytest.mark.one_in(3)
@pytest.mark.parametrize("kept", [False, True])
@pytest.mark.parametrize("size", [(1280, 800), (800, 1280), (1365, 800)])
@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_its_words_are_whole_in_every_language(kept, size, scale, request):
    from kivy.factory import Factory

    from companion.ui.screens import register
    from tests.ui.test_fit import rest

    register()
    request.addfinalizer(lambda: (setattr(theme, "scale", 1.0), wording.speak("en")))
    theme.scale = scale
    for language in LANGUAGES:
        wording.speak(language)
        screen = Factory.get("Speaking")(view=opened(kept), size=size)
        rest()
        assert wrong_words(screen) == [], language
