"""Every screen shows its words whole, lying and upright: nothing is cut or written over its button's edge."""

from __future__ import annotations

from typing import Any

import pytest

from tools.gallery.__main__ import pictures

SIZES = {"lying": (1280, 800), "upright": (800, 1280)}
PICTURES = pictures()
SHOWN = [(name, size) for name in PICTURES for size in SIZES]
LAYOUTS = 6
"""Ticks after which layouts within layouts have come to rest; nothing is drawn."""


@pytest.fixture
def shown(request: pytest.FixtureRequest) -> Any:
    """A screen of the gallery in a size."""
    from kivy.clock import Clock
    from kivy.factory import Factory

    import companion.ui.screens  # noqa: F401  every screen registers itself

    name, size = request.param
    screen, view = PICTURES[name]
    widget = Factory.get(screen)(view=view, size=SIZES[size])
    for _ in range(LAYOUTS):
        Clock.tick_draw()
    return widget


@pytest.mark.parametrize("shown", SHOWN, indirect=True, ids=[f"{name}-{size}" for name, size in SHOWN])
def test_words_are_whole_and_within_their_buttons(shown: Any) -> None:
    from testkit.window.faults import wrong_words

    found = wrong_words(shown)
    assert not found, "\n".join(map(str, found))
