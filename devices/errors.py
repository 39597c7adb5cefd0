"""Errors of devices, in four kinds that call for different remedies.

DeviceError
├── NotPresent    nothing there: no such port, no broker, cable out
├── NotPermitted  it is there, but we have no access: rights on the port, wrong password
├── Failed        it answers, but not according to the protocol
└── TimedOut      it does not answer in time
"""

from __future__ import annotations

from engine.errors import CompanionError


class DeviceError(CompanionError):
    """Any trouble with a device; the message names it, with the offending value."""


class NotPresent(DeviceError):
    """Nothing is there to talk to."""


class NotPermitted(DeviceError):
    """It is there, but the system or the broker denies access."""


class Failed(DeviceError):
    """It answers, but not according to the protocol."""


class TimedOut(DeviceError):
    """It does not answer in time."""
