"""The cells of the city's map, and the marks between them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.graphics import Color, Mesh, Rectangle, SmoothEllipse, SmoothLine, SmoothRoundedRectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.ui import kit
from companion.ui.panel import dashes
from companion.ui.screens.praetor.dice import draw_die
from companion.ui.screens.praetor.drawing import draw_disc, picture, words
from companion.ui.screens.praetor.plazas import draw_plazas
from companion.ui.theme import theme
from companion.views.praetor.city import SEEN_MARKS, CityTile, CornerShare, FreeCell

Place = tuple[float, float]
"""In dp, across and up."""
NAMED = 92
"""From so many dp on a tile bears its name; a smaller one is told by a larger picture."""
READ = 12
"""No figure on the map is smaller, in dp."""
PALE = 0.6
"""How much of the ground lies over a tile that the camera has not seen yet."""
AREAS = {
    "red": ("area-level", "alarm", "alarm_tint"),
    "green": ("area-plain", "verdigris", "verdigris_tint"),
    "grey": ("area-special", "ink", "sunk"),
}
"""Area → its icon, tone and tint: the meaning, not the printed hue."""


class PraetorCell(kit.Tap):
    """A cell of the map; the map hears the touches, so that a finger can move it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(size_hint=(None, None), **kwargs)
        for name in ("pos", "size", "view"):
            self.fbind(name, self.draw)
        self.draw()

    def draw(self, *_: object) -> None:
        self.canvas.clear()
        if self.width > 1:
            with self.canvas:
                self.paint(self.view)

    def paint(self, view: Any) -> None:
        """Draw the view into the open canvas."""


class PraetorTileCell(PraetorCell):
    """A tile of the city."""

    def paint(self, view: CityTile) -> None:
        s, x, y = self.width, self.x, self.y
        Color(*theme.tone("card"))
        Rectangle(pos=(x, y), size=(s, s))
        if view.plazas:
            draw_plazas(view.plazas, x, y, s)
        Color(*theme.tone("line"))
        SmoothLine(rectangle=(x, y, s, s), width=dp(0.6))
        if view.button.chosen:
            Color(*theme.tone("gold"))
            SmoothLine(rectangle=(x + dp(1), y + dp(1), s - dp(2), s - dp(2)), width=dp(1.8))
        named = s >= dp(NAMED)
        (self._middle if named else self._picture)(view)
        self._foot(view, 1.0 if named else 1.3)
        if view.owner:
            side = (0.24 if named else 0.3) * s
            draw_disc(view.owner, self.center_x, y + s - 0.02 * s - side / 2, side)
        if view.seen == "unseen":
            self._pale(view.button.chosen)
        elif view.seen:
            self._badge(*SEEN_MARKS[view.seen])
        if view.doubt or view.seen == "doubt":
            self._framed("gold" if view.seen == "doubt" else "saffron")
        if view.doubt:
            self._doubt(view.doubt)

    def _pale(self, chosen: bool) -> None:
        """A tile the camera has not seen: pale, in dashes; in gold where it is the next to be looked at."""
        gap, s = dp(3), self.width
        Color(*theme.tone("sunk")[:3], PALE)
        Rectangle(pos=self.pos, size=self.size)
        Color(*theme.tone("gold" if chosen else "muted"))
        vertices, indices = dashes(self.x + gap, self.y + gap, s - 2 * gap, s - 2 * gap, dp(10), dp(3 if chosen else 2))
        Mesh(vertices=vertices, indices=indices, mode="triangles")

    def _badge(self, icon: str, tone: str) -> None:
        """How a tile was seen, as a symbol at the middle of its right edge."""
        r = max(0.1 * self.width, dp(9))
        x, y = self.right - r - dp(3), self.center_y
        Color(*theme.tone("card"))
        SmoothEllipse(pos=(x - r, y - r), size=(2 * r, 2 * r))
        picture(icon, tone, x, y, 1.5 * r)

    def _framed(self, tone: str) -> None:
        """A frame around what is in doubt."""
        s = self.width
        Color(*theme.tone(tone))
        SmoothLine(rectangle=(self.x + dp(1), self.y + dp(1), s - dp(2), s - dp(2)), width=dp(2))

    def _doubt(self, what: str) -> None:
        """Over the upper edge in a word what is seen there; a small tile gives it all its width."""
        s, x, y = self.width, self.center_x, self.top
        wide, high, size = (0.72 * s, 0.2 * s, 0.12 * s) if s >= dp(NAMED) else (s, 0.28 * s, 0.21 * s)
        Color(*theme.tone("ink"))
        SmoothRoundedRectangle(pos=(x - wide / 2, y - high), size=(wide, high), radius=[0.05 * s])
        words(what, "Strong", size, "card", x, y - high / 2, 0.9 * wide)

    def _middle(self, view: CityTile) -> None:
        s, x, y = self.width, self.center_x, self.y
        shift = 0.16 * s if view.builder else 0
        picture(view.icon, "ink", x - shift, y + 0.59 * s, 0.29 * s)
        if view.builder:
            draw_die(view.builder.person.seat, view.builder.pips, x + shift - 0.13 * s, y + 0.46 * s, 0.27 * s)
        words(kit.marked(view.name, view.house), "Strong", 0.112 * s, "ink", x, y + 0.36 * s, 0.94 * s)

    def _picture(self, view: CityTile) -> None:
        """What a small tile shows: its picture, and a builder before it."""
        s, x, y = self.width, self.center_x, self.y
        shift = 0.2 * s if view.builder else 0
        picture(view.icon, "ink", x - shift, y + 0.5 * s, 0.36 * s)
        if view.builder:
            draw_die(view.builder.person.seat, view.builder.pips, x + 0.04 * s, y + 0.33 * s, 0.34 * s)

    def _foot(self, view: CityTile, larger: float) -> None:
        """The area with its fee, so much larger, under the worker who has used it; or how far the tile is turned."""
        s, x, y = self.width * larger, self.center_x, self.y + 0.165 * self.width
        if view.worker:
            draw_die(view.worker.person.seat, view.worker.pips, x - 0.135 * s, y - 0.135 * s, 0.27 * s)
        elif view.turned:
            picture("rotate", "muted", x - 0.15 * s, y, 0.14 * s)
            words(view.turned, "Figure", 0.14 * s, "ink", x + 0.09 * s, y)
        elif view.area in AREAS:
            icon, tone, tint = AREAS[view.area]
            wide = (0.24 + 0.26 * len(view.fee)) * s
            Color(*theme.tone(tint))
            SmoothRoundedRectangle(pos=(x - wide / 2, y - 0.105 * s), size=(wide, 0.21 * s), radius=[0.06 * s])
            at = x - wide / 2 + 0.12 * s
            picture(icon, tone, at, y, 0.13 * s)
            for thing, count in view.fee:
                picture(thing, "gold_text", at + 0.17 * s, y, 0.14 * s)
                words(str(count), "Figure", 0.13 * s, "ink", at + 0.285 * s, y)
                at += 0.26 * s


