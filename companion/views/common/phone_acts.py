"""What a tap can mean where phones are served."""

from __future__ import annotations

from msgspec import Struct


class PhonesOn(Struct, frozen=True):
    """Serve the pages of phones at this address of this computer."""

    address: str


class PhonesOff(Struct, frozen=True):
    """No phone is served any more."""


class LetJoin(Struct, frozen=True):
    """The same goods stand on the phone that asks for this seat: it may have it, or not."""

    seat: str
    yes: bool


class EndPhone(Struct, frozen=True):
    """The phone of this seat shows nothing any more."""

    seat: str
