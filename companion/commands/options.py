"""Arguments that several commands share."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.wording import LANGUAGES, wording

PRINTED = ("en", "it", "es")
"""The languages of printed rulebooks."""


def add_json(parser: argparse.ArgumentParser) -> None:
    """`--json`: the answer is one JSON object."""
    parser.add_argument("--json", action="store_true", help="one JSON object")


def add_language(parser: argparse.ArgumentParser) -> None:
    """`--language` may stand behind the command as well as before it."""
    parser.add_argument("--language", choices=tuple(LANGUAGES), default=argparse.SUPPRESS, help="of the words")


def language_of(asked: argparse.Namespace) -> str:
    """The language asked for, before or behind the command, else the one in force."""
    return getattr(asked, "language", "") or wording.language


def add_edition(parser: argparse.ArgumentParser) -> None:
    """`--edition`: whose pages an answer quotes."""
    help = "the printed rulebook on the table"
    parser.add_argument("--edition", choices=PRINTED, default="", help=help)


def add_at(parser: argparse.ArgumentParser) -> None:
    """`--at`: a position inside a record."""
    parser.add_argument("--at", type=int, default=None, metavar="N", help="after entry N of the record, not its end")


def add_position(parser: argparse.ArgumentParser) -> None:
    """A file that leads to a position, and one of its players."""
    parser.add_argument("file", type=Path, metavar="CASE.toml|RECORD")
    parser.add_argument("player", help="a colour or a name")
