"""`companion why`: why gold or other pieces went from or to a player."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.commands.options import add_edition, add_json, add_language, language_of
from companion.commands.output import print_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    for add in (add_json, add_language, add_edition):
        add(parser)
    parser.add_argument("record", type=Path)
    parser.add_argument("player", help="a colour or a name")
    parser.add_argument("amount", type=int, nargs="?", default=0, help="only movements of so many")
    help = "such as gold, fame, G or pistrinum; without it the game's money"
    parser.add_argument("--piece", default="", help=help)


def run(asked: argparse.Namespace) -> int:
    from msgspec import to_builtins

    from companion.arbiter.report import Report
    from companion.arbiter.why import answer, causes, of_amount
    from companion.commands.positions import names_of, seat_called
    from companion.sharing.reading import journal_of

    journal, language = journal_of(asked.record), language_of(asked)
    names = names_of(journal.setup)
    seat = seat_called(asked.player, names)
    found = of_amount(causes(journal, seat, asked.piece, language), asked.amount)
    if asked.json:
        return print_json({"seat": seat, "causes": to_builtins(found)})
    report = Report(journal.game.name, asked.edition, language, names)
    print(*answer(report, seat, found, asked.piece, asked.amount), sep="\n")
    return 0
