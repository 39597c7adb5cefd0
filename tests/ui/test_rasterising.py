"""Pixels of the tests' window are filled where a test asks for them, and only there."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from kivy.core.window import Window
from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels

from companion.ui import offscreen
from testkit.window import rasterising

RED, GREEN = (255, 0, 0, 255), (0, 255, 0, 255)


@pytest.fixture(autouse=True)
def colour() -> Iterator[None]:
    """The window gets the colour back that it had."""
    before = Window.clearcolor
    yield
    Window.clearcolor = before


def filled(colour: tuple[int, ...]) -> int:
    """How many pixels have this colour once the window was drawn in it."""
    Window.clearcolor = tuple(part / 255 for part in colour)
    Window.canvas.ask_update()
    offscreen.settle(1)
    pixels = np.frombuffer(glReadPixels(0, 0, *Window.size, GL_RGBA, GL_UNSIGNED_BYTE), np.uint8).reshape(-1, 4)
    return int((pixels == colour).all(axis=1).sum())


def test_one_pixel_is_filled_unless_a_test_looks() -> None:
    with rasterising.resumed():
        assert filled(RED) == Window.width * Window.height
    assert filled(GREEN) == 1
    with rasterising.resumed():
        assert filled(GREEN) == Window.width * Window.height
