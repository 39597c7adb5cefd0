"""The folder and the process of a broker of ours: neither outlives the program that started it.

A keeper, a few lines of shell, stands between us and mosquitto. It holds the reading end of a pipe whose other end only
we have: the system closes that when we end, however we end, and the keeper then ends mosquitto and removes the folder
with its passwords. What a killed keeper leaves is swept away when the next broker starts.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO

PREFIX = "companion-broker-"
OWNER = "owner"
"""The file with the number of the process a folder belongs to."""
PID = "mosquitto.pid"
KEEPER = """
exec 3<&0
"$1" -c "$2/mosquitto.conf" 0</dev/null 3<&- &
broker=$!
{ if read -r _; then kill $broker; else kill -9 $broker; rm -rf "$2"; fi; } <&3 &
exec 3<&-
wait $broker
"""
"""Its words are mosquitto and the folder. A line on its input ends mosquitto, the input's end its folder as well."""


def make_folder() -> Path:
    """A new folder of this process, for its owner alone; folders of programs that are gone are removed."""
    sweep()
    folder = Path(tempfile.mkdtemp(prefix=PREFIX))
    (folder / OWNER).write_text(str(os.getpid()))
    return folder


def keep(mosquitto: str, folder: Path) -> subprocess.Popen[bytes]:
    """Run mosquitto under a keeper, in a group of its own so that Ctrl-C reaches us before it."""
    command = ["/bin/sh", "-c", KEEPER, "keeper", mosquitto, str(folder)]
    quiet = subprocess.DEVNULL
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet, start_new_session=True)


def release(keeper: subprocess.Popen[bytes]) -> None:
    """End the mosquitto of a keeper and wait until it has written what it keeps."""
    pipe: IO[bytes] | None = keeper.stdin
    if pipe is not None:
        with suppress(BrokenPipeError):  # mosquitto has ended by itself
            pipe.write(b"end\n")
            pipe.flush()
        keeper.wait(10)
        with suppress(BrokenPipeError):
            pipe.close()


def sweep() -> None:
    """Remove what brokers of programs that are gone have left, and end the brokers themselves."""
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        if _is_ours(folder) and not _lives(_number(folder / OWNER)):
            _end(folder)
            shutil.rmtree(folder, ignore_errors=True)


def _is_ours(folder: Path) -> bool:
    """Is it a folder of this user, with the number of its owner? One that is just being made has none yet."""
    try:
        return folder.stat().st_uid == os.getuid() and _number(folder / OWNER) > 0
    except OSError:
        return False


def _number(file: Path) -> int:
    try:
        return int(file.read_text())
    except (OSError, ValueError):
        return 0


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # somebody else's process has that number now
        return True
    return True


def _end(folder: Path) -> None:
    """End the mosquitto that serves from `folder`, if the process with its number is still that one."""
    process = _number(folder / PID)
    told = Path(f"/proc/{process}/cmdline")
    with suppress(OSError):
        if process and str(folder).encode() in told.read_bytes():
            os.kill(process, signal.SIGKILL)
