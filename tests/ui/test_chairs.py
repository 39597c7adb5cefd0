"""Names round the table of a new game: those who share a side do not write over each other."""

from __future__ import annotations

from itertools import pairwise

import pytest

from companion.ui.theme import theme
from companion.views.common.newgame import Chair
from companion.views.common.parts import Button
from tests.ui.test_fit import rest


@pytest.mark.parametrize("scale", [1.0, 1.5])
def test_three_on_one_side_keep_their_names_apart(scale: float, request: pytest.FixtureRequest) -> None:
    from kivy.clock import Clock

    from companion.ui.screens import register

    register()
    from companion.ui.screens.common.newgame import RoundTable

    theme.scale = scale
    request.addfinalizer(lambda: setattr(theme, "scale", 1.0))
    names = ("Massimiliano", "Wilhelmina", "Jemand anders")
    chairs = [Chair(seat="", person=None, number=0, side="south", word=name, button=Button(name)) for name in names]
    table = RoundTable(size=(490, 420))
    table.chairs = chairs
    for _ in range(8):
        rest()
        Clock.tick()  # words on one line are set smaller once they stand where they will
    words = sorted((each for each in table.walk() if getattr(each, "text", "") in names), key=lambda each: each.x)
    assert len(words) == 3
    assert all(left.right <= right.x + 1 for left, right in pairwise(words))
