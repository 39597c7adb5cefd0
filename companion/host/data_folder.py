"""The folder where games, preferences and the owner's values are kept."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.play.storage import Store


def data_folder(asked: argparse.Namespace) -> Path:
    """Where games are kept: what --data says, else the user's own data folder."""
    if asked.data is not None:
        return Path(asked.data)
    from platformdirs import user_data_path

    return user_data_path("companion")


def open_store(folder: Path, name: str = "") -> Store:
    """The games of a data folder, which is first brought up to the form this program reads; `name` as `Store` has it.

    `WrongFile` for a folder of a newer version, `NotWritten` where an older one cannot be brought up, and what `Store`
    raises.
    """
    from companion.host.data_form import bring_up
    from companion.play.games_file import GAMES
    from companion.play.storage import Store

    bring_up(folder, _back_up)
    return Store(folder / GAMES, name=name)


def _back_up(folder: Path, path: Path) -> None:
    from companion.host.archive import write_archive  # slow to load, and hardly ever needed

    write_archive(folder, path)


def store_of(asked: argparse.Namespace) -> Store:
    """The games of the folder a command line names."""
    return open_store(data_folder(asked))
