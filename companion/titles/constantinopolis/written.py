"""What a case of Constantinopolis says of the table, as its file is read (docs/cases/README.md)."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from companion.notation.case import Case, converted


class Belongings(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What lies before one player; what is left out is as after set-up."""

    name: str = ""
    gold: int | None = None
    goods: str = ""
    fame: int = 0
    level: int | None = None
    office: int | str | None = None
    office_used: bool = False
    buildings: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    able: str | None = None
    ships: tuple[str, ...] | None = None
    open: tuple[str, ...] = ()
    saved: tuple[str, ...] = ()
    posts: int = 0
    bought: str = ""
    sold: str = ""


class SoFar(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the phase remembers of what has been done in it."""

    acted: tuple[str, ...] = ()
    free: tuple[int, ...] = ()
    barred: tuple[int, ...] = ()
    left: tuple[int, ...] = ()
    challenger: str = ""
    contest: int | str = 0
    bid: int = 0
    held: int = 0
    built: tuple[str, ...] | None = None
    builder: str = ""
    tile: str = ""
    redeeming: bool = False
    shipped: tuple[str, ...] = ()
    posted: tuple[str, ...] = ()
    due: int | None = None
    buyer: str = ""
    size: str = ""
    asked: tuple[str, ...] = ()
    proposer: str = ""
    gives: str = ""
    gets: str = ""
    missed: str = ""
    leaving: tuple[str, ...] = ()
    last: bool = False


class Body(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The common board, whose turn it is, and the values of the box."""

    values: str = "house"
    printed: dict[str, Any] = {}
    round: int = 1
    phase: str = "auction"
    turn: str | tuple[str, ...] = ()
    market: str = ""
    next: str = ""
    past: tuple[str, ...] = ()
    coins: dict[str, int] = {}
    gone: tuple[str, ...] = ()
    board: tuple[str, ...] | None = None
    shipyard: dict[str, int] = {}
    deck: int | tuple[str, ...] | None = None
    discard: tuple[str, ...] = ()
    away: tuple[str, ...] = ()
    so_far: SoFar = SoFar()


class Written(Struct, frozen=True):
    """A case with its tables read: `body` for all, `belongings` by seat."""

    case: Case
    body: Body
    belongings: dict[str, Belongings]

    def of(self, colour: str) -> Belongings:
        """What the case says of one player."""
        return self.belongings.get(colour, Belongings())

    @property
    def playing(self) -> tuple[str, ...]:
        """The seats that have not left the game."""
        return tuple(colour for colour in self.case.seats if colour not in self.body.away)


def written(case: Case) -> Written:
    """The tables of a case; raises `Wrong` for a key that none has, or a value of another type."""
    belongings = {colour: converted(its, Belongings, (colour,)) for colour, its in case.belongings.items()}
    return Written(case, converted(case.body, Body, ()), belongings)
