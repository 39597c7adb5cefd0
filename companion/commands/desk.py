"""`companion desk`: a referee's desk for all tables of a club, with its own broker and file."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import structs

from companion.commands import desk_convention
from companion.commands.desk_door import tell_door
from companion.commands.desk_keys import authority_of, desk_keys, tell_privacy
from companion.commands.options import add_known_as, check_known_as
from companion.commands.output import say, tell_trouble, whisper
from companion.host.data_folder import data_folder

if TYPE_CHECKING:
    from companion.web.desk.accounts import Accounts
    from companion.web.serving.keys import Keys
    from devices.broker import Broker
    from devices.desk_link import DeskLink
    from devices.mqtt_client import Address

FOLDER = "desk"
"""Where the desk keeps everything, in the data folder."""
BREATH = 0.5
OWN = ("mosquitto", "amqtt")
"""The brokers that a desk starts itself."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--tables", type=int, default=24, metavar="N", help="accounts for table-1 to table-N")
    parser.add_argument("--name", default="", help="what the evening is called")
    parser.add_argument("--referee", default="", metavar="NAME", help="who rules; written into the journals")
    parser.add_argument("--port", type=int, default=8484, help="of the page, on this machine")
    parser.add_argument(
        "--page", default="127.0.0.1", metavar="ADDRESS", help="where the page listens, if not here only"
    )
    add_known_as(parser, "browsers reach the page")
    parser.add_argument("--listen", default="127.0.0.1", metavar="ADDRESS", help="where tables reach the broker")
    parser.add_argument("--broker-port", type=int, default=1884, metavar="PORT", help="where tables reach the broker")
    parser.add_argument(
        "--broker", default="", metavar="BROKER", help="mosquitto or amqtt, else what is installed; or mqtts://… of one"
    )
    parser.add_argument("--slow", type=float, default=5.0, metavar="MINUTES", help="a table waits longer: it is slow")
    parser.add_argument(
        "--round", type=float, default=0.0, metavar="MINUTES", help="how long a round takes: offered at its clock"
    )
    parser.add_argument("--addresses", action="store_true", help="print every table's address and end")
    parser.add_argument(
        "--accounts", action="store_true", help="print every account NAME:PASSWORD, for a broker, and end"
    )
    desk_convention.add_arguments(parser)


def run(asked: argparse.Namespace) -> int:
    from companion.web.desk.accounts import Accounts
    from devices.desk import USER

    _check(asked)
    folder = data_folder(asked) / FOLDER
    accounts = Accounts(folder, asked.tables)
    if asked.store or asked.stream:
        return desk_convention.run(asked, accounts)
    elsewhere = _elsewhere(asked, accounts.passwords)
    if asked.accounts or asked.addresses:
        _print_accounts(asked, accounts, elsewhere)
        return 0
    keys = desk_keys(asked, own_broker=elsewhere is None)
    with ExitStack() as stack:
        if elsewhere:
            link, door = _serve(asked, folder, elsewhere, keys, stack)
            look = tell_trouble(link, "the broker is there")
        else:
            broker = stack.enter_context(_own_broker(asked, accounts.passwords, keys))
            _link, door = _serve(asked, folder, broker.address(USER), keys, stack)
            look = _look_after(broker)
        tell_privacy(asked, keys, own_broker=elsewhere is None)
        while True:  # until Ctrl-C or SIGTERM
            time.sleep(BREATH)
            next(look), next(door)


def _print_accounts(asked: argparse.Namespace, accounts: Accounts, elsewhere: Address | None) -> None:
    """Each account and its password, or the address of each table."""
    if asked.accounts:
        lines = [f"{name}:{password}" for name, password in accounts.passwords.items()]
    else:
        ca = (elsewhere.ca.name if elsewhere.ca else "") if elsewhere else authority_of(asked)
        lines = list(accounts.addresses(asked.listen, asked.broker_port, ca))
    for line in lines:
        say(line)


def _check(asked: argparse.Namespace) -> None:
    from engine.errors import WrongInput

    desk_convention.check(asked)
    most = desk_convention.MOST_TABLES if asked.stream else 1000
    if not 1 <= asked.tables <= most:
        raise WrongInput(f"{asked.tables} tables: a desk has 1 to {most}")
    check_known_as(asked.known_as, "--page", asked.page)
    if asked.broker not in ("", *OWN) and "://" not in asked.broker:
        raise WrongInput(
            f"--broker {asked.broker!r}: mosquitto, amqtt, or the address of one, mqtts://HOST:PORT?ca=FILE"
        )


def _elsewhere(asked: argparse.Namespace, passwords: dict[str, str]) -> Address | None:
    """The desk's account at a broker that is not ours; its password, where none is given, is the desk's own."""
    from companion.host.desk_line import read_broker
    from devices.desk import USER
    from engine.errors import WrongInput

    if "://" not in asked.broker:
        return None
    address = read_broker(asked.broker)
    if address.user not in ("", USER):
        raise WrongInput(f"--broker: the account {address.user!r} is not the desk's, which is called {USER!r}")
    return structs.replace(address, user=USER, password=address.password or passwords[USER])


def _own_broker(asked: argparse.Namespace, passwords: dict[str, str], keys: Keys | None) -> Broker:
    from devices.broker import start_broker

    kind = asked.broker or None
    return start_broker(passwords, kind, asked.broker_port, asked.listen, one_each=True, keys=keys)


def _look_after(broker: Broker) -> Iterator[None]:
    """At each step, start the broker again if it has ended; one that does not come up is tried again."""
    from devices.errors import DeviceError

    while True:
        try:
            if broker.revive():
                whisper("the broker had ended and was started again")
        except DeviceError as error:
            whisper(f"the broker has ended: {error}")
        yield


def _serve(
    asked: argparse.Namespace, folder: Path, address: Address, keys: Keys | None, stack: ExitStack
) -> tuple[DeskLink, Iterator[None]]:
    """Open store, line and pages; they are closed in the other order. What tells the way in comes with the line."""
    from companion.web.desk.club_desk import ClubDesk, topics
    from companion.web.desk.office import Office
    from companion.web.desk.pages import Club
    from companion.web.desk.server import DeskServer
    from companion.web.desk.sqlite_store import FILE, SqliteStore
    from companion.wording import _
    from devices.desk import USER, topic
    from devices.desk_link import DeskLink

    store = SqliteStore(folder / FILE)
    stack.callback(store.close)
    link = DeskLink(address, "desk", topics(), (topic(USER, "status"), b""))
    stack.callback(link.close)
    office = Office(ClubDesk(store, link), link, asked.slow * 60)
    office.desk.token.renew(at_once=True)
    club = Club(name=asked.name or _("The desk"), referee=asked.referee, minutes=asked.round)
    server = DeskServer(office, club, asked.page, asked.port, asked.known_as, keys)
    stack.callback(server.close)
    office.start()
    stack.callback(office.close)
    next(door := tell_door(office, server))
    say(f"tables reach the broker at {asked.listen}:{asked.broker_port}; with --addresses each table's own is printed")
    say("the desk sees the whole game of every table that names it, hidden cards and gold too")
    return link, door
