"""The two ways in: a club's broker and file, and a convention's nodes, stream and database."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from nats.js import JetStreamContext
from nats.js.errors import NotFoundError

from companion.host.desk_line import read_broker
from companion.web.desk.club_desk import ClubDesk, Link, topics
from companion.web.desk.postgres_store import PostgresStore
from companion.web.desk.shares import Shares
from companion.web.desk.sqlite_store import FILE, SqliteStore
from companion.web.desk.worker import WorkerDesk
from devices import desk, jetstream
from devices.broker import Broker
from devices.desk_link import DeskLink
from devices.jetstream import JetStreamLink, Servers
from devices.mqtt_client import Address
from testkit.convention import Database, Nodes

Opened = tuple[ClubDesk, SqliteStore | PostgresStore, Link]


class ClubWay:
    """mosquitto, or the embedded broker, and SQLite."""

    def __init__(self, broker: Broker) -> None:
        self._broker = broker
        self.address, self.stop, self.start = broker.address, broker.stop, broker.start

    def open(self, folder: Path) -> Opened:
        """A desk on this folder."""
        store = SqliteStore(folder / FILE)
        link = DeskLink(self._broker.address(desk.USER), "desk", topics(), (desk.topic("desk", "x"), b""))
        return ClubDesk(store, link), store, link

    def lose(self, folder: Path) -> None:
        """The desk's file is lost."""
        for file in folder.iterdir():
            file.unlink()


class ConventionWay:
    """Nodes of nats-server, their stream, and PostgreSQL; `stop` kills the node that tables are connected to."""

    def __init__(self, nodes: Nodes, database: Database, accounts: Mapping[str, str]) -> None:
        self._nodes, self._database, self._accounts = nodes, database, accounts
        self._place = database.make()
        asyncio.run(emptied(self.servers))

    @property
    def servers(self) -> Servers:
        return Servers(tuple(self._nodes.servers_of_desk), desk.USER, self._accounts[desk.USER])

    def address(self, table: str) -> Address:
        """Where a table finds the nodes."""
        return read_broker(self._nodes.address(table))

    def stop(self) -> None:
        self._nodes.kill(0)

    def start(self) -> None:
        self._nodes.start(0)

    def open(self, _folder: Path) -> Opened:
        """A worker."""
        link = JetStreamLink(self.servers)
        store = PostgresStore(self._place, link.wake)
        return WorkerDesk(store, link, Shares(self._place)), store, link

    def lose(self, _folder: Path) -> None:
        """The database is lost."""
        self._place = self._database.make()


Way = ClubWay | ConventionWay


async def emptied(servers: Servers) -> None:
    """A stream without a message of another test, nor a consumer that remembers one."""
    client = await jetstream.connect(servers)
    await jetstream.once_led(lambda: _emptied(client.jetstream()))
    await client.close()


async def _emptied(stream: JetStreamContext) -> None:
    await jetstream.prepare(stream, jetstream.REPLICAS)
    with suppress(NotFoundError):  # gone already where this is asked again
        await stream.delete_consumer(jetstream.STREAM, jetstream.CONSUMER)
    await stream.purge_stream(jetstream.STREAM)
    if (await stream.stream_info(jetstream.STREAM)).state.messages:
        raise TimeoutError
