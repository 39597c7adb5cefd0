"""What stands in a view, however deep."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from msgspec import Struct

Part = TypeVar("Part")


def inside(view: object, kind: type[Part]) -> Iterator[Part]:
    """Everything of a kind in a view, from its top, itself too: its buttons, or all that is said."""
    if isinstance(view, kind):
        yield view
    if isinstance(view, Struct):
        for name in view.__struct_fields__:
            yield from inside(getattr(view, name), kind)
    elif isinstance(view, tuple | list):
        for item in view:
            yield from inside(item, kind)
