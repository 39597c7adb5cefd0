"""Splits a stream of bytes into frames: at zeros, checked, finding the next good frame after any noise."""

from __future__ import annotations

from binascii import crc_hqx

from devices.firmware.wire import unstuff
from devices.protocol import LONGEST

try:
    from cobs.cobs import DecodeError
    from cobs.cobs import decode as _unstuff
except ImportError:  # no wheel of it on Android
    _unstuff, DecodeError = unstuff, ValueError


class Deframer:
    """`feed` takes the bytes that were read and returns the bodies of whole, good frames.

    `damaged` counts frames that were cut or changed on the way; noise costs only the frame it hits.
    """

    def __init__(self) -> None:
        self._rest = b""
        self.damaged = 0

    @property
    def unfinished(self) -> bool:
        """Whether more bytes have come than a frame can have, without an end."""
        return len(self._rest) > LONGEST

    def feed(self, chunk: bytes) -> list[bytes]:
        """Bodies (version, kind, sequence, fields) without checksum, in the order they came."""
        frames = (self._rest + chunk).split(b"\0")
        self._rest = frames.pop()[: LONGEST + 1]  # longer than any frame is noise: one byte more keeps it bad
        good = []
        for frame in frames:
            if not frame:
                continue
            try:
                raw = _unstuff(frame)
            except DecodeError:
                self.damaged += 1
                continue
            if crc_hqx(raw, 0xFFFF) == 0 and 6 <= len(raw) < LONGEST:
                good.append(raw[:-2])
            else:
                self.damaged += 1
        return good
