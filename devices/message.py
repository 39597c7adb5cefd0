"""What a device and the host say to each other, on every transport, as checked values.

The fields are those of protocol.toml; JSON on MQTT is exactly these structs with `type` naming which.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from devices.topics import NAME
from engine.errors import WrongInput

Zone = Literal["coins", "bought", "sold", "stored", "used"]
Button = Literal["confirm", "pass", "call"]
Device = Literal["seat-tray", "coin-tray", "ledger-tray", "card-pad", "lamp-strip"]
Capability = Literal["coins", "ledger", "buttons", "dial", "display", "lamps", "tags", "storage", "buildings"]
Calibration = Literal["none", "good", "due"]

Byte = Annotated[int, Meta(ge=0, le=255)]
Word = Annotated[int, Meta(ge=0, le=0xFFFF)]
Long = Annotated[int, Meta(ge=0, le=0xFFFFFFFF)]
Short = Annotated[int, Meta(ge=-0x8000, le=0x7FFF)]
Five = Annotated[tuple[Byte, ...], Meta(min_length=5, max_length=5)]
Column = Annotated[int, Meta(ge=0, le=4)]
Colours = Annotated[tuple[Byte, ...], Meta(min_length=24, max_length=24)]
Change = Annotated[tuple[Annotated[int, Meta(ge=-128, le=127)], ...], Meta(min_length=5, max_length=5)]
Name = Annotated[str, Meta(min_length=1, max_length=32, pattern=NAME)]
Line = Annotated[str, Meta(max_length=80)]
Scale = Annotated[float, Meta(ge=-1e9, le=1e9)]
"""A scale's raw reading: far more than 24 bits can say, and never NaN or infinite."""


class Message(Struct, frozen=True, gc=False, kw_only=True, tag_field="type"):
    """Any message on the link; `sequence` is the number of the last settled change, or of the command."""

    sequence: Word = 0


class Hello(Message, tag="hello", frozen=True, kw_only=True):
    """Who a device is; `nonce` repeats the question's, `boot` changes with every power-up.

    `protocol` is the version it speaks; 0 if it does not say here, as in frames, which have it in their head.
    """

    nonce: Long
    boot: Long
    device: Device
    capabilities: tuple[Capability, ...]
    calibration: Calibration
    firmware: Annotated[tuple[Byte, ...], Meta(min_length=3, max_length=3)]
    id: Name
    protocol: Byte = 0


class Snapshot(Message, tag="snapshot", frozen=True, kw_only=True):
    """All that lies on a tray, settled: five columns per zone."""

    boot: Long
    coins: Five
    bought: Five
    sold: Five
    stored: Five = (0,) * 5
    used: Five = (0,) * 5


class Settled(Message, tag="settled", frozen=True, kw_only=True):
    """A zone settled: what changed and what lies there now."""

    boot: Long
    zone: Zone
    change: Change
    now: Five


class Moving(Message, tag="moving", frozen=True, kw_only=True):
    """The running count while pieces move."""

    zone: Zone
    now: Five


class Pressed(Message, tag="press", frozen=True, kw_only=True):
    """A button; `number` counts presses since power-up, `about` is the entry the menu was for.

    `menu` is the sequence of the list or range the hand saw; 0 if the device does not say.
    """

    boot: Long
    number: Word
    button: Button
    choice: Short
    about: Long
    menu: Word = 0


class Heartbeat(Message, tag="heartbeat", frozen=True, kw_only=True):
    """The device is there; `uptime` in ms."""

    boot: Long
    uptime: Long


class Ack(Message, tag="ack", frozen=True, kw_only=True):
    """A command was done, refused or not understood."""

    of: Word
    result: Literal["done", "refused", "unknown", "unsteady"]


class Odd(Message, tag="odd", frozen=True, kw_only=True):
    """A settled reading no set of pieces explains, in hundredths of a piece of that column."""

    boot: Long
    zone: Zone
    column: Column
    hundredths: Short


class TagRead(Message, tag="tag", frozen=True, kw_only=True):
    """An electronic label."""

    label: Line


class Report(Message, tag="report", frozen=True, kw_only=True):
    """One line of diagnosis."""

    line: Line


