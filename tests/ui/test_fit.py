"""Every screen shows its words whole, lying and upright: nothing is cut or written over its button's edge."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tools.gallery.__main__ import pictures

SIZES = {"lying": (1280, 800), "upright": (800, 1280)}
AIR = 0.5
"""The part of a letter's size by which its box may be higher than its place: nothing of the letter is lost."""
PICTURES = pictures()
SHOWN = [(name, size) for name in PICTURES for size in SIZES]
LAYOUTS = 6
"""Ticks after which layouts within layouts have come to rest; nothing is drawn."""


@pytest.fixture
def shown(request: pytest.FixtureRequest) -> Any:
    """A screen of the gallery in a size."""
    from kivy.clock import Clock
    from kivy.factory import Factory

    from companion.ui.screens import register

    register()

    name, size = request.param
    screen, view = PICTURES[name]
    widget = Factory.get(screen)(view=view, size=SIZES[size])
    for _ in range(LAYOUTS):
        Clock.tick_draw()
    return widget


@pytest.mark.parametrize("shown", SHOWN, indirect=True, ids=[f"{name}-{size}" for name, size in SHOWN])
def test_words_are_whole_and_within_their_buttons(shown: Any) -> None:
    faults = [*cut(shown), *spilt(shown)]
    assert not faults, "\n".join(faults)


def cut(screen: Any) -> Iterator[str]:
    """Words whose place is too small for them."""
    from companion.ui.kit import Words

    for label in screen.walk():
        if isinstance(label, Words) and (lack := lacking(label)):
            yield f"{label.text!r}: {lack}"


def spilt(screen: Any) -> Iterator[str]:
    """Words that reach over the edge of what is tapped."""
    from companion.ui.kit import Tap, Words

    for tap in screen.walk():
        for child in tap.walk(restrict=True) if isinstance(tap, Tap) else ():
            if isinstance(child, Words) and child.text and (child.x < tap.x - 1 or child.right > tap.right + 1):
                yield f"{child.text!r} over {type(tap).__name__}"


def lacking(label: Any) -> str:
    """What a label's place lacks for its words, in px; nothing if they fit, or where they end in dots on purpose."""
    if not label.text.strip() or not label.opacity or label.text_size[0] is None:
        return ""
    from kivy.core.text import Label

    wide = label.text_size[0] - label.padding[0] - label.padding[2]
    font = {"font_name": label.font_name, "font_size": label.font_size, "line_height": label.line_height}
    widest = max(Label(**font).get_extents(word)[0] for word in label.text.split())
    if widest > wide + 1:
        return f"{widest} px wide in {wide:.0f}"
    if label.shorten or label.text_size[1] is None:
        return ""
    whole = Label(text=label.text, text_size=(wide, None), **font)
    whole.refresh()
    high = whole.texture.height
    return f"{high} px high in {label.height:.0f}" if high > label.height + AIR * label.font_size else ""
