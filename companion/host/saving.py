"""Where files for people are saved: a folder on this device, or a stick that was put into it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from companion.sharing.formats import FORMATS, save
from companion.sharing.report import Report, report_now
from companion.sharing.said import day, game_name
from engine.errors import WrongInput
from engine.journal import Journal

HERE = "here"
"""The name of the place on this device; a stick has its own."""
NAMES = {
    "html": "report",
    "csv": "figures",
    "notation": "notation",
    "record": "record",
    "bgg": "boardgamegeek",
    "bgstats": "bgstats",
    "json": "report",
}
"""Kind of file → its name before the ending."""
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


def _sticks(roots: Iterable[str]) -> Iterator[Path]:
    for root in map(Path, roots):
        for path in (*root.glob("*"), *root.glob("*/*")):
            if os.path.ismount(path) and os.access(path, os.W_OK):
                yield path


def save_files(journal: Journal, kinds: Sequence[str], place: Path) -> Path:
    """Write a game as every one of `kinds` into a folder of its own in `place`; that folder.

    `OSError` where that is not possible, `WrongInput` where a file of that name is not ours: then nothing is replaced.
    """
    folder = place / folder_name(report_now(journal))
    folder.mkdir(parents=True, exist_ok=True)
    for kind in kinds:
        save(journal, folder / file_name(kind), FORMATS[kind])
    return folder


def file_name(kind: str) -> str:
    """The name of a file of this kind."""
    if kind not in FORMATS:
        raise WrongInput(f"no kind of file is called {kind!r}")
    return NAMES[kind] + FORMATS[kind].ending


def folder_name(report: Report) -> str:
    """The folder of one game: its name and day, and what tells two games of one day apart."""
    return " ".join(filter(None, (game_name(report), day(report), report.digest[:6])))
