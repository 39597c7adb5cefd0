"""Everything that can be done or declared at the table. Seat ``""`` is the table: a chore, or chance that was seen.

Workers are named by their level, tiles and wall sections by their names.
"""

from __future__ import annotations

from msgspec import Struct

from engine.praetor.city import Spot
from engine.praetor.setup import Setup


class Open(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Entry 1: the game is laid out; `setup` is what was agreed and seen."""

    seat: str
    setup: Setup


class Restack(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Favor markers on one value lie in this order, from top to bottom."""

    seat: str
    stack: tuple[str, ...]


class Order(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Chore: the turn-order bar follows the favor track."""

    seat: str


class Build(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """A worker builds a tile of the display at a spot of the city."""

    seat: str
    tile: str
    worker: int
    spot: Spot


class Activate(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """A worker activates a tile of the city; at a Blacksmith `wood` is what becomes weapons."""

    seat: str
    tile: str
    worker: int
    wood: int = 0


class Labor(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Use a Labor Camp: one of one's retired workers acts at once, as one of level 6."""

    seat: str
    camp: str


class Pass(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """No more actions in this round."""

    seat: str


class Buy(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Market: buy `lots` of a good at the own board's rate."""

    seat: str
    good: str
    lots: int


class Sell(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Market: sell `lots` of a good at the own board's rate."""

    seat: str
    good: str
    lots: int


class Close(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Market: no more deals."""

    seat: str


class Enrol(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Update: `apprentices` of the first space become Active Workers at an Academy."""

    seat: str
    academy: str
    apprentices: int


class Wait(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Update: no Academy this time."""

    seat: str


class Train(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Chore: the apprentices of one seat move one space."""

    seat: str


class Return(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Chore: the workers of one seat come home, rise and retire."""

    seat: str


class Pay(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Chore: one seat pays its wages."""

    seat: str


class Hire(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Update: lose favor, and one citizen becomes an Active Worker."""

    seat: str


class Decline(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Update: hire no citizen."""

    seat: str


class Reveal(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """City tiles as they were turned up for the display."""

    seat: str
    tiles: dict[str, int]


class Unveil(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """The wall section as it was turned up."""

    seat: str
    section: str


class Score(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """Chore: final scoring."""

    seat: str


class Youngest(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """The youngest of those tied for the first place; ``""`` where that is not known."""

    seat: str
    player: str
