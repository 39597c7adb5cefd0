"""The heads of a written game: which game, who sat where, and what was agreed before it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from companion.notation.tokens import NotationError
from companion.titles import title_of
from engine.constantinopolis.editions import edition
from engine.constantinopolis.setup import Place, Setup
from engine.constantinopolis.values import Values, house

Head = tuple[str, str]
HOUSE = "house"


def heads_of(setup: Any) -> list[Head]:
    """What stands in a game's head about its setup."""
    if not isinstance(setup, Setup):
        return [("Setup", _json(setup))]
    options = msgspec.to_builtins(setup.edition)
    return [
        *(("Seat", f"{place.colour} {place.name}".strip()) for place in setup.places),
        ("Offices", " ".join(setup.offices)),
        ("Markets", " ".join(setup.markets)),
        ("Options", " ".join(f"{name}={value}" for name, value in options.items())),
        ("Values", HOUSE if setup.values == house() else _json(setup.values)),
    ]


def setup_of(game: str, heads: Sequence[Head]) -> Any:
    """The setup a game's head tells; raises `NotationError` naming the head."""
    found: dict[str, str] = dict(heads)
    try:
        if "Setup" in found:
            return title_of(game).read_setup(found["Setup"].encode())
        places = tuple(_place(text) for name, text in heads if name == "Seat")
        options = edition(dict(item.split("=", 1) for item in found["Options"].split()))
        return Setup(places, _words(found["Offices"]), _words(found["Markets"]), _values(found["Values"]), options)
    except KeyError as error:
        raise NotationError(f"the head {error.args[0]!r} is missing") from error
    except ValueError as error:
        raise NotationError(f"in the head: {error}") from error


def _place(text: str) -> Place:
    colour, _, name = text.partition(" ")
    return Place(colour, name)


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _values(text: str) -> Values:
    return house() if text == HOUSE else msgspec.json.decode(text, type=Values)


def _json(value: Any) -> str:
    return msgspec.json.encode(value, order="deterministic").decode()
