"""Files as a whole: written so that they hold all of the new bytes or all of the old, read up to a limit.

A file that is written is whole after a full disk, a kill or a power cut.
"""

from __future__ import annotations

import os
import re
import tomllib
from pathlib import Path
from typing import Any

from engine.errors import WrongFile

MODE = 0o600
"""Only the owner reads what is kept: records and albums show how people play and what they own."""
MOST_TOML = 1_000_000
"""Bytes: no file of settings or values that a person writes is longer."""


def read_whole(path: Path, most: int) -> bytes:
    """The bytes of a file; `WrongFile` if there are more than `most`, without reading on, `OSError`."""
    with path.open("rb") as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise WrongFile(f"{path.name!r} is longer than the {most} bytes that can be read")
    return data


_LONG_KEY = re.compile(r"""(?<![\w"'-])(?:[\w"'-]++[ \t]*+\.[ \t]*+){99}""")
"""A key of a hundred parts: reading one takes time that grows with their square."""


def parse_toml(text: str) -> dict[str, Any]:
    """A TOML text; `ValueError` if it is none, `RecursionError` if it is too deeply nested."""
    if _LONG_KEY.search(text):
        raise RecursionError("a key of a hundred parts")
    return tomllib.loads(text)


def read_toml(path: Path, most: int = MOST_TOML) -> dict[str, Any]:
    """A TOML file; `WrongFile` naming it if it is none, is too long or too deeply nested, `OSError`."""
    try:
        return parse_toml(read_whole(path, most).decode())
    except WrongFile:
        raise
    except ValueError as error:
        raise WrongFile(f"{path.name}: no TOML: {error}") from error
    except RecursionError as error:
        raise WrongFile(f"{path.name}: lists or tables are nested too deeply") from error


def write_whole(path: Path, data: bytes) -> None:
    """Write `data` to `path`: into a file beside it, onto the disk, then in its place; raises `OSError`.

    The file has mode 0600. A link stays a link. A pipe or a device, such as ``/dev/stdout``, is written straight.
    """
    if path.exists() and not (path.is_file() or path.is_dir()):
        path.write_bytes(data)
        return
    path = Path(os.path.realpath(path))
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        _write_through(beside, data)
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    _sync_folder(path.parent)


def _write_through(path: Path, data: bytes) -> None:
    """Write a new file and wait until the disk has it."""
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, MODE)
    with open(handle, "wb") as file:
        os.fchmod(handle, MODE)
        file.write(data)
        file.flush()
        os.fsync(handle)


def _sync_folder(folder: Path) -> None:
    """A new name is kept only once its folder is on the disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
