"""The table at a glance: seat cards, the favor track with its stacks, the turn order."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from kivy.graphics import Color, Line, SmoothLine
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import ObjectProperty

from companion.ui import kit
from companion.ui.drawn import Drawn
from companion.ui.fitting import LEAST, ROUNDED, extent
from companion.ui.screens.common.overview import OneLine
from companion.ui.screens.praetor.drawing import draw_disc, words
from companion.ui.theme import theme
from companion.views.praetor.overview import FavorStack, PraetorSeat

MARKER, FOOT, RISE = 40, 60, 26
"""The side of a marker, how high the lowest of a stack lies on the track, and how much higher the next one, in dp."""
SCALE, TALL = 34, 116
"""How high the line of the scale lies above the track's foot, and how high the whole is with a stack of two, in dp."""
APART = 78
"""So many dp two stacks lie apart at least: a marker and its figure."""


def spread(places: Sequence[float], apart: float, end: float) -> list[float]:
    """Places on a line, from low to high and none beyond `end`, moved so little that they lie `apart`."""
    found: list[float] = []
    for place in places:
        found.append(max(place, found[-1] + apart) if found else place)
    for at in reversed(range(len(found))):
        found[at] = min(found[at], end)
        end = found[at] - apart
    return found


class PraetorSeatBox(OneLine, kit.Tap, kit.Panel):
    """One seat as everybody may see it, lying before its owner."""

    BESIDE, FIGURES = 364, 4


class PraetorSeatSide(OneLine, kit.Tap, kit.Panel):
    """The same, closer together, at a short side of the table."""

    BESIDE, FIGURES = 265, 4


class PraetorSeatSmall(kit.Tap, kit.Panel):
    """The same in two lines, where a side is short or shared."""

    @staticmethod
    def times(view: PraetorSeat, room: float) -> float:
        """How large the figures are in so many px, in parts of their role's size."""
        figures = [str(each) for each in (view.favor, view.workers, view.morale, view.tiles)]
        said = sum(extent(theme.face("figure_small"), theme.size("figure_small"), each) for each in figures)
        icons = len(figures) * (dp(23 + 3) + ROUNDED) + (len(figures) - 1) * dp(10)
        return float(max(LEAST, min(1.0, (room - icons) / said)))


class PraetorTrack(Drawn):
    """The favor track with its stacks as they lie: the upper marker above."""

    view = ObjectProperty(None, allownone=True)

    DRAWS = ("pos", "size", "view")

    def draw(self) -> None:
        self.canvas.clear()
        if self.view is None or self.width < dp(120):
            return
        stacks = sorted(self.view.stacks, key=lambda stack: stack.value)
        true = [self._spot(stack.value) for stack in stacks]
        with self.canvas:
            self._scale()
            for stack, spot, x in zip(stacks, true, spread(true, dp(APART), self._end()), strict=True):
                self._stack(stack, spot, x)

    def _stack(self, stack: FavorStack, spot: float, x: float) -> None:
        """Markers around `x`, with a line to where they belong on the scale, and their value beside them."""
        low = self._low()
        foot, rises = low + dp(FOOT), len(stack.persons) - 1
        rise = min(dp(RISE), (self.top - foot - dp(MARKER) / 2) / rises) if rises else 0
        Color(*theme.tone("line"))
        SmoothLine(points=[spot, low + dp(SCALE), x, foot], width=dp(1))
        for up, person in enumerate(reversed(stack.persons)):
            draw_disc(person, x, foot + up * rise, dp(MARKER))
        words(str(stack.value), "Figure", dp(19), "ink", x + dp(36), foot)

    def _low(self) -> float:
        """Where the figures of the scale stand: in a high place the track lies in its middle."""
        return float(self.y + max(0.0, (self.height - dp(TALL)) / 2))

    def _end(self) -> float:
        return float(self.right - dp(56))

    def _spot(self, value: int) -> float:
        left, right = self.x + dp(24), self._end()
        return float(left + (right - left) * (value - self.view.low) / max(1, self.view.high - self.view.low))

    def _scale(self) -> None:
        y = self._low() + dp(SCALE)
        Color(*theme.tone("line"))
        Line(points=[self._spot(self.view.low), y, self._spot(self.view.high), y], width=dp(1.2))
        step = 5 if self.view.high - self.view.low <= 60 else 10
        for value in range(self.view.low, self.view.high + 1, step):
            Color(*theme.tone("line"))
            Line(points=[self._spot(value), y - dp(5), self._spot(value), y + dp(5)], width=dp(1))
            words(str(value), "Body", dp(15), "muted", self._spot(value), y - dp(20))


class PraetorPlaceBox(kit.Panel, kit.Row):
    """A place in the turn order."""


class PraetorTableBody(kit.Column):
    """Favor track and turn order."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
