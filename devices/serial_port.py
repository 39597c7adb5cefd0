"""A serial port as a stream of bytes, with the four errors of a device."""

from __future__ import annotations

import contextlib
import errno

import serial

from devices.errors import DeviceError, Failed, NotPermitted, NotPresent, TimedOut
from devices.protocol import HOST, TABLE


class SerialPort:
    """An open port; owned by one thread, only `wake` may be called from another.

    Raises NotPresent, NotPermitted or Failed when `name` cannot be opened.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        try:
            self._serial = serial.Serial(
                name, TABLE["baud"], timeout=HOST["poll"], write_timeout=HOST["write"], exclusive=True
            )
            self._serial.reset_input_buffer()
        except (OSError, ValueError) as error:
            raise _translated(name, error) from error

    def read(self) -> bytes:
        """What has arrived, waiting at most one poll; raises NotPresent when the cable is out."""
        try:
            waiting = self._serial.in_waiting
            if waiting:
                return self._serial.read(waiting)
            first = self._serial.read(1)
            return first + self._serial.read(self._serial.in_waiting) if first else b""
        except (OSError, TypeError) as error:  # TypeError: pyserial, when closed under a read
            raise NotPresent(f"port {self.name!r} is gone: {error}") from error

    def write(self, data: bytes) -> None:
        """Send; raises TimedOut when the device takes nothing, NotPresent when the cable is out."""
        try:
            self._serial.write(data)
        except serial.SerialTimeoutException as error:
            raise TimedOut(f"port {self.name!r} takes nothing") from error
        except OSError as error:
            raise NotPresent(f"port {self.name!r} is gone: {error}") from error

    def wake(self) -> None:
        """End a waiting read (any thread)."""
        with contextlib.suppress(OSError, TypeError):  # the port was closed at this very moment: no thread waits
            self._serial.cancel_read()

    def close(self) -> None:
        self._serial.close()


def _translated(name: str, error: OSError | ValueError) -> DeviceError:
    number = getattr(error, "errno", None)
    if number in (errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.EIO):
        return NotPresent(f"no port {name!r}")
    if number in (errno.EACCES, errno.EPERM):
        return NotPermitted(f"no right to open port {name!r}")
    if number in (errno.EBUSY, errno.EAGAIN):
        return NotPermitted(f"port {name!r} is used by another program")
    return Failed(f"port {name!r} does not open: {error}")
