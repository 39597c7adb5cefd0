"""A club without a network: tables of virtual people whose entries reach a desk over a wire in memory."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Sequence

import msgspec

from companion.host.desk_line import book_ruling
from companion.host.mat_pictures import Shown, parts_of
from companion.host.opening import NAMES
from companion.host.outbox import Outbox
from companion.play.challenges import call
from devices import desk
from devices.desk import Heard, PictureMark, PicturePart, RulingOrder, TableStatus
from devices.mqtt_client import Arrived
from testkit.people import People


class Wire:
    """The desk's end of a wire in memory; what the desk sends lies in `sent`."""

    def __init__(self) -> None:
        self.joined = 1
        self.sent: deque[tuple[str, bytes]] = deque()
        self._in: deque[Arrived] = deque()
        self._news = threading.Event()

    def send(self, topic: str, payload: bytes, retain: bool = False) -> None:
        """From the desk to a table."""
        assert not retain
        self.sent.append((topic, payload))

    def put(self, topic: str, payload: bytes) -> None:
        """From a table to the desk."""
        self._in.append(Arrived(topic, payload, False))
        self._news.set()

    def arrived(self) -> list[Arrived]:
        """What has come since."""
        self._news.clear()
        return [self._in.popleft() for _ in range(len(self._in))]

    def kept(self) -> None:
        """What has come is kept."""

    def wait(self, seconds: float) -> None:
        """Return when there is something."""
        self._news.wait(seconds)

    def wake(self) -> None:
        """End a `wait`."""
        self._news.set()


class WiredTable:
    """A table of people whose game goes over the wire."""

    def __init__(
        self, wire: Wire, number: int, game: str, players: int = 4, seed: int = 0, names: Sequence[str] = NAMES
    ) -> None:
        self.name = f"table-{number}"
        self.people = People.of(game, players, seed or number, names)
        self.session = self.people.session
        self.outbox = Outbox(self.session.book)
        self._wire = wire

    def play(self, decisions: int) -> WiredTable:
        """So many decisions, then everything is sent."""
        self.people.play(decisions)
        self.send()
        return self

    def challenge(self, seat: str = "", rule: str = "") -> WiredTable:
        """Somebody calls for a ruling."""
        self.session.submit(call(seat or list(self.session.names)[-1], rule))
        self.send()
        return self

    def show(self, data: bytes, marks: Sequence[PictureMark] = (), at: float = 1e9, challenge: int = 0) -> None:
        """Send a picture of the mat at the challenge that stands, or at another entry."""
        number = challenge or self.session.book.last
        for part in parts_of(Shown(data, at, tuple(marks)), self.outbox.game, number):
            self.put(part)

    def put(self, part: PicturePart) -> None:
        """Send a part of a picture."""
        self._wire.put(desk.topic(self.name, "picture"), msgspec.json.encode(part))

    def send(self, *, online: bool = True, differs: int = 0, pictures: bool = False) -> None:
        """Say how the table stands, and send whatever has not been heard; a window at a time."""
        book = self.session.book
        last, game = book.entries[-1].digest, self.outbox.game
        status = TableStatus(online=online, game=game, last=book.last, digest=last, differs=differs, pictures=pictures)
        self._wire.put(desk.topic(self.name, "status"), msgspec.json.encode(status))
        while self.outbox.heard < book.last and online:
            for line in self.outbox.due(time.monotonic()):
                self._wire.put(desk.topic(self.name, "journal"), line)
            number = min(self.outbox.heard + 32, book.last)
            digest = book.entries[number - 1].digest
            self.outbox.take(Heard(game=game, number=number, digest=digest), time.monotonic())

    def hear(self) -> None:
        """Take in the rulings the desk has sent, and answer them."""
        for topic, payload in list(self._wire.sent):
            if topic == desk.topic(self.name, "ruling"):
                order = msgspec.json.decode(payload, type=RulingOrder)
                self._wire.put(desk.topic(self.name, "ruled"), msgspec.json.encode(book_ruling(self.session, order)))
        self.send()
