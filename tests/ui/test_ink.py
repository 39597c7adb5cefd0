"""No word is written while a picture is drawn: each would have all that is drawn before it drawn at once."""

from __future__ import annotations

import pytest

from companion.host.opening import new_session, shuffled_game
from companion.presenters.desk import Desk
from companion.ui import offscreen
from companion.views.common import acts


@pytest.mark.parametrize("game", ["constantinopolis", "byzanz", "praetor"])
def test_words_are_written_before_the_picture(face, monkeypatch, game):
    from kivy.core.text import LabelBase

    drawing, written = [False], []
    real = LabelBase._render_real

    def render(text):
        written.append((text.text, drawing[0]))
        real(text)

    monkeypatch.setattr(LabelBase, "_render_real", render)
    within(monkeypatch, drawing)
    desk = Desk(source=new_session(shuffled_game(game, 3, 2)))
    face(desk)
    for screen in ("play", "table", "menu", "history", "rules", "score"):
        desk.do(acts.Open(screen))
        offscreen.settle(4)
    assert written
    assert [text for text, late in written if late] == []


def within(monkeypatch, drawing):
    """Notice while the window draws its canvas."""
    from kivy.core.window import Window

    own = type(Window).on_draw

    def on_draw(window):
        drawing[0] = True
        own(window)
        drawing[0] = False

    monkeypatch.setattr(type(Window), "on_draw", on_draw)