class Measured(Message, tag="measured", frozen=True, kw_only=True):
    """A column as measured: raw reading of nothing and of one piece, and hundredths of a piece it wavered by."""

    boot: Long
    zone: Zone
    column: Column
    pieces: Byte
    zero: Scale
    unit: Scale
    wavers: Word


FromDevice = Hello | Snapshot | Settled | Moving | Pressed | Heartbeat | Ack | Odd | TagRead | Report | Measured


class Identify(Message, tag="identify", frozen=True, kw_only=True):
    """Who are you?"""

    nonce: Long


class Recount(Message, tag="recount", frozen=True, kw_only=True):
    """Send a snapshot."""


class Accepted(Message, tag="accepted", frozen=True, kw_only=True):
    """The press with this number has arrived; `stale` if its list had been replaced."""

    number: Word
    fate: Literal["taken", "stale"] = "taken"


class ShowList(Message, tag="list", frozen=True, kw_only=True):
    """A list to choose from, for entry `about`; an empty one clears the display."""

    about: Long
    title: Line
    items: Annotated[tuple[Line, ...], Meta(max_length=255)]


class ShowRange(Message, tag="range", frozen=True, kw_only=True):
    """A number to choose, for entry `about`."""

    about: Long
    least: Short
    most: Short
    title: Line


class ShowText(Message, tag="text", frozen=True, kw_only=True):
    """A line for the display."""

    line: Byte
    text: Line


class Truth(Message, tag="truth", frozen=True, kw_only=True):
    """The gold the book says lies in the treasury."""

    gold: Short


class Lamp(Message, tag="lamp", frozen=True, kw_only=True):
    """One lamp and its colour."""

    index: Byte
    red: Byte
    green: Byte
    blue: Byte


class Tare(Message, tag="tare", frozen=True, kw_only=True):
    """Nothing lies on this zone now."""

    zone: Zone


class Calibrate(Message, tag="calibrate", frozen=True, kw_only=True):
    """This many pieces lie in that column now."""

    zone: Zone
    column: Column
    pieces: Byte


class Restore(Message, tag="restore", frozen=True, kw_only=True):
    """Measure a column as the host has kept it: raw reading of nothing and of one piece."""

    zone: Zone
    column: Column
    zero: Scale
    unit: Scale


class Strip(Message, tag="strip", frozen=True, kw_only=True):
    """Eight lamps, red, green, blue each, for the lines of the list about an entry."""

    about: Long
    colours: Colours


class Diagnose(Message, tag="diagnose", frozen=True, kw_only=True):
    """Report about yourself."""


Showing = ShowList | ShowRange | ShowText | Truth | Lamp | Strip
FromHost = Identify | Recount | Accepted | Showing | Tare | Calibrate | Restore | Diagnose

_device_json = msgspec.json.Decoder(FromDevice)
_encoder = msgspec.json.Encoder()


def from_fields(fields: dict[str, Any]) -> FromDevice:
    """A device's message from unpacked frame fields; raises ValueError when one is out of its bounds."""
    try:
        message: FromDevice = msgspec.convert(fields, FromDevice)
    except msgspec.MsgspecError as error:
        raise WrongInput(f"{fields.get('type')!r} frame: {error}") from error
    return message


def from_json(payload: bytes) -> FromDevice:
    """A device's message from JSON; raises ValueError (msgspec names the path) for anything else."""
    try:
        message: FromDevice = _device_json.decode(payload)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise WrongInput(f"payload {payload[:40]!r}: {error}") from error
    return message


def to_json(message: Message) -> bytes:
    """JSON as it travels on MQTT."""
    return _encoder.encode(message)


def to_fields(message: Message) -> list[dict[str, Any]]:
    """The frames of a host's message: one each, but a list travels as a head and its items."""
    fields: dict[str, Any] = msgspec.to_builtins(message)
    items = fields.pop("items", None)
    if items is None:
        return [fields]
    head = {**fields, "count": len(items)}
    base = {"type": "item", "sequence": fields["sequence"], "about": fields["about"]}
    return [head, *({**base, "index": index, "label": label} for index, label in enumerate(items))]
