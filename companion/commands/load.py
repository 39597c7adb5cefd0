"""`companion load`: the best loading of a player's ships, in a case or a record."""

from __future__ import annotations

import argparse

from companion.commands.options import add_at, add_json, add_position
from companion.commands.output import print_json
from engine.errors import WrongInput


def add_arguments(parser: argparse.ArgumentParser) -> None:
    for add in (add_position, add_at, add_json):
        add(parser)


def run(asked: argparse.Namespace) -> int:
    from companion.commands.positions import names_of, position, seat_called
    from companion.titles import title_of

    game, state = position(asked.file, asked.at)
    advise = title_of(game.name).advise
    if advise is None:
        raise WrongInput(f"nothing is loaded in {game.name}")
    seat = seat_called(asked.player, names_of(state.setup))
    advice = advise(state, seat)
    if asked.json:
        return print_json({"seat": seat, **advice.data})
    print(*advice.lines, sep="\n")
    return 0
