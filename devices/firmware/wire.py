"""Messages as dictionaries ↔ frames on a wire, by the table of protocol.toml; MicroPython and CPython."""

# ruff: noqa: UP031  (no f-strings on small boards)

import struct

from .constants import ENUMS, FLAGS, FRAMES, LONGEST, VERSION

try:
    from typing import Any
except ImportError:  # MicroPython knows no typing, and never looks at annotations
    Any = None  # type: ignore[assignment, misc]

try:
    from binascii import crc_hqx
except ImportError:  # MicroPython has no crc_hqx

    def crc_hqx(data: Any, crc: int) -> int:  # type: ignore[misc]
        for byte in data:
            crc ^= byte << 8
            for _ in range(8):
                crc = (crc << 1) ^ 0x1021 if crc & 0x8000 else crc << 1
            crc &= 0xFFFF
        return crc


KINDS = {FRAMES[kind][0]: kind for kind in FRAMES}


def stuff(body: bytes) -> bytes:
    """COBS for bodies under 254 bytes: no zero byte is left."""
    return b"".join([bytes((len(part) + 1,)) + part for part in body.split(b"\0")])


def unstuff(frame: bytes) -> bytes:
    """The body of a COBS frame without its closing zero; raises ValueError for a damaged one."""
    out = bytearray(frame)
    at, end = 0, len(out)
    while at < end:
        length = out[at]
        if length == 0:
            raise ValueError("zero inside a frame")
        out[at] = 0
        at += length
    if at != end or not end:
        raise ValueError("frame cut short")
    return bytes(out[1:])


def seal(body: bytes) -> bytes:
    """Body → frame on the wire: checksum, COBS, closing zero."""
    return stuff(body + struct.pack(">H", crc_hqx(body, 0xFFFF))) + b"\0"


def unseal(frame: bytes) -> bytes:
    """Frame without its closing zero → body; raises ValueError when it is damaged."""
    raw = unstuff(frame)
    if len(raw) < 6 or crc_hqx(raw, 0xFFFF):
        raise ValueError("checksum is wrong")
    return raw[:-2]


def pack(message: dict[str, Any]) -> bytes:
    """Message → body; raises KeyError for an unknown type, ValueError for one that does not fit."""
    kind = KINDS[message["type"]]
    _, fields, tail, shape = FRAMES[kind]
    flat = [VERSION, kind, message.get("sequence", 0) & 0xFFFF]
    for name, count, words in fields:
        _flatten(flat, message[name], count, words)
    room = LONGEST - 4 - struct.calcsize(shape)
    return struct.pack(shape, *flat) + (_cut(message[tail], room) if tail else b"")


def _flatten(flat: list[Any], value: Any, count: int, words: str) -> None:
    if words in ENUMS:
        flat.append(ENUMS[words].index(value))
    elif words in FLAGS:
        flat.append(sum([1 << FLAGS[words].index(flag) for flag in value]))
    elif count:
        flat.extend(value)
    else:
        flat.append(value)


def _cut(text: str, room: int) -> bytes:
    """UTF-8 of `text`, cut at a whole character when it is too long."""
    raw = text.encode()
    while len(raw) > room:
        text = text[:-1]
        raw = text.encode()
    return raw


def unpack(body: bytes) -> dict[str, Any]:
    """Body → message; raises ValueError naming what is wrong."""
    version, kind, sequence = struct.unpack("<BBH", body[:4])
    if version != VERSION:
        raise ValueError("protocol version %d, not %d" % (version, VERSION))
    if kind not in FRAMES:
        raise ValueError("unknown frame kind %d" % kind)
    name, fields, tail, shape = FRAMES[kind]
    size = struct.calcsize(shape)
    if len(body) < size or (len(body) > size and not tail):
        raise ValueError("%s frame of %d bytes" % (name, len(body)))
    message: dict[str, Any] = {"type": name, "sequence": sequence}
    _unflatten(message, fields, struct.unpack(shape, body[:size])[3:])
    if tail:
        message[tail] = str(body[size:], "utf-8")
    return message


def _unflatten(message: dict[str, Any], fields: Any, flat: Any) -> None:
    at = 0
    for name, count, words in fields:
        if words in ENUMS:
            message[name] = _word(words, flat[at])
        elif words in FLAGS:
            message[name] = [flag for bit, flag in enumerate(FLAGS[words]) if flat[at] >> bit & 1]
        else:
            message[name] = list(flat[at : at + count]) if count else flat[at]
        at += count or 1


def _word(words: str, index: int) -> str:
    if index >= len(ENUMS[words]):
        raise ValueError("no %s number %d" % (words, index))
    return str(ENUMS[words][index])
