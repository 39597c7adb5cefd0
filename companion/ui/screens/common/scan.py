"""The camera's picture with what was read on it, and the question card."""

from __future__ import annotations

from pathlib import Path

from kivy.graphics import Color, Rectangle, SmoothLine, SmoothRoundedRectangle
from kivy.graphics.texture import Texture
from kivy.input import MotionEvent
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import ObjectProperty, StringProperty

from companion.ui import crops, kit, textures
from companion.ui.drawn import Drawn
from companion.ui.theme import theme
from companion.views.common.parts import Glyph, Word
from companion.views.common.scan import MarkBox, Scan

__all__ = ["crops"]
LENS, ENLARGED = 220, 4
"""Side of the magnifier in dp, and how many times it enlarges."""
SURE, ASKS, NIGHT = (0.608, 0.878, 0.784, 1), (1, 0.827, 0.361, 1), (0.09, 0.075, 0.11, 0.92)


def _along(middle: float, whole: float, place: float) -> float:
    """Where a picture `whole` px long begins so that its `middle` is that of a place, which it fills if it can."""
    if whole <= place:
        return (place - whole) / 2
    return min(0.0, max(place - whole, place / 2 - middle))


class LivePicture(Drawn):
    """The latest picture, fitted into its place, with marks: open corners are sure, a closed frame asks."""

    view = ObjectProperty(rebind=True)

    DRAWS = ("pos", "size", "view")

    def __init__(self, **kwargs: object) -> None:
        self._texture: Texture | None = None
        self._labels: list[tuple[float, float, float, float]] = []
        super().__init__(**kwargs)

    def draw(self) -> None:
        self.canvas.clear()
        self._labels.clear()
        if self.view is None or self.width < dp(10):
            return
        with self.canvas:
            Color(*theme.tone("wood"))
            Rectangle(pos=self.pos, size=self.size)
            if self.view.pixels:
                self._picture(self.view)
            else:
                self._nothing()
            for mark in self._marks():
                self._mark(mark)

    def _marks(self) -> tuple[MarkBox, ...]:
        return tuple(self.view.marks)

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
        left, low = max(x, self.x), max(y, self.y)
        right, top = min(x + width, self.right), min(y + height, self.top)
        u, v, end, foot = (left - x) / width, 1 - (top - y) / height, (right - x) / width, 1 - (low - y) / height
        spots = (u, foot, end, foot, end, v, u, v)
        Rectangle(texture=self._texture, pos=(left, low), size=(right - left, top - low), tex_coords=spots)

    def _fitted(self) -> tuple[float, float, float, float]:
        """Where the whole picture would lie, in px: it reaches beyond its place where a part of it is looked at."""
        wide, high = self.view.width or 16, self.view.height or 9
        left, top, right, foot = getattr(self.view, "focus", None) or (0.0, 0.0, 1.0, 1.0)
        scale = min(self.width / wide / (right - left), self.height / high / (foot - top))
        width, height = wide * scale, high * scale
        return (
            self.x + _along((left + right) / 2 * width, width, self.width),
            self.y + _along((1 - (top + foot) / 2) * height, height, self.height),
            width,
            height,
        )

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
        if mark.line:
            self._label(mark, corners)

    def _label(self, mark: MarkBox, corners: list[tuple[float, float]]) -> None:
        tone = SURE if mark.sure else ASKS
        parts = [part for each in mark.line for part in _drawn(each)]
        inside = sum(texture.width for texture, _own in parts) + dp(4) * (len(parts) - 1)
        width, height = inside + dp(20), dp(32)
        middle = sum(spot[0] for spot in corners) / len(corners)
        x = min(max(middle - width / 2, self.x), (self.x + self.width) - width)
        y = min(self._above(x, max(spot[1] for spot in corners) + dp(6), width, height), self.y + self.height - height)
        self._labels.append((x, y, width, height))
        Color(*NIGHT)
        SmoothRoundedRectangle(pos=(x, y), size=(width, height), radius=[dp(8)])
        x += dp(10)
        for texture, own in parts:
            Color(*((1, 1, 1, 1) if own else tone))
            Rectangle(texture=texture, pos=(round(x), round(y + (height - texture.height) / 2)), size=texture.size)
            x += texture.width + dp(4)

    def _above(self, x: float, y: float, width: float, height: float) -> float:
        """The first height from `y` upwards at which a label covers none of those drawn before."""
        for left, low, wide, high in sorted(self._labels, key=lambda label: label[1]):
            if left < x + width and x < left + wide and low < y + height and y < low + high:
                y = low + high + dp(3)
        return y


