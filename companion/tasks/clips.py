"""Short clips of a game's camera, kept on this machine alone once the table has agreed; each one file.

A clip holds a few pictures of one field, cut to the mat, what the eye read in it, and what the book had there once
everything about it was settled: the truth that reading is measured on (`clip_learning.py`).
"""

from __future__ import annotations

import io
import logging
import time
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from engine.errors import WrongFile
from engine.files import read_whole, write_whole

FOLDER = "clips"
CONSENT = "consent.json"
ENDING = ".clip.zip"
RECORD = "clip.json"
VERSION = 1
MOST_MB = 200
"""Megabytes that all clips together take, unless the table says otherwise."""
LARGEST = 40_000_000
"""Bytes of one clip, read or written."""
PICTURES = 5
"""Pictures of a clip: so many are read before a field counts as certain."""
log = logging.getLogger("companion")


class Consent(Struct, frozen=True, forbid_unknown_fields=True):
    """That the table agreed, when, and how many megabytes may be kept."""

    since: str
    most_mb: Annotated[int, Meta(ge=1, le=100_000)] = MOST_MB


class Clip(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is known of a clip: the field by its sensor's name and by the table's, what was read, what truly lay there.

    `entry` is the newest entry of the game's record when the truth was settled, `camera` the place its profile is
    kept under.
    """

    game: Annotated[str, Meta(pattern=r"^[a-z]{1,40}\Z")]
    zone: str
    place: str
    camera: Annotated[str, Meta(pattern=r"^[A-Za-z0-9-]{1,200}\Z")]
    entry: Annotated[int, Meta(ge=0)]
    read: dict[str, int]
    doubts: dict[str, float]
    truth: dict[str, int]
    version: int = VERSION


def consent(folder: Path) -> Consent | None:
    """What the table agreed to; None where it did not, or where the file cannot be read (logged): nothing is kept."""
    path = folder / FOLDER / CONSENT
    try:
        return msgspec.json.decode(read_whole(path, 10_000), type=Consent)
    except FileNotFoundError:
        return None
    except (msgspec.MsgspecError, UnicodeDecodeError, WrongFile, OSError) as error:
        log.warning("no clips are kept: %s: %s", path, error)
        return None


def agree(folder: Path, most_mb: int = MOST_MB) -> Consent:
    """From the next game on clips are kept; `OSError` where that cannot be written down."""
    agreed = Consent(time.strftime("%Y-%m-%d"), most_mb)
    (folder / FOLDER).mkdir(parents=True, exist_ok=True)
    write_whole(folder / FOLDER / CONSENT, msgspec.json.encode(agreed))
    return agreed


def end(folder: Path) -> None:
    """No clips are kept from the next game on; those that are there stay until they are erased."""
    (folder / FOLDER / CONSENT).unlink(missing_ok=True)


def erase(folder: Path) -> int:
    """Erase all clips; how many there were."""
    found = kept(folder)
    for path in found:
        path.unlink(missing_ok=True)
    return len(found)


def kept(folder: Path) -> list[Path]:
    """The files of all clips, the oldest first."""
    return sorted((folder / FOLDER).glob(f"*{ENDING}"))


def keep(folder: Path, clip: Clip, pictures: Sequence[bytes], most_mb: int) -> Path | None:
    """Write a clip of pictures (JPEG) and let the oldest go until all fit in; None for one that would not fit alone."""
    data, most = packed(clip, pictures), min(most_mb * 1_000_000, 10**12)
    if len(data) > min(most, LARGEST):
        return None
    sizes = {path: path.stat().st_size for path in kept(folder)}
    for path in list(sizes):
        if sum(sizes.values()) + len(data) <= most:
            break
        path.unlink(missing_ok=True)
        del sizes[path]
    path = folder / FOLDER / f"{time.time_ns():020d}{ENDING}"
    write_whole(path, data)
    return path


def packed(clip: Clip, pictures: Sequence[bytes], others: Mapping[str, bytes] | None = None) -> bytes:
    """A clip as one file; `others` are files that lie beside it there, such as the record of its game."""
    into = io.BytesIO()
    with zipfile.ZipFile(into, "w", zipfile.ZIP_STORED) as archive:
        archive.writestr(RECORD, msgspec.json.encode(clip))
        for number, picture in enumerate(pictures):
            archive.writestr(f"{number}.jpg", picture)
        for name, data in (others or {}).items():
            archive.writestr(name, data)
    return into.getvalue()


def unpacked(path: Path) -> tuple[Clip, list[bytes]]:
    """A clip and its pictures (JPEG); `WrongFile` naming a file that is none, `OSError`."""
    try:
        with zipfile.ZipFile(io.BytesIO(read_whole(path, LARGEST))) as archive:
            if sum(one.file_size for one in archive.infolist()) > LARGEST:
                raise WrongFile(f"{path.name}: unpacked it is longer than {LARGEST} bytes")
            clip = msgspec.json.decode(archive.read(RECORD), type=Clip)
            names = [f"{number}.jpg" for number in range(PICTURES)]
            pictures = [archive.read(name) for name in names if name in archive.namelist()]
    except (zipfile.BadZipFile, zlib.error, KeyError, msgspec.MsgspecError, ValueError, NotImplementedError) as error:
        raise WrongFile(f"{path.name}: no clip of a game: {error}") from error
    if clip.version != VERSION or not pictures:
        raise WrongFile(f"{path.name}: a clip of version {clip.version!r} with {len(pictures)} pictures cannot be read")
    return clip, pictures
