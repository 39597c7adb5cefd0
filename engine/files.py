"""Writing a file whole: after a full disk, a kill or a power cut it holds all of the new bytes or all of the old."""

from __future__ import annotations

import os
from pathlib import Path

MODE = 0o600
"""Only the owner reads what is kept: records and albums show how people play and what they own."""


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
