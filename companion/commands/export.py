"""`companion export`: a kept game as a file – its record, notation, figures, a report – or as one seat may know it."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.commands.progress import progress_if_long
from companion.host.data_folder import store_of

KINDS = ("record", "notation", "csv", "html", "bgg", "bgstats", "json")
"""The kinds of file, as `companion.sharing.formats.FORMATS` has them; that module is loaded only where one is made."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("id")
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--as", dest="kind", choices=KINDS, default="", help="what to write; else by FILE's ending")
    help = "only what this seat may know, to be read and not opened"
    parser.add_argument("--for", dest="seat", metavar="SEAT", help=help)


def run(asked: argparse.Namespace) -> int:
    from companion.play.seat_record import write_shown
    from companion.sharing.formats import format_for, save
    from engine.errors import WrongInput

    kind = format_for(asked.file, asked.kind or ("record" if asked.seat else ""))
    if asked.seat and asked.kind not in ("", "record"):
        raise WrongInput(f"what one seat may know is written as a record, not as {asked.kind!r}")
    with progress_if_long("Writing the game"):
        with store_of(asked) as store:
            journal = store.open(asked.id)
        if asked.seat:
            write_shown(journal, asked.seat, asked.file)
        else:
            save(journal, asked.file, kind)
    return 0
