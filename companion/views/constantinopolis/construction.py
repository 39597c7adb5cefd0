"""Construction: tiles to buy with reasons, one of each kind, the market with its ledger, goods in hand."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.parts import Button, Holding, Line


class Tile(Struct, frozen=True, kw_only=True):
    """A building on the board.

    `makes` are letters of the goods it yields (None: not read yet, `read` asks for it), `word` stands there
    instead where it yields no goods; `level` is the licence letter, `price` gold, `copies` how many are left.
    What it does may be a value of the `house` set, and so may how many there are (`house_copies`).
    """

    name: str
    makes: tuple[str, ...] | None
    word: str
    level: str
    price: int
    copies: int
    button: Button
    house: bool = False
    house_copies: bool = False
    read: Button | None = None
    fame: int = 0


class Kind(Struct, frozen=True):
    """One of each kind this turn: `state` is `open`, `bought` or `closed`."""

    icon: str
    state: str


class Used(Struct, frozen=True):
    """A building used this round: the goods on it and what it brought."""

    name: str
    goods: tuple[str, ...]
    brought: Line
    house: bool = False


class MarketRow(Struct, frozen=True):
    """A good on the market: buy and sell as buttons, and its ledger squares ``""``, ``bought`` or ``sold``."""

    good: str
    buy: Button | None
    sell: Button | None
    ledger: tuple[str, ...]
    none: str = ""


class Market(Struct, frozen=True):
    """The current market card."""

    heading: str
    name: str
    rows: tuple[MarketRow, ...]
    house: bool = False


class Trading(Struct, frozen=True, kw_only=True):
    """Market and buildings at work, while nothing is built."""

    hand: tuple[Holding, ...]
    treasury: Button
    used: tuple[Used, ...]
    heading: str
    acts: tuple[Button, ...]
    market: Market


class Construction(Struct, frozen=True, kw_only=True):
    """A construction turn as one screen."""

    hand: tuple[Holding, ...]
    treasury: Button
    kinds: tuple[Kind, ...]
    note: str
    used: tuple[Used, ...]
    acts: tuple[Button, ...]
    tabs: tuple[Button, ...]
    tiles: tuple[Tile, ...]
    market: Market
