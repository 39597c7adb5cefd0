"""The scales and slots of a virtual tray: their readings while players move pieces."""

from __future__ import annotations

import random
from collections.abc import Sequence

from devices.protocol import ZONES

WEIGHED = ("coins", "stored")
"""Zones with scales; the others have slots, which count."""
WIDE = 5


class Sensor:
    """Five columns per zone, in pieces; pieces arrive one by one, scales have noise, drift, and may be disturbed."""

    def __init__(self, noise: float, seed: int) -> None:
        self._noise = noise
        self._chance = random.Random(seed)
        self._pieces = {zone: [0] * WIDE for zone in ZONES}
        self._steps: dict[str, list[tuple[float, int, int]]] = {zone: [] for zone in ZONES}
        self._extra = {zone: [0.0] * WIDE for zone in ZONES}
        self._drifts: dict[tuple[str, int], tuple[float, int]] = {}
        self._stuck: dict[tuple[str, int], float] = {}
        self.untrimmed = (0.0, 1.0)

    def move(self, zone: str, pieces: Sequence[int], now: int, travel: float) -> None:
        """From `now` (ms) on, one piece every `travel` ms until the zone holds `pieces`; earlier moves come first."""
        steps = self._steps[zone]
        due = max(float(now), steps[-1][0] if steps else 0.0)
        goal = [count + sum(s for _, i, s in steps if i == column) for column, count in enumerate(self._pieces[zone])]
        for column, count in enumerate(pieces):
            sign = 1 if count > goal[column] else -1
            for _ in range(abs(count - goal[column])):
                due += travel
                steps.append((due, column, sign))

    @property
    def busy(self) -> bool:
        """Whether pieces are still on their way."""
        return any(self._steps.values())

    def read(self, now: int) -> dict[str, list[float]]:
        """The readings at `now` (ms)."""
        return {zone: [self._raw(zone, self._column(zone, i, now)) for i in range(WIDE)] for zone in self._due(now)}

    def _raw(self, zone: str, pieces: float) -> float:
        """A scale's raw reading of so many pieces; `untrimmed` is that of none, and the increase per piece."""
        zero, unit = self.untrimmed
        return zero + unit * pieces if zone in WEIGHED else pieces

    def _due(self, now: int) -> tuple[str, ...]:
        for zone, steps in self._steps.items():
            while steps and steps[0][0] <= now:
                _, column, sign = steps.pop(0)
                self._pieces[zone][column] += sign
        return ZONES

    def _column(self, zone: str, column: int, now: int) -> float:
        stuck = self._stuck.get((zone, column))
        if stuck is not None:
            return stuck
        speed, since = self._drifts.get((zone, column), (0.0, now))
        noise = self._chance.gauss(0, self._noise) if self._noise else 0.0
        return self._pieces[zone][column] + self._extra[zone][column] + speed * (now - since) / 1000 + noise

    def stick(self, zone: str, column: int) -> None:
        """Keep the present reading from now on."""
        self._stuck[zone, column] = float(self._pieces[zone][column])

    def free(self, zone: str, column: int) -> None:
        """Read the true count again."""
        self._stuck.pop((zone, column), None)

    def drift(self, zone: str, column: int, speed: float, now: int) -> None:
        """Wander by `speed` pieces a second from `now` (ms) on."""
        self._drifts[zone, column] = (speed, now)

    def disturb(self, zone: str, column: int, pieces: float) -> None:
        """Weigh so many pieces more than there are."""
        self._extra[zone][column] = pieces
