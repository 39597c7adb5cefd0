"""The set-up of this table: who takes what, what lies on the board, what goes back into the box."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.parts import Button, Person


class SetUpCell(Struct, frozen=True):
    """One thing to tick: what stands in its place, a number such as of an office (0: none), how it was seen done."""

    button: Button
    number: int = 0
    mark: str = ""


class SetUpRow(Struct, frozen=True, kw_only=True):
    """What every player takes, with a place to tick for each; `coins` are drawn in the place of the note."""

    title: str
    note: str
    icon: str
    coins: tuple[int, ...]
    cells: tuple[SetUpCell, ...]


class SetUpThing(Struct, frozen=True):
    """What lies on the board, or goes back into the box."""

    title: str
    note: str
    icon: str
    cell: SetUpCell


class SetUpList(Struct, frozen=True):
    """Things that belong together; those that go back into the box lie `sunk`."""

    heading: str
    icon: str
    things: tuple[SetUpThing, ...]
    sunk: bool = False


class SetUpSign(Struct, frozen=True):
    """How a tick came about, below the table."""

    icon: str
    text: str


class SetUpCard(Struct, frozen=True, kw_only=True):
    """Everything that is done before the first turn."""

    heading: str
    people: tuple[Person, ...]
    rows: tuple[SetUpRow, ...]
    lists: tuple[SetUpList, ...]
    signs: tuple[SetUpSign, ...]
