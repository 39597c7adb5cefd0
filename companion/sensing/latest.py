"""What was worked out last, kept while nothing it was made from has changed."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Latest(Generic[T]):
    """One result and what it was made from. Sensors are asked many times a second, and mostly nothing is new."""

    def __init__(self) -> None:
        self._made: tuple[Hashable, T] | None = None

    def of(self, key: Hashable, make: Callable[[], T]) -> T:
        """The result for `key`: that of before if the key is the same, else made anew. No error of `make` is kept."""
        if self._made is None or self._made[0] != key:
            self._made = None
            self._made = (key, make())
        return self._made[1]
