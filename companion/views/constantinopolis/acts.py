"""Taps that only Constantinopolis has: counting the contracts on ships at sea."""

from __future__ import annotations

from msgspec import Struct


class Cargo(Struct, frozen=True):
    """Finished game: the next contract at sea carries this, or no longer does."""

    letter: str


class Sailed(Struct, frozen=True):
    """Finished game: a contract with the chosen cargo and so much gold lies on a ship at sea."""

    gold: int


class Landed(Struct, frozen=True):
    """Finished game: the contract at this place of the list is none after all."""

    at: int
