"""What somebody sees of the own gold while it is held uncovered: the sum, its coins, and what changed it."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.parts import Line, Person, Tag


class GoldChange(Struct, frozen=True):
    """What brought or took gold, and how much, signed."""

    line: Line
    amount: str


class OwnGold(Struct, frozen=True, kw_only=True):
    """One's gold at one's own `side`; `told` is all that the others read, in their direction."""

    person: Person
    side: str
    heading: str
    amount: str
    coins: tuple[int, ...]
    tag: Tag | None
    since: str
    changes: tuple[GoldChange, ...]
    told: str
    own: str
    held: str
    cover: str
