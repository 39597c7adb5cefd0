"""`companion judge`: rulings on a situation written by hand (docs/cases)."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.commands.options import add_json, add_language, language_of
from companion.commands.output import print_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    add_json(parser)
    add_language(parser)
    parser.add_argument("case", type=Path, metavar="CASE.toml")


def run(asked: argparse.Namespace) -> int:
    from companion.arbiter.judging import as_json, judge_file
    from companion.arbiter.report import Report

    language = language_of(asked)
    found = judge_file(asked.case, language)
    if asked.json:
        return print_json(as_json(found))
    names = {place.colour: place.name for place in found.state.setup.places}
    print(Report(found.case.game, found.case.edition, language, names).judgement(found))
    return 0
