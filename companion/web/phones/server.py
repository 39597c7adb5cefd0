"""The server of the phones' pages, at one address of this computer until it is closed."""

from __future__ import annotations

from aiohttp import web

from companion.web.phones.routes import Routes
from companion.web.phones.table import PhoneTable
from companion.web.serving.guard import MOST_BYTES, guarded
from companion.web.serving.keys import Keys
from companion.web.serving.server import PageServer


class PhoneServer(PageServer):
    """Serves the phones of `table`; with `keys` by TLS."""

    def __init__(
        self, table: PhoneTable, address: str, port: int, keys: Keys | None = None, known_as: str = ""
    ) -> None:
        self._table = table
        super().__init__("phones", address, port, keys, known_as)

    def app(self) -> web.Application:
        """The pages of the phones."""
        app = web.Application(client_max_size=MOST_BYTES, middlewares=[guarded(lambda: self.origin)])
        routes = Routes(self._table, self._keys.authority if self._keys else None)
        app.add_routes(routes.routes())
        app.on_shutdown.append(routes.end)
        return app
