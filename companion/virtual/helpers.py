"""Virtual hands that help a guided task: they lay what it asks for, and take it away at the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

Things = TypeVar("Things")


class Helper(Protocol):
    """Virtual hands at one task."""

    def poll(self) -> None:
        """Do what is due, if anything is; returns at once."""
        ...

    def close(self) -> None:
        """Take away what was laid."""
        ...


class Following(Generic[Things]):
    """Keeps on the mat what is `due`: it is laid again whenever that changes. `nothing` clears it away."""

    def __init__(self, lay: Callable[[Things], None], due: Callable[[], Things], nothing: Things) -> None:
        self._lay, self._due, self._nothing = lay, due, nothing
        self._laid = nothing

    def poll(self) -> None:
        """Lay what is due now, unless it lies there."""
        due = self._due()
        if due != self._laid:
            self._laid = due
            self._lay(due)

    def close(self) -> None:
        """Clear it away."""
        self._laid = self._nothing
        self._lay(self._nothing)
