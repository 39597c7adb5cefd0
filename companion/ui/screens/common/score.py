"""The final score: a table whose cells open, and a chart by round."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from pathlib import Path

from kivy.graphics import Color, Line, Rectangle, SmoothEllipse, SmoothLine, SmoothQuad, SmoothTriangle
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty

from companion.ui import kit
from companion.ui.drawn import Drawn
from companion.ui.fitting import extent
from companion.ui.theme import theme
from companion.views.common.parts import Glyph, Word
from companion.views.common.score import Curve, ScoreLine

NAMED = 192
"""What a disc and a name beside it take at least, in dp."""
BESIDE, GAP = 174 + NAMED, 4
"""What place, name, sum and edges of a line take beside its cells, and the room between two of these, in dp."""
FIGURE = 84
"""So much of a line is left to each of its cells where names are long, in dp."""
DISC = 46
"""How wide a disc is, in dp."""
AIR = 4
"""Px by which words may be longer than measured."""
SHAPES = {"green": "square", "blue": "disc", "red": "triangle", "yellow": "rhomb", "black": "cross"} | {
    "white": "bar",
    "purple": "cup",
}
"""The mark of each seat's curve, so that colour is never alone."""


class CellTap(kit.Tap, kit.Panel):
    """A figure of the score; tapping it opens its lines."""


class OfScore(kit.Row):
    """A line of the table: cells as wide as a finger, even where there are many and the window is narrow.

    Between a disc and the name beside it stands `APART`.
    """

    APART = "  "
    close = BooleanProperty(False)

    @staticmethod
    def crowded(cells: Sequence[object], width: float) -> bool:
        """Does a line of this width (px) leave too little for its cells beside a name?"""
        return (width - dp(BESIDE)) / max(1, len(cells)) - dp(GAP) < dp(kit.FINGER)

    @classmethod
    def named(cls, lines: Sequence[ScoreLine], width: float) -> float:
        """How many px of lines this wide the disc and the longest name take, if that leaves room for figures."""
        face, size = theme.face("figure_small"), theme.size("figure_small")
        longest = max((extent(face, size, cls.APART + line.person.name) for line in lines), default=0)
        cells = max((len(line.cells) for line in lines), default=0)
        room = width - dp(BESIDE - NAMED) - cells * dp(FIGURE + GAP)
        return max(dp(NAMED), min(dp(DISC) + longest + AIR, room))


class ScoreHeadings(OfScore):
    """What the columns are."""


class ScoreRow(kit.Panel, OfScore):
    """One player's score; where cells are `close`, the name stands below the disc."""


class HeadingBox(kit.Column):
    """A category."""


