"""Two small maps side by side: the city as it lies on the table, and as the book has it."""

from __future__ import annotations

from pathlib import Path

from kivy.graphics import Color, Rectangle, SmoothLine
from kivy.input import MotionEvent
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import NumericProperty, ObjectProperty, StringProperty

from companion.ui import kit
from companion.ui.drawn import Drawn
from companion.ui.screens.common.scan import ScanScreen
from companion.ui.screens.praetor.dice import draw_die
from companion.ui.screens.praetor.drawing import picture
from companion.ui.screens.praetor.plazas import draw_plazas
from companion.ui.theme import theme
from companion.views.praetor.two_maps import SmallMap, SmallTile


class PraetorSmallMap(Drawn):
    """A part of the city, the tile in doubt in a saffron frame; where no tile lies, the ground."""

    view = ObjectProperty(None, allownone=True)

    DRAWS = ("pos", "size", "view")

    def draw(self) -> None:
        self.canvas.clear()
        if self.view is None or self.width < dp(10):
            return
        side = min(self.width, self.height)
        left, low = round(self.center_x - side / 2), round(self.center_y - side / 2)
        with self.canvas:
            Color(*theme.tone("sunk"))
            Rectangle(pos=(left, low), size=(side, side))
            self._tiles(self.view, left, low, side / self.view.across)

    def _tiles(self, shown: SmallMap, left: float, low: float, side: float) -> None:
        for tile in sorted(shown.tiles, key=lambda tile: tile.marked):  # its frame lies above its neighbours
            self._tile(tile, left + tile.x * side, low + (shown.across - 1 - tile.y) * side, side)

    def _tile(self, tile: SmallTile, x: float, y: float, side: float) -> None:
        Color(*theme.tone("card"))
        Rectangle(pos=(x, y), size=(side, side))
        draw_plazas(tile.plazas, x, y, side, 0.3)
        Color(*theme.tone("saffron" if tile.marked else "line"))
        inset = dp(1) if tile.marked else 0
        frame = (x + inset, y + inset, side - 2 * inset, side - 2 * inset)
        SmoothLine(rectangle=frame, width=dp(1.5 if tile.marked else 0.6))
        up = 0.66 if tile.die else 0.5
        picture(tile.icon, "ink", x + side / 2, y + up * side, (0.32 if tile.die else 0.4) * side)
        if tile.die:
            draw_die(tile.die.person.seat, tile.die.pips, x + 0.31 * side, y + 0.08 * side, 0.38 * side)


class PraetorMapCard(kit.Tap, kit.Panel):
    """One of the two maps, `dim` dp wide; a tap takes its reading, where it is one of several."""

    dim = NumericProperty(122)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        return self.view.button is not None and bool(super().on_touch_down(touch))


class PraetorQuestionBox(kit.Column):
    """How does it lie? Each reading as a map."""


class PraetorScanScreen(ScanScreen):
    """The camera at work, with a question about the city."""

    question_box = StringProperty("PraetorQuestionBox")


class PraetorDifferScreen(kit.Column):
    """The city lies otherwise than in the book."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
