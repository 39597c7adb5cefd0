"""Names as long as people have them, in large words: what does not fit beside each other is scrolled to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.host.opening import new_session, shuffled_setup, unkept
from companion.presenters.desk import Desk
from companion.titles import title_of
from companion.views.common import acts
from companion.views.common.answers import Answers
from companion.views.common.options import Bargain
from testkit.window.faults import faults
from tests.presenters.taps import hands_done
from tests.presenters.test_playing import sensible
from tests.ui.finger import touch

NAMES = ("Massimiliano", "Wilhelmina", "Alessandrina", "Bartolommeo", "Maximilienne", "Friederike")


def of_all(game: str) -> Desk:
    """A game of as many as can play it, with large words on a screen that stays on its side."""
    return named(Desk(source=new_session(unkept(game, shuffled_setup(game, max(title_of(game).seats), 1)))))


def named(desk: Desk) -> Desk:
    """The same for people with long names."""
    desk.source.names.update(zip(desk.source.names, NAMES, strict=False))
    desk.do(acts.Prefer(scale=1.5, turns=False))
    return desk


@pytest.mark.parametrize("game", ["constantinopolis", "byzanz", "praetor"])
@pytest.mark.parametrize("size", [(800, 1280), (1280, 800)], ids=["upright", "lying"])
def test_everybody_can_be_asked_about(
    face: Any, sized: Callable[[int, int], None], game: str, size: tuple[int, int]
) -> None:
    sized(*size)
    window = face(of_all(game))
    touch(window, "Menu")
    touch(window, "Referee")
    assert isinstance(window.desk.view().body, Answers)
    assert faults(window) == []


def test_everybody_can_be_bargained_with(face: Any, sized: Callable[[int, int], None]) -> None:
    sized(1024, 600)
    desk = named(Desk(source=sensible(5, 4, "Acceptance", free_trade="on")))
    hands_done(desk)
    desk.do(acts.Sit(desk.scene().phase.actors[0]))
    desk.do(acts.Open("choose", "bargain"))
    window = face(desk)
    assert isinstance(desk.view().body, Bargain)
    assert faults(window) == []
