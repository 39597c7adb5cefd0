"""The accounts of a desk's broker: one for the desk, one for each table, made from one secret that is kept.

So is what the nodes of a convention show one another.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from urllib.parse import quote

from devices.desk import USER
from engine.errors import WrongFile
from engine.files import read_whole, write_whole

FILE = "secret"
NODE = "node"
"""The account by which nodes know each other; no table and no desk has it."""
LENGTH = 32
"""Bytes of the secret."""


class Accounts:
    """Passwords for `table-1` to `table-<tables>` that stay the same from evening to evening, in a folder of the desk.

    `WrongFile` for a damaged secret, `OSError`.
    """

    def __init__(self, folder: Path, tables: int) -> None:
        self._secret = _secret(folder)
        self._tables = [f"table-{number}" for number in range(1, tables + 1)]

    @property
    def passwords(self) -> dict[str, str]:
        """Account → password."""
        return {name: self._password(name) for name in (USER, *self._tables)}

    @property
    def between_nodes(self) -> str:
        """What a node shows another one, so that no stranger becomes one of them."""
        return self._password(NODE)

    def addresses(self, host: str, port: int, ca: str = "") -> Iterator[str]:
        """What each table gives after `--desk`; with the file of an authority where the broker is reached by TLS."""
        for name in self._tables:
            yield self.address(name, f"{host}:{port}", ca)

    def address(self, table: str, places: str, ca: str = "") -> str:
        """What one table gives after `--desk`; `places` are HOST:PORT, several side by side."""
        scheme, tail = ("mqtts", f"?ca={quote(ca)}") if ca else ("mqtt", "")
        return f"{scheme}://{table}:{quote(self._password(table))}@{places}{tail}"

    def _password(self, name: str) -> str:
        return hmac.new(self._secret, name.encode(), sha256).hexdigest()[:24]


def _secret(folder: Path) -> bytes:
    path = folder / FILE
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        write_whole(path, secrets.token_bytes(LENGTH))
    found = read_whole(path, LENGTH + 1)
    if len(found) != LENGTH:
        raise WrongFile(f"{str(path)!r} is no secret of a desk; without it each table gets a new address")
    return found
