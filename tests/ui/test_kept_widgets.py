"""A widget that was made once is kept and given another view: it then shows that view alone, as a new one would."""

from __future__ import annotations

import gc
from collections import Counter
from itertools import pairwise, permutations
from random import Random
from time import sleep
from typing import Any
from weakref import ref

import pytest
from msgspec import Struct
from msgspec.structs import replace

from companion.presenters.desk import Desk
from companion.ui import offscreen
from testkit.window import rasterising
from tests.ui.finger import taps
from tools.gallery.__main__ import pictures

PICTURES = {name: picture for name, picture in pictures().items() if picture.screen == "Speaking"}
FRAMES = 6
PARTS = 4
"""Tests that share the pairs of screens, so that none of them takes longer than a few minutes."""
SOME = 8
"""So many screens one after the other; `make soak` shows each after each other one."""
FADES = 0.55
"""Seconds until the bar of a list that was just shown begins to fade, and until it has faded."""


class Label(Struct, frozen=True):
    """A view that is read."""

    text: str


def seen() -> bytes:
    """The pixels of the window once its picture stands still."""
    from kivy.core.window import Window
    from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels
    from kivy.uix.scrollview import ScrollView

    for each in Window.children[0].walk():
        if isinstance(each, ScrollView):
            each.bar_width = 0  # it fades away by the clock
    offscreen.settle(FRAMES)
    with rasterising.resumed():
        Window.canvas.ask_update()
        offscreen.settle(1)
        return bytes(glReadPixels(0, 0, *Window.size, GL_RGBA, GL_UNSIGNED_BYTE))


@pytest.fixture
def place() -> Any:
    """A place as large as the window; what it shows is kept."""
    from kivy.core.window import Window

    from companion.ui.screens import register

    register()
    from companion.ui.show import Show
    from companion.ui.theme import theme
    from companion.wording import wording

    wording.speak("en")
    Window.clearcolor = theme.tone("page")
    made: list[Any] = []

    def place() -> Any:
        for old in made:
            Window.remove_widget(old)
        made[:] = [Show(size=Window.size)]
        Window.add_widget(made[0])
        return made[0]

    yield place
    for old in made:
        Window.remove_widget(old)


def fresh(place: Any, name: str) -> bytes:
    """The picture of a view in widgets that have shown nothing else."""
    place().put("Speaking", PICTURES[name].view)
    return seen()


def spoilt(place: Any, order: list[str]) -> list[str]:
    """Which views look otherwise than in new widgets when they are shown one after the other in kept ones."""
    pictures = {name: fresh(place, name) for name in dict.fromkeys(order)}
    kept, found = place(), []
    for before, name in pairwise([order[-1], *order]):
        kept.put("Speaking", PICTURES[name].view)
        if seen() != pictures[name]:
            found.append(f"{name} after {before}")
    return found


def test_every_screen_looks_new_in_widgets_that_have_shown_others(place: Any) -> None:
    order = Random(1).sample(sorted(PICTURES), SOME)
    assert spoilt(place, order) == []


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_every_screen_looks_new_after_each_other_one(place: Any, part: int) -> None:
    pairs = list(permutations(sorted(PICTURES), 2))[part::PARTS]
    assert spoilt(place, [name for pair in pairs for name in pair]) == []


def test_a_screen_shown_again_is_the_widget_it_was_and_begins_at_its_top(place: Any) -> None:
    from kivy.uix.scrollview import ScrollView

    show = place()
    show.put("Speaking", PICTURES["house-rules"].view)
    seen()
    screen = show.children[0]
    lists = [each for each in screen.walk() if isinstance(each, ScrollView) and each.viewport_size[1] > each.height]
    for each in lists:
        each.scroll_y = 0.25
    seen()
    show.put("Speaking", PICTURES["score"].view)
    seen()
    show.put("Speaking", PICTURES["house-rules"].view)
    seen()
    assert show.children == [screen]
    assert lists
    assert {each.scroll_y for each in lists} == {1}


def names(row: Any) -> list[str]:
    return [child.view.text for child in row.children[::-1]]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("abcd", "abd"),
        ("abd", "abcd"),
        ("abc", "xbc"),
        ("abc", ""),
        ("", "ab"),
        ("ab", "ba"),
        ("aa", "aaa"),
        ("abc", "c"),
    ],
)
def test_a_row_shows_its_items_in_their_order(before: str, after: str) -> None:
    from kivy.lang import Builder

    from companion.ui.show import Each

    Builder.load_string("<KeptLabel@Viewed>:\n    spacing: 0\n")
    row = Each(of="KeptLabel")
    row.items = [Label(letter) for letter in before]
    kept = {child.view.text: child for child in row.children}
    row.items = [Label(letter) for letter in after]
    assert "".join(names(row)) == after
    first = next((at for at, (one, other) in enumerate(zip(before, after, strict=False)) if one != other), 0)
    assert all(row.children[::-1][at] is kept[before[at]] for at in range(first) if before.count(before[at]) == 1)


def test_a_row_that_shrinks_and_grows_makes_no_new_widgets() -> None:
    from kivy.lang import Builder

    from companion.ui.show import Tiles

    Builder.load_string("<KeptLabel@Viewed>:\n    spacing: 0\n")
    row = Tiles(of="KeptLabel", cols=2)
    row.items = [Label(letter) for letter in "abcd"]
    made = set(row.children)
    row.items = [Label("x")]
    row.items = [Label(letter) for letter in "stuv"]
    assert set(row.children) == made
    assert "".join(names(row)) == "stuv"


