"""Drawing contracts: what was seen so far, and how to say by hand what was drawn."""

from __future__ import annotations

from msgspec import Struct

from companion.views.common.parts import Button
from companion.views.constantinopolis.acceptance import ContractCard


class CargoGroup(Struct, frozen=True):
    """What a contract may carry, by letters (`P` a passenger; none: not typed in yet), and how many are left."""

    letters: tuple[str, ...]
    word: str
    button: Button


class Drawing(Struct, frozen=True, kw_only=True):
    """Cards drawn so far, and the deck: what its cards carry (`cargoes`), or those that carry one of these (`found`).

    `ask` is the question above it, `other` leads back to what they carry.
    """

    title: str
    hint: str
    drawn: tuple[ContractCard, ...]
    ask: str = ""
    cargoes: tuple[CargoGroup, ...] = ()
    found: tuple[ContractCard, ...] = ()
    other: Button | None = None
    none: str = ""
    scan: Button | None = None
