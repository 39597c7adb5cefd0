"""What commands of Byzanz name, and all there is of it, so that a slip of the pen is no ruling."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.byzanz.cards import GOODS, MERCHANT, PRINTED, UNKNOWN, kind
from engine.event import State
from engine.game import Command

Named = tuple[str, str, Iterable[str]]
FACES = tuple(card.removeprefix("card:") for card in (*PRINTED, UNKNOWN))


def names(state: State, command: Command) -> Iterator[Named]:
    """Each name in a command, what it names, and what is known of that."""
    for field in command.__struct_fields__:
        said = getattr(command, field)
        if field == "cards" and isinstance(said, Mapping):
            yield from map(_card, said)
        elif field == "card":
            yield _card(said)
        elif field == "good":
            yield said, "kind of card", (*GOODS, kind(MERCHANT))
        elif field == "winner":
            yield said, "seat of this game", state.setup.seats


def _card(piece: str) -> Named:
    return piece.removeprefix("card:"), "card", FACES
