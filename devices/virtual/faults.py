"""Faults on the way from a tray, made on purpose."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Any

Fields = dict[str, Any]


class Faults:
    """Shares from 0 to 1, set at any time: frames `lost`, `doubled`, `swapped` with the next, hit by `noise` bytes,
    `cut` in the middle. `mute` sends nothing and stays connected (half open), `deaf` reads nothing from its wire
    or from its broker. `version` replaces the protocol's when not 0."""

    def __init__(self, seed: int = 0) -> None:
        self.lost = self.doubled = self.swapped = self.noise = self.cut = 0.0
        self.mute = self.deaf = False
        self.version = 0
        self._chance = random.Random(seed)
        self._held: Fields | None = None

    def messages(self, sent: Iterable[Fields]) -> Iterator[Fields]:
        """The messages that get through, in the order they arrive."""
        for fields in () if self.mute else sent:
            if self._happens(self.lost):
                continue
            if self._held is None and self._happens(self.swapped):
                self._held = fields
                continue
            yield from [fields, fields] if self._happens(self.doubled) else [fields]
            if self._held is not None:
                yield self._held
                self._held = None

    def body(self, body: bytes) -> bytes:
        """The body with the wrong version, if that is wanted."""
        return bytes([self.version]) + body[1:] if self.version else body

    def frame(self, frame: bytes) -> bytes:
        """The bytes of a frame after the cable."""
        if self._happens(self.cut):
            frame = frame[: self._chance.randrange(len(frame))]
        if self._happens(self.noise):
            frame += self._chance.randbytes(self._chance.randrange(1, 40))
        return frame

    def _happens(self, share: float) -> bool:
        return share > 0 and self._chance.random() < share
