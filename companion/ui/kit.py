"""The widget layer: panels, words, icons and touch, from which every screen is made.

A widget that shows a view is always created *with* it (`Show`, `Each`), so its kv rule may read
`root.view` freely; a later view of the same kind is put into the same widget.
"""

from __future__ import annotations

from math import ceil, cos, pi, sin
from typing import Any

from kivy.event import EventDispatcher
from kivy.factory import Factory
from kivy.graphics import Color, Ellipse, Line, Mesh, Rectangle, SmoothEllipse, SmoothLine, SmoothRoundedRectangle
from kivy.graphics.texture import Texture
from kivy.lang import Builder
from kivy.lang.parser import global_idmap
from kivy.metrics import dp
from kivy.properties import (
    BooleanProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from companion.ui import textures
from companion.ui.theme import HERE, theme
from companion.wording import _

GOODS = {"Y": "good-luxury", "K": "good-military", "R": "good-industrial", "B": "good-consumer", "G": "good-alimentary"}


class Hand(EventDispatcher):
    """Where every tap on a button arrives; the app and the tests listen here."""

    __events__ = ("on_press", "on_step", "on_hold")

    def on_press(self, button: Any) -> None: ...

    def on_step(self, value: int) -> None: ...

    def on_hold(self, seat: str, held: bool) -> None: ...


hand = Hand()


class Panel(Widget):
    """A rounded area with an edge: `fill` and `edge` are tokens, `thick` the edge in dp, `dashed` its style."""

    fill = StringProperty("card")
    edge = StringProperty("hair")
    thick = NumericProperty(1.5)
    radius = NumericProperty(14)
    corners = ListProperty([])
    dashed = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("pos", "size", "fill", "edge", "thick", "radius", "corners", "dashed"):
            self.fbind(name, self.draw)
        self.draw()

    def draw(self, *_: Any) -> None:
        self.canvas.before.clear()
        with self.canvas.before:
            if self.fill:
                Color(*theme.tone(self.fill))
                SmoothRoundedRectangle(pos=self.pos, size=self.size, radius=self._radii())
            if self.edge and self.thick:
                Color(*theme.tone(self.edge))
                self._edge()

    def _radii(self) -> list[float]:
        return [dp(r) for r in self.corners] if self.corners else [dp(self.radius)]

    def _edge(self) -> None:
        half = dp(self.thick) / 2
        x, y, width, height = self.x + half, self.y + half, self.width - 2 * half, self.height - 2 * half
        if width <= 0 or height <= 0:
            return
        if self.dashed:
            vertices, indices = dashes(x, y, width, height, dp(self.radius), dp(self.thick))
            Mesh(vertices=vertices, indices=indices, mode="triangles")
        else:
            radius = max(0.1, min(dp(self.radius) - half, width / 2, height / 2))
            SmoothLine(rounded_rectangle=(x, y, width, height, *self._edge_radii(radius), 40), width=half + 0.3)

    def _edge_radii(self, radius: float) -> list[float]:
        return [max(0.1, dp(r)) for r in self.corners] if self.corners else [radius]


def dashes(
    x: float, y: float, width: float, height: float, radius: float, thick: float
) -> tuple[list[float], list[int]]:
    """The quads of a dashed rounded rectangle, as a mesh of triangles (Kivy itself dashes only lines of width 1)."""
    path = rounded(x, y, width, height, min(radius, width / 2, height / 2))
    step, vertices, indices = dp(3), [], []
    spots = along(path, step)
    on, period = 2, 4
    for i in range(0, len(spots) - 1):
        if i % period >= on:
            continue
        (ax, ay), (bx, by) = spots[i], spots[i + 1]
        length = max(1e-6, ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5)
        nx, ny = (ay - by) / length * thick / 2, (bx - ax) / length * thick / 2
        first = len(vertices) // 4
        for px, py in ((ax + nx, ay + ny), (bx + nx, by + ny), (bx - nx, by - ny), (ax - nx, ay - ny)):
            vertices += [px, py, 0, 0]
        indices += [first, first + 1, first + 2, first, first + 2, first + 3]
    return vertices, indices


def rounded(x: float, y: float, width: float, height: float, radius: float) -> list[tuple[float, float]]:
    """The outline of a rounded rectangle as a closed path."""
    path = []
    for cx, cy, start in (
        (x + width - radius, y + height - radius, 0),
        (x + radius, y + height - radius, 90),
        (x + radius, y + radius, 180),
        (x + width - radius, y + radius, 270),
    ):
        for degrees in range(start, start + 91, 15):
            angle = degrees * pi / 180
            path.append((cx + radius * cos(angle), cy + radius * sin(angle)))
    return [*path, path[0]]


def along(path: list[tuple[float, float]], step: float) -> list[tuple[float, float]]:
    """Points at equal distances along a path; the distance is adjusted so that they close it."""
    lengths = [((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 for (ax, ay), (bx, by) in zip(path, path[1:], strict=False)]
    total = sum(lengths)
    count = max(4, 4 * ceil(total / step / 4))
    spots, edge, walked = [], 0, 0.0
    for i in range(count + 1):
        at = total * i / count
        while edge < len(lengths) - 1 and walked + lengths[edge] < at:
            walked += lengths[edge]
            edge += 1
        share = (at - walked) / lengths[edge] if lengths[edge] else 0
        (ax, ay), (bx, by) = path[edge], path[edge + 1]
        spots.append((ax + (bx - ax) * share, ay + (by - ay) * share))
    return spots


class Row(BoxLayout):
    """Things side by side, centred on one line."""


class Column(BoxLayout):
    """Things below each other."""


class Card(Panel, BoxLayout):
    """Something one can read: a panel whose contents stand below each other."""


class Words(Label):
    """Text in one of the type roles and tones of the theme."""

    role = StringProperty("body")
    tone = StringProperty("ink")


class Text(Words):
    """Words that fill the room they are given and wrap in it."""


class Tight(Words):
    """Words on one line, as wide as they are."""


class Para(Words):
    """Words as wide as their place and as high as they need."""


class Icon(Widget):
    """One of our icons, `dim` dp wide, in a tone; goods keep their own colours."""

    name = StringProperty("")
    tone = StringProperty("ink")
    dim = NumericProperty(24)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("pos", "size", "name", "tone", "dim"):
            self.fbind(name, self.draw)
        self.draw()

    def draw(self, *_: Any) -> None:
        self.canvas.clear()
        if not self.name:
            return
        good = self.name.startswith("good-")
        name = self.name + "-dark" if good and theme.dark and self.tone != "on_pill" else self.name
        with self.canvas:
            Color(*((1, 1, 1, 1) if good else theme.tone(self.tone)))
            side = dp(self.dim)
            x, y = self.center_x - side / 2, self.center_y - side / 2
            Rectangle(texture=textures.icon(name, side), pos=(round(x), round(y)), size=(side, side))


class Disc(Widget):
    """A person: patterned ring, plain core, the initial in black letters.

    Without a seat it is an empty dashed place, with ``+`` as its initial one that can be taken.
    """

    seat = StringProperty("")
    initial = StringProperty("")
    dim = NumericProperty(48)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("pos", "size", "seat", "initial", "dim"):
            self.fbind(name, self.draw)
        self.draw()

    def draw(self, *_: Any) -> None:
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


def lettering(text: str, face: str, size: float) -> Texture:
    """White letters as a texture, to be drawn where a label would be too much."""
    from kivy.core.text import Label as CoreLabel

    label = CoreLabel(text=text, font_name=face, font_size=size)
    label.refresh()
    return label.texture


class Band(Widget):
    """The edge that faces the addressed player, in that seat's colour and pattern."""

    seat = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("pos", "size", "seat"):
            self.fbind(name, self.draw)
        self.draw()

    def draw(self, *_: Any) -> None:
        self.canvas.clear()
        if not self.seat or self.width <= 0:
            return
        across, up = self.width / dp(textures.TILE), self.height / dp(textures.TILE)
        with self.canvas:
            Color(1, 1, 1, 1)
            corners = (0, 0, across, 0, across, up, 0, up)
            Rectangle(texture=textures.pattern(self.seat), tex_coords=corners, pos=self.pos, size=self.size)


class Rule(Widget):
    """A hairline between things."""

    tone = StringProperty("hair")


class Bars(Widget):
    """How likely a reading is: a bar filled to `share`."""

    share = NumericProperty(0)
    tone = StringProperty("verdigris")


class Show(BoxLayout):
    """One widget of class `of` for a view; none without it."""

    of = StringProperty("")
    view = ObjectProperty(None, allownone=True)

    def on_view(self, _: Any, view: Any) -> None:
        self._fit()

    def on_of(self, *_: Any) -> None:
        self._fit()

    def _fit(self) -> None:
        if not self.of:
            return
        if self.view is None:
            self.clear_widgets()
        elif self.children and type(self.children[0]).__name__ == self.of:
            self.children[0].view = self.view
        else:
            self.clear_widgets()
            self.add_widget(Factory.get(self.of)(view=self.view))


class Snug(Show):
    """A shown widget that takes exactly the size it has by itself; nothing without a view."""

    def _fit(self) -> None:
        before = self.children[:]
        super()._fit()
        if not self.children:
            self.size = (0, 0)
        elif self.children != before:
            self.children[0].bind(size=self._follow)
            self._follow(self.children[0], self.children[0].size)

    def _follow(self, child: Any, size: Any) -> None:
        if child in self.children:
            self.size = size


class Tall(Show):
    """A shown widget as wide as its place and as high as it needs; nothing without a view."""

    def _fit(self) -> None:
        before = self.children[:]
        super()._fit()
        if not self.children:
            self.height = 0
        elif self.children != before:
            self.children[0].bind(height=self._follow)
            self._follow(self.children[0], self.children[0].height)

    def _follow(self, child: Any, height: float) -> None:
        if child in self.children:
            self.height = height


class _Many:
    """A widget of class `of` for every item; a list of equal length keeps its widgets, so that no touch is lost."""

    def on_items(self, *_: Any) -> None:
        self._fit()

    def on_of(self, *_: Any) -> None:
        self._fit()

    def _fit(self) -> None:
        if not self.of:
            return
        shown = self.children[::-1]
        if len(shown) == len(self.items):
            for child, item in zip(shown, self.items, strict=True):
                child.view = item
            return
        self.clear_widgets()
        for item in self.items:
            self.add_widget(Factory.get(self.of)(view=item))


class Each(_Many, BoxLayout):
    """Views in a row or column."""

    of = StringProperty("")
    items = ListProperty([])


class Tiles(_Many, GridLayout):
    """Views in a grid."""

    of = StringProperty("")
    items = ListProperty([])


class Part(Row):
    """One word or icon of a line."""

    view = ObjectProperty(rebind=True)
    role = StringProperty("body")
    dim = NumericProperty(24)


class Sentence(Row):
    """A line of words and icons, as wide as it is."""

    line = ObjectProperty(())
    role = StringProperty("body")
    strong = StringProperty("strong")
    tone = StringProperty("ink")
    dim = NumericProperty(24)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("line", "role", "strong", "tone", "dim"):
            self.fbind(name, self.fill)
        self.fill()

    def fill(self, *_: Any) -> None:
        self.clear_widgets()
        for part in self.line:
            if hasattr(part, "icon"):
                tone = part.tone if part.tone != "ink" else self.tone
                self.add_widget(Icon(name=part.icon, tone=tone, dim=self.dim))
                if part.figure:
                    self.add_widget(Tight(text=part.figure, role=self.strong, tone=self.tone))
            else:
                role = self.strong if part.strong else self.role
                self.add_widget(Tight(text=part.text, role=role, tone=part.tone or self.tone))


class Viewed(BoxLayout):
    """Something that shows a view."""

    view = ObjectProperty(rebind=True)


class Tap(ButtonBehavior, BoxLayout):
    """Something to tap that holds a view of a button; a closed one opens the rule that closes it."""

    view = ObjectProperty(rebind=True)

    def on_release(self) -> None:
        hand.dispatch("on_press", self.view)


class Act(Tap, Panel):
    """A button as everywhere: plain, primary, tab, quiet, or closed with its reason."""

    def tone_of(self, part: str) -> str:
        """The tone of the label (`main`) or the line below it (`second`)."""
        view = self.view
        if not view.open:
            return "muted"
        if view.look == "primary":
            return "on_fill" if part == "main" else "on_fill_second"
        if view.look == "tab" and view.chosen:
            return "page"
        return "ink" if part == "main" else "muted"


class Pip(Widget):
    """A small square: a round on the bar, a cube in the ledger, a copy left."""

    fill = StringProperty("")
    edge = StringProperty("line")
    thick = NumericProperty(1.5)
    radius = NumericProperty(2)


class Numeral(Panel, BoxLayout):
    """An office: its Roman numeral on a porphyry square; `dim` dp wide."""

    office = NumericProperty(1)
    dim = NumericProperty(34)


ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")


class Coin(Widget):
    """A real coin with its value struck on it."""

    value = NumericProperty(1)
    dim = NumericProperty(44)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("pos", "size", "value", "dim"):
            self.fbind(name, self.draw)
        self.draw()

    def draw(self, *_: Any) -> None:
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


class Stage(FloatLayout):
    """A place for things that lie where they like."""


def roman(number: int) -> str:
    return ROMAN[number]


global_idmap.update(theme=theme, hand=hand, roman=roman, GOODS=GOODS, _=_)
Builder.load_file(str(HERE / "kit.kv"))

__all__ = ["Act", "Band", "Each", "Hand", "Line", "Panel", "Show", "Tap", "Tiles", "hand"]
