"""What arrives from sensors: readings are kept, devices are listed, presses are handed on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from queue import Empty, SimpleQueue

from companion.play.device_list import DeviceList
from companion.play.disputes import seat_of
from companion.play.reports import Device
from companion.sensing.readings import Readings
from engine.sighting import Found, Lost, Sighting
from engine.table import Zone

Value = Sighting | Lost | Found


class Sensors:
    """The sensors of a game: any thread may `put` what one saw, and the session's thread takes it in.

    `places` maps a sensor's zone to the table's, as in `Readings`.
    """

    def __init__(self, readings: Readings, places: Mapping[Zone, Zone]) -> None:
        self._readings, self._places = readings, places
        self._queue: SimpleQueue[Value] = SimpleQueue()
        self._devices = DeviceList()

    def put(self, value: Value) -> None:
        """Hand over what a sensor saw; from any thread."""
        self._queue.put(value)

    def arrived(self) -> Sequence[Value]:
        """Everything that was put since it was last asked for, oldest first."""
        values = []
        try:
            while True:
                values.append(self._queue.get_nowait())
        except Empty:
            return values

    def take(self, value: Value, now: float) -> bool:
        """Keep a reading, or that a sensor was found or lost; true if the list of devices has changed."""
        if isinstance(value, Lost):
            self._readings.lose(value)
            self._devices.lose(value)
            return True
        if isinstance(value, Found):
            self._devices.find(value)
            return True
        self._readings.take(value, now)
        return self._devices.seated(value.source, seat_of(self._places.get(value.zone, value.zone)))

    def devices(self, asks: Iterable[Zone], differ: Iterable[str]) -> Sequence[Device]:
        """All devices; those that reported the zones in `asks` or are named in `differ` are in that state."""
        states = dict.fromkeys(map(self._readings.source, asks), "asks") | dict.fromkeys(differ, "differs")
        return self._devices.in_states(states)
