"""What can go wrong with a device, in the four ways a person can do something about.

DeviceError
├── NotPresent    nothing there: no such port, no broker, cable out
├── NotPermitted  it is there, but not for us: rights on the port, wrong password
├── Failed        it answers, but not as the protocol says
└── TimedOut      it does not answer in time
"""

from __future__ import annotations

from engine.errors import CompanionError


class DeviceError(CompanionError):
    """Any trouble with a device; the message says which, with the offending value."""


class NotPresent(DeviceError):
    """Nothing is there to talk to."""


class NotPermitted(DeviceError):
    """It is there, but the system or the broker does not let us in."""


class Failed(DeviceError):
    """It answers, but not as the protocol says."""


class TimedOut(DeviceError):
    """It does not answer in time."""
