"""Where files for people are saved: a folder on this device, or a stick that was put into it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from engine.journal import Journal

HERE = "here"
"""The name of the place on this device; a stick has its own."""
NAMES = {"html": "report", "csv": "figures", "bgg": "boardgamegeek"}
"""Kind of file → its name before the ending, where that is not the kind itself."""
STICKS = ("/media", "/run/media", "/mnt")
"""Where a system shows the sticks that are put into it."""


class Place(Struct, frozen=True):
    """A folder in which games are saved, each in a folder of its own."""

    name: str
    path: Path


def places(folder: Path, roots: Iterable[str] = STICKS) -> list[Place]:
    """Where a game may be saved: beside the games of this data folder, and on every stick one may write to."""
    return [Place(HERE, own_place(folder)), *(Place(stick.name, stick / "Companion") for stick in _sticks(roots))]


def own_place(folder: Path) -> Path:
    """`Documents/Companion` for the user's own data folder, where people look for it; else `shared` in the folder."""
    from platformdirs import user_data_path, user_documents_path

    return user_documents_path() / "Companion" if folder == user_data_path("companion") else folder / "shared"


def file_places(folder: Path, roots: Iterable[str] = STICKS) -> list[Path]:
    """The folders where files of people usually lie, as far as there are: ours first."""
    from platformdirs import user_documents_path, user_downloads_path

    usual = [own_place(folder), user_downloads_path(), user_documents_path(), Path.home(), *_sticks(roots)]
    return [path for path in dict.fromkeys(usual) if path.is_dir()]


def picture_places(folder: Path) -> list[Path]:
    """The folders where pictures usually lie, those of a phone or a camera first."""
    from platformdirs import user_pictures_path

    return list(dict.fromkeys(path for path in (user_pictures_path(), *file_places(folder)) if path.is_dir()))


def _sticks(roots: Iterable[str]) -> Iterator[Path]:
    for root in map(Path, roots):
        for path in (*root.glob("*"), *root.glob("*/*")):
            if os.path.ismount(path) and os.access(path, os.W_OK):
                yield path


def save_files(journal: Journal, kinds: Sequence[str], place: Path) -> Path:
    """Write a game as every one of `kinds` into a folder of its own in `place`; that folder.

    `OSError` where that is not possible, `WrongInput` where a file of that name is not ours: then it stays.
    """
    from companion.sharing.formats import FORMATS, save

    folder = place / folder_name(journal)
    folder.mkdir(parents=True, exist_ok=True)
    for kind in kinds:
        save(journal, folder / file_name(kind), FORMATS[kind])
    return folder


def file_name(kind: str) -> str:
    """The name of a file of this kind."""
    from companion.sharing.formats import FORMATS

    return NAMES.get(kind, kind) + FORMATS[kind].ending


def folder_name(journal: Journal) -> str:
    """The folder of one game: its name and day, and what tells two games of one day apart."""
    from companion.sharing.report import report_now
    from companion.sharing.said import day, game_name

    report = report_now(journal)
    return " ".join(filter(None, (game_name(report), day(report), report.digest[:6])))
