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
    from companion.arbiter.as_json import as_json
    from companion.arbiter.expecting import unexpected
    from companion.arbiter.judging import judge_file
    from companion.arbiter.report import Report
    from companion.commands.positions import names_of

    language = language_of(asked)
    found = judge_file(asked.case, language)
    if asked.json:
        print_json(as_json(found))
    else:
        names = names_of(found.state.setup)
        print(Report(found.case.game, found.case.edition, language, names).judgement(found))
    return 1 if unexpected(found) else 0
