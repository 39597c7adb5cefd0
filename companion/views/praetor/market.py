"""The Market: what each good costs and brings on the player's own board."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.parts import Button


class PraetorDeal(Struct, frozen=True):
    """A good: how many one has, and a lot bought or sold as buttons with cubes and gold."""

    icon: str
    word: str
    count: int
    buy: Button
    sell: Button


class PraetorMarket(Struct, frozen=True, kw_only=True):
    """Deals with the bank, one lot a tap."""

    heading: str
    note: str
    gold: int
    deals: tuple[PraetorDeal, ...]
