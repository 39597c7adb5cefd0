"""Where a game of Byzanz can stand. Everyone may sell at any time, so all are actors; `due` is awaited."""

from __future__ import annotations

from msgspec import Struct


class Unopened(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """The box is closed."""

    actors: tuple[str, ...] = ("",)


class Lot(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """The cards of the next lot are to be laid out; `opener` will speak first."""

    actors: tuple[str, ...]
    opener: str


class Bidding(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """`due` bids or passes; `live` are the seats still in, `best` the highest bid and `leader` its seat."""

    actors: tuple[str, ...]
    due: str
    opener: str
    live: tuple[str, ...]
    best: int = 0
    leader: str = ""


class Tax(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """`due` has won the lot and gives one of its cards to the market."""

    actors: tuple[str, ...]
    due: str


class Picking(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """The market: `due` takes all cards of one good; `after` follow."""

    actors: tuple[str, ...]
    due: str
    after: tuple[str, ...]


class Clearing(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """The rest of the market leaves the game and the offer cards are gathered."""

    actors: tuple[str, ...]


class Selling(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """The deck is out: `waiting` may still sell."""

    actors: tuple[str, ...]
    waiting: tuple[str, ...]


class Deciding(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """The last sales are done and `level` share the first place: the table says which of them wins."""

    actors: tuple[str, ...]
    level: tuple[str, ...]


class Over(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """The game has ended."""

    actors: tuple[str, ...] = ()


class Decided(Over, frozen=True, gc=False, array_like=True, tag=True):
    """The game has ended, and of those who were level the table has named `winner`."""

    actors: tuple[str, ...] = ()
    winner: str = ""


class Limit(Struct, frozen=True, gc=False, array_like=True, tag=True):
    """`due` holds more cards than the limit; the game goes on with `back`."""

    actors: tuple[str, ...]
    due: str
    back: Lot | Picking | Clearing
