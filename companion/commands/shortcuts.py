"""Shortcuts on the command line: the best loading of ships, and the scoring of a game nobody followed."""

from __future__ import annotations

import argparse
import json
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from engine.errors import WrongFile, WrongInput

if TYPE_CHECKING:
    from engine.constantinopolis.advice import Loading
    from engine.game import Standing


def add_parser(commands: Any) -> None:
    """Add `load` and `score` to the command line's subcommands."""
    load = commands.add_parser("load", help="the best loading of a player's ships, in a case or a record")
    load.add_argument("file", type=Path, metavar="CASE.toml|RECORD")
    load.add_argument("player", help="a colour or a name")
    load.add_argument("--at", type=int, default=None, metavar="N", help="after entry N of the record, not its end")
    load.add_argument("--json", action="store_true", help="one JSON object")
    load.set_defaults(run=_load)
    score = commands.add_parser("score", help="score a game nobody followed, from what lies before the players")
    score.add_argument("file", type=Path, metavar="END.toml")
    score.add_argument("--json", action="store_true", help="one JSON object")
    score.set_defaults(run=_score)


def _load(asked: argparse.Namespace) -> int:
    from companion.commands.arbiter import position, seat_called
    from engine.constantinopolis.advice import trade_off

    game, state = position(asked.file, asked.at)
    if game.name != "constantinopolis":
        raise WrongInput(f"ships are loaded in constantinopolis, not in {game.name}")
    seat = seat_called(asked.player, {place.colour: place.name for place in state.setup.places})
    found = trade_off(state, seat)
    if asked.json:
        print(json.dumps({"seat": seat, "loadings": msgspec.to_builtins(found)}))
    else:
        print(*_loadings(found), sep="\n")
    return 0


def _loadings(found: dict[str, Loading]) -> Iterator[str]:
    for aim, loading in found.items():
        yield f"{aim}: {loading.gold} gold, {loading.fame} fame, {loading.rounds} rounds at sea"
        for cargo in loading.cargoes:
            faces = ", ".join(face.removeprefix("contract:") for face in cargo.contracts)
            yield f"  {cargo.ship}: {faces}"


def _score(asked: argparse.Namespace) -> int:
    standings = scored(asked.file)
    if asked.json:
        print(json.dumps({"standings": msgspec.to_builtins(standings)}))
        return 0
    for one in standings:
        parts = ", ".join(f"{part} {fame}" for part, fame in one.lines.items() if fame)
        print(f"{one.place}. {one.seat}: {one.score} ({parts}; {one.ties[0]} gold, {one.ties[1]} goods)")
    return 0


def scored(file: Path) -> tuple[Standing, ...]:
    """The standings of a file with a table for each player; `ValueError` names file, player and what does not fit."""
    from engine.constantinopolis.untracked import Final, score
    from engine.constantinopolis.values import house

    try:
        text = tomllib.loads(file.read_text(encoding="utf-8"))
        return score(msgspec.convert(text, dict[str, Final]), house())
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, ValueError) as error:
        raise WrongFile(f"{file.name}: {error}") from error
