"""Every screen shows its words whole, lying and upright: nothing is cut or written over its button's edge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from tools.gallery.__main__ import pictures

SIZES = {"lying": (1280, 800), "upright": (800, 1280)}
PICTURES = pictures()
SHOWN = [(name, size) for name in PICTURES for size in SIZES]
LAYOUTS = 6
"""Ticks after which layouts within layouts have come to rest; nothing is drawn."""


LONG = ("far", "tile-naming", "disagreement-goods")
"""Pictures whose words had no room in some language beside long names; the others are tried by `make soak`."""
NAMES = ("Massimiliano", "Wilhelmina", "Alessandrina", "Bartolommeo", "Maximilienne", "Friederike")
"""Names about as long as people have them."""
SHORT = ("Anna", "Bruno", "Carla", "Dario", "Elena")
"""The people of the gallery."""
LARGE = ("auction-duel", "vote", "count", "history", "contracts")
"""Pictures whose words were cut or lay over each other when they are set large; the others are tried by `make soak`."""


def built(name: str, size: str, view: Any = None) -> Any:
    """A screen of the gallery, or the same with another view, its layouts come to rest."""
    from kivy.clock import Clock
    from kivy.factory import Factory

    from companion.ui.screens import register

    register()

    widget = Factory.get(PICTURES[name].screen)(view=view or PICTURES[name].view, size=SIZES[size])
    for _ in range(3):  # words on one line are set smaller once they stand where they will
        rest()
        Clock.tick()
    rest()
    return widget


def named(view: Any) -> Any:
    """The same view of people with long names."""
    if isinstance(view, str):
        for short, name in zip(SHORT, NAMES, strict=False):
            view = view.replace(short, name)
    elif isinstance(view, tuple) and type(view) is tuple:
        return tuple(map(named, view))
    elif isinstance(view, Struct):
        return replace(view, **{field: named(getattr(view, field)) for field in view.__struct_fields__})
    return view


def rest() -> None:
    """Let layouts within layouts come to rest."""
    from kivy.clock import Clock

    for _ in range(LAYOUTS):
        Clock.tick_draw()


@pytest.fixture
def large() -> Iterator[None]:
    """Words half as large again."""
    from companion.ui.theme import theme
    from companion.wording import wording

    theme.scale = 1.5
    yield
    theme.scale = 1.0
    wording.speak("en")


@pytest.mark.one_in(8)
@pytest.mark.parametrize(("name", "size"), SHOWN)
def test_words_are_whole_and_within_their_buttons(name: str, size: str) -> None:
    from testkit.window.faults import barred, wrong_words

    widget = built(name, size)
    assert not wrong_words(widget)
    assert not barred(widget)


@pytest.mark.parametrize(
    ("name", "size"),
    [pytest.param(*each, marks=() if each[0] in LARGE else pytest.mark.slow) for each in SHOWN],
)
@pytest.mark.usefixtures("large")
def test_large_words_are_whole_and_within_their_buttons(name: str, size: str) -> None:
    from testkit.window.faults import barred, wrong_words

    widget = built(name, size)
    assert not wrong_words(widget)
    assert not barred(widget)


@pytest.mark.parametrize(
    ("name", "size"),
    [pytest.param(*each, marks=() if each[0] in LONG else pytest.mark.slow) for each in SHOWN],
)
@pytest.mark.usefixtures("large")
def test_long_names_are_whole_in_every_language(name: str, size: str) -> None:
    """What the app words itself; examples are worded in English."""
    from companion.wording import LANGUAGES, wording
    from testkit.window.faults import barred, wrong_words

    for language in LANGUAGES:
        wording.speak(language)
        widget = built(name, size, named(PICTURES[name].make()))
        assert (language, wrong_words(widget), barred(widget)) == (language, [], [])


@pytest.mark.parametrize("kind", ["Tight", "Text"])
def test_words_larger_than_their_role_stay_so_when_they_change(kind: str) -> None:
    from kivy.clock import Clock

    from companion.ui import kit
    from companion.ui.theme import theme

    words = getattr(kit, kind)(role="figure", times=1.6, text="8", size=(300, 300))
    for text in ("8", "9", "10"):
        words.text = text
        Clock.tick_draw()
        assert words.font_size == pytest.approx(theme.size("figure") * 1.6)


@pytest.mark.parametrize("columns", [4, 7])
@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_a_long_name_of_a_score_is_whole_where_figures_leave_it_room(columns: int, scale: float) -> None:
    from kivy.factory import Factory

    from companion.ui.screens import register
    from companion.ui.screens.common.score import CellTap, HeadingBox
    from companion.ui.theme import theme
    from testkit.window.faults import dotted
    from tools.gallery.more import SCORE

    register()
    theme.scale = scale
    try:
        names = ("Wilhelminay", "Massimiliano", "Anna", "Bo")
        lines = tuple(
            replace(line, person=replace(line.person, name=name), cells=(line.cells * 2)[:columns])
            for line, name in zip(SCORE.body.lines, names, strict=False)
        )
        view = replace(SCORE.body, lines=lines, headings=(SCORE.body.headings * 2)[:columns])
        screen = Factory.get("FinalScoreScreen")(view=view, size=SIZES["lying"])
        rest()
        assert not dotted(screen) & {f"  {name}" for name in names}
        cells = {round(each.center_x) for each in screen.walk() if isinstance(each, CellTap)}
        assert cells == {round(each.center_x) for each in screen.walk() if isinstance(each, HeadingBox)}
    finally:
        theme.scale = 1.0


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("columns", [4, 7, 9])
def test_the_cells_of_a_score_are_as_wide_as_a_finger(columns: int, size: str) -> None:
    from kivy.factory import Factory
    from kivy.metrics import dp

    from companion.ui.kit import FINGER
    from companion.ui.screens import register
    from companion.ui.screens.common.score import CellTap, HeadingBox
    from tools.gallery.more import SCORE

    def filled(parts: tuple[Any, ...]) -> tuple[Any, ...]:
        return (parts * columns)[:columns]

    register()
    lines = tuple(replace(line, cells=filled(line.cells)) for line in SCORE.body.lines)
    view = replace(SCORE.body, lines=lines, headings=filled(SCORE.body.headings))
    screen = Factory.get("FinalScoreScreen")(view=view, size=SIZES[size])
    rest()
    cells = [each for each in screen.walk() if isinstance(each, CellTap)]
    headings = [each for each in screen.walk() if isinstance(each, HeadingBox)]
    assert len(cells) == columns * len(lines)
    assert min(min(each.size) for each in cells) >= dp(FINGER) - 1
    assert {round(each.center_x) for each in cells} == {round(each.center_x) for each in headings}
