"""Icon sheets are kept in 256 colours, and look as they were drawn."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from kivy.core.image import Image

from tools.gallery.draw_icons import SIZES, UI
from tools.gallery.palette import COLOURS, in_palette

NEAR = 16
"""Grey levels by which a pixel on an edge may differ: more is seen."""


def _on_black(picture: np.ndarray) -> np.ndarray:
    return picture[..., :3].astype(float) * picture[..., 3:] / 255


def _drawn() -> np.ndarray:
    """Discs of twelve colours with soft edges, larger and smaller, on nothing."""
    picture = np.zeros((160, 400, 4), np.uint8)
    for at in range(40):
        colour = (at % 12 * 21, at % 4 * 60, at % 3 * 80, 255)
        cv2.circle(picture, (at % 10 * 40 + 20, at // 10 * 40 + 20), 8 + at % 9, colour, -1, cv2.LINE_AA)
    return picture


def test_a_picture_of_few_colours_is_the_same_after_it() -> None:
    drawn = _drawn()
    again = cv2.imdecode(np.frombuffer(in_palette(cv2.imencode(".png", drawn)[1].tobytes()), np.uint8), -1)
    assert again.shape == drawn.shape
    flat = (drawn[..., 3] == 255) & (cv2.erode(drawn[..., 3], np.ones((3, 3))) == 255)
    assert (again[flat] == drawn[flat]).all()
    assert np.abs(_on_black(again) - _on_black(drawn)).max() < NEAR
    assert np.abs(again[..., 3].astype(int) - drawn[..., 3]).max() < NEAR


def test_only_a_picture_with_opacity_is_taken() -> None:
    with pytest.raises(ValueError, match="opacity"):
        in_palette(cv2.imencode(".png", np.zeros((8, 8, 3), np.uint8))[1].tobytes())


@pytest.mark.parametrize("size", SIZES)
def test_the_window_shows_a_sheet_as_it_was_drawn(size: int) -> None:
    for path in sorted(UI.rglob(f"icons-{size}.png")):
        (shown,) = Image.load(str(path), keep_data=True, nocache=True).image._data
        read = cv2.cvtColor(cv2.imread(str(path), cv2.IMREAD_UNCHANGED), cv2.COLOR_BGRA2RGBA)
        assert shown.fmt == "rgba"
        assert (np.frombuffer(shown.data, np.uint8).reshape(read.shape) == read).all()
        assert len(np.unique(np.ascontiguousarray(read).view(np.uint32))) <= COLOURS
