"""The camera's picture with what was read on it, and the question card."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Rectangle, SmoothLine, SmoothRoundedRectangle
from kivy.graphics.texture import Texture
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import ObjectProperty
from kivy.uix.widget import Widget

from companion.ui import kit, textures
from companion.ui.theme import HERE, theme
from companion.views.parts import Glyph, Word
from companion.views.scan import MarkBox, Scan

SURE, ASKS, NIGHT = (0.608, 0.878, 0.784, 1), (1, 0.827, 0.361, 1), (0.09, 0.075, 0.11, 0.92)


class LivePicture(Widget):
    """The latest picture, fitted into its place, with marks: open corners are sure, a closed frame asks."""

    view = ObjectProperty(rebind=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._texture: Texture | None = None
        for name in ("pos", "size", "view"):
            self.fbind(name, self.draw)

    def draw(self, *_: Any) -> None:
        self.canvas.clear()
        if self.view is None or self.width < dp(10):
            return
        with self.canvas:
            Color(*theme.tone("wood"))
            Rectangle(pos=self.pos, size=self.size)
            if self.view.pixels:
                self._picture(self.view)
            else:
                self._nothing()
            for mark in self.view.marks:
                self._mark(mark)

    def _nothing(self) -> None:
        Color(*theme.tone("past"))
        side = dp(96)
        spot = (self.center_x - side / 2, self.center_y - side / 2)
        Rectangle(texture=textures.icon("camera", side), pos=spot, size=(side, side))

    def _picture(self, scan: Scan) -> None:
        if self._texture is None or self._texture.size != (scan.width, scan.height):
            self._texture = Texture.create(size=(scan.width, scan.height), colorfmt="rgba")
            self._texture.flip_vertical()
        self._texture.blit_buffer(scan.pixels, colorfmt="rgba", bufferfmt="ubyte")
        Color(1, 1, 1, 1)
        x, y, width, height = self._fitted()
        Rectangle(texture=self._texture, pos=(x, y), size=(width, height))

    def _fitted(self) -> tuple[float, float, float, float]:
        wide, high = self.view.width or 16, self.view.height or 9
        scale = min(self.width / wide, self.height / high)
        width, height = wide * scale, high * scale
        return self.x + (self.width - width) / 2, self.y + (self.height - height) / 2, width, height

    def _mark(self, mark: MarkBox) -> None:
        x, y, width, height = self._fitted()
        corners = [(x + u * width, y + height - v * height) for u, v in mark.corners]
        Color(*(SURE if mark.sure else ASKS))
        if mark.sure:
            for i, (ax, ay) in enumerate(corners):
                (bx, by), (px, py) = corners[(i + 1) % 4], corners[i - 1]
                ends = [(ax + (ex - ax) * 0.22, ay + (ey - ay) * 0.22) for ex, ey in ((px, py), (bx, by))]
                SmoothLine(points=[*ends[0], ax, ay, *ends[1]], width=dp(2))
        else:
            SmoothLine(points=[c for spot in corners for c in spot], close=True, width=dp(2.4))
        self._label(mark, corners)

    def _label(self, mark: MarkBox, corners: list[tuple[float, float]]) -> None:
        tone = SURE if mark.sure else ASKS
        parts = [part for each in mark.line for part in _drawn(each)]
        inside = sum(texture.width for texture, _own in parts) + dp(4) * (len(parts) - 1)
        width, height = inside + dp(20), dp(32)
        middle = sum(spot[0] for spot in corners) / len(corners)
        x = min(max(middle - width / 2, self.x), (self.x + self.width) - width)
        y = min(max(spot[1] for spot in corners) + dp(6), (self.y + self.height) - height)
        Color(*NIGHT)
        SmoothRoundedRectangle(pos=(x, y), size=(width, height), radius=[dp(8)])
        x += dp(10)
        for texture, own in parts:
            Color(*((1, 1, 1, 1) if own else tone))
            Rectangle(texture=texture, pos=(round(x), round(y + (height - texture.height) / 2)), size=texture.size)
            x += texture.width + dp(4)


def _drawn(part: Glyph | Word) -> list[tuple[Texture, bool]]:
    """A part of a label as textures, and whether it keeps its own colours."""
    if isinstance(part, Word):
        return [(kit.lettering(part.text, "Strong", dp(17)), False)]
    good = part.icon.startswith("good-")
    icon = textures.icon(part.icon + "-dark" if good else part.icon, dp(24))
    figure = [(kit.lettering(part.figure, "Strong", dp(17)), False)] if part.figure else []
    return [(icon, good), *figure]


class ReadingTap(kit.Tap, kit.Panel):
    """One possible reading with its share."""


class QuestionBox(kit.Column):
    """Which one is this?"""

    view = ObjectProperty(rebind=True)


class ReadSoFar(kit.Card):
    """What was read, in words and counts."""

    view = ObjectProperty(rebind=True)


class ScanScreen(kit.Row):
    """The camera at work."""

    view = ObjectProperty(rebind=True)


Builder.load_file(str(HERE / "screens" / "scan.kv"))
