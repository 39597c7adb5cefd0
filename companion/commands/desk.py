"""`companion desk`: a referee's desk for all tables of a club, with its own broker and file."""

from __future__ import annotations

import argparse
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands.output import say, whisper
from companion.host.data_folder import data_folder

if TYPE_CHECKING:
    from devices.broker import Broker

FOLDER = "desk"
"""Where the desk keeps everything, in the data folder."""
BREATH = 0.5
ANY = ("", "0.0.0.0", "*")
"""No addresses of one machine: a page that answers to every name can be reached under a wrong one."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--tables", type=int, default=24, metavar="N", help="accounts for table-1 to table-N")
    parser.add_argument("--name", default="", help="what the evening is called")
    parser.add_argument("--referee", default="", metavar="NAME", help="who rules; written into the journals")
    parser.add_argument("--port", type=int, default=8484, help="of the page, on this machine")
    parser.add_argument(
        "--page", default="127.0.0.1", metavar="ADDRESS", help="where the page listens, if not here only"
    )
    parser.add_argument("--listen", default="127.0.0.1", metavar="ADDRESS", help="where tables reach the broker")
    parser.add_argument("--broker-port", type=int, default=1884, metavar="PORT", help="where tables reach the broker")
    parser.add_argument("--broker", choices=("mosquitto", "amqtt"), default=None, help="else mosquitto if installed")
    parser.add_argument("--slow", type=float, default=5.0, metavar="MINUTES", help="a table waits longer: it is slow")
    parser.add_argument("--round", type=float, default=0.0, metavar="MINUTES", help="the round ends in so many minutes")
    parser.add_argument("--addresses", action="store_true", help="print every table's address and end")


def run(asked: argparse.Namespace) -> int:
    from companion.web.desk.accounts import Accounts
    from engine.errors import WrongInput

    if not 1 <= asked.tables <= 1000:
        raise WrongInput(f"{asked.tables} tables: a desk has 1 to 1000")
    if asked.page in ANY or ":" in asked.page:
        raise WrongInput(f"--page {asked.page!r}: name one address of this machine, such as 192.168.1.10")
    folder = data_folder(asked) / FOLDER
    accounts = Accounts(folder, asked.tables)
    if asked.addresses:
        for line in accounts.addresses(asked.listen, asked.broker_port):
            say(line)
        return 0
    with ExitStack() as stack:
        broker = stack.enter_context(_broker(asked, accounts.passwords))
        _serve(asked, folder, broker, stack)
        while True:  # until Ctrl-C or SIGTERM
            time.sleep(BREATH)
            _look_after(broker)


def _broker(asked: argparse.Namespace, passwords: dict[str, str]) -> Broker:
    from devices.broker import start_broker

    return start_broker(passwords, asked.broker, asked.broker_port, asked.listen)


def _look_after(broker: Broker) -> None:
    """Start the broker again if it has ended; one that does not come up is tried again."""
    from devices.errors import DeviceError

    try:
        if broker.revive():
            whisper("the broker had ended and was started again")
    except DeviceError as error:
        whisper(f"the broker has ended: {error}")


def _serve(asked: argparse.Namespace, folder: Path, broker: Broker, stack: ExitStack) -> None:
    """Open store, line and pages; they are closed in the other order."""
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
    link = DeskLink(broker.address(USER), "desk", topics(), (topic(USER, "status"), b""))
    stack.callback(link.close)
    office = Office(ClubDesk(store, link), link, asked.slow * 60)
    until = time.time() + asked.round * 60 if asked.round else 0.0
    club = Club(name=asked.name or _("The desk"), referee=asked.referee, until=until)
    server = DeskServer(office, club, asked.page, asked.port)
    stack.callback(server.close)
    office.start()
    stack.callback(office.close)
    say(f"desk: {server.link}")
    say(f"tables reach {broker.kind} at {asked.listen}:{broker.port}; with --addresses each table's own is printed")
    say("the desk sees the whole game of every table that names it, hidden cards and gold too")
