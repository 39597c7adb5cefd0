"""`companion values`: the printed values that the owner's copy has not given yet, and those that look wrong."""

from __future__ import annotations

import argparse

from companion.commands.ending import naming
from companion.commands.output import printable, whisper
from companion.host.data_folder import data_folder
from companion.wording import wording


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from companion.titles import DEFAULT, known, title_of

    games = tuple(game for game in known() if title_of(game).asks_values)
    parser.add_argument("--game", choices=games, default=DEFAULT, help="the game whose box is yours")
    parser.add_argument("--write", action="store_true", help="begin the file to type them into")


def run(asked: argparse.Namespace) -> int:
    from companion.host.owner_values import begin, file_of, forms_of
    from companion.titles import title_of

    folder, title = data_folder(asked), title_of(asked.game)
    path = folder / file_of(asked.game)
    copy = path if path.exists() else None
    lacking = list(title.lacking(copy))
    if asked.write:
        with naming(path):
            print(begin(folder, lacking, forms_of(asked.game), path.name))
        return 0
    print("\n".join(lacking) or f"{path}: nothing is missing")
    for doubt in title.doubts(copy, wording.language):
        whisper(printable(doubt))
    return 0