def _drawn(part: Glyph | Word) -> list[tuple[Texture, bool]]:
    """A part of a label as textures, and whether it keeps its own colours."""
    if isinstance(part, Word):
        return [(kit.lettering(part.text, "Strong", dp(17)), False)]
    good = part.icon.startswith("good-")
    icon = textures.icon(part.icon + "-dark" if good else part.icon, dp(24))
    figure = [(kit.lettering(part.figure, "Strong", dp(17)), False)] if part.figure else []
    return [(icon, good), *figure]


class CornerPicture(LivePicture):
    """The picture to tap the mat's corners on; a finger held down sees its place enlarged."""

    def __init__(self, **kwargs: object) -> None:
        self._finger: tuple[float, float] | None = None
        super().__init__(**kwargs)

    def draw(self, *_: object) -> None:
        super().draw()
        if self.view is None or not self.view.pixels or self.width < dp(10):
            return
        with self.canvas:
            self._taps()
            if self._finger is not None:
                self._lens(*self._finger)

    def _marks(self) -> tuple[MarkBox, ...]:
        return ()

    def _taps(self) -> None:
        x, y, width, height = self._fitted()
        spots = [(x + u * width, y + height - v * height) for u, v in self.view.taps]
        Color(*(SURE if self.view.done else ASKS))
        if len(spots) > 1:
            SmoothLine(points=[c for spot in spots for c in spot], close=self.view.done, width=dp(2))
        for spot in spots:
            SmoothLine(circle=(*spot, dp(12)), width=dp(2))

    def _lens(self, u: float, v: float) -> None:
        """The place under the finger, enlarged, at the side of the picture where the finger is not."""
        x, y, width, height = self._fitted()
        side, reach = dp(LENS), dp(LENS) / ENLARGED / 2
        left, low = (self.right - side - dp(16) if u < 0.5 else self.x + dp(16)), self.top - side - dp(16)
        du, dv = reach / width, reach / height
        Color(1, 1, 1, 1)
        corners = (u - du, v + dv, u + du, v + dv, u + du, v - dv, u - du, v - dv)
        Rectangle(texture=self._texture, pos=(left, low), size=(side, side), tex_coords=corners)
        Color(*ASKS)
        SmoothLine(rectangle=(left, low, side, side), width=dp(2))
        for dx, dy in ((side, 0), (0, side)):
            middle = (left + side / 2, low + side / 2)
            SmoothLine(points=[middle[0] - dx / 2, middle[1] - dy / 2, middle[0] + dx / 2, middle[1] + dy / 2], width=1)
        SmoothLine(circle=(x + u * width, y + height - v * height, dp(18)), width=dp(2))

    def _place(self, touch: MotionEvent) -> tuple[float, float] | None:
        """Where a finger is, as shares of the picture; None beside it."""
        x, y, width, height = self._fitted()
        u, v = (touch.x - x) / width, 1 - (touch.y - y) / height
        return (u, v) if 0 <= u <= 1 and 0 <= v <= 1 else None

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if self.view.done or not self.view.pixels or self._place(touch) is None:
            return False
        touch.grab(self)
        self._finger = self._place(touch)
        self.draw()
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        self._finger = self._place(touch) or self._finger
        self.draw()
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        place, self._finger = self._place(touch), None
        self.draw()
        if place is not None:
            kit.hand.dispatch("on_point", *place)
        return True


class CornersScreen(kit.Column):
    """Tapping the corners of the mat."""


class ReadingTap(kit.Tap, kit.Panel):
    """One possible reading with its share."""


class QuestionBox(kit.Column):
    """Which one is this?"""


class ReadSoFar(kit.Card):
    """What was read, in words and counts."""


class ScanScreen(kit.Row):
    """The camera at work; `question_box` names what shows a question, which a title may show in its own way."""

    question_box = StringProperty("QuestionBox")


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
