"""The faces of contracts (C-CMP-09): what a contract says, read from the name of its piece."""

from __future__ import annotations

import re

from msgspec import Struct

from engine.catalogue import Unknown
from engine.errors import WrongInput
from engine.table import Tally

UNREAD = "contract:?"
"""A contract nobody has read."""
_FACE = re.compile(r"contract:(?:([GBRKY]{1,2})\.(\d{1,2})\.([12])([12])([12])|P\.(\d{1,2})\.-([12])([12]))")


class Contract(Struct, frozen=True, gc=False):
    """A contract's face: `goods` and `passengers` it carries, `slots` it takes, `gold`, `fame`, and the rounds it
    travels on a small, medium and large ship (0: that size does not take it)."""

    goods: Tally
    slots: int
    passengers: int
    gold: int
    fame: int
    rounds: dict[str, int]


class _Faces(dict[str, Contract]):
    """Contracts by piece, read when first seen; only faces a contract can have are kept."""

    __slots__ = ()

    def __missing__(self, piece: str) -> Contract:
        self[piece] = paper = _read(piece)
        return paper


def _read(piece: str) -> Contract:
    if piece == UNREAD:
        raise Unknown("contract")
    match = _FACE.fullmatch(piece)
    if match is None:
        raise WrongInput(f"{piece!r} is not a contract's face, such as 'contract:GB.7.112' or 'contract:P.5.-12'")
    cargo, gold, small, medium, large, fare, by_medium, by_large = match.groups()
    if cargo is None:
        return Contract({}, 1, 1, int(fare), 0, {"small": 0, "medium": int(by_medium), "large": int(by_large)})
    rounds = {"small": int(small), "medium": int(medium), "large": int(large)}
    return Contract(letters(cargo), len(cargo), 0, int(gold), 1, rounds)


contract = _Faces().__getitem__
"""What a contract says; raises `Unknown` for one nobody has read, `ValueError` for no contract's face."""


def is_face(piece: str) -> bool:
    """Is this a contract's face, or that of a contract nobody has read?"""
    return piece == UNREAD or _FACE.fullmatch(piece) is not None


def letters(goods: str) -> Tally:
    """A tally of goods letters."""
    return {good: goods.count(good) for good in dict.fromkeys(goods)}
