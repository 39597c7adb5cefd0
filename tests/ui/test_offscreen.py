"""A picture of the window off screen shows all of it, whatever size the window had before."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest
from kivy.core.window import Window

from companion.ui import offscreen
from testkit.window import rasterising

RED, GREEN = (1, 0, 0, 1), (0, 1, 0, 1)


@pytest.fixture
def upright() -> Iterator[None]:
    """The window, made lying, stands upright meanwhile."""
    before, colour = Window.size, Window.clearcolor
    Window.size = (800, 1280)
    offscreen.settle(4)
    yield
    Window.size, Window.clearcolor = before, colour
    offscreen.settle(4)


@pytest.mark.usefixtures("upright")
def test_a_window_that_was_made_upright_is_on_its_picture_from_top_to_bottom(tmp_path: Path) -> None:
    for name, colour in (("red", RED), ("green", GREEN)):
        Window.clearcolor = colour
        with rasterising.resumed():
            offscreen.picture(str(tmp_path / f"{name}.png"))
    picture = cv2.imread(str(tmp_path / "green.png"))
    assert picture is not None
    assert picture.shape == (1280, 800, 3)
    assert (picture == (0, 255, 0)).all()
