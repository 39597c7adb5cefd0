"""What is measured on a window is what a person would see wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.ui import offscreen
from companion.views.common.parts import Button

BUTTON = Button("Take", command="x")


@pytest.fixture
def ground() -> Iterator[Any]:
    """An empty place as large as the window; taken off again afterwards."""
    from kivy.core.window import Window
    from kivy.uix.floatlayout import FloatLayout

    place = FloatLayout(size=Window.size)
    Window.add_widget(place)
    yield place
    Window.remove_widget(place)


def words(text: str, wide: float, high: float, at: tuple[float, float] = (300, 300), **more: Any) -> Any:
    from companion.ui.kit import Words

    return Words(text=text, text_size=(wide, high), size=(wide, high), size_hint=(None, None), pos=at, **more)


def act(at: tuple[float, float], **more: Any) -> Any:
    from companion.ui.kit import Act

    return Act(view=BUTTON, pos=at, pos_hint={}, **more)


def cut() -> list[Any]:
    return [words("two lines of words in the room of one", 130, 22)]


def broken() -> list[Any]:
    return [words("Thesaurorum", 60, 120)]


def overlap() -> list[Any]:
    return [words("one thing", 200, 30), words("another", 200, 30, (310, 302))]


def outside() -> list[Any]:
    return [words("over the edge", 200, 30, (-60, 300))]


def outside_card() -> list[Any]:
    from companion.ui.kit import Card

    card = Card(size_hint=(None, None), size=(120, 60), pos=(300, 300))
    card.add_widget(words("over the edge of it", 200, 30, size_hint_x=None))
    return [card]


def faint() -> list[Any]:
    return [words("a hint", 200, 30, tone="line")]


def covered() -> list[Any]:
    return [act((300, 300)), act((302, 302))]


def small() -> list[Any]:
    return [act((300, 300)), act((300, 340))]


def off() -> list[Any]:
    return [act((-200, 300))]


def barred() -> list[Any]:
    from kivy.uix.scrollview import ScrollView

    from companion.ui.kit import BroadAct

    place = ScrollView(size_hint=(None, None), size=(200, 60), pos=(300, 300), bar_width=4)
    place.bar_margin = 0
    place.add_widget(BroadAct(view=BUTTON))
    return [place]


KINDS = [cut, broken, overlap, outside, faint, covered, small, off, barred]


@pytest.mark.parametrize("wrong", KINDS, ids=lambda kind: kind.__name__)
def test_a_fault_is_found_by_its_kind(ground: Any, wrong: Callable[[], list[Any]]) -> None:
    from testkit.window.faults import faults

    for widget in wrong():
        ground.add_widget(widget)
    offscreen.settle(6)
    assert wrong.__name__ in {fault.kind for fault in faults(ground)}


def test_words_that_stick_out_of_their_card_are_told(ground: Any) -> None:
    from testkit.window.faults import wrong_words

    for widget in outside_card():
        ground.add_widget(widget)
    offscreen.settle(6)
    assert [fault.kind for fault in wrong_words(ground)] == ["outside"]


def test_what_reaches_out_of_a_place_that_clips_it_covers_nothing_there(ground: Any) -> None:
    from kivy.uix.stencilview import StencilView

    from testkit.window.faults import faults

    place = StencilView(size_hint=(None, None), size=(200, 300), pos=(300, 100))
    place.add_widget(act((480, 200)))
    for widget in (act((504, 200)), place):
        ground.add_widget(widget)
    offscreen.settle(6)
    assert not {fault.kind for fault in faults(ground)} & {"covered", "small"}


def test_words_at_the_end_of_a_turned_square_list_are_no_fault(ground: Any) -> None:
    from kivy.uix.scrollview import ScrollView

    from companion.ui.turned import Turned
    from testkit.window.faults import wrong_words

    listed = ScrollView(do_scroll_x=False)
    listed.add_widget(words("half below the end of the list", 290, 620))
    around = Turned(size_hint=(None, None), size=(300, 300), pos=(200, 200))
    around.hold(listed, 90)
    ground.add_widget(around)
    listed.scroll_y = 0.97
    offscreen.settle(6)
    assert not wrong_words(ground)


def test_words_that_end_in_dots_are_told(ground: Any) -> None:
    from testkit.window.faults import dotted

    for widget in (words("too long for its place", 80, 24, shorten=True), words("short", 80, 24, (300, 400))):
        ground.add_widget(widget)
    offscreen.settle(6)
    assert dotted(ground) == {"too long for its place"}


def test_nothing_is_found_where_all_is_well(ground: Any) -> None:
    from testkit.window.faults import faults

    for widget in (words("two lines of words in their room", 130, 60), act((600, 300)), act((600, 400))):
        ground.add_widget(widget)
    offscreen.settle(6)
    assert faults(ground) == []


def test_a_screen_that_shows_something_else_than_its_view_is_found(ground: Any) -> None:
    from companion.ui.kit import Act, Tight
    from testkit.window.same_look import differing

    shown = Act(view=BUTTON)
    ground.add_widget(shown)
    offscreen.settle(6)
    assert differing(shown) == ""
    next(each for each in shown.walk() if isinstance(each, Tight)).text = "Give"
    offscreen.settle(6)
    assert differing(shown) != ""


def test_a_screen_that_leaves_while_it_is_looked_at_is_not_compared(ground: Any) -> None:
    from kivy.clock import Clock

    from companion.ui.kit import Act
    from companion.ui.turned import Turned
    from testkit.window.same_look import differing

    shown, turned = Act(view=BUTTON, size_hint_y=1), Turned(size=ground.size)
    turned.add_widget(shown)
    ground.add_widget(turned)
    offscreen.settle(6)

    def turn_away(_seconds: float) -> None:
        turned.angle = 90
        turned.clear_widgets()

    Clock.schedule_once(turn_away, 0)
    assert differing(shown) == ""
    assert tuple(shown.size) == (ground.height, ground.width)


def test_long_words_wrap_in_a_broad_button_instead_of_reaching_over_it(ground: Any) -> None:
    from kivy.factory import Factory

    from testkit.window.faults import faults

    view = Button("The table allows it", "two yes are missing", command="x")
    ground.add_widget(Factory.WideAct(view=view, size_hint_x=None, width=150))
    offscreen.settle(6)
    assert faults(ground) == []


def test_an_action_bar_takes_more_lines_where_its_words_need_them() -> None:
    from companion.ui import due
    from companion.views.common.parts import Bar

    many = tuple(Button(f"A choice that says much {at}", command="x") for at in range(4))
    bar = Bar(sentence="What next?", choices=many)
    assert due.lies(Bar(sentence="What next?", choices=many[:1]), 1280)
    assert not due.lies(bar, 1280)
    assert [len(line) for line in due.rows(bar, 800)] == [2, 2]
    assert due.deep(bar, 800, upright=True) > due.deep(bar, 1280, upright=False)


@pytest.mark.parametrize(
    ("said", "foreign"),
    [
        ("No picture from a phone", True),
        ("Kein Bild von einem Handy, das dabei ist", False),
        ("No llega imagen de la cámara: está tapada", False),
        ("Nessuna immagine da questa telecamera", False),
        ("Hadrian", False),
    ],
)
def test_an_english_phrase_is_told_from_those_of_the_other_languages(ground: Any, said: str, foreign: bool) -> None:
    from testkit.window.foreign import english

    ground.add_widget(words(said, 400, 30))
    assert english(ground) == ({said} if foreign else set())
