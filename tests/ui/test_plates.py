"""A rounded area is one texture: its middle is filled, its edge goes round it, and beyond its corners nothing is."""

from __future__ import annotations

import numpy as np
import pytest

FILL, EDGE, CLEAR = (1.0, 0.5, 0.25, 1.0), (0.0, 0.25, 0.75, 1.0), (0.0, 0.0, 0.0, 0.0)
BORDER = 20
SIDE = 2 * BORDER + 1


def shaded(*args):
    """Its picture, (SIDE, SIDE, 4), RGBA from 0 to 1."""
    from companion.ui.plates import shaded

    return np.frombuffer(shaded(BORDER, *args), np.uint8).reshape(SIDE, SIDE, 4) / 255


def test_the_middle_is_the_filling_and_the_rim_the_edge():
    drawn = shaded(FILL, EDGE, 3.0, (14.0,) * 4)
    assert drawn[SIDE // 2, SIDE // 2] == pytest.approx(FILL, abs=0.003)
    assert drawn[1, SIDE // 2] == pytest.approx(EDGE, abs=0.003)
    assert drawn[SIDE // 2, -2] == pytest.approx(EDGE, abs=0.003)
    assert drawn[4, SIDE // 2] == pytest.approx(FILL, abs=0.003)


def test_the_edge_keeps_its_width_around_a_corner():
    drawn = shaded(CLEAR, EDGE, 3.0, (14.0,) * 4)
    across = np.diagonal(drawn[..., 3])[: SIDE // 2].sum() * 2**0.5
    assert across == pytest.approx(drawn[:10, SIDE // 2, 3].sum(), abs=0.3)


def test_each_corner_is_as_round_as_it_is_told():
    alpha = shaded(FILL, CLEAR, 0.0, (14.0, 0.0, 6.0, 20.0))[..., 3]
    top_left, top_right, low_right, low_left = alpha[-1, 0], alpha[-1, -1], alpha[0, -1], alpha[0, 0]
    assert (top_left, low_right, low_left) == (0, 0, 0)
    assert top_right == 1
    rounded = [int((corner < 0.5).sum()) for corner in (alpha[21:, :20], alpha[:20, 21:], alpha[:20, :20])]
    assert rounded[0] > rounded[1]
    assert rounded[2] > rounded[0]


def test_a_clear_filling_leaves_what_lies_behind_and_its_edge_is_not_darkened():
    drawn = shaded(CLEAR, EDGE, 2.0, (10.0,) * 4)
    assert drawn[SIDE // 2, SIDE // 2, 3] == 0
    seen = drawn[..., 3] > 0.01
    assert drawn[seen][:, :3] == pytest.approx(np.tile(EDGE[:3], (seen.sum(), 1)), abs=0.003)


def put(**kwargs):
    """What a panel puts on its canvas."""
    from kivy.graphics import BorderImage

    from companion.ui.panel import Panel

    panel = Panel(**kwargs)
    panel.draw()
    return next(each for each in panel.canvas.before.children if isinstance(each, BorderImage))


def test_one_plate_serves_every_size():
    small, large = put(size=(90, 60)), put(size=(700, 300))
    assert small.texture is large.texture
    assert (small.size, large.size) == ((90, 60), (700, 300))


def test_the_sides_of_a_plate_as_high_as_it_is_round_do_not_overlap():
    pill = put(size=(200, 40), radius=20)
    assert 2 * pill.border[0] <= 40
