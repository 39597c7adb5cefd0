"""Opens picture files of any content, writes them, and reads settings files beside pictures."""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import cv2
import numpy as np

from engine.errors import WrongFile, WrongInput
from engine.files import read_toml, read_whole, write_whole
from vision.picture import Picture

MOST_BYTES = 100_000_000  # bytes of a file that is read at all
MOST_PIXELS = 50_000_000
"""A phone's usual photo has 12 million, its best 50."""
MOST_DECODED = 200_000_000
"""Bytes of the picture as the file holds it: pixels × channels × bytes of each."""
LEAST_SIDE = 16
"""Pixels: nothing can be found on a smaller picture."""
PADDING = b"\x55\xaa\x33\xcc" * 512
"""Takes the place of what a JPEG that was cut short lacks; it holds no marker."""
BAND = 256
"""Rows that are blended at a time, so that a large picture needs little memory."""


class NotAPicture(WrongFile):
    """The file cannot be read: it is no picture, is truncated or far too large."""


class TooLarge(NotAPicture):
    """The picture has more bytes or pixels than are read."""


def load_picture(path: str | Path) -> Picture:
    """A picture file as BGR, 8 bits, turned according to its EXIF, transparency on white.

    Raises NotAPicture for a file that is none, is truncated or is too large, OSError for one that cannot be read.
    """
    path = Path(path)
    if path.is_dir():
        raise NotAPicture(f"{str(path)!r} is a folder, not a picture")
    try:
        return decoded(read_whole(path, MOST_BYTES), str(path))
    except NotAPicture:
        raise
    except WrongFile as error:
        raise TooLarge(str(error)) from error


def decoded(data: bytes, name: str) -> Picture:
    """The picture in the bytes of a file, as `load_picture` returns it; `name` is for the error."""
    _bearable(size_of(data), name)
    _complete(data, name)
    raw = np.frombuffer(data, np.uint8)
    try:
        picture = cv2.imdecode(raw, cv2.IMREAD_UNCHANGED if _has_cover(data) else cv2.IMREAD_COLOR)
    except cv2.error as error:
        raise NotAPicture(f"{name!r} cannot be decoded: {error.err}") from error
    if picture is None:
        raise NotAPicture(f"{name!r} is no picture that can be read")
    if data.startswith(JPEG) and not _last_scan_is_whole(data, picture):
        raise NotAPicture(f"{name!r} is a JPEG that is cut short")
    return _on_white(picture) if picture.ndim == 3 and picture.shape[2] == 4 else _as_colour(picture)


PNG, JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"
JPEG_END, JPEG_SCAN = 0xD9, 0xDA  # the markers of a picture's end and of its pixels (ITU-T T.81, table B.1)
JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""The markers before a frame's size; the three left out among them head tables."""
_CHANNELS = {0: 1, 2: 3, 3: 3, 4: 2, 6: 4}  # by the colour type of a PNG


class Size(NamedTuple):
    """What a file's head says: width and height in px, channels, and bytes of each; all 0 where it does not say."""

    wide: int = 0
    high: int = 0
    channels: int = 0
    depth: int = 1


def _complete(data: bytes, name: str) -> None:
    """Refuse a truncated file: the decoders fill the missing part with grey, which must not be read."""
    if data.startswith(PNG) and not _png_is_whole(data):
        raise NotAPicture(f"{name!r} is a PNG that is cut short")
    if data.startswith(JPEG) and not _jpeg_is_whole(data):
        raise NotAPicture(f"{name!r} is a JPEG that is cut short")


def _png_is_whole(data: bytes) -> bool:
    """Lies each chunk within the file, up to the one that ends it? The decoder makes room for what each claims."""
    at = len(PNG)
    while at + 12 <= len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        at += 12 + length
        if kind == b"IEND":
            return bool(at <= len(data))
    return False


def _bearable(size: Size, name: str) -> None:
    wide, high, channels, depth = size
    if not wide or not high or not channels:
        raise NotAPicture(f"{name!r} is no picture that can be read: PNG, JPEG, WebP and BMP can")
    if min(wide, high) < LEAST_SIDE:
        raise NotAPicture(f"{name!r} has {wide} × {high} pixels: at least {LEAST_SIDE} on each side are needed")
    if wide * high > MOST_PIXELS:
        raise TooLarge(f"{name!r} has {wide} × {high} pixels: at most {MOST_PIXELS} can be read")
    if wide * high * channels * depth > MOST_DECODED:
        raise TooLarge(f"{name!r} has {wide} × {high} pixels of {channels} × {8 * depth} bits: too many to be read")


