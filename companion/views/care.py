"""Tending to camera and trays: which screen is shown, and what taps on it do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.bench import Bench
from companion.sitting import Sitting
from companion.views import tending as t
from companion.views.around import cornering, enrolling, finding, scanning
from companion.views.around.opening import top_of
from companion.views.around.untended import untended
from companion.views.constantinopolis import screens as constantinopolis
from companion.views.parts import Sheet
from companion.views.scene import Scene
from companion.views.source import House
from companion.wording import _
from vision.enrol import EnrolError

SCREENS = frozenset({"enrol", "corners"})
BARE = frozenset({"scan", "devices"})
LIVE = frozenset({"scan", *SCREENS})
"""Screens on which something may change without a tap."""


class Care:
    """What one desk tends to in its house."""

    def __init__(self, house: House | None) -> None:
        self._house = house
        self.tending = t.Tending()
        self._back = "devices"

    def shows(self, screen: str, running: bool) -> bool:
        """Is this a screen of care? Without a game camera and devices are tended to only."""
        return screen in SCREENS or (not running and screen in BARE)

    def view(self, screen: str, scene: Scene | None) -> Sheet:
        """What a screen of care shows, in the words of the game on the table if there is one."""
        devices = self._house.devices if self._house else ()
        title = scene.title if scene else constantinopolis
        top = title.top(scene) if scene else top_of(_("Devices"), devices)
        if screen == "devices":
            return finding.unwatched(devices, top)
        bench = self._house.bench if self._house else None
        if bench is None:
            return untended(enrolling.trouble_words(self.tending.trouble or "camera"), top)
        eyes = bench.eyes
        if screen == "scan":
            return scanning.looking(eyes.frame(), title, top, eyes.trouble)
        if screen == "corners":
            return cornering.cornering(eyes.frame(), self.tending, top, eyes.trouble)
        if bench.sitting is None:
            return untended(enrolling.trouble_words(self.tending.trouble or "camera"), top)
        return enrolling.enrolling(bench.sitting, self.tending, title, top, eyes.trouble)

    def do(self, act: Any, screen: str) -> str | None:
        """Do what a tap on `screen` means; the screen to show then, None if it means nothing here."""
        if isinstance(act, t.Tend):
            self._back = screen
            return self._tend(act)
        if isinstance(act, t.Leave):
            return self._back
        handle = _HANDLERS.get(type(act))
        if handle is None:
            return None
        handle(self, act)
        return screen

    def shown(self, screen: str, running: bool) -> None:
        """Where no screen of care is shown any more, the camera looks at the game again."""
        if screen == "scan" and not running and self._house is not None and self._house.bench is None:
            self._tend(t.Tend(screen))
        if self._house is not None and self._house.bench is not None and not self.shows(screen, running):
            self._house.rise()
            self.tending = t.Tending()

    def _tend(self, act: t.Tend) -> str:
        self.tending = t.Tending(tray=act.about)
        try:
            if act.screen == "enrol":
                self._sitting()
            self._bench()
        except LookupError:
            self.tending = t.Tending(trouble="camera")
        except EnrolError:
            self.tending = t.Tending(trouble="damaged")
        return act.screen

    def _bench(self) -> Bench:
        if self._house is None:
            raise LookupError("no house, no camera")
        return self._house.tend()

    def _sitting(self) -> Sitting:
        return self._bench().enrol()

    # --- the mat ---

    def _corner(self, act: t.Corner) -> None:
        if len(self.tending.corners) < cornering.ALL:
            self._tapped((*self.tending.corners, (act.x, act.y)))

    def _no_corner(self, _act: t.NoCorner) -> None:
        self._tapped(self.tending.corners[:-1])

    def _tapped(self, corners: tuple[tuple[float, float], ...]) -> None:
        self.tending = t.Tending(corners=corners)
        if len(corners) == cornering.ALL:
            try:
                self._bench().eyes.place(corners)
            except ValueError:
                self.tending = replace(self.tending, trouble="corners")

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
        self.tending = t.Tending(fixing=act.place, values=enrolling.values_of(card.filed or card.face))

    def _print(self, act: t.Print) -> None:
        values = enrolling.printed(self.tending, act.region, act.value)
        self.tending = replace(self.tending, values=values, trouble="")

    def _said(self, _act: t.Said) -> None:
        sitting, tending = self._sitting(), self.tending
        if tending.fixing >= len(sitting.cards) or sitting.confirm(tending.fixing, enrolling.face_of(tending)):
            self.tending = t.Tending()
        else:
            self.tending = replace(tending, trouble=sitting.trouble)

    def _afresh(self, _act: t.Afresh) -> None:
        self._sitting().again()

    def _not_filed(self, _act: t.NotFiled) -> None:
        self._sitting().take_back()


_HANDLERS: dict[type, Callable[[Care, Any], None]] = {
    t.Corner: Care._corner,
    t.NoCorner: Care._no_corner,
    t.Right: Care._right,
    t.Fix: Care._fix,
    t.Print: Care._print,
    t.Said: Care._said,
    t.Afresh: Care._afresh,
    t.NotFiled: Care._not_filed,
}
