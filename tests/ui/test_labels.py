"""What the eye has read is written beside it, and every label can be read."""

from itertools import combinations
from types import SimpleNamespace

from companion.ui import offscreen
from companion.views.common.parts import Word
from companion.views.common.scan import MarkBox


def picture(marks):
    """A live picture of 1280 × 720 px without pixels, with marks on it."""
    from companion.ui.screens.common.scan import LivePicture

    shown = SimpleNamespace(pixels=b"", width=1280, height=720, marks=marks)
    live = LivePicture(pos=(0, 0), size=(1280, 720))
    live.view = shown
    offscreen.settle(1)
    return live


def mark(word, left):
    return MarkBox((Word(word),), ((left, 0.5), (left + 0.1, 0.5), (left + 0.1, 0.7), (left, 0.7)), True)


def cover(one, other):
    (ax, ay, aw, ah), (bx, by, bw, bh) = one, other
    return ax < bx + bw and bx < ax + aw and ay < by + bh and by < ay + ah


def test_labels_of_cards_that_lie_close_cover_none_of_each_other():
    live = picture([mark("eleven", 0.30), mark("seven", 0.32), mark("five", 0.34), mark("two", 0.7)])
    assert len(live._labels) == 4
    assert not any(cover(*pair) for pair in combinations(live._labels, 2))
    assert live._labels[3][1] == live._labels[0][1]
