"""The table at a glance: seat cards, the favor track with its stacks, the turn order."""

from __future__ import annotations

from pathlib import Path

from kivy.graphics import Color, Line
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import ObjectProperty

from companion.ui import kit
from companion.ui.drawn import Drawn
from companion.ui.screens.common.overview import OneLine
from companion.ui.screens.praetor.drawing import draw_disc, words
from companion.ui.theme import theme


class PraetorSeatBox(OneLine, kit.Tap, kit.Panel):
    """One seat as everybody may see it, lying before its owner."""

    BESIDE, FIGURES = 364, 4


class PraetorSeatSide(OneLine, kit.Tap, kit.Panel):
    """The same, closer together, at a short side of the table."""

    BESIDE, FIGURES = 265, 4


class PraetorSeatSmall(kit.Tap, kit.Panel):
    """The same in two lines, where a side is short or shared."""


class PraetorTrack(Drawn):
    """The favor track with its stacks as they lie: the upper marker above."""

    view = ObjectProperty(None, allownone=True)

    DRAWS = ("pos", "size", "view")

    def draw(self) -> None:
        self.canvas.clear()
        if self.view is None or self.width < dp(120):
            return
        with self.canvas:
            self._scale()
            for stack in self.view.stacks:
                for up, person in enumerate(reversed(stack.persons)):
                    draw_disc(person, self._spot(stack.value), self.y + dp(58) + up * dp(26), dp(40))

    def _spot(self, value: int) -> float:
        left, right = self.x + dp(24), self.right - dp(40)
        return float(left + (right - left) * (value - self.view.low) / max(1, self.view.high - self.view.low))

    def _scale(self) -> None:
        y = self.y + dp(34)
        Color(*theme.tone("line"))
        Line(points=[self._spot(self.view.low), y, self._spot(self.view.high), y], width=dp(1.2))
        step = 5 if self.view.high - self.view.low <= 60 else 10
        for value in range(self.view.low, self.view.high + 1, step):
            Color(*theme.tone("line"))
            Line(points=[self._spot(value), y - dp(5), self._spot(value), y + dp(5)], width=dp(1))
            words(str(value), "Body", dp(15), "muted", self._spot(value), self.y + dp(14))
        for stack in self.view.stacks:
            words(str(stack.value), "Figure", dp(19), "ink", self._spot(stack.value) + dp(36), self.y + dp(56))


class PraetorPlaceBox(kit.Panel, kit.Row):
    """A place in the turn order."""


class PraetorTableBody(kit.Column):
    """Favor track and turn order."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