class Chart(Drawn):
    """Fame by round: lines with an ink edge and a mark per seat, names at the ends."""

    view = ObjectProperty(rebind=True)

    DRAWS = ("pos", "size", "view")

    def draw(self) -> None:
        self.canvas.clear()
        if self.view is None or not self.view.curves or self.width < dp(200) or self.height < dp(80):
            return
        highest = max([20, *(max(curve.values) for curve in self.view.curves)])
        self._step = 20 if highest <= 100 else 50
        self._most = -(-highest // self._step) * self._step
        self._named = max(kit.lettering(_end(curve), "Strong", dp(16)).width for curve in self.view.curves)
        with self.canvas:
            self._grid()
            for curve in reversed(self.view.curves):
                self._curve(curve)
            self._names()

    def _spot(self, index: int, value: float) -> tuple[float, float]:
        left, right = self.x + dp(48), (self.x + self.width) - self._named - dp(18)
        low, high = self.y + dp(34), (self.y + self.height) - dp(10)
        last = max(1, len(self.view.ticks) - 1)
        return left + (right - left) * index / last, low + (high - low) * value / self._most

    def _grid(self) -> None:
        for value in range(0, self._most + 1, self._step):
            (x, y), (end, _) = self._spot(0, value), self._spot(len(self.view.ticks) - 1, value)
            Color(*theme.tone("hair"))
            Line(points=[x, round(y), end, round(y)], width=1)
            self._words(str(value), x - dp(10), y, 1)
        for index, tick in enumerate(self.view.ticks):
            self._words(tick, self._spot(index, 0)[0], self.y + dp(12), 0.5)

    def _words(self, text: str, x: float, y: float, back: float, tone: str = "muted", face: str = "Body") -> None:
        letters = kit.lettering(text, face, dp(16))
        Color(*theme.tone(tone))
        Rectangle(
            texture=letters, pos=(round(x - letters.width * back), round(y - letters.height / 2)), size=letters.size
        )

    def _curve(self, curve: Curve) -> None:
        spots = [self._spot(index, value) for index, value in enumerate(curve.values)]
        points = [number for spot in spots for number in spot]
        if len(spots) > 1:
            Color(*theme.tone("ink"))
            SmoothLine(points=points, width=dp(2.3))
            Color(*theme.tone(f"seat:{curve.person.seat}"))
            SmoothLine(points=points, width=dp(1.4))
        for x, y in spots:
            Color(*theme.tone("ink"))
            _mark(SHAPES[curve.person.seat], x, y, dp(6.6))
            Color(*theme.tone(f"seat:{curve.person.seat}"))
            _mark(SHAPES[curve.person.seat], x, y, dp(4.8))

    def _names(self) -> None:
        ends = sorted(self.view.curves, key=lambda curve: -curve.values[-1])
        height, low = (self.y + self.height), self.y + dp(36)
        for left, curve in zip(range(len(ends) - 1, -1, -1), ends, strict=True):
            x, y = self._spot(len(curve.values) - 1, curve.values[-1])
            height = max(min(height - dp(20), y), low + left * dp(20))
            self._words(_end(curve), x + dp(16), height, 0, "ink", "Strong")


def _end(curve: Curve) -> str:
    """What stands at the end of a line."""
    return f"{curve.person.name} {curve.values[-1]}"


def _mark(shape: str, x: float, y: float, r: float) -> None:
    if shape == "disc":
        SmoothEllipse(pos=(x - r, y - r), size=(2 * r, 2 * r))
    elif shape == "triangle":
        corners = [(x + 1.2 * r * sin(a), y + 1.2 * r * cos(a)) for a in (0, 2 * pi / 3, 4 * pi / 3)]
        SmoothTriangle(points=[number for corner in corners for number in corner])
    elif shape == "cup":
        corners = [(x + 1.2 * r * sin(a), y + 1.2 * r * cos(a)) for a in (pi, pi / 3, -pi / 3)]
        SmoothTriangle(points=[number for corner in corners for number in corner])
    elif shape == "bar":
        SmoothQuad(
            points=[
                x - r / 1.8,
                y - 1.3 * r,
                x + r / 1.8,
                y - 1.3 * r,
                x + r / 1.8,
                y + 1.3 * r,
                x - r / 1.8,
                y + 1.3 * r,
            ]
        )
    elif shape == "cross":
        Rectangle(pos=(x - r, y - r / 2.6), size=(2 * r, 2 * r / 2.6))
        Rectangle(pos=(x - r / 2.6, y - r), size=(2 * r / 2.6, 2 * r))
    elif shape == "rhomb":
        SmoothQuad(points=[x, y - 1.25 * r, x + 1.25 * r, y, x, y + 1.25 * r, x - 1.25 * r, y])
    else:
        SmoothQuad(points=[x - r, y - r, x + r, y - r, x + r, y + r, x - r, y + r])


class OpenLine(kit.Row):
    """A line behind a cell: icons, figures and what is strong stand before the words, which may take several lines."""

    head = ObjectProperty(())
    said = StringProperty("")
    strong = BooleanProperty(False)
    tone = StringProperty("ink")

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        self.fbind("view", self.part)
        self.part()

    def part(self, *_: object) -> None:
        """Divide the line where nothing follows but words that are all strong, or none of them."""
        line = tuple(self.view or ())
        at = next((at for at in range(len(line)) if _alike(line[at:])), len(line))
        words = line[at:]
        self.head, self.said = line[:at], " ".join(word.text for word in words)
        self.strong = bool(words) and words[0].strong
        self.tone = (words[0].tone if len(words) == 1 else "") or "ink"


def _alike(parts: Sequence[Glyph | Word]) -> bool:
    """Are these all words, and all as strong as the first?"""
    words = [part for part in parts if isinstance(part, Word)]
    return len(words) == len(parts) and len({word.strong for word in words}) < 2


class ExchangeBox(kit.Column):
    """A thing, how much of it was owned, and what that came to."""


class ExchangeTable(kit.Row):
    """What was exchanged, thing by thing; takes no room where there is nothing."""


class OpenedBox(kit.Card):
    """The lines behind a cell."""


class FinalScoreScreen(kit.Column):
    """The score."""


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
