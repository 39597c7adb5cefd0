"""`companion diagnostics`: one file to attach to a report about the program."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.commands.output import say
from companion.commands.progress import progress
from companion.host.data_folder import data_folder


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE.zip")
    parser.add_argument("--names", action="store_true", help="with the players' names; else they are Player 1, 2 …")


def run(asked: argparse.Namespace) -> int:
    from companion.host.diagnostics import write_diagnostics

    with progress("Looking at this machine and its devices"):
        parts = write_diagnostics(data_folder(asked), asked.file, names=asked.names)
    say(f"{asked.file}: {', '.join(parts)}")
    return 0
