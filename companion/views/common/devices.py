"""Cameras and trays: what was found, how it is, what can be done."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.parts import Button, Person, Tag


class DeviceRow(Struct, frozen=True, kw_only=True):
    """A camera or a tray with its state and its buttons; `button` is what a tap on the whole line means."""

    icon: str
    title: str
    detail: str
    tag: Tag
    person: Person | None = None
    buttons: tuple[Button, ...] = ()
    button: Button | None = None


class Devices(Struct, frozen=True):
    """Everything found at this table."""

    heading: str
    note: str
    rows: tuple[DeviceRow, ...]
    empty: str = ""
