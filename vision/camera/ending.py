"""What reads and draws pictures is ended before Python is: a thread that it takes within OpenCV ends it by an abort."""

from __future__ import annotations

import atexit
from contextlib import suppress
from typing import Protocol
from weakref import WeakSet


class Open(Protocol):
    """Something with a thread of its own; it may be closed twice."""

    def close(self) -> None:
        """Stop the thread and wait for it."""


_OPEN: WeakSet[Open] = WeakSet()


def ends_with_the_program(thing: Open) -> None:
    """Close it at the latest when the program ends, be it by a mistake that nobody caught."""
    _OPEN.add(thing)


@atexit.register
def _end() -> None:
    for thing in list(_OPEN):
        with suppress(Exception):  # the program ends, whatever one of them says to it
            thing.close()
