"""The heads of a written game of Praetor: who sat where, what lay on the table, and what was agreed."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from companion.titles.title import Head
from engine.praetor.editions import edition
from engine.praetor.setup import Place, Setup
from engine.praetor.values import Values, house

HOUSE = "house"


def heads(setup: Setup) -> list[Head]:
    """What the heads of a game say of its set-up."""
    options = msgspec.to_builtins(setup.edition)
    return [
        *(("Seat", f"{place.colour} {place.name}" if place.name else place.colour) for place in setup.places),
        ("Rome", setup.rome),
        ("Mines", " ".join(setup.mines)),
        ("City", " ".join(setup.city)),
        ("Display", " ".join(setup.display)),
        ("Wall", setup.wall),
        ("Boards", " ".join(setup.boards)),
        ("Options", " ".join(f"{name}={value}" for name, value in options.items())),
        ("Values", HOUSE if setup.values == house() else _json(setup.values)),
    ]


def from_heads(heads: Sequence[Head]) -> Setup:
    """The set-up that the heads of a game hold."""
    found = dict(heads)
    return Setup(
        places=tuple(_place(text) for name, text in heads if name == "Seat"),
        rome=found["Rome"],
        mines=_words(found["Mines"]),
        city=_words(found["City"]),
        display=_words(found["Display"]),
        wall=found["Wall"],
        values=_values(found["Values"]),
        boards=_words(found["Boards"]),
        edition=edition(dict(item.split("=", 1) for item in found["Options"].split())),
    )


def _place(text: str) -> Place:
    colour, _, name = text.partition(" ")
    return Place(colour, name)


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def _values(text: str) -> Values:
    return house() if text == HOUSE else msgspec.json.decode(text, type=Values)


def _json(values: Values) -> str:
    return msgspec.json.encode(values, order="deterministic").decode()
