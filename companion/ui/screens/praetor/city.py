"""The city as a map that is moved and zoomed, and what lies beside it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from kivy.graphics import (
    Color,
    Ellipse,
    Mesh,
    PopMatrix,
    PushMatrix,
    Rectangle,
    SmoothEllipse,
    SmoothLine,
    SmoothRoundedRectangle,
    Translate,
)
from kivy.input import MotionEvent
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.stencilview import StencilView
from kivy.uix.widget import Widget

from companion.ui import kit, textures
from companion.ui.drawn import Drawn
from companion.ui.panel import dashes
from companion.ui.screens.praetor.dice import draw_die
from companion.ui.screens.praetor.map_layout import LARGEST, SMALLEST, MapLayout, laid
from companion.ui.screens.praetor.plazas import draw_plazas
from companion.ui.theme import theme
from companion.views.common.parts import Person
from companion.views.praetor.city import CityTile, CornerShare, FreeCell, PraetorMap

Place = tuple[float, float]
"""In dp, across and up."""
STEP = 1.3
"""By how much a tap on + or − zooms."""
DRAG = 14
"""A finger that moved so many dp moves the map and taps nothing."""
AREAS = {
    "red": ("area-level", "alarm", "alarm_tint"),
    "green": ("area-plain", "verdigris", "verdigris_tint"),
    "grey": ("area-special", "ink", "sunk"),
}
"""Area → its icon, tone and tint: the meaning, not the printed hue."""


def words(text: str, face: str, size: float, tone: str, x: float, y: float, wide: float = 0) -> float:
    """Letters into the open canvas around x, y; smaller where they were wider than `wide`. Their width in px."""
    letters = kit.lettering(text, face, size)
    scale = min(1.0, wide / letters.width) if wide and letters.width else 1.0
    width, height = letters.width * scale, letters.height * scale
    Color(*theme.tone(tone))
    Rectangle(texture=letters, pos=(round(x - width / 2), round(y - height / 2)), size=(width, height))
    return float(width)


def picture(name: str, tone: str, x: float, y: float, side: float) -> None:
    """An icon into the open canvas around x, y."""
    coloured = textures.coloured(name)
    Color(*((1, 1, 1, 1) if coloured else theme.tone(tone)))
    found = f"{name}-dark" if coloured and theme.dark else name
    Rectangle(texture=textures.icon(found, side), pos=(round(x - side / 2), round(y - side / 2)), size=(side, side))


def draw_disc(person: Person, cx: float, cy: float, side: float) -> None:
    """A person's disc into the open canvas around a point: patterned ring, plain core, initial."""
    turns, inner, core = side / dp(textures.TILE), side * 0.92, side * 0.64
    corners = (0, 0, turns, 0, turns, turns, 0, turns)
    Color(*theme.tone("ink"))
    SmoothEllipse(pos=(cx - side / 2, cy - side / 2), size=(side, side))
    Color(1, 1, 1, 1)
    at = (cx - inner / 2, cy - inner / 2)
    Ellipse(texture=textures.pattern(person.seat), tex_coords=corners, pos=at, size=(inner, inner))
    Color(*theme.seat(person.seat, "fill"))
    SmoothEllipse(pos=(cx - core / 2, cy - core / 2), size=(core, core))
    letters = kit.lettering(person.initial, "Black", side * 0.44)
    Color(*theme.seat(person.seat, "on"))
    Rectangle(texture=letters, pos=(round(cx - letters.width / 2), round(cy - letters.height / 2)), size=letters.size)


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
        draw_plazas(view.plazas, x, y, s)
        Color(*theme.tone("line"))
        SmoothLine(rectangle=(x, y, s, s), width=dp(0.6))
        if view.button.chosen:
            Color(*theme.tone("gold"))
            SmoothLine(rectangle=(x + dp(1), y + dp(1), s - dp(2), s - dp(2)), width=dp(1.8))
        self._middle(view)
        self._foot(view)
        if view.owner:
            draw_disc(view.owner, self.center_x, y + 0.86 * s, 0.24 * s)
        if view.doubt:
            self._doubt(view.doubt)

    def _doubt(self, what: str) -> None:
        """A frame, and over its upper edge in a word what is seen there."""
        s, x, y, wide, high = self.width, self.center_x, self.top, 0.72 * self.width, 0.2 * self.width
        Color(*theme.tone("saffron"))
        SmoothLine(rectangle=(self.x + dp(1), self.y + dp(1), s - dp(2), s - dp(2)), width=dp(2))
        Color(*theme.tone("ink"))
        SmoothRoundedRectangle(pos=(x - wide / 2, y - high), size=(wide, high), radius=[0.05 * s])
        words(what, "Strong", 0.12 * s, "card", x, y - high / 2, 0.9 * wide)

    def _middle(self, view: CityTile) -> None:
        s, x, y = self.width, self.center_x, self.y
        shift = 0.16 * s if view.builder else 0
        picture(view.icon, "ink", x - shift, y + 0.59 * s, 0.29 * s)
        if view.builder:
            draw_die(view.builder.person.seat, view.builder.pips, x + shift - 0.13 * s, y + 0.46 * s, 0.27 * s)
        words(kit.marked(view.name, view.house), "Strong", 0.112 * s, "ink", x, y + 0.36 * s, 0.94 * s)

    def _foot(self, view: CityTile) -> None:
        """The area with its fee; the worker who has used it stands on it."""
        s, x, y = self.width, self.center_x, self.y + 0.165 * self.width
        if view.worker:
            draw_die(view.worker.person.seat, view.worker.pips, x - 0.135 * s, y - 0.135 * s, 0.27 * s)
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
        words(view.figure or "+", "Figure", 0.2 * s, "muted", self.center_x, self.center_y)


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
                self._plate(total, x + side / 2, y + side, 0.2 * side, 0.24)

    def _round(self, figure: str, x: float, y: float, r: float) -> None:
        Color(*theme.tone("gold"))
        SmoothLine(circle=(x, y, r, 0, 360, 60), width=dp(1.8))
        self._plate(figure, x, y, r * 0.62, 0.6)

    @staticmethod
    def _plate(figure: str, x: float, y: float, size: float, share: float) -> None:
        wide, high = size * 1.9, size * 1.35
        Color(*theme.tone("ink"))
        SmoothRoundedRectangle(pos=(x - wide / 2, y - high / 2), size=(wide, high), radius=[high * share])
        words(figure, "Figure", size, "card", x, y)


