"""`companion score`: a game that was not followed is scored from what lies before the players."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands.options import add_json
from companion.commands.output import print_json
from engine.errors import WrongFile, WrongInput
from engine.files import read_toml

if TYPE_CHECKING:
    from companion.titles.title import Title
    from engine.game import Standing


def add_arguments(parser: argparse.ArgumentParser) -> None:
    from companion.titles import DEFAULT, known

    add_json(parser)
    parser.add_argument("file", type=Path, metavar="END.toml")
    parser.add_argument("--game", choices=tuple(known()), default=DEFAULT)


def run(asked: argparse.Namespace) -> int:
    from msgspec import to_builtins

    from companion.titles import title_of

    title = title_of(asked.game)
    standings = scored(title, asked.file)
    if asked.json:
        return print_json({"standings": to_builtins(standings)})
    for one in standings:
        parts = ", ".join(f"{part} {fame}" for part, fame in one.lines.items() if fame)
        ties = ", ".join(f"{count} {name}" for count, name in zip(one.ties, title.ties, strict=False))
        print(f"{one.place}. {one.seat}: {one.score} ({'; '.join(filter(None, (parts, ties)))})")
    return 0


def scored(title: Title, file: Path) -> tuple[Standing, ...]:
    """The standings of a file with a table for each player; `WrongFile` names file, player and what does not fit."""
    if title.untracked is None:
        raise WrongInput(f"{title.game.name} is scored only where it was followed")
    try:
        return title.untracked(read_toml(file))
    except WrongFile:
        raise
    except ValueError as error:
        raise WrongFile(f"{file.name}: {error}") from error
