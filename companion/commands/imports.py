"""`companion import`: the game of a record, or of a text in notation, is kept."""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from companion.commands.output import whisper
from companion.commands.progress import progress_if_long
from companion.host.data_folder import store_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", type=Path, metavar="RECORD|TEXT")


def run(asked: argparse.Namespace) -> int:
    from companion.sharing.reading import journal_of

    with progress_if_long("Reading the game"):
        journal = journal_of(asked.record)
        with store_of(asked) as store:
            there = store.holder(journal)
            game = there or store.take_in(journal, time.time())
    if there:
        whisper(f"{asked.record}: this game is kept already, nothing was changed")
    print(game)
    return 0
