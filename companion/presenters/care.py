"""Tending to camera and trays: which screen is shown, and what taps on it do."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from companion.host.camera import SOURCE, Eyes
from companion.host.camera_setup import CameraSetup
from companion.play.reports import Device
from companion.presenters import treasure
from companion.presenters.common import (
    card_enrolment,
    coin_enrolment,
    colour_calibration,
    finding,
    gold_count,
    lens_calibration,
    mat_corners,
    scanning,
    tile_enrolment,
    tray_calibration,
)
from companion.presenters.common.closeup import Closeup, around
from companion.presenters.common.opening import top_of
from companion.presenters.common.untended import untended
from companion.presenters.constantinopolis import contract_editor
from companion.presenters.constantinopolis import screens as constantinopolis
from companion.presenters.scene import Scene
from companion.presenters.source import Host
from companion.tasks.card_enrolment import CardEnrolment
from companion.tasks.gold_count import GoldCount
from companion.views.common import task_acts as t
from companion.views.common.parts import Person, Sheet
from companion.wording import _, wording
from vision.cards.enrol import EnrolError

FIELD = "draw"
"""Where coins are laid."""
SCREENS = frozenset({"enrol", "corners", "colours", "lens", "calibrate", "gold", "coins", "tiles"})
BARE = frozenset({"scan", "devices"})
LIVE = frozenset({"scan", *SCREENS})
"""Screens on which something may change without a tap."""


class Care:
    """What one desk tends to in its house."""

    def __init__(self, house: Host | None) -> None:
        self._house = house
        self.tending = t.Tending()
        self.back = "devices"

    def shows(self, screen: str, running: bool) -> bool:
        """Is this a screen of care? Without a game the camera is only looked through here."""
        return (
            screen in SCREENS or (screen == "devices" and self._house is not None) or (not running and screen in BARE)
        )

    def view(self, screen: str, scene: Scene | None) -> Sheet:
        """What a screen of care shows, in the words of the game on the table if there is one."""
        title = scene.title if scene else constantinopolis
        top = title.top(scene) if scene else top_of(_("Devices"), self._devices)
        if screen == "devices":
            return (
                finding.finding(scene, self._advice) if scene else finding.unwatched(self._devices, top, self._advice)
            )
        if screen == "calibrate" and self._house and self._house.measuring:
            return tray_calibration.calibrating(self._house.measuring, self._whose(scene), top)
        bench = self._house.bench if self._house else None
        if bench is None:
            return untended(card_enrolment.trouble_words(self.tending.trouble or _MISSING.get(screen, "camera")), top)
        eyes = bench.eyes
        if screen == "scan":
            return scanning.looking(eyes.frame(), title, top, eyes.trouble)
        if screen == "corners":
            return mat_corners.cornering(eyes.frame(), self.tending, top, eyes.trouble)
        if screen == "colours" and bench.teaching is not None:
            return colour_calibration.colours(bench.teaching, eyes, self.tending, top)
        if screen == "lens" and bench.lensing is not None:
            return lens_calibration.lensing(bench.lensing, eyes, self.tending, top)
        if screen == "gold" and bench.purse is not None and scene is not None:
            return self._counting(bench.purse, eyes, scene)
        if screen == "coins" and bench.coining is not None:
            return coin_enrolment.coining(bench.coining, eyes.frame(), self.near, top, eyes.trouble)
        if screen == "tiles" and bench.tiling is not None:
            kinds, named = title.tile_kinds(), title.tile_title
            return tile_enrolment.tiling(bench.tiling, self.tending, kinds, named, top, eyes.trouble)
        if bench.sitting is None:
            return untended(card_enrolment.trouble_words(self.tending.trouble or "camera"), top)
        return card_enrolment.enrolling(bench.sitting, self.tending, title, top, eyes.trouble)

    def _counting(self, purse: GoldCount, eyes: Eyes, scene: Scene) -> Sheet:
        found = [one for one in scene.source.disagreements if one.seat == purse.seat and one.source == SOURCE]
        zone = found[0].zone if found else ""
        top, person = scene.title.top(scene), scene.somebody(purse.seat)
        shown = gold_count.pursing(purse, person, eyes.frame(), self.near, self.tending, top, zone)
        return replace(shown, turn=scene.turn(purse.seat))

    @property
    def near(self) -> Closeup:
        """The part of the picture in which coins are looked at."""
        bench = self._house.bench if self._house else None
        return around(bench.eyes.outline(FIELD)) if bench else Closeup()

    def counts(self, names: Iterable[str]) -> frozenset[str]:
        """The seats whose gold the camera may count."""
        return frozenset(seat for seat in names if self._house is not None and self._house.counts(seat))

    def _advice(self, device: str) -> str:
        try:
            return self._house.advice(device, wording.language) if self._house else ""
        except ValueError:
            return card_enrolment.trouble_words("calibrations")

    def _whose(self, scene: Scene | None) -> Person | None:
        device = next((one for one in self._devices if one.id == self.tending.tray), None)
        return finding.owner(device, scene) if device else None

    @property
    def _devices(self) -> Sequence[Device]:
        return self._house.devices if self._house else ()

    def do(self, act: Any, screen: str) -> str | None:
        """Do what a tap on `screen` means; the screen to show then, None if it means nothing here."""
        if isinstance(act, t.Tend):
            self.back = self.back if screen in SCREENS else screen
            return self._tend(act)
        if isinstance(act, t.Leave):
            return self.back
        handle = treasure.HANDLERS.get((screen, type(act))) or _HANDLERS.get(type(act))
        if handle is None:
            return None
        return handle(self, act) or screen

    def shown(self, screen: str, running: bool) -> None:
        """Where no screen of care is shown any more, the camera looks at the game again."""
        if screen == "scan" and not running and self._house is not None and self._house.bench is None:
            self._tend(t.Tend(screen))
        if (
            self._house is not None
            and self._house.tending
            and not (screen in SCREENS or (not running and screen == "scan"))
        ):
            self._house.rise()
            self.tending = t.Tending()

    def _tend(self, act: t.Tend) -> str:
        self.tending = t.Tending(tray=act.about)
        try:
            self._begin(act)
        except LookupError:
            self.tending = t.Tending(trouble=_MISSING.get(act.screen, "camera"))
        except ValueError as error:
            self.tending = t.Tending(trouble="damaged" if isinstance(error, EnrolError) else "calibrations")
        return act.screen

    def _begin(self, act: t.Tend) -> None:
        if act.screen == "calibrate" and self._house is not None:
            self._house.calibrate(act.about)
            return
        bench, screen = self.bench(), act.screen
        if screen == "gold":
            bench.count(act.about)
        elif screen in _BEGINNINGS:
            _BEGINNINGS[screen](bench)

    def bench(self) -> CameraSetup:
        """Where the camera is tended to; `LookupError` without one."""
        if self._house is None:
            raise LookupError("no house, no camera")
        return self._house.tend()

    def _sitting(self) -> CardEnrolment:
        return self.bench().enrol()

    # --- the mat ---

    def _corner(self, act: t.Corner) -> None:
        if len(self.tending.corners) < mat_corners.ALL:
            self._tapped((*self.tending.corners, (act.x, act.y)))

    def _no_corner(self, _act: t.NoCorner) -> None:
        self._tapped(self.tending.corners[:-1])

    def _tapped(self, corners: tuple[tuple[float, float], ...]) -> None:
        self.tending = t.Tending(corners=corners)
        if len(corners) == mat_corners.ALL:
            try:
                self.bench().eyes.place(corners)
            except ValueError:
                self.tending = replace(self.tending, trouble="corners")

    # --- colours ---

    def _look_at(self, _act: t.LookAt) -> None:
        self.bench().teach().look()

    def _keep(self, _act: t.Keep) -> str:
        try:
            self.bench().teach().keep()
        except OSError:
            self.tending = t.Tending(trouble="disk")
            return ""
        return self.back

    def _forget(self, _act: t.Forget) -> None:
        self.bench().teach().drop()

    # --- trays ---

    def _ready(self, _act: t.Ready) -> None:
        if self._house is not None and self._house.measuring is not None:
            self._house.measuring.ready()

    def _step_back(self, _act: t.StepBack) -> None:
        if self._house is not None and self._house.measuring is not None:
            self._house.measuring.again()

    # --- cards ---

    def _right(self, _act: t.Right) -> None:
        sitting = self._sitting()
        sitting.confirm_sure()
        self.tending = t.Tending(trouble=sitting.trouble)

    def _fix(self, act: t.Fix) -> None:
        cards = self._sitting().cards
        if not 0 <= act.place < len(cards):
            self.tending = t.Tending()
            return
        card = cards[act.place]
        self.tending = t.Tending(fixing=act.place, values=contract_editor.values_of(card.filed or card.face))

    def _print(self, act: t.Print) -> None:
        values = contract_editor.printed(self.tending.values, act.region, act.value)
        self.tending = replace(self.tending, values=values, trouble="")

    def _said(self, _act: t.Said) -> None:
        sitting, tending = self._sitting(), self.tending
        if tending.fixing >= len(sitting.cards) or sitting.confirm(
            tending.fixing, contract_editor.face_of(tending.values)
        ):
            self.tending = t.Tending()
        else:
            self.tending = replace(tending, trouble=sitting.trouble)

    def _afresh(self, _act: t.Afresh) -> None:
        self._sitting().again()

    def _not_filed(self, _act: t.NotFiled) -> None:
        self._sitting().take_back()


_MISSING = {"calibrate": "tray"}
_BEGINNINGS: dict[str, Callable[[CameraSetup], object]] = {
    "enrol": CameraSetup.enrol,
    "colours": CameraSetup.teach,
    "lens": CameraSetup.measure,
    "coins": CameraSetup.coin,
    "tiles": CameraSetup.tile,
}
_HANDLERS: dict[type, Callable[[Care, Any], str | None]] = {
    t.Corner: Care._corner,
    t.NoCorner: Care._no_corner,
    t.LookAt: Care._look_at,
    t.Keep: Care._keep,
    t.Forget: Care._forget,
    t.Ready: Care._ready,
    t.StepBack: Care._step_back,
    t.Right: Care._right,
    t.Fix: Care._fix,
    t.Print: Care._print,
    t.Said: Care._said,
    t.Afresh: Care._afresh,
    t.NotFiled: Care._not_filed,
}
