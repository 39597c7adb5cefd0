"""Rows, columns, and places that show a view in a widget of a named class."""

from __future__ import annotations

from kivy.factory import Factory
from kivy.properties import ListProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget


class Viewed(BoxLayout):
    """Something that shows a view."""

    view = ObjectProperty(rebind=True)


class Row(Viewed):
    """Things side by side, centred on one line."""


class Column(Viewed):
    """Things below each other."""


class Show(BoxLayout):
    """One widget of class `of` for a view; none without it.

    Where the class depends on the view, `what` names both at once, so that no widget ever
    sees a view of another kind.
    """

    of = StringProperty("")
    view = ObjectProperty(None, allownone=True)
    what = ObjectProperty(None, allownone=True)

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
            self.clear_widgets()
            self.add_widget(Factory.get(of)(view=view))


class Snug(Show):
    """A shown widget that takes exactly the size it has by itself; nothing without a view."""

    def put(self, of: str, view: object) -> None:
        before = self.children[:]
        super().put(of, view)
        if not self.children:
            self.size = (0, 0)
        elif self.children != before:
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
            self.children[0].bind(height=self._follow)
            self._follow(self.children[0], self.children[0].height)

    def _follow(self, child: Widget, height: float) -> None:
        if child in self.children:
            self.height = height


def fit(row: Each | Tiles) -> None:
    """A widget of class `of` for every item; a list of equal length keeps its widgets, so that no touch is lost.

    Widgets of another class are never kept.
    """
    if not row.of:
        return
    shown = row.children[::-1]
    if len(shown) == len(row.items) and all(type(child).__name__ == row.of for child in shown):
        for child, item in zip(shown, row.items, strict=True):
            child.view = item
        return
    row.clear_widgets()
    for item in row.items:
        row.add_widget(Factory.get(row.of)(view=item))


class Each(BoxLayout):
    """Views in a row or column."""

    of = StringProperty("")
    items = ListProperty([])

    def on_items(self, *_: object) -> None:
        fit(self)

    def on_of(self, *_: object) -> None:
        fit(self)


class Tiles(GridLayout):
    """Views in a grid."""

    of = StringProperty("")
    items = ListProperty([])

    def on_items(self, *_: object) -> None:
        fit(self)

    def on_of(self, *_: object) -> None:
        fit(self)
