"""`companion restore`: damaged games go on from the daily copies of the games' file; a backup is put back."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands.backup import put_back
from companion.commands.output import printable, say, whisper
from companion.commands.progress import progress_if_long
from companion.host.data_folder import data_folder, store_of
from engine.errors import CompanionError

if TYPE_CHECKING:
    from companion.play.storage import Store


def add_arguments(parser: argparse.ArgumentParser) -> None:
    help = "only this game; a backup (FILE.zip), put in place of all that is here; else every game that is damaged, "
    parser.add_argument("id", nargs="?", metavar="ID", help=help + "and those that only a copy still holds")


def run(asked: argparse.Namespace) -> int:
    if asked.id and asked.id.lower().endswith(".zip"):
        return put_back(data_folder(asked), Path(asked.id))
    return _restored_games(asked)


def _restored_games(asked: argparse.Namespace) -> int:
    from companion.host.saved_games import damaged_games, lost_games

    with progress_if_long("Looking through the games and their copies"), store_of(asked) as store:
        wanted = [asked.id] if asked.id else [*(game for game, _ in damaged_games(store)), *lost_games(store)]
        status = [_restored(store, game) for game in wanted]
        if store.damaged_file is not None:
            say(f"The file as it was before is {store.damaged_file}")
        if not wanted:
            say("No game is damaged, and the copies hold no other game.")
    return 0 if all(status) else 1


def _restored(store: Store, game: str) -> bool:
    """Restore one game and say so; one of which nothing is left keeps no other from coming back."""
    try:
        say(printable(f"{game}: goes on after entry {store.restore(game)}"))
    except (CompanionError, OSError) as error:
        whisper(printable(f"{game}: stays damaged: {error}"))
        return False
    return True
