"""Rows, columns, and places that show a view in a widget of a named class.

A widget that was made once is kept: what is shown next in the same place gets the view, not a new widget. Every
widget here must therefore show each view of its kind completely, whatever it has shown before.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from kivy.factory import Factory
from kivy.properties import ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.scrollview import ScrollView
from kivy.uix.widget import Widget

_slowly: list[deque[Widget]] = []
"""Where rows wait that are filled later, while something is made piece by piece; empty otherwise."""


@contextmanager
def slowly(rows: deque[Widget]) -> Iterator[None]:
    """Rows that are made here stay empty and are put into `rows`; `grow` adds one widget to one of them."""
    _slowly.append(rows)
    try:
        yield
    finally:
        _slowly.pop()


class Viewed(BoxLayout):
    """Something that shows a view."""

    view = ObjectProperty(rebind=True)


class Row(Viewed):
    """Things side by side, centred on one line."""


class Column(Viewed):
    """Things below each other."""


class Kept:
    """The widgets of one place, one for each class that was ever shown there."""

    def __init__(self) -> None:
        self._made: dict[str, Any] = {}
        self._partly: dict[str, deque[Widget]] = {}

    @property
    def made(self) -> frozenset[str]:
        """The classes of which there is a widget."""
        return frozenset(self._made)

    def get(self, of: str) -> Any:
        """The widget of a class; None if there is none."""
        return self._made.get(of)

    def prepare(self, of: str, view: object, size: Sequence[float]) -> None:
        """Make the widget of a class that will be shown in a place of this size; its rows may be filled later."""
        self._made[of] = Factory.get(of)(view=view, size=size)
        if _slowly:
            self._partly[of] = _slowly[-1]

    def showing(self, of: str, view: object) -> Any:
        """A widget of class `of` that shows this view: the kept one as if it were new, or a new one."""
        widget = self._made.get(of)
        if widget is None:
            widget = self._made[of] = Factory.get(of)(view=view)
        else:
            widget.view = view
            for row in _emptied(self._partly.pop(of, None)):
                fit(row)
            begin_anew(widget)
        return widget


def _emptied(rows: deque[Widget] | None) -> Iterator[Widget]:
    """What waits there, until nothing does."""
    while rows:
        yield rows.popleft()


def begin_anew(widget: Widget) -> None:
    """What was scrolled in a widget shows its beginning again."""
    for each in widget.walk(restrict=True):
        if isinstance(each, ScrollView) and (each.scroll_y, each.scroll_x) != (1, 0):
            for effect, begins in ((each.effect_x, 0), (each.effect_y, each.effect_y.max)):
                effect.cancel()
                effect.velocity, effect.value = 0, begins
            each.scroll_y, each.scroll_x = 1, 0


class Show(BoxLayout):
    """One widget of class `of` for a view; none without it.

    Where the class depends on the view, `what` names both at once, so that no widget ever
    sees a view of another kind.
    """

    of = StringProperty("")
    view = ObjectProperty(None, allownone=True)
    what = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: object) -> None:
        self._kept = Kept()
        super().__init__(**kwargs)

    @property
    def made(self) -> frozenset[str]:
        """The classes of which there is a widget."""
        return self._kept.made

    def kept(self, of: str) -> Any:
        """The widget of a class that is or was shown here, or will be; None if there is none."""
        return self._kept.get(of)

    def prepare(self, of: str, view: object) -> None:
        """Make the widget of a class that will be shown here later."""
        self._kept.prepare(of, view, self.size)

    def on_view(self, _: object, view: object) -> None:
        if self.of:
            self.put(self.of, view)

    def on_of(self, _: object, of: str) -> None:
        if self.view is not None:
            self.put(of, self.view)

    def on_what(self, _: object, what: tuple[str, object]) -> None:
        self.put(*what)

    def put(self, of: str, view: object) -> None:
        """Show a view in a widget of class `of`."""
        if view is None:
            self.clear_widgets()
        elif self.children and type(self.children[0]).__name__ == of:
            self.children[0].view = view
        else:
            widget = self._kept.showing(of, view)
            self.clear_widgets()
            self.add_widget(widget)


class Snug(Show):
    """A shown widget that takes exactly the size it has by itself; nothing without a view."""

    def put(self, of: str, view: object) -> None:
        before = self.children[:]
        super().put(of, view)
        if not self.children:
            self.size = (0, 0)
        elif self.children != before:
            self.children[0].unbind(size=self._follow)
            self.children[0].bind(size=self._follow)
            self._follow(self.children[0], self.children[0].size)

    def _follow(self, child: Widget, size: tuple[int, int]) -> None:
        if child in self.children:
            self.size = size


class Tall(Show):
    """A shown widget as wide as its place and as high as it needs; nothing without a view."""

    def put(self, of: str, view: object) -> None:
        before = self.children[:]
        super().put(of, view)
        if not self.children:
            self.height = 0.0
        elif self.children != before:
            self.children[0].unbind(height=self._follow)
            self.children[0].bind(height=self._follow)
            self._follow(self.children[0], self.children[0].height)

    def _follow(self, child: Widget, height: float) -> None:
        if child in self.children:
            self.height = height


def fit(row: Each | Tiles) -> None:
    """A widget of class `of` for every item.

    Widgets whose item is still there at the start or the end of the list stay as they are; those between get the
    items between, one after the other, so that no touch is lost. What is left over waits until the list grows again.
    """
    if not row.of:
        return
    if _slowly:
        _slowly[-1].append(row)
        return
    if row.laid and row.laid != row.of:
        row.spare.setdefault(row.laid, []).extend(row.children[:])
        row.clear_widgets()
    row.laid = row.of
    shown, items = row.children[::-1], row.items
    first = _same(shown, items)
    last = (
        _same(shown[: first - len(shown) - 1 : -1], items[: first - len(items) - 1 : -1]) if first < len(shown) else 0
    )
    olds, news = shown[first : len(shown) - last], items[first : len(items) - last]
    for child, item in zip(olds, news, strict=False):
        child.view = item
    for child in olds[len(news) :]:
        row.remove_widget(child)
        row.spare.setdefault(row.of, []).append(child)
    for at, item in enumerate(news[len(olds) :], first + len(olds)):
        row.add_widget(_spare(row, item), index=len(row.children) - at)


def grow(row: Each | Tiles) -> None:
    """Add the next widget to a row that is filled slowly, and let it wait for the one after."""
    at = len(row.children)
    if not row.of or at >= len(row.items):
        return
    row.laid = row.of
    row.add_widget(Factory.get(row.of)(view=row.items[at]))
    fit(row)


def _same(shown: Sequence[Any], items: Sequence[Any]) -> int:
    """How many widgets from the first on show what they are to show."""
    pairs = enumerate(zip(shown, items, strict=False))
    return next((at for at, (child, item) in pairs if child.view != item), min(len(shown), len(items)))


def _spare(row: Each | Tiles, item: object) -> Any:
    """A widget for an item: one that waits, or a new one."""
    waiting = row.spare.get(row.of)
    if not waiting:
        return Factory.get(row.of)(view=item)
    widget = waiting.pop()
    widget.view = item
    return widget


class Each(BoxLayout):
    """Views in a row or column."""

    of = StringProperty("")
    items = ListProperty([])

    def __init__(self, **kwargs: object) -> None:
        self.laid, self.spare = "", dict[str, list[Any]]()
        super().__init__(**kwargs)

    def on_items(self, *_: object) -> None:
        fit(self)

    def on_of(self, *_: object) -> None:
        fit(self)


class Tiles(GridLayout):
    """Views in a grid."""

    of = StringProperty("")
    items = ListProperty([])

    def __init__(self, **kwargs: object) -> None:
        self.laid, self.spare = "", dict[str, list[Any]]()
        super().__init__(**kwargs)

    def on_items(self, *_: object) -> None:
        fit(self)

    def on_of(self, *_: object) -> None:
        fit(self)
