"""Calibrations that the host keeps: it restores them to a board that has lost its own, and reports when one is old."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import Struct

from devices.calibration import WORDS, sentence
from devices.hub import Hub
from devices.message import Measured, Restore, Zone
from devices.protocol import COINS
from devices.tray import Card
from engine.errors import WrongFile
from engine.files import write_whole

DUE_DAYS: int = WORDS["due_days"]
FILE = "calibrations.json"
WIDE = len(COINS)
Reason = Literal["", "never", "wandered", "old"]


class Kept(Struct, frozen=True, forbid_unknown_fields=True):
    """One zone of one device: the day it was calibrated, and its columns in order."""

    day: date
    columns: tuple[Measured, ...]


class Calibrations:
    """The file `calibrations.json` of a data folder; a damaged one raises WrongFile naming it, and stays as it is."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._kept: dict[str, dict[Zone, Kept]] = self._read()

    def _read(self) -> dict[str, dict[Zone, Kept]]:
        if not self._path.exists():
            return {}
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=dict[str, dict[Zone, Kept]])
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise WrongFile(f"{self._path.name}: {error}") from error

    def keep(self, hub: Hub, device_id: str, day: date, zone: Zone = "coins") -> bool:
        """Keep what the device has just measured; False when it has not reported every column. Raises OSError."""
        columns = hub.measured(device_id, zone)
        if len(columns) < WIDE or not all(column.pieces for column in columns):
            return False
        self._kept.setdefault(device_id, {})[zone] = Kept(day, columns)
        write_whole(self._path, msgspec.json.format(msgspec.json.encode(self._kept)))
        return True

    def of(self, device_id: str, zone: Zone = "coins") -> Kept | None:
        """What is kept of a device's zone."""
        return self._kept.get(device_id, {}).get(zone)

    def restore(self, hub: Hub, device_id: str, zone: Zone = "coins") -> bool:
        """Send a device its kept calibration, as after new firmware; its wells should be empty and tared afterwards."""
        kept = self.of(device_id, zone)
        if kept is None:
            return False
        given = [Restore(zone=zone, column=c.column, zero=c.zero, unit=c.unit) for c in kept.columns]
        return all(hub.ask(device_id, command) for command in given)

    def due(self, card: Card, today: date, zone: Zone = "coins") -> Reason:
        """Why a device should be calibrated: never was, has wandered, or too long ago; empty if it need not be."""
        if card.calibration == "none":
            return "never"
        if card.calibration == "due":
            return "wandered"
        kept = self.of(card.id, zone)
        return "old" if kept and (today - kept.day).days > DUE_DAYS else ""

    def advice(self, card: Card, today: date, language: str = "en") -> str:
        """The reason in a sentence, or an empty string."""
        reason = self.due(card, today)
        kept = self.of(card.id)
        return sentence(f"due-{reason}", language, id=card.id, day=kept.day if kept else "") if reason else ""
