"""`companion may`: what a player may do now, in a case or in a recorded game."""

from __future__ import annotations

import argparse

from companion.commands.options import add_at, add_json, add_language, add_position, language_of
from companion.commands.output import print_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    for add in (add_json, add_language, add_position, add_at):
        add(parser)


def run(asked: argparse.Namespace) -> int:
    from msgspec import to_builtins

    from companion.arbiter.may import answer, lawful
    from companion.arbiter.report import Report
    from companion.commands.positions import names_of, position, seat_called

    game, state = position(asked.file, asked.at)
    names = names_of(state.setup)
    seat = seat_called(asked.player, names)
    found = lawful(game, state, seat)
    if asked.json:
        return print_json({"seat": seat, "lawful": to_builtins(found)})
    print(*answer(Report(game.name, "", language_of(asked), names), state, seat, found), sep="\n")
    return 0
