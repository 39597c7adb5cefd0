"""A mistake in the program: its traceback is shown, and kept as a file that can be sent with a report."""

from __future__ import annotations

import platform
import sys
import time
import traceback
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

from engine.files import write_whole

FOLDER = "crashes"


def report_crash(error: BaseException, arguments: Sequence[str], folder: Path) -> None:
    """Print the traceback, and where in the data folder it was written to."""
    text = "".join(traceback.format_exception(error))
    print(text, end="", file=sys.stderr)
    try:
        path = _write(_about(arguments) + text, folder / FOLDER)
    except OSError as unwritten:
        print(f"companion: this is a mistake in the program; no report was written: {unwritten}", file=sys.stderr)
        return
    print(f"companion: this is a mistake in the program; its report is {path}", file=sys.stderr)


def _about(arguments: Sequence[str]) -> str:
    """What a reader of the report needs to know first."""
    python = f"Python {platform.python_version()} on {platform.platform()}"
    return f"companion {version('companion')}, {python}\narguments: {list(arguments)!r}\n\n"


def _write(text: str, folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{time.strftime('%Y-%m-%d-%H%M%S')}.txt"
    write_whole(path, text.encode())
    return path
