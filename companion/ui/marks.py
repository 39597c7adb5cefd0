"""Small drawn things: icons, people, coins, edge bands, squares."""

from __future__ import annotations

from kivy.graphics import Color, Ellipse, Mesh, Rectangle, SmoothEllipse, SmoothLine
from kivy.metrics import dp
from kivy.properties import NumericProperty, StringProperty
from kivy.uix.widget import Widget

from companion.ui import pen, textures
from companion.ui.drawn import Drawn
from companion.ui.panel import dashes
from companion.ui.pen import lettering
from companion.ui.theme import theme


class Icon(Drawn):
    """One of our icons, `dim` dp wide, in a tone; some keep their own colours."""

    name = StringProperty("")
    tone = StringProperty("ink")
    dim = NumericProperty(24)

    DRAWS = ("pos", "size", "name", "tone", "dim")

    def draw(self) -> None:
        self.canvas.clear()
        if not self.name:
            return
        with self.canvas:
            pen.mark(self.name, self.dim, self.tone, self.center_x - dp(self.dim) / 2, self.center_y)


class Disc(Drawn):
    """A person: patterned ring, plain core, the initial in black letters.

    Without a seat it is an empty dashed place, with ``+`` as its initial one that can be taken.
    """

    seat = StringProperty("")
    initial = StringProperty("")
    dim = NumericProperty(48)

    DRAWS = ("pos", "size", "seat", "initial", "dim")

    def draw(self) -> None:
        self.canvas.clear()
        side = dp(self.dim)
        x, y = self.center_x - side / 2, self.center_y - side / 2
        with self.canvas:
            if self.seat:
                self._ring(x, y, side)
                self._core(x, y, side)
            else:
                Color(*theme.tone("line"))
                vertices, indices = dashes(x + 1, y + 1, side - 2, side - 2, side / 2, dp(2))
                Mesh(vertices=vertices, indices=indices, mode="triangles")
                if self.initial == "+":
                    arm, (cx, cy) = side * 0.2, self.center
                    SmoothLine(points=[cx - arm, cy, cx + arm, cy], width=dp(1.6))
                    SmoothLine(points=[cx, cy - arm, cx, cy + arm], width=dp(1.6))

    def _ring(self, x: float, y: float, side: float) -> None:
        turns = side / dp(textures.TILE)
        Color(1, 1, 1, 1)
        corners = (0, 0, turns, 0, turns, turns, 0, turns)
        Ellipse(texture=textures.pattern(self.seat), tex_coords=corners, pos=(x + 1, y + 1), size=(side - 2, side - 2))
        Color(*theme.tone("ink"))
        width = max(0.8, side / 48)
        SmoothLine(circle=(x + side / 2, y + side / 2, side / 2 - width, 0, 360, 90), width=width)

    def _core(self, x: float, y: float, side: float) -> None:
        core = side * 0.66
        Color(*theme.seat(self.seat, "fill"))
        SmoothEllipse(pos=(x + (side - core) / 2, y + (side - core) / 2), size=(core, core))
        Color(1, 1, 1, 1)
        letters = lettering(self.initial, "Black", side * (0.42 if len(self.initial) < 2 else 0.3))
        width, height = letters.size
        Color(*theme.seat(self.seat, "on"))
        spot = (round(x + (side - width) / 2), round(y + (side - height) / 2 + side * 0.012))
        Rectangle(texture=letters, pos=spot, size=letters.size)


class Band(Drawn):
    """The edge that faces the addressed player, in that seat's colour and pattern."""

    seat = StringProperty("")

    DRAWS = ("pos", "size", "seat")

    def draw(self) -> None:
        self.canvas.clear()
        if not self.seat or self.width <= 0:
            return
        across, up = self.width / dp(textures.TILE), self.height / dp(textures.TILE)
        with self.canvas:
            Color(1, 1, 1, 1)
            corners = (0, 0, across, 0, across, up, 0, up)
            Rectangle(texture=textures.pattern(self.seat), tex_coords=corners, pos=self.pos, size=self.size)


class Pip(Widget):
    """A small square: a round on the bar, a cube in the ledger, a copy left."""

    fill = StringProperty("")
    edge = StringProperty("line")
    thick = NumericProperty(1.5)
    radius = NumericProperty(2)


class Coin(Drawn):
    """A real coin with its value struck on it."""

    value = NumericProperty(1)
    dim = NumericProperty(44)

    DRAWS = ("pos", "size", "value", "dim")

    def draw(self) -> None:
        self.canvas.clear()
        side = dp(self.dim)
        x, y, centre = self.center_x - side / 2, self.center_y - side / 2, (self.center_x, self.center_y)
        with self.canvas:
            Color(*theme.tone("coin"))
            SmoothEllipse(pos=(x + 1, y + 1), size=(side - 2, side - 2))
            Color(*theme.tone("coin_edge"))
            SmoothLine(circle=(*centre, side / 2 - 1.2, 0, 360, 80), width=1.1)
            Color(*theme.tone("gold_text") if not theme.dark else (0.48, 0.36, 0.06, 1))
            SmoothLine(circle=(*centre, side / 2 - side * 0.13, 0, 360, 70), width=0.9)
            letters = lettering(str(self.value), "Black", side * 0.42)
            Color(*theme.tone("coin_edge"))
            spot = (round(centre[0] - letters.width / 2), round(centre[1] - letters.height / 2))
            Rectangle(texture=letters, pos=spot, size=letters.size)
