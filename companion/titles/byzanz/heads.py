"""The heads of a written game of Byzanz: who sat where, who dealt, and by which printed rulebook."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from companion.titles.title import Head
from engine.byzanz.editions import ITALIAN, Edition
from engine.byzanz.setup import Setup


def heads(setup: Setup) -> list[Head]:
    """What the heads of a game say of its set-up."""
    seats = (("Seat", f"{place.colour} {place.name}" if place.name else place.colour) for place in setup.places)
    edition = [] if setup.edition == ITALIAN else [("Edition", msgspec.json.encode(setup.edition).decode())]
    return [*seats, ("Dealer", setup.dealer), *edition]


def from_heads(heads: Sequence[Head]) -> Setup:
    """The set-up that the heads of a game hold."""
    found = dict(heads)
    people = [text.partition(" ") for name, text in heads if name == "Seat"]
    edition = msgspec.json.decode(found["Edition"], type=Edition) if "Edition" in found else ITALIAN
    return Setup(
        tuple(colour for colour, _, _ in people), tuple(name for _, _, name in people), found["Dealer"], edition
    )
