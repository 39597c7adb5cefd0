"""The heads of a written game of Constantinopolis: who sat where, and what was agreed before it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from companion.titles.title import Head
from engine.constantinopolis.editions import edition
from engine.constantinopolis.setup import Place, Setup
from engine.constantinopolis.values import Values, house

HOUSE = "house"


def heads(setup: Setup) -> list[Head]:
    """What the heads of a game say of its set-up."""
    options = msgspec.to_builtins(setup.edition)
    return [
        *(("Seat", f"{place.colour} {place.name}".strip()) for place in setup.places),
        ("Offices", " ".join(setup.offices)),
        ("Markets", " ".join(setup.markets)),
        ("Options", " ".join(f"{name}={value}" for name, value in options.items())),
        ("Values", HOUSE if setup.values == house() else _json(setup.values)),
    ]


def from_heads(heads: Sequence[Head]) -> Setup:
    """The set-up that the heads of a game hold."""
    found = dict(heads)
    places = tuple(_place(text) for name, text in heads if name == "Seat")
    options = edition(dict(item.split("=", 1) for item in found["Options"].split()))
    return Setup(places, _words(found["Offices"]), _words(found["Markets"]), _values(found["Values"]), options)


def _place(text: str) -> Place:
    colour, _, name = text.partition(" ")
    return Place(colour, name)


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _values(text: str) -> Values:
    return house() if text == HOUSE else msgspec.json.decode(text, type=Values)


def _json(values: Values) -> str:
    return msgspec.json.encode(values, order="deterministic").decode()
