"""Drawing contracts: what was seen so far, and how to say by hand what was drawn."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.parts import Button
from companion.views.constantinopolis.acceptance import ContractCard


class Drawing(Struct, frozen=True, kw_only=True):
    """Cards drawn so far, the filter by cargo, and the cards the deck can still hold that pass it."""

    title: str
    hint: str
    drawn: tuple[ContractCard, ...]
    missing: int
    filters: tuple[Button, ...]
    found: tuple[ContractCard, ...]
    none: str
    scan: Button | None
