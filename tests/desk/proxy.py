"""A proxy as it stands before the web workers of a convention: each request goes to the next of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import cycle

from aiohttp import ClientSession, web

from companion.web.serving.server import PageServer


class Proxy(PageServer):
    """Asks the workers at these ports in turn, says who asked it, and counts what it has asked of each."""

    def __init__(self, ports: Sequence[int]) -> None:
        self._ports = cycle(ports)
        self.asked: Counter[int] = Counter()
        super().__init__("the proxy", "127.0.0.1", 0)

    @property
    def port(self) -> int:
        """Where it listens."""
        return self._port

    def app(self) -> web.Application:
        made = web.Application()
        made.router.add_route("*", "/{path:.*}", self._pass_on)
        return made

    async def _pass_on(self, request: web.Request) -> web.Response:
        port = next(self._ports)
        self.asked[port] += 1
        headers = {**request.headers, "X-Forwarded-For": request.remote or ""}
        async with (
            ClientSession(auto_decompress=False) as session,
            session.request(
                request.method, f"http://127.0.0.1:{port}{request.path_qs}", headers=headers,
                data=await request.read(), allow_redirects=False,
            ) as answer,
        ):  # fmt: skip
            kept = {name: answer.headers[name] for name in ("Content-Type", "Location") if name in answer.headers}
            return web.Response(status=answer.status, body=await answer.read(), headers=kept)
