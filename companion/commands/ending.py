"""How a command ends when it is stopped from outside, or stopped by what a person can mend."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from companion.commands.output import printable
from engine.errors import CompanionError

STOPPED, CUT_OFF, TERMINATED = 130, 141, 143
"""Exit statuses as shells have them: 128 and the number of SIGINT, SIGPIPE, SIGTERM."""
_SIGNALS = ("SIGTERM", "SIGHUP")
_REASONS = {
    FileNotFoundError: "there is no file {!r}",
    NotADirectoryError: "{!r} lies in what is no folder",
    IsADirectoryError: "{!r} is a folder, not a file",
    FileExistsError: "{!r} is there already",
    PermissionError: "{!r} may not be read or written by this user",
}


_asked = threading.Event()
"""Was the program asked to end?"""


class Terminated(BaseException):
    """The program was asked to end: it lets go of what it holds and ends."""


@contextmanager
def orderly() -> Iterator[None]:
    """Within, SIGTERM and a closed terminal raise `Terminated` once; a second one ends the program at once."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    _asked.clear()
    numbers = [getattr(signal, name) for name in _SIGNALS if hasattr(signal, name)]
    before = {number: signal.signal(number, _terminate) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _terminate(number: int, _frame: FrameType | None) -> None:
    signal.signal(number, signal.SIG_DFL)
    _asked.set()
    raise Terminated


def end_if_asked() -> None:
    """Raise `Terminated` once more if it was raised and swallowed: while Kivy starts it catches whatever there is."""
    if _asked.is_set():
        raise Terminated


def cut_off() -> None:
    """The reader of the output has gone: the rest of it is dropped."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


@contextmanager
def naming(path: Path) -> Iterator[None]:
    """What the system refuses meanwhile, it refuses of `path`: a full disk names no file."""
    try:
        yield
    except OSError as error:
        error.filename = str(path)
        raise


def complaint(error: Exception) -> str:
    """What a person can do something about, in a line."""
    if isinstance(error, OSError) and not isinstance(error, CompanionError):
        return printable(_of_the_system(error).replace("\n", " "))
    return printable(str(error).replace("\n", " "))


def _of_the_system(error: OSError) -> str:
    """What the system refused, without its number: of which file, if it says so, and why."""
    if error.filename is None:
        return error.strerror or str(error)
    said = next((words for kind, words in _REASONS.items() if isinstance(error, kind)), "{!r}: " + _reason(error))
    return said.format(os.fsdecode(error.filename))


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower().replace("{", "{{").replace("}", "}}")
