"""`companion backup`: all that the data folder keeps as one file, and back."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands.output import printable, say
from companion.commands.progress import progress_if_long
from companion.host.data_folder import data_folder
from engine.errors import WrongInput

if TYPE_CHECKING:
    from companion.host.archive import About


def add_arguments(parser: argparse.ArgumentParser) -> None:
    where = "the backup to write, else one named by the time, in Documents/Companion"
    back = "instead: put what this backup holds in place; what is there is moved aside"
    parser.add_argument("file", type=Path, nargs="?", metavar="FILE.zip", help=where)
    parser.add_argument("--restore", type=Path, metavar="FILE.zip", help=back)


def run(asked: argparse.Namespace) -> int:
    if asked.restore is None:
        return _backed_up(data_folder(asked), asked.file)
    if asked.file is not None:
        raise WrongInput("one file at a time: either write a backup, or --restore one")
    return put_back(data_folder(asked), asked.restore)


def _backed_up(folder: Path, file: Path | None) -> int:
    from companion.host.archive import usual_name, write_archive
    from companion.host.saving import own_place

    path = file or own_place(folder) / usual_name()
    with progress_if_long("Writing the backup"):
        about = write_archive(folder, path)
    say(printable(f"{path}: {_what(about)}"))
    return 0


def put_back(folder: Path, file: Path) -> int:
    """Put what a backup holds into the data folder, and say what it is and where that from before is now."""
    from companion.host.archive import restore_archive

    with progress_if_long("Reading the backup"):
        restored = restore_archive(folder, file)
    about = restored.about
    say(printable(f"{folder}: as it was on {about.made}, {_what(about)}"))
    if restored.before is not None:
        say(printable(f"What was there before is in {restored.before}"))
    return 0


def _what(about: About) -> str:
    """What a backup holds, for people."""
    singly = [name for name in about.files if "/" not in name]
    below = len(about.files) - len(singly)
    return ", ".join([*singly, *([f"{below} files of cameras and enrolled pieces"] if below else [])])
