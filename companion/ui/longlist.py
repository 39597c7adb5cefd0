"""Long lists: only what can be seen has widgets, and they are given other views as one scrolls."""

from __future__ import annotations

from math import ceil, floor
from typing import Any

from kivy.clock import Clock
from kivy.factory import Factory
from kivy.metrics import dp
from kivy.properties import ListProperty, NumericProperty, StringProperty
from kivy.uix.widget import Widget

from companion.ui.scroll import Scroll


class LongList(Scroll):
    """Views below each other in widgets of class `of`, each `deep` dp high."""

    of = StringProperty("")
    items = ListProperty([])
    deep = NumericProperty(60)

    def __init__(self, **kwargs: object) -> None:
        super().__init__(do_scroll_x=False, bar_width=0, **kwargs)
        self._rows: dict[int, Any] = {}
        self._spare: list[Any] = []
        self._all = Widget(size_hint=(1, None))
        self.add_widget(self._all)
        soon = Clock.create_trigger(self._place, -1)
        for name in ("of", "items", "deep", "size", "scroll_y"):
            self.fbind(name, soon)
        for name in ("pos", "size"):
            self._all.fbind(name, soon)
        self._place()

    def _place(self, *_: object) -> None:
        """Show the rows that can be seen now, each at its place."""
        deep, count = dp(self.deep), len(self.items) if self.of else 0
        self._all.height = deep * count
        above = (1 - min(1, max(0, self.scroll_y))) * max(0, self._all.height - self.height)
        seen = range(max(0, floor(above / deep)), min(count, ceil((above + self.height) / deep)))
        for index in [index for index in self._rows if index not in seen]:
            row = self._rows.pop(index)
            self._all.remove_widget(row)
            self._spare.append(row)
        for index in seen:
            row = self._row(index)
            row.size = self._all.width, deep
            row.pos = self._all.x, self._all.top - deep * (index + 1)

    def _row(self, index: int) -> Any:
        """The widget that shows this item."""
        row = self._rows.get(index)
        if row is not None:
            row.view = self.items[index]
            return row
        if self._spare:
            row = self._spare.pop()
            row.view = self.items[index]
        else:
            row = Factory.get(self.of)(view=self.items[index])
        below = sum(index < other for other in self._rows)  # as a list has them that was made just now
        self._rows[index] = row
        self._all.add_widget(row, index=below)
        return row
