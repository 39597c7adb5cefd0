"""What a family of commands leaves open, value by value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.game import Choice


def one_by_one(choice: Choice, most: int) -> Sequence[Any]:
    """All values a choice lists, or the first `most` numbers of its range; nothing where it wants a set of pieces."""
    if choice.pool is not None:
        return ()
    least, last = choice.span
    return choice.values or range(least, min(last, least + most - 1) + 1)
