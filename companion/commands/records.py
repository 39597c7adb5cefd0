"""Kept games on the command line: listed, carried out as records and in again, decided anew."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from companion.host.data_folder import data_folder

GAMES = "games.db"


def add_parser(commands: Any) -> None:
    """Add `games`, `export`, `import` and `replay` to the command line's subcommands."""
    commands.add_parser("games", help="the games that are kept").set_defaults(run=_games)
    out = commands.add_parser("export", help="write the record of a kept game")
    out.add_argument("id")
    out.add_argument("record", type=Path)
    out.add_argument(
        "--for", dest="seat", metavar="SEAT", help="only what this seat may know, to be read and not opened"
    )
    out.set_defaults(run=_export)
    back = commands.add_parser("import", help="keep the game of a record")
    back.add_argument("record", type=Path)
    back.set_defaults(run=_import)
    replay = commands.add_parser("replay", help="decide a record again and print its standings")
    replay.add_argument("record", type=Path)
    replay.add_argument("--json", action="store_true", help="one JSON object")
    replay.set_defaults(run=_replay)


def _games(asked: argparse.Namespace) -> int:
    from companion.host.saved_games import saved_games
    from companion.play.storage import Store

    with Store(data_folder(asked) / GAMES) as store:
        for saved in saved_games(store):
            where = "over" if saved.over else f"round {saved.round}"
            print(f"{saved.id}  {saved.when}  {', '.join(saved.names)}  {where}, {saved.entries} entries")
    return 0


def _export(asked: argparse.Namespace) -> int:
    from companion.play.record import write_record
    from companion.play.seat_record import write_shown
    from companion.play.storage import Store

    with Store(data_folder(asked) / GAMES) as store:
        journal = store.open(asked.id)
    if asked.seat:
        write_shown(journal, asked.seat, asked.record)
    else:
        write_record(journal, asked.record)
    return 0


def _import(asked: argparse.Namespace) -> int:
    import time

    from companion.play.record import read_record
    from companion.play.storage import Store

    with Store(data_folder(asked) / GAMES) as store:
        print(store.take_in(read_record(asked.record), time.time()))
    return 0


def _replay(asked: argparse.Namespace) -> int:
    from companion.commands.demo import table_of
    from companion.play.record import decided_again, read_record
    from companion.titles.title import named

    book = decided_again(read_record(asked.record))
    names = named(book.setup)
    standings = book.game.standings(book.state)
    if asked.json:
        found = {standing.seat: {"place": standing.place, "score": standing.score} for standing in standings}
        print(json.dumps({"game": book.game.name, "entries": book.last, "standings": found}))
    else:
        print(f"{book.game.name}: {book.last} entries, every one decided again the same")
        print(table_of(standings, names))
    return 0
