"""The devices that were found: which are there, and whose they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from companion.play.reports import Device
from companion.sensing.readings import CAMERA
from engine.sighting import Found, Lost


class DeviceList:
    """Devices by their id, such as ``serial:tray-red``; the part before the colon is their kind."""

    def __init__(self) -> None:
        self._known: dict[str, Device] = {}

    def find(self, found: Found) -> None:
        """A device is there, for the first time or again."""
        self._note(found.source, state="ok", detail=found.what)

    def lose(self, lost: Lost) -> None:
        """A device is gone."""
        self._note(lost.source, state="lost", detail=lost.reason)

    def seated(self, source: str, seat: str) -> bool:
        """A tray that reports a seat's zone is that seat's; true if that is news."""
        known = self._known.get(source)
        if known is None or known.kind == CAMERA or known.seat == seat:
            return False
        self._note(source, seat=seat)
        return True

    def in_states(self, states: Mapping[str, str]) -> Sequence[Device]:
        """Every device; of those that are there, the ones in `states` are in that state."""
        return tuple(
            replace(device, state=states.get(device.id, "ok")) if device.state == "ok" else device
            for device in self._known.values()
        )

    def _note(self, source: str, **news: str) -> None:
        self._known[source] = replace(self._known.get(source, Device(id=source, kind=source.partition(":")[0])), **news)
