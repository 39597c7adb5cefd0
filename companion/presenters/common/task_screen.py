"""A guided task on the screen: what its view is computed from, what begins it, and what taps there do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from companion.host.camera import Eyes
from companion.play.reports import Device, Frame
from companion.presenters.common.closeup import Closeup, around
from companion.presenters.common.newgame import title_word
from companion.presenters.scene import Scene, Screens
from companion.presenters.source import Host
from companion.presenters.title_screens import shown_games
from companion.tasks.base import Task
from companion.titles import title_of
from companion.views.common import task_acts as t
from companion.views.common.options import Options
from companion.views.common.parts import Bar, Button, Sheet, Top
from companion.wording import _

FIELD = "draw"
"""The field of the mat where coins are laid."""
SomeTask = TypeVar("SomeTask", bound=Task, covariant=True)


class TaskScene(Struct, Generic[SomeTask], frozen=True, kw_only=True):
    """One look at a task; `title` is the module with the game's words, `scene` the running game if there is one."""

    task: SomeTask
    title: Screens
    top: Top
    entered: t.Entered = t.Entered()
    eyes: Eyes | None = None
    devices: Sequence[Device] = ()
    scene: Scene | None = None

    @property
    def frame(self) -> Frame | None:
        """The newest picture of the camera."""
        return self.eyes.frame() if self.eyes else None

    @property
    def camera_trouble(self) -> str:
        """What is wrong with the camera, if anything is."""
        return self.eyes.trouble if self.eyes else ""

    @property
    def near(self) -> Closeup:
        """The part of the picture in which coins are looked at."""
        return closeup_of(self.eyes)


Shown = TypeVar("Shown", bound=Task)
Handler = Callable[[TaskScene[Shown], Any], t.Entered | None]
"""Does what a tap means; what people have entered then, None to leave the screen."""


class TaskScreen(Struct, Generic[Shown], frozen=True, kw_only=True):
    """A kind of task on the screen.

    `begin` starts it about a tray or a seat: it raises `LookupError` where something is `missing`, `ValueError` where
    what was kept is damaged.
    """

    kind: type[Shown]
    begin: Callable[[Host, str], Task]
    view: Callable[[TaskScene[Shown]], Sheet]
    handlers: Mapping[type, Handler[Shown]]
    missing: str = "camera"


def at_camera(kind: type[Task]) -> Callable[[Host, str], Task]:
    """Begins a task at the camera."""
    return lambda host, about: host.set_up_camera().begin(kind, about)


def look_again(at: TaskScene[Task], _act: t.LookAgain) -> t.Entered:
    """Look anew: what was entered for the look before is let go of."""
    at.task.again()
    return t.Entered()


def take_back(at: TaskScene[Task], _act: t.TakeBackLast) -> t.Entered:
    """The last thing that was done is taken back."""
    at.task.take_back()
    return at.entered


def keep_and_leave(at: TaskScene[Task], _act: t.KeepResult) -> t.Entered | None:
    """Keep the result, and leave unless that failed."""
    return None if at.task.keep() else t.Entered(trouble=at.task.trouble)


def closeup_of(eyes: Eyes | None) -> Closeup:
    """The part of a camera's picture that shows the drawing field."""
    return around(eyes.outline(FIELD)) if eyes else Closeup()


def piece_tabs(at: TaskScene[Task], task: t.TaskName = "card_enrolment") -> tuple[Button, ...]:
    """Cards, coins, tiles: which of one's pieces are shown, of the running game or of every game there is."""
    games = (at.scene.source.game.name,) if at.scene else shown_games()
    decked = [game for game in games if title_of(game).enrolled]
    cards = tuple(
        Button(
            _("Cards of {game}").format(game=title_word(game)) if len(decked) > 1 else _("Cards"),
            command=t.BeginTask("card_enrolment", game),
            look="tab",
            chosen=title_of(game).enrolled == at.task.family,
        )
        for game in decked
    )
    flat = any(title_of(game).tiles() for game in games)
    others: tuple[tuple[t.TaskName, str], ...] = (("coin_enrolment", _("Coins")), ("tile_enrolment", _("Tiles")))
    words = others if flat else ()
    return (*cards, *(Button(w, command=t.BeginTask(name), look="tab", chosen=name == task) for name, w in words))


def unavailable(trouble: str, top: Top) -> Sheet:
    """Why there is nothing to do here, and the way back."""
    back = Button(_("Back"), command=t.LeaveTask(), look="primary")
    body = Options(_("That is not possible now"), trouble_words(trouble), ())
    return Sheet(body=body, top=top, bar=Bar(sentence=_("Devices"), primary=back))


def trouble_words(trouble: str) -> str:
    """Why something was not done, and what to do."""
    return {
        "": "",
        "looks": _("It has to be looked at once more: leave it lying for a moment."),
        "face": _("No card looks like that."),
        "box": _("The box holds no more such cards. Tap it and look closer."),
        "all": _("Every card of the box has been filed already."),
        "disk": _("It could not be kept: is the disk full?"),
        "uneven": _("They are not all of one size."),
        "corners": _("The four taps make no mat: take one back and tap again."),
        "camera": _("No camera is there. Name it in the file devices.toml, or plug it in."),
        "tray": _("This tray is not there. Plug it in, then try again."),
        "calibrations": _("The file calibrations.json is damaged. Put it aside, then try again."),
        "damaged": _("What was kept of your pieces is damaged. The folder “enrolled” holds it."),
    }[trouble]
