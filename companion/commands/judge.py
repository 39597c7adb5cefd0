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
    from companion.arbiter.judging import judge_all
    from companion.arbiter.report import Report
    from companion.commands.positions import names_of

    language = language_of(asked)
    all_found = judge_all(asked.case, language)
    if asked.json:
        first, *others = map(as_json, all_found)
        print_json({**first, "instead": others} if others else first)
        return int(any(map(unexpected, all_found)))
    for number, found in enumerate(all_found):
        report = Report(found.case.game, found.case.edition, language, names_of(found.state.setup))
        print(*[""] * bool(number), report.judgement(found), sep="\n")
    return int(any(map(unexpected, all_found)))
