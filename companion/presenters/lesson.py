"""A guided first game: a game's screens may have a function `lesson` that gives its steps, and one `about` the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from msgspec import Struct

from companion.presenters.inside import inside
from companion.presenters.scene import Scene
from companion.presenters.title_screens import screens_of, shown_games
from companion.views.common import acts
from companion.views.common.parts import Button, Sheet
from companion.wording import _

Done = Callable[[Scene], bool]
"""Has the person done what a step asks, by what is shown and what was booked?"""

Spoken = Callable[[Sheet], Iterator[Button]]
"""The buttons of a screen that a step speaks of."""


class About(Struct, frozen=True):
    """What a game is about, in few words: its icon, and points of an icon and a sentence each."""

    icon: str
    points: tuple[tuple[str, str], ...]


class Step(Struct, frozen=True):
    """One step: its key, what to look at or to do in one or two sentences, and how it is known to be done.

    `at` tells which buttons it speaks of: the first that are there count. `own` steps speak of the learner's turn.
    """

    key: str
    text: str
    done: Done
    at: tuple[Spoken, ...] = ()
    own: bool = True


def taught_games() -> tuple[str, ...]:
    """The games that have a lesson."""
    return tuple(game for game in shown_games() if hasattr(screens_of(game), "lesson"))


def looking() -> Step:
    """The first step of a lesson: who is due."""
    text = _("The largest words say who is due. The first seat is yours; others play by themselves.")
    return Step("look", text, _no)


def asking() -> Step:
    """A phase in the bar at the top leads to its rule."""
    text = _("Tap a phase in the bar at the top: its rule opens, with the printed page.")
    return Step("rule", text, opened("rule"), (phases,), own=False)


def drawn_table() -> Step:
    """The people and the devices of the drawn table."""
    text = _("Menu, The drawn table: pause, play faster, or let a tray fail. Try it.")
    return Step("table", text, opened("drawn"), (leads("drawn"), leads("menu")), own=False)


def looking_back(score: str) -> tuple[Step, ...]:
    """The last steps: the history, and the `score` with what wins."""
    text = _("Menu, History: every line stands there, and anything can be taken back.")
    return (
        Step("back", text, opened("history"), (leads("history"), leads("menu")), own=False),
        Step("score", score, opened("score"), (leads("score"), leads("menu")), own=False),
    )


def _no(_scene: Scene) -> bool:
    """This is only looked at."""
    return False


def learner(scene: Scene) -> str:
    """The seat of who learns: the first one, which people before the screen play."""
    return next(iter(scene.source.names))


def opened(*screens: str, about: str = "") -> Done:
    """A screen was opened; a smaller choice by what it is about."""
    return lambda scene: scene.look.screen in screens and about in ("", scene.look.about)


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
    found = (_once(spoken(view)) for spoken in step.at)
    return next(filter(None, found), ())


def _once(buttons: Iterable[Button]) -> tuple[Button, ...]:
    """Each of them once; a command may hold what cannot be hashed."""
    found: list[Button] = []
    for button in buttons:
        if button not in found:
            found.append(button)
    return tuple(found)


def leads(screen: str, about: str = "") -> Spoken:
    """What leads to a screen."""
    return lambda view: (button for button in _buttons(view) if button.command == acts.Open(screen, about))


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
    return (button for button in inside(view, Button) if button.open)