class PraetorMapView(StencilView):
    """The map: one finger moves it, two zoom, a tap chooses a cell."""

    view = ObjectProperty(None, allownone=True)
    zoom = NumericProperty(0)
    """The side of a tile in dp; 0 while the whole city is fitted in."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._shift = (0.0, 0.0)
        self._fingers: dict[object, tuple[float, float]] = {}
        self._moved = False
        self._laid = MapLayout((0, 0), (1, 1), (1.0, 1.0), (0.0, 0.0), 1.0)
        self._marks = PraetorMarks()
        with self.canvas.before:
            PushMatrix()
            self._translate = Translate(0, 0)
        with self.canvas.after:
            PopMatrix()
        for name in ("pos", "size", "view", "zoom"):
            self.fbind(name, self.lay)
        self.lay()

    # --- where everything lies ---

    def side(self) -> float:
        """The side of a tile in px."""
        return self._laid.side

    def _cells(self) -> list[CityTile | FreeCell]:
        shown: PraetorMap | None = self.view
        return [] if shown is None else [*shown.tiles, *shown.free]

    def place(self, x: int, y: int) -> tuple[float, float]:
        """The lower left corner of a cell in px, before the map is moved; rows grow downwards."""
        left, low = self._laid.place(x, y)
        return self.x + left, self.y + low

    def lay(self, *_: object) -> None:
        """Put a widget for every cell where it belongs; widgets of a cell of the same kind are kept."""
        if self.view is None or self.width < 2 or not self.view.tiles:
            return
        cells, shown = self._cells(), [child for child in self.children[::-1] if isinstance(child, PraetorCell)]
        kinds = [_kind(cell) for cell in cells]
        if [type(child) for child in shown] != kinds:
            self.clear_widgets()
            shown = [kind(view=cell) for kind, cell in zip(kinds, cells, strict=True)]
            for child in (*shown, self._marks):
                self.add_widget(child)
        tiles = [(tile.x, tile.y) for tile in self.view.tiles]
        size = float(self.width), float(self.height)
        self._laid = laid(tiles, [(cell.x, cell.y) for cell in cells], size, self.zoom)
        s = self.side()
        for child, cell in zip(shown, cells, strict=True):
            child.view, child.size, child.pos = cell, (s, s), self.place(cell.x, cell.y)
        ghost = next((tile for tile in self.view.tiles if tile.ghost), None)
        self._marks.mark(self.view.corners, self.view.total, self.place, s, ghost)
        self._move(*self._shift)

    def _move(self, x: float, y: float) -> None:
        """Move the map, never so far that the city is lost from sight."""
        over = self._laid.over
        spare = self.side() if self.zoom or max(over) > 0 else 0.0
        most_x, most_y = (max(0.0, each) + spare for each in over)
        self._shift = max(-most_x, min(most_x, x)), max(-most_y, min(most_y, y))
        self._translate.xy = self._shift

    # --- zooming ---

    def closer(self, by: float) -> None:
        """Zoom by a factor, about the middle."""
        before = self.side()
        self.zoom = max(SMALLEST, min(2 * LARGEST, before / dp(1) * by))
        share = self.side() / before
        self._move(self._shift[0] * share, self._shift[1] * share)

    def fit(self) -> None:
        """The whole city again."""
        self._shift, self.zoom = (0.0, 0.0), 0
        self.lay()

    # --- fingers ---

    def to_local(self, x: float, y: float, relative: bool = False) -> tuple[float, float]:  # noqa: ARG002 – Kivy passes it by name
        return x - self._shift[0], y - self._shift[1]

    def to_parent(self, x: float, y: float, relative: bool = False) -> tuple[float, float]:  # noqa: ARG002 – Kivy passes it by name
        return x + self._shift[0], y + self._shift[1]

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if not self.collide_point(*touch.pos):
            return False
        if getattr(touch, "is_mouse_scrolling", False):
            self.closer(STEP if touch.button == "scrolldown" else 1 / STEP)
            return True
        touch.grab(self)
        self._moved = bool(self._fingers)
        self._fingers[touch.uid] = touch.pos
        return True

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        before = dict(self._fingers)
        if not self._moved and max(abs(touch.x - touch.ox), abs(touch.y - touch.oy)) < dp(DRAG):
            return True
        self._moved = True
        self._fingers[touch.uid] = touch.pos
        if len(self._fingers) == 2:
            self.closer(_apart(self._fingers.values()) / max(1.0, _apart(before.values())))
        else:
            old = before.get(touch.uid, touch.pos)
            self._move(self._shift[0] + touch.x - old[0], self._shift[1] + touch.y - old[1])
        return True

    def on_touch_up(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        touch.ungrab(self)
        self._fingers.pop(touch.uid, None)
        if not self._moved:
            self._tap(*self.to_local(*touch.pos))
        return True

    def _tap(self, x: float, y: float) -> None:
        """A tap chooses the cell below it; a tile tried out lies above the free cell."""
        for child in self.children:
            if isinstance(child, PraetorCell) and child.collide_point(x, y):
                kit.hand.dispatch("on_press", child.view.button)
                return


def _kind(cell: CityTile | FreeCell) -> type[PraetorCell]:
    return PraetorTileCell if isinstance(cell, CityTile) else PraetorFreeCell


def _apart(spots: Iterable[Place]) -> float:
    (ax, ay), (bx, by) = list(spots)[:2]
    return float(((ax - bx) ** 2 + (ay - by) ** 2) ** 0.5)


class PraetorPlazas(Drawn):
    """A tile in small: its plazas and its picture."""

    plazas = ObjectProperty(())
    icon = ObjectProperty("")
    dim = NumericProperty(72)

    DRAWS = ("pos", "size", "plazas", "icon", "dim")

    def draw(self) -> None:
        self.canvas.clear()
        side = dp(self.dim)
        x, y = self.center_x - side / 2, self.center_y - side / 2
        with self.canvas:
            if self.plazas:
                Color(*theme.tone("card"))
                Rectangle(pos=(x, y), size=(side, side))
                draw_plazas(self.plazas, x, y, side, 0.3)
                Color(*theme.tone("line"))
                SmoothLine(rectangle=(x, y, side, side), width=dp(0.6))
            if self.icon:
                picture(self.icon, "ink", self.center_x, self.center_y, side * (0.42 if self.plazas else 0.56))


class PraetorPrice(kit.Row):
    """Resources side by side, each with how many; `view` is a price."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.fbind("view", self.fill)
        self.fill()

    def fill(self, *_: object) -> None:
        self.clear_widgets()
        for icon, count in self.view or ():
            self.add_widget(
                kit.Icon(name=icon, dim=24, tone={"coin": "gold_text", "fame": "porphyry"}.get(icon, "ink"))
            )
            self.add_widget(kit.Tight(text=str(count), role="figure_small"))


class PraetorLineTap(kit.Tap, kit.Panel):
    """A tile for sale, a tile to work at, or a gap; `narrow` where many lie below each other."""

    narrow = BooleanProperty(False)


class PraetorTabTap(kit.Tap, kit.Panel):
    """What is looked at beside the map."""


class PraetorMapAct(kit.Tap, kit.Panel):
    """A button of the map itself."""

    icon = ObjectProperty("plus")

    def on_release(self) -> None:
        self.dispatch("on_tap")

    __events__ = ("on_tap",)

    def on_tap(self) -> None: ...


class PraetorCityScreen(kit.Row):
    """The actions of a round."""

    def maps(self) -> Iterator[PraetorMapView]:
        """The map of this screen."""
        return (child for child in self.walk() if isinstance(child, PraetorMapView))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
