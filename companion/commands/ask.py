"""`companion ask`: whether something is or was allowed in a recorded game."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.commands.options import add_at, add_edition, add_json, add_language, language_of
from companion.commands.output import print_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    for add in (add_json, add_language, add_edition, add_at):
        add(parser)
    parser.add_argument("record", type=Path)
    parser.add_argument("command", metavar="COMMAND", help="on one line, such as 'red bid Consul 5' (docs/notation.md)")


def run(asked: argparse.Namespace) -> int:
    from msgspec import to_builtins

    from companion.arbiter.judging import judge_position
    from companion.arbiter.report import Report
    from companion.commands.positions import names_of, position

    game, state = position(asked.record, asked.at)
    language = language_of(asked)
    found = judge_position(game, state, asked.command, language)
    if asked.json:
        return print_json(to_builtins(found))
    print(*Report(game.name, asked.edition, language, names_of(state.setup)).verdict(found), sep="\n")
    return 0
