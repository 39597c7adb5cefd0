"""A convention on this machine: nodes, database, workers and pages as processes, each of which may be killed."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

from companion.commands.desk import FOLDER
from companion.web.desk.accounts import Accounts
from companion.web.desk.postgres_store import PostgresStore
from companion.web.desk.store import Ruling
from devices import jetstream
from devices.desk import USER
from devices.jetstream import Servers
from testkit.convention import KEEPER, NODES, Database, Nodes
from tools.bench_desk_parts import seconds_of

DOWN = 2.0
"""Seconds a node stays away that was killed."""


class Role:
    """A process of `companion desk` in one role; `said` is the last line it has printed when it was up."""

    def __init__(self, words: Sequence[str], log: Path) -> None:
        self._words, self._log = [sys.executable, "-m", "companion", *words], log
        self.start()

    def start(self) -> None:
        """Start it, and wait until it is up."""
        with self._log.open("ab") as log:
            words = ["/bin/sh", "-c", KEEPER, "keeper", *self._words]
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True, start_new_session=True
            )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line.startswith("desk: "):
            raise OSError(f"{' '.join(self._words)}: {line!r} {self._log.read_text(errors='replace')[-2000:]}")
        self.said = line.removeprefix("desk: ").strip()

    @property
    def seconds(self) -> float:
        """Seconds of processor time it has used."""
        return seconds_of_all(self._process.pid)

    def restart(self) -> None:
        """Kill it and start it again."""
        self.close()
        self.start()

    def close(self) -> None:
        """Kill it: its keeper does that as well when this program ends."""
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe is not None:
                pipe.close()
        self._process.wait(20)


def seconds_of_all(process: int) -> float:
    """Seconds of processor time that a process and all below it have used."""
    with suppress(OSError):
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
        return seconds_of(process) + sum(seconds_of_all(int(child)) for child in children)
    return 0.0


class Convention:
    """Three nodes, a database, workers and a page; `link` opens it."""

    def __init__(self, folder: Path, tables: int, workers: int = 2, *, durable: bool = True) -> None:
        self._folder, self._accounts = folder, Accounts(folder / FOLDER, tables)
        self.database = Database(durable=durable)
        self.nodes = Nodes(self._accounts.passwords, durable=durable)
        self.store = self.database.make()
        self.workers = [self.role("worker", f"worker-{number}") for number in range(workers)]
        self.web = self.role("web", "web")

    @property
    def link(self) -> str:
        """The address of the page with its token."""
        return self.web.said

    @property
    def addresses(self) -> list[str]:
        """What each table gives after `--desk`."""
        names = [name for name in self._accounts.passwords if name != "desk"]
        return [self.nodes.address(name, number) for number, name in enumerate(names)]

    def role(self, role: str, log: str, *words: str) -> Role:
        """One more process of that role, started with these words as well."""
        these = ["--data", str(self._folder), "desk", "--store", self.store, "--role", role, "--port", "0"]
        more = ["--stream", self.nodes.stream] if role == "worker" else []
        return Role([*these, *more, *words], self._folder / f"{log}.log")

    def victims(self, chance: Random) -> dict[str, Callable[[], None]]:
        """What may be killed, and comes back by itself or is started again."""
        return {
            "node": lambda: self.kill_node(chance.randrange(NODES)),
            "worker": lambda: chance.choice(self.workers).restart(),
            "database": self.database.kill,
            "page": self.web.restart,
        }

    def kill_node(self, number: int) -> None:
        """Kill a node and start it again after a while."""
        self.nodes.kill(number)
        time.sleep(DOWN)
        self.nodes.start(number)

    def usage(self) -> Mapping[str, float]:
        """Seconds of processor time so far, by part."""
        return {
            "the nodes": sum(seconds_of(server.number) for server in self.nodes.servers),
            "the workers": sum(role.seconds for role in self.workers),
            "the page": self.web.seconds,
            "the database": seconds_of_all(self.database.server.number),
        }

    def stored(self) -> float:
        """Bytes of a message in the stream, which each node has."""
        return asyncio.run(self._stored())

    async def _stored(self) -> float:
        places = tuple(self.nodes.servers_of_desk)
        client = await jetstream.connect(Servers(places, USER, self._accounts.passwords[USER]))
        state = (await client.jetstream().stream_info(jetstream.STREAM)).state
        await client.close()
        return state.bytes / max(state.messages, 1)

    def rulings(self) -> Sequence[Ruling]:
        """Every ruling that was given."""
        store = PostgresStore(self.store)
        found = store.rulings()
        store.close()
        return found

    def kept(self, table: str) -> list[str]:
        """The digests of a table's entries as they are kept."""
        store = PostgresStore(self.store)
        found = [line.digest for key in store.games(table) for line in store.lines(key)]
        store.close()
        return found

    def close(self) -> None:
        """End everything."""
        for role in (self.web, *self.workers):
            role.close()
        self.nodes.close()
        self.database.close()
