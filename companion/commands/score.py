"""`companion score`: a game that was not followed is scored from what lies before the players."""

from __future__ import annotations

import argparse
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands.options import add_json
from companion.commands.output import print_json
from engine.errors import WrongFile

if TYPE_CHECKING:
    from engine.game import Standing


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_json(parser)
    parser.add_argument("file", type=Path, metavar="END.toml")


def run(asked: argparse.Namespace) -> int:
    from msgspec import to_builtins

    standings = scored(asked.file)
    if asked.json:
        return print_json({"standings": to_builtins(standings)})
    for one in standings:
        parts = ", ".join(f"{part} {fame}" for part, fame in one.lines.items() if fame)
        print(f"{one.place}. {one.seat}: {one.score} ({parts}; {one.ties[0]} gold, {one.ties[1]} goods)")
    return 0


def scored(file: Path) -> tuple[Standing, ...]:
    """The standings of a file with a table for each player; `WrongFile` names file, player and what does not fit."""
    from msgspec import convert

    from engine.constantinopolis.untracked import Final, score
    from engine.constantinopolis.values import house

    try:
        return score(convert(tomllib.loads(file.read_text(encoding="utf-8")), dict[str, Final]), house())
    except ValueError as error:
        raise WrongFile(f"{file.name}: {error}") from error
