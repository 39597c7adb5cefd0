"""`companion replay`: a record is decided again, entry by entry, and its standings are printed."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.commands.options import add_json
from companion.commands.output import print_json, table_of
from companion.commands.progress import progress_if_long


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_json(parser)
    parser.add_argument("record", type=Path)


def run(asked: argparse.Namespace) -> int:
    from companion.play.record import decided_again, read_record
    from companion.titles.title import named

    with progress_if_long("Deciding every entry again"):
        book = decided_again(read_record(asked.record))
    standings = book.game.standings(book.state)
    if asked.json:
        found = {standing.seat: {"place": standing.place, "score": standing.score} for standing in standings}
        return print_json({"game": book.game.name, "entries": book.last, "standings": found})
    print(f"{book.game.name}: {book.last} entries, every one decided again the same")
    print(table_of(standings, named(book.setup)))
    return 0
