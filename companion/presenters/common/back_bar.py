"""The way back to the game."""

from __future__ import annotations

from companion.views.common import acts
from companion.views.common.parts import Bar, Button
from companion.wording import _


def way_back(title: str) -> Bar:
    """An action bar with a title and nothing but the way back."""
    return Bar(sentence=title, primary=Button(_("Back to the game"), command=acts.Open("play"), look="primary"))
