"""The update step by step."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import ObjectProperty

from companion.ui import kit, lines
from companion.ui.drawn import Drawn
from companion.ui.fitting import extent
from companion.ui.screens.praetor.dice import draw_die
from companion.ui.screens.praetor.drawing import picture
from companion.ui.theme import theme
from companion.views.praetor.city import Die

DIE, TURN = 44, 34
"""The side of a die that moves, and the room for the arrow between two of its faces, in dp."""


class PraetorUpdateSeatTap(kit.Tap, kit.Panel):
    """A player in this round's order."""

    @staticmethod
    def times(word: str, role: str, room: float) -> float:
        """How large a word is set, in parts of its size, so that it ends before the favor beside it."""
        return lines.times(extent(theme.face(role), theme.size(role), word), 0, room)


class PraetorStepTap(kit.Tap, kit.Panel):
    """A step of the update."""


class PraetorHandBox(kit.Row):
    """Something hands do."""


class PraetorDieMove(Drawn):
    """A die that moves; one that is turned as it was, an arrow, and as it is."""

    view = ObjectProperty(None, allownone=True)

    DRAWS = ("pos", "size", "view")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(size_hint=(None, None), height=dp(DIE), pos_hint={"center_y": 0.5}, **kwargs)
        self.fbind("view", self.widen)
        self.widen()

    def widen(self, *_: object) -> None:
        """As wide as what is drawn."""
        self.width = 0 if self.view is None else dp(TURN) + 2 * dp(DIE) if self.view.before else dp(DIE)

    def draw(self) -> None:
        self.canvas.clear()
        if self.view is None:
            return
        with self.canvas:
            self._die(self.view.die, self.right - dp(DIE))
            if self.view.before:
                self._die(self.view.before, self.x)
                picture("next", "muted", self.center_x, self.center_y, dp(TURN) * 0.8)

    def _die(self, die: Die, x: float) -> None:
        draw_die(die.person.seat, die.pips, x, self.y, dp(DIE))


class PraetorUpdateScreen(kit.Row):
    """The update."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
