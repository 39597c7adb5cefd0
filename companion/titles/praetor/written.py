"""What a case of Praetor says of the table, as its file is read (docs/cases/README.md)."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from companion.notation.case import Case, converted
from engine.praetor.values import SIDE_A


class Belongings(Struct, frozen=True, forbid_unknown_fields=True):
    """What one player has; what is None is as after set-up.

    `tiles` are the tiles it owns, those that are not of the start city with their spot (``sawmill-1 3,0,1``). Workers
    are given by level: `active` at home, `built` and `activated` those on tiles, by tile; `first` and `second` are
    apprentices, and the others are citizens. `morale` is the printed value of the space.
    """

    name: str = ""
    board: str = SIDE_A
    gold: int | None = None
    wood: int | None = None
    stone: int | None = None
    marble: int | None = None
    weapons: int | None = None
    favor: int | None = None
    morale: int | None = None
    active: tuple[int, ...] | None = None
    built: dict[str, int] = {}
    activated: dict[str, int] = {}
    first: int = 0
    second: int = 0
    retired: int = 0
    tiles: tuple[str, ...] = ()
    sections: tuple[str, ...] = ()
    used: tuple[str, ...] = ()


class SoFar(Struct, frozen=True, forbid_unknown_fields=True):
    """What the phase remembers: who has passed, the Labor Camp in use, the Market's worker and its deals."""

    passed: tuple[str, ...] = ()
    camp: str = ""
    level: int = 1
    bought: int = 0
    sold: int = 0


class Body(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The middle of the table, and whose turn it is.

    `order` is the turn order; `stack` are the seats as their favor markers were laid, the last one on top. `city` are
    the start tiles with their spots, `deck` the tiles left in the city deck, `walls` the number of wall sections left.
    """

    values: str = "house"
    printed: dict[str, Any] = {}
    rome: str = ""
    round: int = 1
    last: bool = False
    phase: str = "actions"
    turn: str = ""
    order: tuple[str, ...] = ()
    stack: tuple[str, ...] = ()
    display: tuple[str, ...] | None = None
    deck: tuple[str, ...] | None = None
    wall: str | None = None
    walls: int | None = None
    city: tuple[str, ...] = ()
    so_far: SoFar = SoFar()


class Written(Struct, frozen=True):
    """A case with its tables read: `body` for all, `belongings` by seat."""

    case: Case
    body: Body
    belongings: dict[str, Belongings]

    def of(self, colour: str) -> Belongings:
        """What the case says of one player."""
        return self.belongings.get(colour, Belongings())


def written(case: Case) -> Written:
    """The tables of a case; raises `Wrong` for a key that none has, or a value of another type."""
    belongings = {colour: converted(its, Belongings, (colour,)) for colour, its in case.belongings.items()}
    return Written(case, converted(case.body, Body, ()), belongings)