def size_of(data: bytes) -> Size:
    """The size that stands in the head of a file; only of kinds that state it there."""
    try:
        if data.startswith(PNG) and data[12:16] == b"IHDR":
            wide, high, bits, colour = struct.unpack(">IIBB", data[16:26])
            return Size(wide, high, _CHANNELS.get(colour, 0), 2 if bits == 16 else 1)
        if data.startswith(b"BM") and struct.unpack("<I", data[14:18])[0] >= 40:
            wide, high = struct.unpack("<ii", data[18:26])
            return Size(abs(wide), abs(high), 4)
        if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
            return _webp_size(data[12:16], data[20:30])
        return _jpeg_size(data) if data.startswith(JPEG) else Size()
    except struct.error:
        return Size()


def _webp_size(kind: bytes, head: bytes) -> Size:
    if kind == b"VP8X":
        wide, high = (int.from_bytes(head[at : at + 3], "little") + 1 for at in (4, 7))
        return Size(wide, high, 4)
    if kind == b"VP8L" and head[0:1] == b"\x2f":
        packed = int.from_bytes(head[1:5], "little")
        return Size((packed & 0x3FFF) + 1, (packed >> 14 & 0x3FFF) + 1, 4)
    if kind == b"VP8 " and head[3:6] == b"\x9d\x01\x2a":
        wide, high = struct.unpack("<HH", head[6:10])
        return Size(wide & 0x3FFF, high & 0x3FFF, 3)
    return Size()


def _jpeg_markers(data: bytes) -> Iterator[tuple[int, int]]:
    """The markers of a JPEG with their places, up to the end of the first picture in the file."""
    at = data.find(b"\xff", 2)
    while 0 <= at < len(data) - 1:
        code, length = data[at + 1], 2
        if code == 0xFF:
            length = 1
        elif 1 < code < 0xD0 or code > 0xD7:  # neither a byte of the scan nor a restart in it
            yield code, at
            if code == JPEG_END or at + 4 > len(data):
                return
            length = 2 + struct.unpack(">H", data[at + 2 : at + 4])[0]
        at = data.find(b"\xff", at + length)


def _jpeg_size(data: bytes) -> Size:
    for code, at in _jpeg_markers(data):
        if code in JPEG_FRAMES:
            bits, high, wide, channels = struct.unpack(">BHHB", data[at + 4 : at + 10])
            return Size(wide, high, channels, 2 if bits > 8 else 1)
        if code == JPEG_SCAN:
            break
    return Size()


def _jpeg_is_whole(data: bytes) -> bool:
    """Has the file all of its scans, and not only an end marker? Whether the last of several is whole shows later."""
    markers = list(_jpeg_markers(data))
    if not markers or markers[-1][0] != JPEG_END or not _has_all_scans(data, markers):
        return False
    return _scans(markers) > 1 or not _is_grey_at_end(data) or _scan_is_whole(data, markers[-1][1])


def _scans(markers: list[tuple[int, int]]) -> int:
    return sum(code == JPEG_SCAN for code, _ in markers)


def _has_all_scans(data: bytes, markers: list[tuple[int, int]]) -> bool:
    """Do the scans of a JPEG give every coefficient of every component its last bit?"""
    components, given = 0, set()
    for code, at in markers:
        if code in JPEG_FRAMES:
            components = int.from_bytes(data[at + 9 : at + 10])
        elif code == JPEG_SCAN:
            count = int.from_bytes(data[at + 4 : at + 5])
            names, steps = data[at + 5 : at + 5 + 2 * count : 2], data[at + 5 + 2 * count : at + 8 + 2 * count]
            if len(steps) == 3 and steps[2] & 15 == 0:
                given |= {(name, step) for name in names for step in range(steps[0], steps[1] + 1)}
    return len(given) >= 64 * components


