"""What commands of Constantinopolis name, and all there is of it, so that a slip of the pen is no ruling."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.constantinopolis.faces import is_face
from engine.constantinopolis.zones import GOODS
from engine.event import State
from engine.game import Command

Named = tuple[str, str, Iterable[str]]


def names(state: State, command: Command) -> Iterator[Named]:
    """Each name in a command, what it names, and what is known of that."""
    book, colours = state.setup.book, state.setup.colours
    kinds: Mapping[str, tuple[str, Iterable[str]]] = {
        "tile": ("building", book.kind),
        "good": ("good", GOODS),
        "given": ("good", GOODS),
        "taken": ("good", GOODS),
        "size": ("size of ship", book.ships),
        "ship": ("ship", (*book.ships, *book.size)),
        "card": ("market card", book.cards),
        "partner": ("seat of this game", colours),
    }
    for field in command.__struct_fields__:
        said = getattr(command, field)
        if field in kinds:
            yield said, *kinds[field]
        elif field == "goods" and isinstance(said, str):
            yield from ((good, "good", GOODS) for good in said)
        elif isinstance(said, Mapping):
            yield from (_piece(piece) for piece in said)
        elif field == "contract":
            yield _piece(said)


def _piece(piece: str) -> Named:
    """A good, gold, or a contract, which is known if it could be printed."""
    if piece.startswith("contract:"):
        return piece, "contract", (piece,) if is_face(piece) or piece == "contract:?" else ("GB.7.112", "P.5.-12")
    return piece, "good", (*GOODS, "gold")
