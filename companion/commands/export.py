"""`companion export`: the record of a kept game, whole or as one seat may know it."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.host.data_folder import store_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    help = "only what this seat may know, to be read and not opened"
    parser.add_argument("id")
    parser.add_argument("record", type=Path)
    parser.add_argument("--for", dest="seat", metavar="SEAT", help=help)


def run(asked: argparse.Namespace) -> int:
    from companion.play.record import write_record
    from companion.play.seat_record import write_shown

    with store_of(asked) as store:
        journal = store.open(asked.id)
    if asked.seat:
        write_shown(journal, asked.seat, asked.record)
    else:
        write_record(journal, asked.record)
    return 0
