"""A guided first game: a game's screens may have a function `lesson` that gives its steps."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from companion.presenters.scene import Scene
from companion.views.common import acts
from companion.views.common.parts import Button, Sheet

Done = Callable[[Scene], bool]
"""Has the person done what a step asks, by what is shown and what was booked?"""

Spoken = Callable[[Sheet], Iterator[Button]]
"""The buttons of a screen that a step speaks of."""


class Step(Struct, frozen=True):
    """One step: its key, what to look at or to do in one or two sentences, and how it is known to be done.

    `at` tells which buttons it speaks of: the first that are there count. `own` steps speak of the learner's turn.
    """

    key: str
    text: str
    done: Done
    at: tuple[Spoken, ...] = ()
    own: bool = True


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


def spoken_of(step: Step, view: Sheet, scene: Scene) -> tuple[Button, ...]:
    """The buttons of a screen that a step speaks of; none while others are due, if it speaks of the learner's turn."""
    if step.own and scene.me != learner(scene):
        return ()
    found = (tuple(dict.fromkeys(spoken(view))) for spoken in step.at)
    return next(filter(None, found), ())


def leads(screen: str) -> Spoken:
    """What leads to a screen."""
    return lambda view: (button for button in _buttons(view) if button.command == acts.Open(screen))


def does(*commands: str) -> Spoken:
    """What books one of these, by the names of the commands."""
    return lambda view: (button for button in _buttons(view) if type(button.command).__name__ in commands)


def chooses(view: Sheet) -> Iterator[Button]:
    """What is chosen among: offices, tiles, contracts, cargoes."""
    for button in _buttons(view.body):
        match button.command:
            case acts.Pick(what=what) | acts.Filter(cargo=what) if what:
                yield button
            case acts.Card(by=1):
                yield button


def phases(view: Sheet) -> Iterator[Button]:
    """The phases in the bar at the top."""
    return (step.button for step in view.top.steps if step.button is not None)


def _buttons(view: object) -> Iterator[Button]:
    """Every button in a part of a view that does something."""
    if isinstance(view, Button):
        if view.open:
            yield view
    elif isinstance(view, Struct):
        for name in view.__struct_fields__:
            yield from _buttons(getattr(view, name))
    elif isinstance(view, tuple):
        for item in view:
            yield from _buttons(item)
