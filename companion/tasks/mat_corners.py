"""Tapping where the mat's four corners lie in the picture, when its markers are not seen."""

from __future__ import annotations

from typing import Literal

from companion.tasks.base import Eyes, Task

ALL = 4
Corner = tuple[float, float]


class MatCorners(Task):
    """Takes the corners clockwise from the top left, as shares of the picture; with the fourth the mat is placed.

    The camera goes on looking at the game meanwhile.
    """

    def __init__(self, eyes: Eyes) -> None:
        self.corners: tuple[Corner, ...] = ()
        self.trouble: Literal["", "corners"] = ""
        self._eyes = eyes

    def tap(self, x: float, y: float) -> None:
        """A corner was tapped; more than four are ignored."""
        if len(self.corners) < ALL:
            self.corners = (*self.corners, (x, y))
            self.keep()

    def take_back(self) -> None:
        """The last corner was not tapped after all."""
        self.corners, self.trouble = self.corners[:-1], ""

    def again(self) -> None:
        """Begin anew without any corner."""
        self.corners, self.trouble = (), ""

    def keep(self) -> bool:
        """Take the mat to lie there; false before the fourth corner, and with a `trouble` where no mat can lie so."""
        if len(self.corners) < ALL:
            return False
        try:
            self._eyes.place(self.corners)
        except ValueError:
            self.trouble = "corners"
        return not self.trouble

    def poll(self) -> None:
        """Nothing is waited for."""

    def close(self) -> None:
        """The mat stays where it was placed."""
