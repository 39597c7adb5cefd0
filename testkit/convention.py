"""What a convention's desk stands on, for tests and benches: a PostgreSQL of our own, and nodes of nats-server.

Both listen on loopback or a socket of their own only, and neither outlives the program that started it.
"""

from __future__ import annotations

import os
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from types import TracebackType
from typing import Self

import psycopg

from companion.web.desk.nodes import Node, configuration
from devices.broker import free_ports
from devices.mqtt_client import Address, MqttClient

KEEPER = """
exec 3<&0
"$@" 0</dev/null 3<&- &
kept=$!
{ read -r _; kill -9 $kept 2>/dev/null; } 0<&3 3<&- &
exec 3<&-
wait $kept
"""
"""A few lines of shell that end a server when the pipe to us is closed, however we end."""
UP = 30.0
NODES = 3
PORTS_EACH = 3
"""Ports of a node: for the desk, for tables, for the other nodes."""
TRIES = 3
"""So often nodes are begun: between finding a port free and listening there somebody else may have taken it."""
TAKEN = "address already in use"
ROOM = 8_000_000_000
"""Bytes that a node wants to see free before it promises the stream its room."""


def nats_server() -> str | None:
    """Where nats-server is installed (often not on a user's path), or None."""
    return shutil.which("nats-server") or shutil.which("nats-server", path="/usr/sbin:/usr/local/sbin")


def postgres(program: str = "postgres") -> str | None:
    """Where a program of PostgreSQL's server is installed, or None; Debian has them beside the path."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{program}"))
    return str(found[-1]) if found else shutil.which(program)


def made_folder(prefix: str, *, durable: bool) -> Path:
    """A new folder; in memory, where there is enough of it, unless what it holds is to be on the disk."""
    memory = Path("/dev/shm")
    roomy = not durable and memory.is_dir() and shutil.disk_usage(memory).free > ROOM
    return Path(tempfile.mkdtemp(prefix=prefix, dir=memory if roomy else None))


class Kept:
    """A server under a keeper; `number` is the number of its own process."""

    def __init__(
        self,
        words: Sequence[str],
        log: Path,
        pid_file: Path,
        user: str | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._pid_file = pid_file
        pid_file.unlink(missing_ok=True)
        more = {"user": user, "group": user, "extra_groups": []} if user else {}
        with log.open("ab") as out:
            self._keeper = subprocess.Popen(
                ["/bin/sh", "-c", KEEPER, "keeper", *words], env=environment,
                stdin=subprocess.PIPE, stdout=out, stderr=out, start_new_session=True, cwd="/", **more,  # type: ignore[call-overload]
            )  # fmt: skip

    @property
    def number(self) -> int:
        """The number of the server's process; 0 while it has none."""
        with suppress(OSError, ValueError, IndexError):
            return int(self._pid_file.read_text().split()[0])
        return 0

    @property
    def ended(self) -> bool:
        """Has the server ended?"""
        return self._keeper.poll() is not None

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        """End the server, and wait until it has."""
        if number := self.number:
            with suppress(ProcessLookupError):
                os.kill(number, how)
        self.close(now=not number)

    def close(self, *, now: bool = True) -> None:
        """End keeper and server."""
        if now and self._keeper.stdin:
            self._keeper.stdin.close()
        self._keeper.wait(20)
        if self._keeper.stdin:
            with suppress(OSError):
                self._keeper.stdin.close()


def wait_for(what: str, holds: Callable[[], object], log: Path, seconds: float = UP) -> None:
    """Wait until it holds; TimeoutError with the end of the log."""
    until = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > until:
            raise TimeoutError(f"{what} does not come up: {log.read_text(errors='replace')[-1500:]}")
        time.sleep(0.05)


class Database:
    """A PostgreSQL in a folder of its own, on a socket in it; `durable` writes to the disk as a real one does."""

    def __init__(self, *, durable: bool = False) -> None:
        self.folder = made_folder("companion-pg-", durable=durable)
        self._user = "postgres" if os.geteuid() == 0 else None
        if self._user:
            shutil.chown(self.folder, self._user, self._user)
        self._data, self._log = self.folder / "data", self.folder / "log"
        self._names = count(1)
        self._durable = durable
        self._run("initdb", "-D", str(self._data), "-U", "desk", "-A", "trust", "-E", "UTF8", "--no-sync", "--locale=C")
        self.start()

    def _run(self, program: str, *words: str) -> None:
        more = {"user": self._user, "group": self._user, "extra_groups": []} if self._user else {}
        subprocess.run([postgres(program) or program, *words], check=True, capture_output=True, cwd="/", **more)  # type: ignore[call-overload]

    def start(self) -> None:
        """Start it (again), and wait until it answers."""
        settings = {
            **{"listen_addresses": "", "unix_socket_directories": str(self.folder), "max_connections": "60"},
            **{"shared_buffers": "32MB", "autovacuum_naptime": "60s", "logging_collector": "off"},
            **({} if self._durable else {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}),
        }
        words = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        command = [postgres() or "postgres", "-D", str(self._data), *words]
        self.server = Kept(command, self._log, self._data / "postmaster.pid", self._user)
        wait_for("postgres", self._answers, self._log)

    def _answers(self) -> bool:
        with suppress(psycopg.OperationalError):
            psycopg.connect(self.address("postgres"), connect_timeout=2).close()
            return True
        return False

    def address(self, name: str) -> str:
        """Where a database of it is."""
        return f"postgresql://desk@/{name}?host={self.folder}"

    def make(self) -> str:
        """A new database in it; its address."""
        name = f"desk_{next(self._names)}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as base:
            base.execute(f"CREATE DATABASE {name}")
        return self.address(name)

    def kill(self) -> None:
        """Kill it, and start it again on its folder."""
        self.server.kill()
        self.start()

    def close(self) -> None:
        """End it and remove its folder."""
        self.server.kill(signal.SIGQUIT)
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _at: TracebackType | None
    ) -> None:
        self.close()


