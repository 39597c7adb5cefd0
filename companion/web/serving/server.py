"""A server of pages: aiohttp in a thread of its own, on the one address it was given, until it is closed."""

from __future__ import annotations

import asyncio
import logging
import ssl
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError

from companion.web.serving.keys import Keys
from engine.errors import NotWritten

UP = 10.0
"""Seconds in which it comes up, or does not at all."""
STRANGERS = (HttpProcessingError, ConnectionError, ssl.SSLError)
"""What bytes that are no request come to, and a connection that ends in the middle of one or of its greeting."""


class _OurFaults(logging.Filter):
    """Lets through what is our fault: a stranger's bytes fill no log and no terminal."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not (record.exc_info and isinstance(record.exc_info[1], STRANGERS))


log = logging.getLogger(__name__)
log.addFilter(_OurFaults())


class PageServer(ABC):
    """Serves the pages of `app` at `address` until `close`; `NotWritten` (an `OSError`) if that is not possible.

    The port is `port`, or any free one for 0; `what` is served, for people. With `keys` it is served by TLS alone.
    `known_as` is the host, and the port if it is not the usual one, by which browsers reach it where that is not
    `address:port`; https://HOST where a proxy serves it by TLS, which then needs no `keys`.
    """

    def __init__(self, what: str, address: str, port: int, keys: Keys | None = None, known_as: str = "") -> None:
        self._address, self._port, self._known_as = address, port, known_as
        self._keys = None if self.is_behind_proxy else keys
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ended: asyncio.Event | None = None
        self._up = threading.Event()
        self._error: Exception | None = None
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), name=f"{what} pages", daemon=True)
        self._thread.start()
        if not self._up.wait(UP) or self._error:
            self.close()
            raise NotWritten(f"{what} cannot be served at {address}:{port}: {self._error}") from self._error

    @abstractmethod
    def app(self) -> web.Application:
        """What is served; made in the thread that serves it."""

    @property
    def is_behind_proxy(self) -> bool:
        """Does a proxy in front of it speak TLS with the browsers?"""
        return "://" in self._known_as

    @property
    def origin(self) -> str:
        """What the address of every page begins with, such as ``http://192.168.1.20:8808``."""
        if self.is_behind_proxy:
            return self._known_as
        return f"{'https' if self._keys else 'http'}://{self._known_as or f'{self._address}:{self._port}'}"

    def call(self, work: Callable[..., object], *given: object) -> None:
        """Let the server's thread do this; nothing once it has ended."""
        if self._loop is not None:
            with suppress(RuntimeError):  # it has ended by itself
                self._loop.call_soon_threadsafe(work, *given)

    def close(self) -> None:
        """Stop listening, end every page's connection, and join the thread; may be called twice."""
        if self._ended is not None:
            self.call(self._ended.set)
        self._thread.join()

    async def _serve(self) -> None:
        self._ended, self._loop = asyncio.Event(), asyncio.get_running_loop()
        runner = web.AppRunner(self.app(), logger=log, access_log=None, shutdown_timeout=1.0)
        try:
            await self._start(runner)
        except Exception as error:  # of any kind: it is raised to the caller
            self._error = error
        self._up.set()
        if self._error is None:
            await self._ended.wait()
        await runner.cleanup()

    async def _start(self, runner: web.AppRunner) -> None:
        await runner.setup()
        context = self._keys.context() if self._keys else None
        site = web.TCPSite(runner, self._address, self._port, backlog=64, ssl_context=context)
        await site.start()
        self._port = int(runner.addresses[0][1])
