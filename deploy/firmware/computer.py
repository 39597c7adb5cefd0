# A board that is no board: its sensors read what stands in the file `hands.json` of TRAY_FOLDER, written by a test or
# you. {"coins": [1, 0, 0, 0, 0], "stored": […], "press": ["confirm", …], "dial": 3, "tag": "…"}, zones by their names.
# `press` and `dial` are counted from the start: what is new in them happens.

import json

from devices.firmware.constants import ENUMS, PARTS
from store import folder


class Board:
    columns = {}
    calibration = "none"

    def __init__(self, settings):
        without = settings.get("without", ())
        self.capabilities = [part for part in PARTS[settings.get("device", "seat-tray")] if part not in without]
        self._path = folder() + "/hands.json"
        self._hands = {}
        self._pressed = 0
        self._dial = 0
        self._tag = None

    def readings(self):
        try:
            with open(self._path) as file:
                self._hands = json.load(file)
        except (OSError, ValueError):
            pass  # not there yet, or being written at this moment: what it was still holds
        nothing = [0, 0, 0, 0, 0]
        return {zone: self._hands.get(zone, nothing) for zone in ENUMS["zone"]}

    def pressed(self, now):
        presses = self._hands.get("press", [])
        new, self._pressed = presses[self._pressed :], len(presses)
        return new

    def turned(self):
        dial = self._hands.get("dial", 0)
        steps, self._dial = dial - self._dial, dial
        return steps

    def tag(self, now):
        tag = self._hands.get("tag")
        new = tag if tag != self._tag else None
        self._tag = tag
        return new

    def show(self, machine):
        pass

    def feed(self):
        pass
