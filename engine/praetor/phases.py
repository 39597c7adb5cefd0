"""Whose turn it is in which phase, and only what that phase needs to remember.

    Boxed → Ordering → Actions ⇄ Lent, Trading
    → Schooling → Training → Homecoming → Payday → Hiring (for each seat, or each step for all seats)
    → Refilling → Unveiling → Ordering …
    → Scoring → Tied → Over

A chore has the actors ``("",)``. Phases with nothing to do are left out.
"""

from __future__ import annotations

from msgspec import Struct

TABLE = ("",)
Seats = tuple[str, ...]


class Round(Struct, frozen=True, gc=False, array_like=True):
    """What holds for a round.

    `laid` are the seats as their favor markers were last moved, the latest at the end: it tells how stacks lie. `order`
    is the turn order once it is fixed, `last` tells that the game ends with this round, `used` are the special tiles
    used as ``<seat>/<tile>``.
    """

    number: int
    laid: Seats
    order: Seats = ()
    last: bool = False
    used: tuple[str, ...] = ()


class Boxed(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Before entry 1: every piece lies in its box."""

    actors: Seats = TABLE


class Ordering(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Phase 1: the markers on the turn-order bar are put in their order."""

    actors: Seats
    round: Round


class Actions(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Phase 2: one player acts or passes; `passed` have passed."""

    actors: Seats
    round: Round
    passed: Seats = ()


class Lent(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Phase 2: a retired worker lent by the Labor Camp `camp` acts now; the action ends `back`."""

    actors: Seats
    back: Actions
    camp: str

    @property
    def round(self) -> Round:
        return self.back.round


class Trading(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Phase 2: a player trades at the Market with a worker of `level`; the lots `bought` and `sold` so far."""

    actors: Seats
    back: Actions
    level: int
    bought: int = 0
    sold: int = 0

    @property
    def round(self) -> Round:
        return self.back.round


class Schooling(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Phase 3: a player may send apprentices through an Academy."""

    actors: Seats
    round: Round


class Training(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Phase 3: the apprentices of `due` move on."""

    actors: Seats
    round: Round
    due: str


class Homecoming(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Phase 3: the workers of `due` come home, some a level higher, some to retire."""

    actors: Seats
    round: Round
    due: str


class Payday(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Phase 3: `due` pays the wages."""

    actors: Seats
    round: Round
    due: str


class Hiring(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Phase 3: a player without Active Workers may hire one citizen."""

    actors: Seats
    round: Round


class Refilling(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Phase 3: `due` city tiles are turned up for the display."""

    actors: Seats
    round: Round
    due: int


class Unveiling(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Phase 3: the next wall section is turned up."""

    actors: Seats
    round: Round


class Scoring(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """The last round is over and the game is about to be scored."""

    actors: Seats
    round: Round


class Tied(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """`tied` share the first place in everything that lies on the table; `lines` as in `Over`."""

    actors: Seats
    round: Round
    lines: dict[str, dict[str, int]]
    tied: Seats


class Over(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """The game is scored: each seat's favor by where it came from, and the `youngest` where that decides."""

    actors: Seats
    round: Round
    lines: dict[str, dict[str, int]]
    youngest: str = ""


Phase = (
    Boxed
    | Ordering
    | Actions
    | Lent
    | Trading
    | Schooling
    | Training
    | Homecoming
    | Payday
    | Hiring
    | Refilling
    | Unveiling
    | Scoring
    | Tied
    | Over
)
