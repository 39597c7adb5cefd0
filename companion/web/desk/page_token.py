"""The token that opens the desk's pages: kept in the store, ended by age, renewed by use."""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from companion.web.desk.store import DeskStore, Document

DOCUMENT = "page-token"
IDLE = 12 * 60 * 60.0
"""Seconds after which a token that nobody has used ends."""
LONGEST = 7 * 24 * 60 * 60.0
"""Seconds after which it ends however often it is used."""
NOTED = 10 * 60.0
"""Seconds between two writings of when it was used."""


class _Kept(Struct, frozen=True):
    """A token, when it was made and when it was used last, in seconds since 1970."""

    text: str = ""
    made: float = 0.0
    used: float = 0.0


class PageToken:
    """What opens the pages of every desk on a store. Any thread may ask; the desk's own one changes it."""

    def __init__(self, store: DeskStore, clock: Callable[[], float] = time.time) -> None:
        self._document = Document(store, DOCUMENT, _Kept, _Kept())
        self._clock = clock
        self.refresh = self._document.refresh

    @property
    def text(self) -> str:
        """The token; empty where none was made."""
        return self._document.value.text

    @property
    def over(self) -> bool:
        """Has it ended, or was none made?"""
        return self._is_over(self._document.value)

    @property
    def is_to_be_noted(self) -> bool:
        """Was its last use kept so long ago that another one is to be kept?"""
        return self._clock() >= self._document.value.used + NOTED

    def fits(self, given: str) -> bool:
        """Does this open the pages just now?"""
        right = hmac.compare_digest(given.encode(errors="surrogatepass"), self.text.encode())
        return right and not self.over

    def note_use(self) -> None:
        """Keep that it is used now."""
        if self.is_to_be_noted:
            self._document.change(lambda kept: kept if self._is_over(kept) else replace(kept, used=self._clock()))

    def renew(self, *, at_once: bool = False) -> None:
        """Make a new one where the old one has ended, or at once."""
        if at_once or self.over:
            self._document.change(lambda kept: self._made() if at_once or self._is_over(kept) else kept)

    def _is_over(self, kept: _Kept) -> bool:
        now = self._clock()
        return not kept.text or now >= kept.used + IDLE or now >= kept.made + LONGEST

    def _made(self) -> _Kept:
        now = self._clock()
        return _Kept(secrets.token_urlsafe(24), now, now)
