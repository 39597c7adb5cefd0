"""What a case of Byzanz says of the table, as its file is read (docs/cases/README.md)."""

from __future__ import annotations

from msgspec import Struct

from companion.notation.case import Case, converted


class Belongings(Struct, frozen=True, forbid_unknown_fields=True):
    """What lies before one player; cards are their faces, ``?`` one that no other player has seen.

    A player without a hand here holds four such cards, as after the deal. `offer` is the offer card won in this round.
    """

    name: str = ""
    hand: tuple[str, ...] | None = None
    bid: tuple[str, ...] = ()
    profit: tuple[str, ...] = ()
    offer: int = 0


class SoFar(Struct, frozen=True, forbid_unknown_fields=True):
    """What the phase remembers: who opened the auction, who has passed, who is done, what is interrupted."""

    opener: str = ""
    passed: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    then: str = ""


class Body(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The middle of the table, and whose turn it is; without a `round` it is the first one the cards allow."""

    dealer: str = ""
    round: int | None = None
    phase: str = "auction"
    turn: str = ""
    lot: tuple[str, ...] | None = None
    market: tuple[str, ...] = ()
    discarded: tuple[str, ...] = ()
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
