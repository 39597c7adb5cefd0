"""Opens picture files of any content, writes them, and reads settings files beside pictures."""

from __future__ import annotations

import struct
import tomllib
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from engine.errors import WrongFile, WrongInput
from engine.files import write_whole
from vision.picture import Picture

MOST_BYTES = 200_000_000
MOST_PIXELS = 120_000_000  # a phone's best photo, with room


class NotAPicture(WrongFile):
    """The file cannot be read: it is no picture, is truncated or far too large."""


def load_picture(path: str | Path) -> Picture:
    """A picture file as BGR, 8 bits, turned according to its EXIF, transparency on white.

    Raises NotAPicture for a file that is none, is truncated or is too large, OSError for one that cannot be read.
    """
    path = Path(path)
    if path.is_dir():
        raise NotAPicture(f"{str(path)!r} is a folder, not a picture")
    size = path.stat().st_size
    if not 0 < size <= MOST_BYTES:
        raise NotAPicture(f"{str(path)!r} has {size} bytes: between 1 and {MOST_BYTES} can be a picture")
    return decoded(path.read_bytes(), str(path))


def decoded(data: bytes, name: str) -> Picture:
    """The picture in the bytes of a file, as `load_picture` returns it; `name` is for the error."""
    _complete(data, name)
    _bearable(data, name)
    raw = np.frombuffer(data, np.uint8)
    try:
        picture = cv2.imdecode(raw, cv2.IMREAD_COLOR)
        whole = cv2.imdecode(raw, cv2.IMREAD_UNCHANGED) if data.startswith(PNG) else None
    except cv2.error as error:
        raise NotAPicture(f"{name!r} cannot be decoded: {error.err}") from error
    if picture is None:
        raise NotAPicture(f"{name!r} is no picture that can be read")
    if whole is not None and whole.ndim == 3 and whole.shape[2] == 4 and whole.shape[:2] == picture.shape[:2]:
        return _on_white(picture, whole[..., 3])
    return picture


PNG, JPEG = b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff"


def _complete(data: bytes, name: str) -> None:
    """Refuse a truncated file: the decoders fill the missing part with grey, which must not be read."""
    if data.startswith(PNG) and b"IEND" not in data[-64:]:
        raise NotAPicture(f"{name!r} is a PNG that is cut short")
    if data.startswith(JPEG) and b"\xff\xd9" not in data[len(data) // 2 :]:
        raise NotAPicture(f"{name!r} is a JPEG that is cut short")


def _bearable(data: bytes, name: str) -> None:
    wide, high = _size(data)
    if wide * high > MOST_PIXELS:
        raise NotAPicture(f"{name!r} has {wide} × {high} pixels: at most {MOST_PIXELS} can be read")


def _size(data: bytes) -> tuple[int, int]:
    """Width and height from the file's header; 0 × 0 where that lacks them or is of another kind."""
    if data.startswith(PNG) and len(data) >= 24:
        wide, high = struct.unpack(">II", data[16:24])
        return wide, high
    if data.startswith(b"BM") and len(data) >= 26:
        wide, high = struct.unpack("<ii", data[18:26])
        return abs(wide), abs(high)
    return _jpeg_size(data) if data.startswith(JPEG) else (0, 0)


def _jpeg_size(data: bytes) -> tuple[int, int]:
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        code, length = data[at + 1], struct.unpack(">H", data[at + 2 : at + 4])[0]
        if 0xC0 <= code <= 0xCF and code not in (0xC4, 0xC8, 0xCC):
            high, wide = struct.unpack(">HH", data[at + 5 : at + 9])
            return wide, high
        at += 2 + length
    return 0, 0


def _on_white(picture: Picture, cover: Picture) -> Picture:
    depth = 65535 if cover.dtype == np.uint16 else 255
    share = (cover.astype(np.float32) / depth)[..., None]
    return np.asarray(np.clip(picture * share + 255 * (1 - share), 0, 255).astype(np.uint8))


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
    try:
        read = tomllib.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise WrongFile(f"{str(path)!r}: {error}") from error
    if odd := [other for other in read if other != key]:
        raise WrongFile(f"{str(path)!r} has an unknown key {odd[0]!r}: only {key!r} is read")
    return read.get(key)
