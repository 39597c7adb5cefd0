"""The city as a map that is moved and zoomed, and what lies beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from kivy.graphics import Color, PopMatrix, PushMatrix, Rectangle, SmoothLine, Translate
from kivy.input import MotionEvent
from kivy.lang import Builder
from kivy.metrics import dp
from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.stencilview import StencilView

from companion.ui import kit
from companion.ui.drawn import Drawn
from companion.ui.screens.praetor.cells import Place, PraetorCell, PraetorFreeCell, PraetorMarks, PraetorTileCell
from companion.ui.screens.praetor.drawing import picture
from companion.ui.screens.praetor.map_layout import ACTS, LARGEST, LOOK, SMALLEST, MapLayout, laid
from companion.ui.screens.praetor.plazas import draw_plazas
from companion.ui.theme import theme
from companion.views.praetor.city import CityTile, FreeCell, PraetorMap

STEP = 1.3
"""By how much a tap on + or − zooms."""
DRAG = 14
"""A finger that moved so many dp moves the map and taps nothing."""


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
        with self.canvas:  # not in `before`, where the frame stands that all of it is cut to: kv adds that one later
            PushMatrix()
            self._translate = Translate(0, 0)
        self.canvas.after.insert(0, PopMatrix())
        for name in ("pos", "size", "view", "zoom"):
            self.fbind(name, self.lay)
        self.lay()

    # --- where everything lies ---

    def side(self) -> float:
        """The side of a tile in px."""
        return self._laid.side

    @property
    def moved(self) -> bool:
        """Did somebody zoom it or move it, so that cells may lie under what stands on it?"""
        return bool(self.zoom or any(self._shift))

    def _cells(self) -> list[CityTile | FreeCell]:
        shown: PraetorMap | None = self.view
        return [] if shown is None else [*shown.tiles, *shown.free]

    def place(self, x: int, y: int) -> tuple[float, float]:
        """The lower left corner of a cell in px, before the map is moved; rows grow downwards."""
        left, low = self._laid.place(x, y)
        return self.x + left, self.y + low

    def lay(self, *_: object) -> None:
        """Put a widget for every cell where it belongs; widgets of a cell of the same kind are kept."""
        if self.view is None or self.width < 2 or not self._cells():
            return
        cells, shown = self._cells(), [child for child in self.children[::-1] if isinstance(child, PraetorCell)]
        kinds = [_kind(cell) for cell in cells]
        if [type(child) for child in shown] != kinds:
            self.clear_widgets()
            shown = [kind(view=cell) for kind, cell in zip(kinds, cells, strict=True)]
            for child in (*shown, self._marks):
                self.add_widget(child)
        tiles = [(tile.x, tile.y) for tile in self.view.tiles or self.view.free]
        size = float(self.width), float(self.height)
        spots, margin = [(cell.x, cell.y) for cell in cells], 0 if self.view.still else 1
        self._laid = laid(tiles, spots, size, self.zoom, margin, (*ACTS, LOOK) if self.view.look else ACTS)
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


class PraetorMapLook(kit.Tap, kit.Panel):
    """The button of the map that opens what the camera sees of the city."""


class PraetorCityScreen(kit.Row):
    """The actions of a round."""

    def maps(self) -> Iterator[PraetorMapView]:
        """The map of this screen."""
        return (child for child in self.walk() if isinstance(child, PraetorMapView))


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
