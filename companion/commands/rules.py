"""`companion rules`: rules found by words or by their id."""

from __future__ import annotations

import argparse

from companion.commands.options import add_edition, add_json, add_language, language_of
from companion.commands.output import print_json
from companion.titles import DEFAULT, known


def add_arguments(parser: argparse.ArgumentParser) -> None:
    for add in (add_json, add_language, add_edition):
        add(parser)
    parser.add_argument("words", nargs="+", metavar="WORD")
    parser.add_argument("--game", choices=tuple(known()), default=DEFAULT)


def run(asked: argparse.Namespace) -> int:
    from msgspec import to_builtins

    from companion.arbiter.report import Report
    from companion.arbiter.search import Search

    language = language_of(asked)
    with Search(asked.game) as search:
        found = search.find(" ".join(asked.words), language)
    if asked.json:
        return print_json({"rules": to_builtins(found)})
    report = Report(asked.game, asked.edition, language)
    for one in found:
        print(f"{one.rule}. {one.sentence}", *(f"  {line}" for line in report.printed(one.places)), sep="\n")
    if not found:
        print(report.say("no_rule", words=" ".join(asked.words)))
    return 0 if found else 1
