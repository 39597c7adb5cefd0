"""The set-up card of real games, partly ticked, and a step of the guided one."""

from __future__ import annotations

from companion.host.opening import new_session, shuffled_game
from companion.presenters.common.lesson import LESSON
from companion.presenters.desk import Desk
from companion.views.common import acts
from companion.views.common.parts import Sheet

SEEN = 9
"""So many lines are ticked."""


def laying_out(game: str, players: int) -> Sheet:
    """The card of a game that has just begun."""
    desk = Desk(source=new_session(shuffled_game(game, players, 1)))
    desk.do(acts.Open("setup"))
    view = desk.view()
    assert isinstance(view, Sheet)
    lines = [cell.button.command.lines[0] for row in view.body.rows for cell in row.cells]  # type: ignore[attr-defined]
    desk.source.set_up.see(dict.fromkeys(lines[:3], "camera"))  # type: ignore[union-attr]
    desk.do(acts.TickSetUp(tuple(lines[3:SEEN]), True))
    view = desk.view()
    assert isinstance(view, Sheet)
    return view


def learning() -> Sheet:
    """The second step of a guided first game."""
    desk = Desk(source=new_session(shuffled_game("constantinopolis", 4, 1)))
    assert desk.source is not None
    desk.source.set_up.tick((LESSON,))
    desk.do(acts.LessonOn())
    view = desk.view()
    assert isinstance(view, Sheet)
    return view
