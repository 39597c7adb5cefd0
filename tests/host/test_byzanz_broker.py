"""Two games of Byzanz that differ only in what a seat cannot know are the same at a broker, byte for byte.

A tray stands before each seat and a club's desk follows, all at one mosquitto. What an account may read there is what
arrives when it asks for everything.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.host.desk_line import DeskLine
from companion.host.opening import new_session
from companion.host.trays import Trays
from companion.host.wiring import Broker as BrokerAddress
from companion.host.wiring import Wiring
from devices import commands, desk, tray
from devices.broker import HOST_USER, Broker, find_mosquitto, start_broker
from devices.menu import Menu
from devices.mqtt_client import MqttClient
from devices.virtual import VirtualTray
from engine.journal import Journal
from tests.desk.conftest import Club
from tests.devices.conftest import eventually
from tests.presenters.test_byzanz_privacy import Pair, pair

TABLE, CLUB_TABLE = "t1", "table-1"
WATCH, LAMPS = "watch", "lamps"
OF_NO_GAME = re.compile(rb'^{"type": ?"(identify|hello|heartbeat|ack)"')
"""Whose tray it is, for how long it has been on, what it has got: said when the clock has it so, not by the game."""
NUMBER = re.compile(rb'"sequence": ?\d+,')
"""Commands are counted as they are sent, again to a tray that was slow when it joined."""
Said = dict[str, list[bytes]]
"""Topic → the different messages on it, in the order they came. One that is repeated, as nobody answered, is one."""


class Reader:
    """All that arrives at an account that asks for everything, but for what is `OF_NO_GAME`."""

    def __init__(self, broker: Broker, account: str) -> None:
        self.said: Said = {}
        self.lists: set[bytes] = set()
        everything = ["#", "companion/#", "homeassistant/#", "desk/#"]
        address = broker.address(account)
        self._client = MqttClient(address, f"reader-{account}-{time.monotonic_ns()}", everything, ("x", b""), _nothing)
        assert eventually(self.joined)
        eventually(self.read, 0.2)  # until what it asks for has reached the broker

    def joined(self) -> bool:
        self.read()
        return self._client.connected

    def read(self) -> None:
        for message in self._client.poll(0.0):
            if OF_NO_GAME.search(message.payload):
                continue
            if b'"type":"list"' in message.payload:
                self.lists.add(message.topic.encode() + message.payload)
            payload, into = NUMBER.sub(b"", message.payload), self.said.setdefault(message.topic, [])
            if payload not in into:
                into.append(payload)

    def close(self) -> None:
        self._client.close()


class Table:
    """A game played at a broker from the entries of a book, with a tray before each seat and a line to a desk."""

    def __init__(self, book: Journal, folder: Path) -> None:
        self.book, seats = book, book.setup.seats
        self.accounts = [f"tray-{seat}" for seat in seats]
        users = (HOST_USER, WATCH, desk.USER, CLUB_TABLE, *self.accounts, LAMPS)
        self.broker = start_broker({user: f"of {user}" for user in users}, "mosquitto")
        self.readers = {user: Reader(self.broker, user) for user in (WATCH, desk.USER, *self.accounts, LAMPS)}
        at = self.broker.address()
        address = BrokerAddress(
            host=at.host, port=at.port, user=at.user, password=at.password, table=TABLE, home_assistant=True
        )
        numbers = {account: number for number, account in enumerate(self.accounts, 1)}
        self.club = Club(self.broker, folder / "desk")
        self.line = DeskLine(self.broker.address(CLUB_TABLE), folder)
        self.host = Trays(Wiring(broker=address, trays=numbers, usb=False))
        self.asked: list[str] = []
        self.session = new_session(Journal(book.game, book.setup), show=self.show, clock=lambda: 0.0, held=True)
        self.trays = {seat: VirtualTray(seat, settle=0.02, travel=0.001, seed=1) for seat in seats}
        self.host.watch(self.session)
        self.lamps = VirtualTray("", id=LAMPS, device="lamp-strip", settle=0.02, seed=1)
        for one in (*self.trays.values(), self.lamps):
            one.serve_mqtt(self.broker.address(one.id), TABLE)
        assert eventually(lambda: self.turn() or len(self.host.devices) == len(seats) + 1)
        self.session.poll()
        assert eventually(self.settled)

    def show(self, seat: str, menu: Menu) -> None:
        self.asked.append(seat)
        self.host.show(seat, menu)

    def turn(self) -> None:
        """Let everybody take in what was sent."""
        self.host.poll()
        self.line.poll(self.session)
        self.club.desk.poll(0.0)
        for reader in self.readers.values():
            reader.read()

    def settled(self) -> bool:
        """Has the broker been given every list that a seat was to be shown, and every tray all that is for it?"""
        self.turn()
        lists = len(self.readers[WATCH].lists) >= len(self.asked)
        return lists and all(self._served(one) for one in (*self.accounts, LAMPS))

    def _served(self, device: str) -> bool:
        """Does a tray wait for nothing? One that was away meanwhile hears of the last lamps alone."""
        found = self.host.hub._find(device)
        return found is not None and found.known and found.commands._inbox.empty() and not found.commands._asked

    def play(self) -> None:
        """Every entry of the book, each shown on all trays before the next; then the lists that a choice opens."""
        for entry in self.book.entries:
            self.session.submit(entry.command, entry.origin)
            assert eventually(self.settled), entry.command
        assert self.session.book.state.table == self.book.state.table
        for seat, one in self.trays.items():
            for choice, item in enumerate(_items(self.session.menu(seat).items)):
                if item.endswith(" …"):
                    self._open(seat, one, choice)
        assert eventually(lambda: self.turn() or not self.line.waiting)
        eventually(self.turn, 0.3)  # until the readers have what the trays have

    def _open(self, seat: str, one: VirtualTray, choice: int) -> None:
        """Open a list on a tray, and close it again."""
        for button in ("confirm", "pass"):
            before = self.session.menu(seat)
            one.press(button, choice)
            assert eventually(lambda before=before: self._opened(seat) != before)
            assert eventually(self.settled)

    def _opened(self, seat: str) -> Menu:
        self.session.poll()
        self.turn()
        return self.session.menu(seat)

    def kept(self) -> Said:
        """What the broker has kept for somebody who comes now."""
        reader = Reader(self.broker, WATCH)
        expected = 1 + 2 * len(self.accounts)  # the host's status, each tray's status and what lies on it
        assert eventually(lambda: reader.read() or len(reader.said) >= expected)
        reader.close()
        return reader.said

    def close(self) -> None:
        for reader in self.readers.values():
            reader.close()
        for one in (*self.trays.values(), self.lamps):
            one.close()
        self.line.close()
        self.club.close()
        self.host.close()
        self.broker.close()


def _items(items: object) -> tuple[str, ...]:
    return items if isinstance(items, tuple) else ()


def _nothing() -> None:
    """Nothing is said when a reader joins."""


@pytest.fixture
def at_brokers(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Table]]:
    """The tables made by `play`; a tray is asked who it is with the same number in both games."""
    assert find_mosquitto(), "these tests need mosquitto (apt)"
    for module in (commands, tray):
        monkeypatch.setattr(module, "randbits", lambda _bits: 7)
    made: list[Table] = []
    yield made
    for table in made:
        table.close()


def both(at_brokers: list[Table], books: Pair, folder: Path) -> list[dict[str, Said]]:
    """What each account could read in the one game and in the other, and what the broker has kept."""
    found = []
    for name, book in zip(("one", "other"), books, strict=True):
        (folder / name).mkdir()
        at_brokers.append(table := Table(book, folder / name))
        table.play()
        found.append({user: reader.said for user, reader in table.readers.items()} | {"kept": table.kept()})
    return found


def public(said: Said, owner: str) -> Said:
    """What is said to all but the owner of the hidden cards; what trays say comes in no order."""
    own = f"companion/{TABLE}/device/tray-{owner}/"
    return {
        topic: sorted(lines) if topic.endswith("sensed") else lines
        for topic, lines in said.items()
        if not topic.startswith(own)
    }


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("players", "seed", "zone"), [(3, 1, "hand"), (4, 6, "profit")])
def test_what_others_hide_is_not_said_at_a_broker(
    at_brokers: list[Table], tmp_path: Path, players: int, seed: int, zone: str
) -> None:
    books, owner = pair(players, seed, zone)
    one, other = both(at_brokers, books, tmp_path)
    assert one[desk.USER] != other[desk.USER]  # the desk of a club sees all: the games do differ
    for account in at_brokers[0].accounts:  # a tray reads its own lists and nothing else
        assert set(one[account]) == set(other[account]) == {f"companion/{TABLE}/device/{account}/set"}
    for account in {*one} - {desk.USER, f"tray-{owner}"}:
        assert public(one[account], owner) == public(other[account], owner), account
