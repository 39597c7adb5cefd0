"""What open pages are sent: the newest view of their seat in their language, and nothing that was overtaken."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from msgspec import Struct


class Sent(Struct, frozen=True):
    """A view as it is sent: the entry number it is for, and its JSON."""

    number: int
    view: bytes


class Stream:
    """One page that listens; `loop` is the server's. What comes too fast for the page is replaced by what is newer."""

    def __init__(self, seat: str, language: str, loop: asyncio.AbstractEventLoop) -> None:
        self.seat, self.language = seat, language
        self._loop = loop
        self._news: asyncio.Queue[Sent | None] = asyncio.Queue(1)

    @property
    def key(self) -> tuple[str, str]:
        """What pages that show the same have in common."""
        return self.seat, self.language

    def push(self, sent: Sent | None) -> None:
        """Let the page have this, or end; from any thread."""
        with suppress(RuntimeError):  # the server has been turned off
            self._loop.call_soon_threadsafe(self._put, sent)

    def _put(self, sent: Sent | None) -> None:
        if self._news.full():
            waiting = self._news.get_nowait()
            sent = None if waiting is None else sent
        self._news.put_nowait(sent)

    async def next(self, seconds: float) -> Sent | None:
        """The next view, None at the end; raises `TimeoutError` if nothing comes for so many seconds."""
        return await asyncio.wait_for(self._news.get(), seconds)


class Streams:
    """The pages that listen, by seat and language; it belongs to the thread that owns the session."""

    def __init__(self) -> None:
        self._open: dict[tuple[str, str], list[Stream]] = {}
        self._last: dict[tuple[str, str], Sent] = {}
        self._due: list[tuple[str, str]] = []

    def add(self, stream: Stream) -> None:
        """One more page; it is sent the newest view."""
        self._open.setdefault(stream.key, []).append(stream)
        self._last.pop(stream.key, None)
        self._mark(stream.key)

    def remove(self, stream: Stream) -> None:
        """A page has gone."""
        left = [one for one in self._open.get(stream.key, ()) if one is not stream]
        if left:
            self._open[stream.key] = left
        else:
            self._open.pop(stream.key, None)

    def mark(self) -> None:
        """What all pages show may have changed."""
        for key in self._open:
            self._mark(key)

    def _mark(self, key: tuple[str, str]) -> None:
        if key not in self._due:
            self._due.append(key)

    def send_next(self, view: Callable[[str, str], Sent]) -> bool:
        """Make and send the view that has been due longest; false if none is."""
        if not self._due:
            return False
        key = self._due.pop(0)
        if key in self._open and (sent := view(*key)) != self._last.get(key):
            self._last[key] = sent
            for stream in self._open[key]:
                stream.push(sent)
        return True

    def end(self, seat: str | None = None) -> None:
        """End the pages of a seat, or all."""
        for key in [key for key in self._open if seat is None or key[0] == seat]:
            for stream in self._open.pop(key):
                stream.push(None)
            self._last.pop(key, None)
