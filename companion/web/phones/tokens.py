"""Tokens of seats, by which a phone is believed: random, short-lived, for one seat, and revocable."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from hashlib import sha256

from msgspec import Struct

IDLE = 2 * 60 * 60.0
"""Seconds after which an unused token expires."""
LONGEST = 12 * 60 * 60.0
"""Seconds a token is worth anything at all."""
WATCHER = ""
"""The seat of who only watches."""


class _Kept(Struct):
    """A token's seat, when it was given and last used, in seconds."""

    seat: str
    given: float
    used: float


class Tokens:
    """The tokens that are valid; only their hashes are kept. `seconds` is a clock that never goes back."""

    def __init__(self, seconds: Callable[[], float]) -> None:
        self._seconds = seconds
        self._kept: dict[bytes, _Kept] = {}

    def give(self, seat: str) -> str:
        """A new token for a seat; one that another phone had for it is none any more."""
        if seat != WATCHER:
            self.revoke(seat)
        token, now = secrets.token_urlsafe(32), self._seconds()
        self._kept[_hash(token)] = _Kept(seat, now, now)
        return token

    def seat_of(self, token: str) -> str | None:
        """The seat a token is for, which counts as using it; None for one that is not valid."""
        kept, now = self._kept.get(_hash(token)), self._seconds()
        if kept is None or not _valid(kept, now):
            return None
        kept.used = now
        return kept.seat

    def seats(self) -> frozenset[str]:
        """The seats that have a valid token."""
        now = self._seconds()
        self._kept = {hashed: kept for hashed, kept in self._kept.items() if _valid(kept, now)}
        return frozenset(kept.seat for kept in self._kept.values())

    def revoke(self, seat: str) -> None:
        """No token is valid for a seat any more."""
        self._kept = {hashed: kept for hashed, kept in self._kept.items() if kept.seat != seat}

    def forget(self, token: str) -> None:
        """This token is given up."""
        self._kept.pop(_hash(token), None)

    def clear(self) -> None:
        """No token is valid any more."""
        self._kept.clear()


def _valid(kept: _Kept, now: float) -> bool:
    return now - kept.used < IDLE and now - kept.given < LONGEST


def _hash(token: str) -> bytes:
    return sha256(token.encode(errors="surrogatepass")).digest()