class Nodes:
    """Nodes of nats-server that are one cluster, with the accounts of a desk; `durable` ones write to the disk.

    `between` is the password by which they know each other.
    """

    def __init__(
        self,
        accounts: Mapping[str, str],
        many: int = NODES,
        *,
        durable: bool = False,
        ports: Callable[[int], Sequence[int]] = free_ports,
    ) -> None:
        self.folder = made_folder("companion-nats-", durable=durable)
        self._accounts, self.between = dict(accounts), secrets.token_hex(12)
        self.servers: list[Kept] = []
        for tried in range(1, TRIES + 1):
            try:
                self._begin(ports(PORTS_EACH * many), many)
                return
            except BaseException as error:
                self.close()
                if TAKEN not in str(error) or tried == TRIES:
                    raise

    def _begin(self, ports: Sequence[int], many: int) -> None:
        self.folder.mkdir(exist_ok=True)
        desk, tables, between = ports[:many], ports[many : 2 * many], ports[2 * many :]
        routes = tuple(("127.0.0.1", port) for port in between)
        self.nodes = [
            Node(
                name=f"n{number}", host="127.0.0.1", port=desk[number - 1], mqtt_port=tables[number - 1], route=route,
                routes=routes, store=str(self.folder / f"js{number}"), pid_file=str(self.folder / f"{number}.pid"),
            )
            for number, route in enumerate(routes, 1)
        ]  # fmt: skip
        self.servers = []
        for number, node in enumerate(self.nodes):
            (self.folder / f"{number}.conf").write_text(configuration(node, self._accounts, self.between))
            self.servers.append(self._started(number))
        for number in range(many):
            self.wait(number, range(many))

    def _started(self, number: int) -> Kept:
        command = [nats_server() or "nats-server", "-c", str(self.folder / f"{number}.conf")]
        alone = {**os.environ, "GOMAXPROCS": "1"}  # all nodes share this machine
        return Kept(command, self._log(number), Path(self.nodes[number].pid_file), environment=alone)

    def _log(self, number: int) -> Path:
        return self.folder / f"{number}.log"

    def wait(self, number: int, needed: Sequence[int] = ()) -> None:
        """Wait until a node lets tables in: the nodes have agreed who leads.

        ChildProcessError where it, or one of the `needed`, has ended: the others would only say that one is missing.
        """

        def lets_in() -> bool:
            for each in {number, *needed}:
                if self.servers[each].ended:
                    log = self._log(each).read_text(errors="replace")
                    raise ChildProcessError(f"node {each} has ended: {log[-1500:]}")
            return self._lets_in(number)

        wait_for(f"node {number}", lets_in, self._log(number))

    def _lets_in(self, number: int) -> bool:
        user = next(name for name in self._accounts if name != "desk")
        address = Address(port=self.nodes[number].mqtt_port, user=user, password=self._accounts[user])
        probe = MqttClient(address, f"probe-{number}", [], (f"desk/{user}/none", b""), lambda: None)
        until = time.monotonic() + 3
        while not probe.connected and time.monotonic() < until:
            probe.poll(0.05)
        joined = probe.connected
        probe.close()
        return joined

    @property
    def servers_of_desk(self) -> list[str]:
        """Where the desk's workers find the nodes."""
        return [f"nats://127.0.0.1:{node.port}" for node in self.nodes]

    @property
    def stream(self) -> str:
        """The same as one address, with the desk's account."""
        places = ",".join(f"127.0.0.1:{node.port}" for node in self.nodes)
        return f"nats://desk:{self._accounts['desk']}@{places}"

    def address(self, table: str, first: int = 0) -> str:
        """What a table gives after `--desk`; the node it tries first."""
        turned = [*self.nodes[first % len(self.nodes) :], *self.nodes[: first % len(self.nodes)]]
        places = ",".join(f"127.0.0.1:{node.mqtt_port}" for node in turned)
        return f"mqtt://{table}:{self._accounts[table]}@{places}"

    def kill(self, number: int) -> None:
        """Kill a node."""
        self.servers[number].kill()

    def start(self, number: int) -> None:
        """Start a node again that was killed."""
        self.servers[number] = self._started(number)
        self.wait(number)

    def close(self) -> None:
        """End them and remove their folder."""
        for server in self.servers:
            server.kill()
        shutil.rmtree(self.folder, ignore_errors=True)
