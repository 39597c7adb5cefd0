"""`companion desk` for a convention: workers and pages as processes of their own, on one stream and one database."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

from companion.commands.desk_door import tell_door
from companion.commands.desk_keys import desk_keys, tell_privacy
from companion.commands.output import say, tell_trouble

if TYPE_CHECKING:
    from companion.web.desk.accounts import Accounts
    from companion.web.desk.nodes import Node
    from devices.jetstream import JetStreamLink, Servers

MOST_TABLES = 100_000
BREATH = 0.5
ROLES = ("all", "worker", "web")
STORE = "postgresql://USER:PASSWORD@HOST/DATABASE"
STREAM = (
    "nats://HOST,HOST,HOST, with DESK's account as nats://desk:PASSWORD@… where it is not made from the secret here"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    more = parser.add_argument_group("a convention (pip install 'companion[convention]')")
    more.add_argument("--store", default="", metavar="ADDRESS", help=f"{STORE} in place of the file here")
    more.add_argument("--stream", default="", metavar="ADDRESS", help="nats://HOST,HOST,HOST in place of a broker")
    more.add_argument("--role", choices=ROLES, default="all", help="what this process does: keep entries, serve pages")
    more.add_argument("--node", type=int, default=0, metavar="N", help="print what node N of the stream reads, and end")
    more.add_argument("--keys", default="", metavar="FOLDER", help="of a node's broker.crt and broker.key: TLS")
    more.add_argument("--save", default="", metavar="FILE", help="write what the stream holds to a file, and end")
    more.add_argument("--load", default="", metavar="FILE", help="put what was saved into the stream again, and end")


def check(asked: argparse.Namespace) -> None:
    """`WrongInput` for words that do not go together."""
    from engine.errors import WrongInput

    if asked.store and not asked.store.startswith(("postgresql://", "postgres://")):
        raise WrongInput(f"--store {asked.store.partition(':')[0]!r}…: it looks like {STORE}")
    if asked.stream and not asked.stream.startswith("nats://"):
        raise WrongInput(f"--stream: it looks like {STREAM}")
    if asked.broker and (asked.stream or asked.store):
        raise WrongInput("--broker is for a club; a convention has --stream and --store")
    if (asked.node or asked.save or asked.load) and not asked.stream:
        raise WrongInput("--node, --save and --load go with --stream")
    ends = asked.node or asked.save or asked.load or asked.addresses or asked.accounts
    if (asked.stream or asked.role != "all") and not (asked.store or ends):
        raise WrongInput(f"--stream and --role go with --store {STORE}")
    if asked.store and not asked.stream and asked.role != "web" and not ends:
        raise WrongInput("--store goes with --stream; only --role web does without it")


def run(asked: argparse.Namespace, accounts: Accounts) -> int:
    """Do what was asked, until it is ended."""
    if asked.node or asked.addresses or asked.accounts:
        _print(asked, accounts)
        return 0
    with _installed(), ExitStack() as stack:
        if asked.save or asked.load:
            return _copy(asked, accounts)
        links = [_work(asked, accounts, stack)] if asked.role != "web" else []
        looks = [tell_trouble(link, "the stream is there") for link in links]
        if asked.role != "worker":
            looks.append(_serve(asked, stack))
        while True:  # until Ctrl-C or SIGTERM
            time.sleep(BREATH)
            for look in looks:
                next(look)


@contextmanager
def _installed() -> Iterator[None]:
    from engine.errors import NotFound

    try:
        yield
    except ModuleNotFoundError as error:
        raise NotFound(f"{error.name} is not installed: pip install 'companion[convention]'") from error


def servers(asked: argparse.Namespace, accounts: Accounts) -> Servers:
    """The nodes of `--stream`, and the desk's account there; `WrongInput`."""
    from companion.web.desk.nodes import PORT
    from devices.desk import USER
    from devices.jetstream import Servers

    account, _, _places = urlsplit(asked.stream).netloc.rpartition("@")
    user, _, password = (unquote(part) for part in account.partition(":"))
    nodes = tuple(f"nats://{host}:{port}" for host, port in places(asked.stream, PORT))
    return Servers(nodes, user or USER, password or accounts.passwords[USER])


