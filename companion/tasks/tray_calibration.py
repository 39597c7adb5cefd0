"""Calibrating a tray beside a game or without one: what the tray reports meanwhile does not reach the game."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import date
from typing import Literal, Protocol

from companion.tasks.base import Task
from devices.calibration import Calibration, Quality
from devices.calibrations import Calibrations
from devices.hub import Hub
from devices.message import Zone
from devices.virtual.coins import Coins
from engine.sighting import Found, Lost, Sighting

Value = Sighting | Lost | Found


class MutedSources:
    """Hands sightings on but for those of trays that are being calibrated; `put` may be called from any thread."""

    def __init__(self, put: Callable[[Value], None]) -> None:
        self._put = put
        self.sources: frozenset[str] = frozenset()

    def __call__(self, value: Value) -> None:
        if not (isinstance(value, Sighting) and value.source in self.sources):
            self._put(value)


class Wells(Protocol):
    """A virtual tray whose wells hands fill."""

    @property
    def coins(self) -> Coins: ...

    def lay(self, zone: str, pieces: Coins) -> None: ...


class TrayCalibration(Task):
    """Calibrates the tray that speaks as `source`; its readings are muted until `close`.

    Where the tray is virtual, hands lay in its `wells` what is asked for, and what lay there before when it is over.
    A tray without coins weighs the cubes it stores.
    """

    def __init__(
        self, hub: Hub, source: str, muted: MutedSources, kept: Calibrations, wells: Wells | None = None
    ) -> None:
        self.source, self.id = source, source.partition(":")[2]
        card = hub.card(self.id)
        self.zone: Zone = "stored" if card is not None and "coins" not in card.capabilities else "coins"
        self.calibration = Calibration(hub, self.id, self.zone)
        self.kept = False
        self.trouble: Literal["", "disk"] = ""
        self._hub, self._muted, self._calibrations, self._wells = hub, muted, kept, wells
        self._before = wells.coins if wells and self.zone == "coins" else ()
        muted.sources |= {source}
        self._lay()

    @property
    def quality(self) -> tuple[Quality, ...]:
        """How each well came out so far."""
        return self.calibration.quality

    def ready(self) -> None:
        """Coins or cubes lie as asked."""
        self.calibration.ready(time.monotonic())

    def again(self) -> None:
        """The step before is done once more."""
        self.trouble = ""
        self.calibration.again()
        self._lay()

    def poll(self) -> None:
        """Take in what the tray has answered; after the last answer its calibration is kept."""
        before = self.calibration.number
        self.calibration.poll(time.monotonic())
        if self.calibration.number != before:
            self._lay()
        if self.calibration.state == "done" and not self.kept and not self.trouble:
            self.keep()

    def keep(self) -> bool:
        """Keep what the tray has measured beside the tray itself; false if it is not complete, or cannot be kept."""
        try:
            self.kept = self._calibrations.keep(self._hub, self.id, date.today(), self.zone)
        except OSError:
            self.trouble = "disk"
        return self.kept

    def close(self) -> None:
        """The tray's coins count again: it is asked what lies there."""
        if self._wells is not None and len(self._before):
            self._wells.lay("coins", self._before)
        self._muted.sources -= {self.source}
        card = self._hub.card(self.id)
        if card is not None and card.seat:
            self._hub.assign(self.id, card.seat)

    def _lay(self) -> None:
        step = self.calibration.step
        if self._wells is None or step is None or self.zone != "coins":
            return
        column = self.calibration.number - 1
        self._wells.lay("coins", tuple(step.pieces if at == column else 0 for at in range(len(self._before))))
