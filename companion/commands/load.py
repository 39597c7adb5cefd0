"""`companion load`: the best loading of a player's ships, in a case or a record."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.commands.options import add_at, add_json, add_position
from companion.commands.output import print_json
from engine.errors import WrongInput

if TYPE_CHECKING:
    from engine.constantinopolis.advice import Loading


def add_arguments(parser: argparse.ArgumentParser) -> None:
    for add in (add_position, add_at, add_json):
        add(parser)


def run(asked: argparse.Namespace) -> int:
    from msgspec import to_builtins

    from companion.commands.positions import names_of, position, seat_called
    from engine.constantinopolis.advice import trade_off

    game, state = position(asked.file, asked.at)
    if game.name != "constantinopolis":
        raise WrongInput(f"ships are loaded in constantinopolis, not in {game.name}")
    seat = seat_called(asked.player, names_of(state.setup))
    found = trade_off(state, seat)
    if asked.json:
        return print_json({"seat": seat, "loadings": to_builtins(found)})
    print(*_loadings(found), sep="\n")
    return 0


def _loadings(found: dict[str, Loading]) -> Iterator[str]:
    for aim, loading in found.items():
        yield f"{aim}: {loading.gold} gold, {loading.fame} fame, {loading.rounds} rounds at sea"
        for cargo in loading.cargoes:
            faces = ", ".join(face.removeprefix("contract:") for face in cargo.contracts)
            yield f"  {cargo.ship}: {faces}"
