"""`companion games`: the games that are kept."""

from __future__ import annotations

import argparse

from companion.commands.output import printable, whisper
from companion.host.data_folder import data_folder, store_of

NONE = "No game is kept in {folder}."


def add_arguments(_parser: argparse.ArgumentParser) -> None:
    pass


def run(asked: argparse.Namespace) -> int:
    from companion.play.games_file import GAMES

    if not (data_folder(asked) / GAMES).exists():
        whisper(NONE.format(folder=data_folder(asked)))
        return 0
    from companion.host.saved_games import listed

    with store_of(asked) as store:
        whole, damaged = listed(store)
        for saved in whole:
            where = "over" if saved.over else f"round {saved.round}"
            names = printable(", ".join(saved.names))
            print(f"{saved.id}  {saved.when}  {names}  {where}, {saved.entries} entries")
        for game, reason in damaged:
            whisper(printable(f"{game}  damaged: {reason}"))
        if not whole and not damaged:
            whisper(NONE.format(folder=data_folder(asked)))
    return 0