class PraetorFreeCell(PraetorCell):
    """A free cell beside the city, with the best sum of plazas there."""

    def paint(self, view: FreeCell) -> None:
        gap, s = dp(6), self.width
        Color(*theme.tone("line"))
        vertices, indices = dashes(self.x + gap, self.y + gap, s - 2 * gap, s - 2 * gap, dp(10), dp(2))
        Mesh(vertices=vertices, indices=indices, mode="triangles")
        words(view.figure or "+", "Figure", max(0.2 * s, dp(READ)), "muted", self.center_x, self.center_y)


class PraetorMarks(Widget):
    """The corners that match, each with its share, and the sum of the tile that is tried out."""

    def mark(
        self,
        corners: tuple[CornerShare, ...],
        total: str,
        place: Callable[[int, int], Place],
        side: float,
        ghost: CityTile | None,
    ) -> None:
        """Draw everything; `place` gives the lower left corner of a cell."""
        self.canvas.clear()
        with self.canvas:
            for corner in corners:
                x, y = place(corner.x, corner.y)
                self._round(corner.figure, x, y + side, 0.24 * side)
            if ghost is not None and total:
                x, y = place(ghost.x, ghost.y)
                self._plate(total, x + side / 2, y + side, max(0.2 * side, dp(READ)), 0.24)

    def _round(self, figure: str, x: float, y: float, r: float) -> None:
        Color(*theme.tone("gold"))
        SmoothLine(circle=(x, y, r, 0, 360, 60), width=dp(1.8))
        self._plate(figure, x, y, max(r * 0.62, dp(READ)), 0.6)

    @staticmethod
    def _plate(figure: str, x: float, y: float, size: float, share: float) -> None:
        wide, high = size * 1.9, size * 1.35
        Color(*theme.tone("ink"))
        SmoothRoundedRectangle(pos=(x - wide / 2, y - high / 2), size=(wide, high), radius=[high * share])
        words(figure, "Figure", size, "card", x, y)
