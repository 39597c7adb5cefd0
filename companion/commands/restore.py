"""`companion restore`: damaged games are gone on with from the daily copies of the games' file."""

from __future__ import annotations

import argparse

from companion.commands.output import say
from companion.host.data_folder import store_of


def add_arguments(parser: argparse.ArgumentParser) -> None:
    help = "only this game; else every game that is damaged, and those that only a copy still holds"
    parser.add_argument("id", nargs="?", help=help)


def run(asked: argparse.Namespace) -> int:
    from companion.host.saved_games import damaged_games, lost_games

    with store_of(asked) as store:
        wanted = [asked.id] if asked.id else [*(game for game, _ in damaged_games(store)), *lost_games(store)]
        for game in wanted:
            say(f"{game}: goes on after entry {store.restore(game)}")
        if store.damaged_file is not None:
            say(f"The file as it was before is {store.damaged_file}")
        if not wanted:
            say("No game is damaged, and the copies hold no other game.")
    return 0
