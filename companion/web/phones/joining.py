"""Phones that ask for a seat: the same three goods on the phone and at that side of the tablet, and a yes at both."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from msgspec import Struct

GOODS = ("luxury", "military", "industrial", "consumer", "alimentary")
"""The silhouettes of the goods, which no colour has to tell apart."""
SHOWN = 3
PATIENCE = 180.0
"""Seconds a phone may take to join."""


class Request(Struct, kw_only=True):
    """A phone that asks for a seat: its own secret, the goods both screens show, which of them agreed."""

    secret: str
    seat: str
    goods: tuple[str, ...]
    since: float
    phone: bool = False
    table: bool = False


class Joining:
    """The requests that wait, at most one a seat; `seconds` is a clock that never goes back."""

    def __init__(self, seconds: Callable[[], float]) -> None:
        self._seconds = seconds
        self._waiting: dict[str, Request] = {}

    def ask(self, seat: str) -> Request | None:
        """A phone asks for a seat; None while another one does."""
        if seat in self.waiting():
            return None
        goods = tuple(secrets.SystemRandom().sample(GOODS, SHOWN))
        asked = Request(secret=secrets.token_urlsafe(24), seat=seat, goods=goods, since=self._seconds())
        self._waiting[seat] = asked
        return asked

    def waiting(self) -> dict[str, Request]:
        """By seat the request that waits."""
        late = self._seconds() - PATIENCE
        self._waiting = {seat: one for seat, one in self._waiting.items() if one.since > late}
        return self._waiting

    def of(self, secret: str) -> Request | None:
        """The request of the phone that holds this secret."""
        given = secret.encode(errors="surrogatepass")
        found = (one for one in self.waiting().values() if secrets.compare_digest(one.secret.encode(), given))
        return next(found, None)

    def end(self, seat: str) -> None:
        """The request for a seat is over, granted or not."""
        self._waiting.pop(seat, None)

    def clear(self) -> None:
        """No phone asks any more."""
        self._waiting.clear()
