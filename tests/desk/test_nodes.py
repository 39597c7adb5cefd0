"""Who becomes part of the nodes of a convention, and who does not."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import nats
import pytest
from nats.aio.client import Client
from nats.errors import TimeoutError as NothingHeard

from companion.web.desk.accounts import Accounts
from companion.web.desk.nodes import Node, configuration
from devices.broker import free_port, free_ports
from devices.jetstream import connect
from testkit.convention import Kept, Nodes, nats_server
from tests.desk.conftest import ACCOUNTS
from tests.desk.test_stream import servers_of
from tests.devices.conftest import eventually

STRANGER = """
server_name: stranger
listen: "127.0.0.1:{port}"
pid_file: "{folder}/stranger.pid"
cluster {{ name: desk, listen: "127.0.0.1:{route}", routes: [{routes}] }}
"""
"""A node that keeps nothing and lets everybody in, at the routes of others."""
TOLD = "desk.table-1.heard"
Join = Callable[[str], "Stranger"]


class Stranger:
    """A node of somebody else's that asks to be let in as `account`, USER:PASSWORD@ or nothing."""

    def __init__(self, nodes: Nodes, folder: Path, account: str) -> None:
        self.port, self._log = free_port(), folder / "stranger.log"
        routes = ", ".join(f'"nats-route://{account}{host}:{port}"' for host, port in nodes.nodes[0].routes)
        conf = folder / "stranger.conf"
        conf.write_text(STRANGER.format(port=self.port, folder=folder, route=free_port(), routes=routes))
        self.server = Kept([nats_server() or "", "-c", str(conf)], self._log, folder / "stranger.pid")

    @property
    def says(self) -> str:
        """What it has written of how it went."""
        return self._log.read_text(errors="replace")

    async def client(self) -> Client:
        return await nats.connect(f"nats://127.0.0.1:{self.port}", allow_reconnect=False)


@pytest.fixture
def join(nodes: Nodes, tmp_path: Path) -> Iterator[Join]:
    made: list[Stranger] = []

    def joined(account: str) -> Stranger:
        made.append(Stranger(nodes, tmp_path, account))
        assert eventually(lambda: made[0].server.number)
        return made[0]

    yield joined
    for each in made:
        each.server.kill()


async def passes(teller: Client, listener: Client, seconds: float) -> bool:
    """Is at one node heard, in time, what is said at another? Both connections are closed then."""
    listening, heard = await listener.subscribe("desk.>"), False
    for _ in range(round(seconds / 0.2)):
        await teller.publish(TOLD, b"1")
        with suppress(NothingHeard):
            heard = (await listening.next_msg(0.2)).subject == TOLD
        if heard:
            break
    await listener.close()
    await teller.close()
    return heard


async def hears(stranger: Stranger, nodes: Nodes, seconds: float) -> bool:
    """Does the stranger hear what the desk says to a table?"""
    return await passes(await connect(servers_of(nodes)), await stranger.client(), seconds)


def test_who_has_the_password_of_the_nodes_becomes_one_of_them(nodes: Nodes, join: Join) -> None:
    assert asyncio.run(hears(join(f"node:{nodes.between}@"), nodes, 20.0))


@pytest.mark.parametrize("account", ["", "node:@", "node:guessed@", f"desk:{ACCOUNTS['desk']}@", "table-1:of one@"])
def test_a_node_without_the_password_hears_nothing_of_the_others(nodes: Nodes, join: Join, account: str) -> None:
    stranger = join(account.replace(" ", "%20"))
    assert eventually(lambda: stranger.says.count("Authorization Violation") >= len(nodes.nodes)), stranger.says
    assert not asyncio.run(hears(stranger, nodes, 1.0))


def test_nodes_begin_again_where_somebody_took_a_port_before_they_listened() -> None:
    given: list[list[int]] = []

    def ports(many: int) -> list[int]:
        given.append(free_ports(many))
        return given[-1] if given[1:] else [*given[0][:-1], taken]

    with socket.create_server(("127.0.0.1", 0)) as somebody:
        taken = somebody.getsockname()[1]
        nodes = Nodes(ACCOUNTS, ports=ports)
    try:
        assert len(given) == 2
        assert not any(server.ended for server in nodes.servers)
    finally:
        nodes.close()


def test_the_password_of_the_nodes_is_no_tables_and_no_other_desks(tmp_path: Path) -> None:
    accounts, other = Accounts(tmp_path / "desk", 50), Accounts(tmp_path / "other", 50)
    assert accounts.between_nodes not in accounts.passwords.values()
    assert accounts.between_nodes != other.between_nodes
    assert Accounts(tmp_path / "desk", 3).between_nodes == accounts.between_nodes


def as_before(conf: str) -> str:
    """A node's configuration as it was printed before nodes asked each other for a password."""
    conf, many = re.subn(r"  authorization \{ user: \"node\".*\n", "", conf)
    assert many == 1
    return conf.replace(re.search(r"node:\w+@", conf)[0], "")  # type: ignore[index]


def test_nodes_are_printed_anew_one_after_the_other_and_the_old_ones_go_on_with_the_new(tmp_path: Path) -> None:
    accounts = Accounts(tmp_path, 1)
    routes = tuple(("127.0.0.1", free_port()) for _ in range(2))
    nodes = [
        Node(name=f"n{number}", host="127.0.0.1", port=free_port(), mqtt_port=free_port(), route=route, routes=routes,
             store=str(tmp_path / f"js{number}"), pid_file=str(tmp_path / f"{number}.pid"))
        for number, route in enumerate(routes)
    ]  # fmt: skip
    confs = [configuration(node, accounts.passwords, accounts.between_nodes) for node in nodes]
    kept = [started(tmp_path, number, conf) for number, conf in enumerate([as_before(confs[0]), confs[1]])]
    try:
        assert eventually(lambda: all(each.number for each in kept))
        assert asyncio.run(both_ways(nodes, accounts.passwords["desk"]))
    finally:
        for each in kept:
            each.kill()


def started(folder: Path, number: int, conf: str) -> Kept:
    (folder / f"{number}.conf").write_text(conf)
    command = [nats_server() or "", "-c", str(folder / f"{number}.conf")]
    return Kept(command, folder / f"{number}.log", folder / f"{number}.pid")


async def both_ways(nodes: list[Node], password: str) -> bool:
    """Do these two nodes hear each other?"""
    places = [f"nats://127.0.0.1:{node.port}" for node in nodes]
    pairs = [places, places[::-1]]
    ends = [[await nats.connect(place, user="desk", password=password) for place in pair] for pair in pairs]
    return all([await passes(*pair, 20.0) for pair in ends])
