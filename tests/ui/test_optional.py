"""A widget is kept for the next view: whatever a view may lack, it shows with it, without it, and with it again."""

from __future__ import annotations

from collections.abc import Iterator
from types import NoneType
from typing import Any, get_args, get_type_hints

import pytest
from msgspec import Struct
from msgspec.structs import replace

from tools.gallery.__main__ import pictures

PICTURES = pictures()
LAYOUTS = 8
"""Ticks after which layouts within layouts have come to rest."""


def lacking(view: Struct) -> Iterator[Struct]:
    """The view without each thing it may lack; of a tuple, without each of its items that may be none."""
    for name, kind in get_type_hints(type(view)).items():
        value = getattr(view, name)
        if NoneType in get_args(kind) and value is not None:
            yield replace(view, **{name: None})
        if isinstance(value, tuple) and any(NoneType in get_args(item) for item in get_args(kind)):
            yield from (replace(view, **{name: (*value[:at], None, *value[at + 1 :])}) for at in range(len(value)))


def keeps(widget: Any) -> bool:
    """Does the widget show every view of its kind? Its parts are chosen by what the view has."""
    from companion.ui.show import Viewed

    view, above = getattr(widget, "view", None), widget.parent
    while above is not None:
        if isinstance(above, Viewed) and above.view is view:
            return False
        above = above.parent
    return isinstance(view, Struct)


@pytest.mark.one_in(18)
@pytest.mark.parametrize("name", PICTURES)
def test_what_a_view_may_lack_comes_and_goes_in_the_widget_that_shows_it(name: str) -> None:
    """Afterwards the screen looks like one that has never lacked it."""
    from companion.ui.screens import register
    from testkit.window.same_look import unlike

    register()
    screen = rested(name)
    for widget in [each for each in screen.walk() if keeps(each)]:
        shown = widget.view
        for without in lacking(shown):
            widget.view = without
            rest(1)
            widget.view = shown
    rest(LAYOUTS)
    assert unlike(screen, rested(name)) == ""


def rested(name: str) -> Any:
    """A new screen of the gallery, come to rest."""
    from kivy.factory import Factory

    screen = Factory.get(PICTURES[name].screen)(view=PICTURES[name].view, size=(1280, 800))
    rest(LAYOUTS)
    return screen


def rest(turns: int) -> None:
    """Let layouts within layouts come to rest; nothing is drawn."""
    from kivy.clock import Clock

    for _ in range(turns):
        Clock.tick()
        Clock.tick_draw()
