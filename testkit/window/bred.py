"""Views that were not made by hand: shown views crossed with each other: every place changes with every other."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from companion.presenters.inside import inside

KEPT = frozenset({"round", "rounds", "width", "height", "columns"})
"""Fields that mean something only together with others of the same view: they stay as they are."""


class Stock:
    """Every value that each field of each kind of view has ever had."""

    def __init__(self, views: Iterable[object]) -> None:
        self._values: dict[tuple[type, str], dict[str, object]] = {}
        for view in views:
            self._take(view)

    def _take(self, view: object) -> None:
        for part in inside(view, Struct):
            for name in part.__struct_fields__:
                value = getattr(part, name)
                self._values.setdefault((type(part), name), {})[repr(value)] = value

    def crossed(self, view: Any, chance: Random, share: float) -> Any:
        """The view with about `share` of its fields as another view of its kind had them."""
        if isinstance(view, tuple):
            return tuple(self.crossed(each, chance, share) for each in view)
        if not isinstance(view, Struct):
            return view
        return replace(view, **{name: self._field(view, name, chance, share) for name in view.__struct_fields__})

    def _field(self, view: Struct, name: str, chance: Random, share: float) -> object:
        values = list(self._values.get((type(view), name), {}).values())
        if values and name not in KEPT and chance.random() < share:
            return chance.choice(values)
        return self.crossed(getattr(view, name), chance, share)
