"""The server of the pages: aiohttp in a thread of its own, on the one address it was given, until it is closed."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress

from aiohttp import web

from companion.web.phones.routes import Routes
from companion.web.phones.table import PhoneTable
from companion.web.serving.guard import MOST_BYTES, guarded
from engine.errors import NotWritten

UP = 10.0
"""Seconds in which it comes up, or does not at all."""


class PhoneServer:
    """Serves the phones of `table` at `address` until `close`; `NotWritten` (an `OSError`) if that is not possible.

    The port is `port`, or any free one for 0.
    """

    def __init__(self, table: PhoneTable, address: str, port: int) -> None:
        self._table, self._address, self._port = table, address, port
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ended = asyncio.Event()
        self._up = threading.Event()
        self._error: Exception | None = None
        self._thread = threading.Thread(target=self._run, name="phones", daemon=True)
        self._thread.start()
        if not self._up.wait(UP) or self._error:
            self.close()
            raise NotWritten(f"phones cannot be served at {address}:{port}: {self._error}") from self._error

    @property
    def origin(self) -> str:
        """What the address of every page begins with, such as ``http://192.168.1.20:8808``."""
        return f"http://{self._address}:{self._port}"

    def close(self) -> None:
        """Stop listening, end every page's connection, and join the thread; may be called twice."""
        if self._loop is not None:
            with suppress(RuntimeError):  # it has ended by itself
                self._loop.call_soon_threadsafe(self._ended.set)
        self._thread.join()

    def _run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._loop = asyncio.get_running_loop()
        runner = web.AppRunner(self._app(), access_log=None, shutdown_timeout=1.0)
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
        site = web.TCPSite(runner, self._address, self._port, backlog=64)
        await site.start()
        self._port = int(runner.addresses[0][1])

    def _app(self) -> web.Application:
        app = web.Application(client_max_size=MOST_BYTES, middlewares=[guarded(lambda: self.origin)])
        routes = Routes(self._table)
        app.add_routes(routes.routes())
        app.on_shutdown.append(routes.end)
        return app
