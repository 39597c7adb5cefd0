"""The folder where games, preferences and the owner's values are kept."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.play.storage import Store

GAMES = "games.db"


def data_folder(asked: argparse.Namespace) -> Path:
    """Where games are kept: what --data says, else the user's own data folder."""
    if asked.data is not None:
        return Path(asked.data)
    from platformdirs import user_data_path

    return user_data_path("companion")


def store_of(asked: argparse.Namespace) -> Store:
    """The games of that folder."""
    from companion.play.storage import Store

    return Store(data_folder(asked) / GAMES)
