"""`companion games`: the games that are kept."""

from __future__ import annotations

import argparse
import sys

from companion.commands.output import printable
from companion.host.data_folder import GAMES, data_folder, store_of


def add_arguments(_parser: argparse.ArgumentParser) -> None:
    pass


def run(asked: argparse.Namespace) -> int:
    if not (data_folder(asked) / GAMES).exists():
        return 0
    from companion.host.saved_games import listed

    with store_of(asked) as store:
        whole, damaged = listed(store)
        for saved in whole:
            where = "over" if saved.over else f"round {saved.round}"
            print(f"{saved.id}  {saved.when}  {', '.join(saved.names)}  {where}, {saved.entries} entries")
        for game, reason in damaged:
            print(printable(f"{game}  damaged: {reason}"), file=sys.stderr)
    return 0
