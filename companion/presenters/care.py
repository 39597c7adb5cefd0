"""Setting up cameras and trays: which screen is shown, and what taps on it do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, cast

from companion.play.reports import Device
from companion.presenters.common import devices, scan
from companion.presenters.common.newgame import top_of
from companion.presenters.scene import Scene, Screens
from companion.presenters.source import Host, Source
from companion.presenters.title_screens import screens_of, usual_screens
from companion.tasks.base import Task
from companion.views.common import task_acts as t
from companion.views.common.devices import CameraPicture, DeviceRow
from companion.views.common.parts import Button, Sheet, Top
from companion.wording import _, wording
from engine.errors import NotFound, WrongFile, WrongInput

if TYPE_CHECKING:
    from companion.host.camera import Eyes
    from companion.presenters.common.task_screen import TaskScene, TaskScreen

SCREENS = frozenset(
    {
        *("card_enrolment", "coin_enrolment", "tile_enrolment", "gold_count"),
        *("colour_calibration", "lens_calibration", "tray_calibration", "mat_corners"),
    }
)
"""Guided tasks, by the modules that show them; eyes are slow to load, so that each is loaded when it is shown."""
BARE = frozenset({"scan", "devices"})
LIVE = frozenset({"scan", "look_over", "drawn", "shown", "test", *SCREENS})
"""Screens on which something may change without a tap."""


@cache
def task_screen(screen: str) -> TaskScreen[Task] | None:
    """How a guided task is shown; None for what is none."""
    if screen not in SCREENS:
        return None
    return cast("TaskScreen[Task]", import_module(f"companion.presenters.common.{screen}").SCREEN)


class Care:
    """What one desk sets up at its host."""

    def __init__(self, host: Host | None) -> None:
        self._host = host
        self._title: Screens | None = None
        self.entered = t.Entered()
        self.back = "devices"

    def shows(self, screen: str, running: bool) -> bool:
        """Is this a screen of care? Without a game the camera is only looked through here."""
        return screen in SCREENS or (screen == "devices" and self._host is not None) or (not running and screen in BARE)

    def live(self, screen: str, about: str, source: Source | None) -> bool:
        """May something change on this screen without a tap? On the list of devices only a picture does."""
        if screen != "devices":
            return screen in LIVE
        return about == devices.LOOK if source is None else source.frame is not None

    def view(self, screen: str, scene: Scene | None) -> Sheet:
        """What a screen of care shows, in the words of the game on the table if there is one."""
        title = scene.title if scene else self._words
        self._title = title
        top = title.top(scene) if scene else top_of(_("Devices"), self._devices)
        if screen == "devices":
            return self._found(scene, top)
        if screen == "scan" and self._eyes is not None:
            return scan.looking(self._eyes.frame(), title, top, self._eyes.trouble)
        shown, task = task_screen(screen), self._task
        if shown is None or task is None or not isinstance(task, shown.kind):
            from companion.presenters.common.task_screen import unavailable

            return unavailable(self.entered.trouble or (shown.missing if shown else "camera"), top)
        return shown.view(self._at(task, top, scene))

    @property
    def _words(self) -> Screens:
        """The words while no game runs: of the game whose cards are shown, else the usual ones."""
        setup = self._host.camera_setup if self._host else None
        return (screens_of(setup.mat_of) if setup and setup.mat_of else None) or usual_screens()

    def _found(self, scene: Scene | None, top: Top) -> Sheet:
        """The devices, and what can be done with them."""
        if scene is not None:
            return devices.finding(scene, self._advice)
        cameras, broker = self._chosen
        return devices.unwatched(self._devices, top, self._advice, self._picture, cameras, broker)

    @property
    def _picture(self) -> CameraPicture | None:
        """What the camera sees while no game runs; None where there is none and none may be chosen."""
        if not any(device.kind == devices.CAMERA for device in self._devices):
            return devices.no_camera() if self._host is not None and self._host.rewirable else None
        eyes = self._eyes
        if eyes is None:
            return devices.camera_picture(None, open_=False)
        return devices.camera_picture(eyes.frame(), eyes.trouble)

    @property
    def _chosen(self) -> tuple[tuple[Button, ...], tuple[DeviceRow, ...]]:
        """The cameras one may choose just now, and the broker; nothing where devices cannot be chosen."""
        if self._host is None or not self._host.rewirable:
            return (), ()
        from companion.presenters.common import wiring  # only who looks at the devices looks for them

        return tuple(wiring.cameras(self._host.wiring)), wiring.broker_rows(self._host.wiring)

    def _at(self, task: Task, top: Top | None = None, scene: Scene | None = None) -> TaskScene[Task]:
        from companion.presenters.common.task_screen import TaskScene

        return TaskScene(
            task=task,
            title=self._title or self._words,
            top=top or Top(title=""),
            entered=self.entered,
            eyes=self._eyes,
            devices=self._devices,
            scene=scene,
        )

    @property
    def _task(self) -> Task | None:
        """What is done just now, at a tray or at the camera."""
        if self._host is None:
            return None
        setup = self._host.camera_setup
        return self._host.tray_calibration or (setup.task if setup else None)

    @property
    def _eyes(self) -> Eyes | None:
        setup = self._host.camera_setup if self._host else None
        return setup.eyes if setup else None

    @property
    def _devices(self) -> Sequence[Device]:
        return self._host.devices if self._host else ()

    def counts(self, names: Iterable[str]) -> frozenset[str]:
        """The seats whose gold the camera may count."""
        return frozenset(seat for seat in names if self._host is not None and self._host.counts(seat))

    def _advice(self, device: str) -> str:
        try:
            return self._host.advice(device, wording.language) if self._host else ""
        except WrongFile:
            from companion.presenters.common.task_screen import trouble_words

            return trouble_words("calibrations")

    def do(self, act: object, screen: str) -> str | None:
        """Do what a tap on `screen` means; the screen to show then, None if it means nothing here."""
        if isinstance(act, t.BeginTask):
            self.back = self.back if screen in SCREENS else screen
            self._begin(act)
            return act.task
        if isinstance(act, t.LeaveTask):
            return self.back
        return self._handle(act, screen) if isinstance(act, t.TaskAct) else None

    def _handle(self, act: t.TaskAct, screen: str) -> str:
        shown, task = task_screen(screen), self._task
        handle = shown.handlers.get(type(act)) if shown and isinstance(task, shown.kind) else None
        if handle is None or task is None:
            return screen
        entered = handle(self._at(task), act)
        self.entered = entered or t.Entered()
        return self.back if entered is None else screen

    def _begin(self, act: t.BeginTask) -> None:
        shown = task_screen(act.task)
        assert shown is not None
        self.entered = t.Entered()
        try:
            if self._host is None:
                raise NotFound("no host, no devices")
            shown.begin(self._host, act.about)
        except NotFound:
            self.entered = t.Entered(trouble=shown.missing)
        except WrongInput as error:
            from vision.cards.enrol import EnrolError

            self.entered = t.Entered(trouble="damaged" if isinstance(error, EnrolError) else "calibrations")

    def shown(self, screen: str, running: bool, about: str = "") -> None:
        """Open the camera for a screen that looks through it; let go of everything when care is left.

        The list of devices looks through it while it is about that.
        """
        looking = not running and (screen == "scan" or (screen == "devices" and about == devices.LOOK))
        if self._host is None:
            return
        if looking and self._host.camera_setup is None:
            self._look_through(self._host)
        if self._host.in_setup and not (looking or screen in SCREENS):
            self._host.end_setup()
            self.entered = t.Entered()

    def _look_through(self, host: Host) -> None:
        try:
            host.set_up_camera()
        except NotFound:
            self.entered = t.Entered(trouble="camera")