def _last_scan_is_whole(data: bytes, picture: Picture) -> bool:
    """Of a JPEG with several scans: does nothing that is put behind the last of them change the `picture`?

    A scan that was cut short would go on with it. What a scan refines shows in the whole picture only.
    """
    markers = list(_jpeg_markers(data))
    if _scans(markers) < 2:
        return True
    end = markers[-1][1]
    padded = np.frombuffer(_gone_on(data, end), np.uint8)
    with _hushed():
        other = cv2.imdecode(padded, cv2.IMREAD_COLOR)
    return other is None or np.array_equal(other, picture)


def _is_grey_at_end(data: bytes) -> bool:
    """Is the last corner of the picture the grey that stands for what a scan lacks?"""
    small = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_REDUCED_GRAYSCALE_8)
    return small is None or abs(int(small[-1, -1]) - 128) <= 1


def _scan_is_whole(data: bytes, end: int) -> bool:
    """What is put behind a whole scan changes nothing; a scan that was cut short goes on with it."""
    with _hushed():
        found, padded = (
            cv2.imdecode(np.frombuffer(each, np.uint8), cv2.IMREAD_REDUCED_GRAYSCALE_8)
            for each in (data, _gone_on(data, end))
        )
    return found is None or padded is None or np.array_equal(found, padded)


@contextmanager
def _hushed() -> Iterator[None]:
    """The decoder writes of bytes it does not need, ours, straight to the error output: not within."""
    try:
        heard = os.dup(2)
    except OSError:  # there is no error output
        yield
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 2)
    try:
        yield
    finally:
        os.dup2(heard, 2)
        os.close(heard)
        os.close(nowhere)


def _gone_on(data: bytes, end: int) -> bytes:
    """The data with a scan that goes on where it ended; half an FF 00 at its end would make a marker of that."""
    return data[:end].rstrip(b"\xff") + _padding(data, end) + data[end:]


def _padding(data: bytes, end: int) -> bytes:
    """What a scan that was cut short would go on with, in the order of its restarts where it has some."""
    at, code = max((data.rfind(bytes((0xFF, code)), 0, end), code) for code in range(0xD0, 0xD8))
    if at < 0:
        return PADDING
    return b"".join(PADDING[:64] + bytes((0xFF, 0xD0 + (code + step) % 8)) for step in range(1, 9))


def _has_cover(data: bytes) -> bool:
    """Has a PNG transparent parts?"""
    return data.startswith(PNG) and (data[25] in (4, 6) or b"tRNS" in data[: data.find(b"IDAT")])


def _as_colour(picture: Picture) -> Picture:
    """A picture without transparency as BGR with 8 bits."""
    if picture.dtype == np.uint16:
        picture = (picture >> 8).astype(np.uint8)
    return cv2.cvtColor(picture, cv2.COLOR_GRAY2BGR) if picture.ndim == 2 else picture


def _on_white(picture: Picture) -> Picture:
    """A picture with transparency, laid on white."""
    most = 65535 if picture.dtype == np.uint16 else 255
    laid = np.empty((*picture.shape[:2], 3), np.uint8)
    for top in range(0, len(picture), BAND):
        band = picture[top : top + BAND].astype(np.float32) * (255 / most)
        share = band[..., 3:] / 255
        laid[top : top + BAND] = np.clip(band[..., :3] * share + 255 * (1 - share), 0, 255)
    return laid


def write_picture(path: Path, picture: Picture) -> None:
    """Keep a picture (BGR or grey) in the form its name ends in; `WrongInput` if that is none, `OSError`."""
    try:
        data = cv2.imencode(path.suffix, picture)[1].tobytes()
    except cv2.error as error:
        raise WrongInput(f"{str(path)!r}: no picture can be written as {path.suffix!r}, try .png or .jpg") from error
    write_whole(path, data)


def load_setting(path: Path, key: str) -> Any:
    """The value of the only key of a TOML file beside pictures; None without the file or the key.

    WrongFile names the file if it is no TOML, and the key if it is another one.
    """
    if not path.exists():
        return None
    read = read_toml(path)
    if odd := [other for other in read if other != key]:
        raise WrongFile(f"{str(path)!r} has an unknown key {odd[0]!r}: only {key!r} is read")
    return read.get(key)


def smaller(picture: Picture, long: int) -> Picture:
    """A picture whose longer side has at most `long` px."""
    scale = long / max(picture.shape[:2])
    if scale >= 1:
        return picture
    return np.asarray(cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
