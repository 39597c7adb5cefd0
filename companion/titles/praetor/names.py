"""What commands of Praetor name, and all there is of it, so that a slip of the pen is no ruling."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from engine.event import State
from engine.game import Command
from engine.praetor.zones import GOODS, LEVELS

Named = tuple[str, str, Iterable[str]]


def names(state: State, command: Command) -> Iterator[Named]:
    """Each name in a command, what it names, and what is known of that."""
    setup, book = state.setup, state.book
    kinds: Mapping[str, tuple[str, Iterable[str]]] = {
        **dict.fromkeys(("tile", "camp", "academy"), ("city tile", book.kind)),
        "good": ("good", GOODS),
        "section": ("wall section", book.sections),
        "worker": ("level of a worker", tuple(map(str, LEVELS))),
        "player": ("seat of this game", ("", *setup.colours)),
    }
    for field in command.__struct_fields__:
        said = getattr(command, field)
        if field in kinds:
            yield str(said), *kinds[field]
        elif field == "tiles":
            yield from ((tile, *kinds["tile"]) for tile in said)
        elif field == "stack":
            yield from ((colour, "seat of this game", setup.colours) for colour in said)
