"""A guided first game: a game's screens may have a function `lesson` that gives its steps."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from companion.presenters.scene import Scene

Done = Callable[[Scene], bool]
"""Has the person done what a step asks, by what is shown and what was booked?"""


class Step(Struct, frozen=True):
    """One step: its key, what to look at or to do in one or two sentences, and how it is known to be done."""

    key: str
    text: str
    done: Done


def learner(scene: Scene) -> str:
    """The seat of who learns: the first one, which people before the screen play."""
    return next(iter(scene.source.names))


def opened(*screens: str) -> Done:
    """A screen was opened."""
    return lambda scene: scene.look.screen in screens


def booked(*commands: str) -> Done:
    """The learner has done one of these, by the names of the commands; anything, without a name."""

    def done(scene: Scene) -> bool:
        mine = [entry.command for entry in scene.live() if getattr(entry.command, "seat", "") == learner(scene)]
        return any(not commands or type(command).__name__ in commands for command in mine)

    return done
