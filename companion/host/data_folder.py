"""The folder where games, preferences and the owner's values are kept."""

from __future__ import annotations

import argparse
from pathlib import Path


def data_folder(asked: argparse.Namespace) -> Path:
    """Where games are kept: what --data says, else the user's own data folder."""
    from platformdirs import user_data_path

    return Path(asked.data or user_data_path("companion"))