def places(stream: str, port: int) -> list[tuple[str, int]]:
    """Host and port of each node; `WrongInput` for what is no such address."""
    from engine.errors import WrongInput

    parts = [urlsplit(f"//{place}") for place in urlsplit(stream).netloc.rpartition("@")[2].split(",")]
    try:
        found = [(part.hostname or "", part.port or port) for part in parts]
    except ValueError as error:
        raise WrongInput(f"--stream: {error}; it looks like {STREAM}") from error
    if not all(host for host, _port in found):
        raise WrongInput(f"--stream: it looks like {STREAM}")
    return found


# --- what is printed ---


def _print(asked: argparse.Namespace, accounts: Accounts) -> None:
    from companion.web.desk.nodes import configuration

    if asked.node:
        say(configuration(node_of(asked), accounts.passwords, accounts.between_nodes).rstrip())
    elif asked.accounts:
        for name, password in accounts.passwords.items():
            say(f"{name}:{password}")
    else:
        hosts = (
            asked.listen.split(",") if asked.listen != "127.0.0.1" else [host for host, _ in places(asked.stream, 0)]
        )
        ca = "ca.crt" if asked.keys else ""
        for number, name in enumerate(name for name in accounts.passwords if name.startswith("table-")):
            turned = [*hosts[number % len(hosts) :], *hosts[: number % len(hosts)]]  # each node has as many tables
            at = (host if ":" in host else f"{host}:{asked.broker_port}" for host in turned)
            say(accounts.address(name, ",".join(at), ca))


def node_of(asked: argparse.Namespace) -> Node:
    """The node whose number was asked for; `WrongInput`."""
    from companion.web.desk.nodes import ROUTE_PORT, Node
    from engine.errors import WrongInput

    hosts = places(asked.stream, 0)
    if not 1 <= asked.node <= len(hosts):
        raise WrongInput(f"--node {asked.node}: --stream names {len(hosts)} nodes")
    routes = tuple((host, ROUTE_PORT) for host, _port in hosts)
    return Node(
        name=f"node-{asked.node}", mqtt_port=asked.broker_port, route=("0.0.0.0", ROUTE_PORT), routes=routes,
        store="/var/lib/nats", keys=asked.keys,
    )  # fmt: skip


# --- what runs ---


def _work(asked: argparse.Namespace, accounts: Accounts, stack: ExitStack) -> JetStreamLink:
    """Keep what tables send, and play their games along."""
    from companion.web.desk.postgres_store import PostgresStore
    from companion.web.desk.shares import Shares
    from companion.web.desk.worker import WorkerDesk, WorkerOffice
    from devices.jetstream import JetStreamLink

    link = JetStreamLink(servers(asked, accounts))
    stack.callback(link.close)
    store = PostgresStore(asked.store, link.wake)
    stack.callback(store.close)
    shares = Shares(asked.store)
    stack.callback(shares.close)
    office = WorkerOffice(WorkerDesk(store, link, shares), link, asked.slow * 60)
    office.start()
    stack.callback(office.close)
    say(f"desk: a worker for the stream at {', '.join(servers(asked, accounts).nodes)}")
    return link


def _serve(asked: argparse.Namespace, stack: ExitStack) -> Iterator[None]:
    """Serve the pages; what tells the way in."""
    from companion.web.desk.pages import Club
    from companion.web.desk.postgres_store import PostgresStore
    from companion.web.desk.server import DeskServer
    from companion.web.desk.web_desk import NoLink, WebDesk, WebOffice
    from companion.wording import _

    link = NoLink()
    store = PostgresStore(asked.store, link.wake)
    stack.callback(store.close)
    office = WebOffice(WebDesk(store, link), link, asked.store)
    office.desk.token.renew()
    stack.callback(office.close)
    club = Club(name=asked.name or _("The desk"), referee=asked.referee, minutes=asked.round)
    keys = desk_keys(asked, own_broker=False)
    server = DeskServer(office, club, asked.page, asked.port, asked.known_as, keys)
    stack.callback(server.close)
    office.start()
    next(door := tell_door(office, server))
    tell_privacy(asked, keys, own_broker=False)
    return door


def _copy(asked: argparse.Namespace, accounts: Accounts) -> int:
    """What the stream holds into a file, or back."""
    from devices.jetstream_copy import load, save

    there = servers(asked, accounts)
    say(f"{load(there, asked.load) if asked.load else save(there, asked.save)} messages")
    return 0
