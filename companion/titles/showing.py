"""What of a finished game is shown to a camera: which pieces count, and what they fill in of a player's final count."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from msgspec import Struct

Labels = Sequence[str]
"""What was read on pieces, such as ``coin:5``; an unfinished label ends with a dot."""


Counts = Mapping[str, int | tuple[str, ...]]
"""Lines of a final count: figures, or contracts one by one."""


class PieceKind(Struct, frozen=True, kw_only=True):
    """A kind of piece: how its labels begin (``coin``), and the `lines` of the final count it fills in.

    `count` makes their values from the labels. Labels that count alike are one and the same here. `choices` are the
    labels a person chooses from: those that go on from an unfinished one, or the first ones without it.
    """

    prefix: str
    lines: tuple[str, ...]
    count: Callable[[Labels], Counts]
    choices: Callable[[str], Labels]


class Example(Struct, frozen=True, kw_only=True):
    """What virtual hands lay on the drawn table: cards by their faces, cubes by colour, coins by value, tiles."""

    cards: tuple[str, ...] = ()
    cubes: Mapping[str, int] = {}
    coins: Mapping[int, int] = {}
    tiles: tuple[str, ...] = ()


def no_example(_chance: Random) -> Example:
    """Pieces that the drawn table cannot draw."""
    return Example()


class Showing(Struct, frozen=True, kw_only=True):
    """What lies before one player and is shown in a picture; `layout` is that of its cards."""

    name: str
    kinds: tuple[PieceKind, ...]
    layout: str = ""
    example: Callable[[Random], Example] = no_example

    def kind(self, label: str) -> PieceKind | None:
        """The kind a label is of."""
        return next((kind for kind in self.kinds if kind.prefix == label.partition(":")[0]), None)

    def of_kind(self, kind: PieceKind, labels: Labels) -> tuple[str, ...]:
        """The labels of one kind."""
        return tuple(label for label in labels if self.kind(label) is kind)

    def counts(self, labels: Labels) -> dict[str, int | tuple[str, ...]]:
        """The lines of the kinds that are there; a kind of which there is no piece fills in nothing."""
        sorted_out = [(kind, self.of_kind(kind, labels)) for kind in self.kinds]
        return {line: value for kind, own in sorted_out if own for line, value in kind.count(own).items()}


def showing_named(showings: Sequence[Showing], name: str) -> Showing:
    """The showing of that name, one of the title's own."""
    return next(showing for showing in showings if showing.name == name)
