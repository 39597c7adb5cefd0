"""`companion notation`: a record as a text for people, and back (docs/notation.md)."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from companion.commands.ending import naming
from engine.files import write_whole


def add_arguments(parser: argparse.ArgumentParser) -> None:
    help = "where to; a record if it ends in .jsonl"
    parser.add_argument("file", type=Path, metavar="RECORD|TEXT")
    parser.add_argument("-o", "--output", type=Path, default=None, help=help)


def run(asked: argparse.Namespace) -> int:
    from companion.arbiter.gamescript import write_game
    from companion.play.record import write_record
    from companion.sharing.reading import journal_of

    journal = journal_of(asked.file)
    if asked.output is None:
        sys.stdout.write(write_game(journal))
        return 0
    with naming(asked.output):
        if asked.output.suffix == ".jsonl":
            write_record(journal, asked.output)
        else:
            write_whole(asked.output, write_game(journal).encode())
    return 0