def test_a_long_list_has_widgets_for_what_is_seen_alone(place: Any) -> None:
    from kivy.lang import Builder

    from companion.ui.longlist import LongList

    Builder.load_string("<KeptLabel@Viewed>:\n    spacing: 0\n")
    rows = LongList(of="KeptLabel", deep=50, size=(300, 500), items=[Label(str(at)) for at in range(1000)])
    place().add_widget(rows)
    seen()
    shown = sorted(int(row.view.text) for row in rows._all.children)
    assert shown[0] == 0
    assert len(shown) < 40
    rows.scroll_y = 0
    seen()
    shown = sorted(int(row.view.text) for row in rows._all.children)
    assert shown[-1] == 999
    assert len(shown) < 40
    for moved in (0.999, 1, 0.5, 0.501, 1):
        rows.scroll_y = moved
        seen()
        order = [int(row.view.text) for row in rows._all.children[::-1]]
        assert order == sorted(order)
    rows.items = [Label("one")]
    seen()
    assert [row.view.text for row in rows._all.children] == ["one"]


def test_garbage_is_collected_when_nobody_touches_and_never_during_a_touch() -> None:

    from companion.ui import tidy

    keeper = tidy.Tidy()
    keeper.start()
    try:
        assert not gc.isenabled()
        ring = [[] for _ in range(tidy.LITTLE + 1000)]
        for each in ring:
            each.append(each)
        del ring, each
        keeper.touched()
        keeper._look(0)
        assert gc.get_count()[0] > tidy.LITTLE
        keeper._quiet_since -= 2 * tidy.QUIET
        keeper._look(0)
        assert gc.get_count()[0] < tidy.LITTLE
    finally:
        keeper.stop()
    assert gc.isenabled()


def test_old_garbage_is_found_once_the_table_is_left_alone() -> None:
    from companion.ui import tidy

    class Thing:
        pass

    keeper = tidy.Tidy()
    keeper.start()
    try:
        things = [Thing() for _ in range(tidy.GROWN + 1)]
        for each in things:
            each.itself = each
        last = ref(each)
        keeper.touched()
        keeper._quiet_since -= 2 * tidy.THINKING
        keeper._look(0)  # they grow old
        things.clear()
        del each
        keeper._look(0)
        assert last() is not None
        keeper._quiet_since -= tidy.ASLEEP
        keeper._look(0)
        assert last() is None
    finally:
        keeper.stop()


def test_looking_whether_it_is_time_counts_not_all_that_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python walks through every kept object to count them: a tenth of a second in a running app, five times each."""
    from companion.ui import tidy

    def counted() -> int:
        raise AssertionError("all that is kept is counted")

    keeper = tidy.Tidy()
    keeper.start()
    monkeypatch.setattr(gc, "get_freeze_count", counted)
    try:
        kept = [[] for _ in range(tidy.LITTLE + 1000)]
        for quiet in (0.0, 2 * tidy.QUIET, 2 * tidy.ASLEEP):
            keeper.touched()
            keeper._quiet_since -= quiet
            keeper._look(0)
        assert tidy.LITTLE < keeper._grown < tidy.GROWN
        assert len(kept) > tidy.LITTLE
    finally:
        keeper.stop()


def widgets() -> Counter[str]:
    """How many widgets of each class there are, those that a window of another test has put aside too."""
    from kivy.uix.widget import Widget

    gc.unfreeze()
    gc.collect()
    return Counter(type(each).__name__ for each in gc.get_objects() if issubclass(type(each), Widget))


def _left() -> Counter[str]:
    """The widgets that stay: a list that was just shown fades its bar, then lets go of it."""
    here = widgets()
    for _ in range(10):
        sleep(FADES)
        offscreen.settle(2)
        before, here = here, widgets()
        if here == before:
            break
    return here


def test_a_round_more_leaves_no_widgets(place: Any) -> None:
    """Sheets of hands that come and go: nothing holds those that went."""
    from tests.play.test_hands import home, played

    desk, show = Desk(source=played(home)), place()
    board = desk.view()
    done = replace(board, sheets=tuple(replace(each, tasks=(), all=None) for each in board.sheets))
    mixed = replace(board, sheets=(board.sheets[0], *done.sheets[1:]))
    counts = []
    for _ in range(3):
        for view in (board, mixed, done):
            show.put("HandsBoardScreen", view)
            offscreen.settle(1)
        counts.append(_left())
    assert counts[2] - counts[1] == Counter()


def test_a_widget_changed_often_is_drawn_once_a_frame(place: Any) -> None:
    from companion.ui.panel import Panel

    drawn: list[int] = []

    class Counted(Panel):
        def draw(self) -> None:
            drawn.append(1)
            super().draw()

    panel = Counted()
    place().add_widget(panel)
    seen()
    drawn.clear()
    for thick in range(2, 12):
        panel.thick = thick
        panel.pos = (thick, thick)
    seen()
    assert len(drawn) == 1


def test_a_kept_screen_has_nothing_left_to_tap_of_the_one_before(place: Any) -> None:
    show = place()
    show.put("Speaking", PICTURES["construction"].view)
    seen()
    new = {type(each).__name__ for each in taps(show)}
    show.put("Speaking", PICTURES["menu"].view)
    seen()
    show.put("Speaking", PICTURES["construction"].view)
    seen()
    assert {type(each).__name__ for each in taps(show)} == new
