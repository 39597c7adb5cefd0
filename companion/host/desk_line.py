"""The line from a table to the desk of a club: entries out, rulings in. Off until somebody names a desk."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import msgspec

from companion.host.mat_pictures import MatPictures, parts_of
from companion.host.outbox import Outbox, game_id, keep_heard, read_heard
from companion.play.challenges import REFEREE, ruling
from companion.play.reports import Refusal
from companion.play.session import Session
from companion.titles.title import printable
from devices import desk
from devices.desk import Heard, PictureWish, Ruled, RulingOrder, Seated, TableStatus
from devices.desk_link import DeskLink
from devices.mqtt_client import Address
from devices.topics import NAME, NAMED
from engine.errors import WrongInput
from engine.journal import Journal
from engine.sighting import Found, Lost

SOURCE = "desk:club"
"""What the desk is called in the list of devices."""
EVIDENCE = "desk "
"""How the evidence of an entry begins that a referee's ruling became; the ruling's id follows."""
KEEP_EVERY = 10.0
"""Seconds between two writings of what the desk has; a table that was killed is informed by the desk."""
SAY_AGAIN = 10.0
"""Seconds after which a table says again how it is, in the first half minute of a connection or of a change.

What it said may have been lost, or contradicted: an old connection of its own may be found dead after it has made a
new one, and then the broker publishes that the table is gone.
"""
SAY_EVERY = 60.0
"""The same later, when all is well: at a convention each saying costs as much as an entry."""
SETTLES = 30.0
PICTURE_EVERY = 3.0
"""Seconds between two sendings of a picture."""
SHAPE = (
    "mqtt://TABLE:PASSWORD@HOST:PORT, or mqtts:// with ?ca=FILE; several nodes stand side by side, HOST:PORT,HOST:PORT"
)


def read_address(text: str) -> Address:
    """Where a desk's broker is, and this table's account there; `WrongInput` for what is no such address."""
    address = read_broker(text)
    if not re.match(NAME, address.user) or address.user == desk.USER:
        raise WrongInput(f"the desk's address: {address.user!r} is no name of a table: {NAMED}")
    return address


def read_broker(text: str) -> Address:
    """Where a broker is that a desk and its tables share, and an account there; `WrongInput` for what is no address."""
    try:
        parts = urlsplit(text)
        account, _, places = parts.netloc.rpartition("@")
        nodes = [_node(parts.scheme, place) for place in places.split(",")]
    except ValueError as error:
        raise WrongInput(f"the desk's address: {error}; it looks like {SHAPE}") from error
    if parts.scheme not in ("mqtt", "mqtts") or not all(host for host, _ in nodes):
        raise WrongInput(f"the desk's address looks like {SHAPE}")
    user, password = (unquote(each) for each in account.partition(":")[::2])
    ca = parse_qs(parts.query).get("ca", [""])[0]
    if (parts.scheme == "mqtts") != bool(ca):
        raise WrongInput(
            "the desk's address: mqtts:// goes with ?ca=FILE, the file of the authority, and mqtt:// without"
        )
    (host, port), *others = nodes
    return Address(
        host=host, port=port, user=user, password=password, ca=Path(ca) if ca else None, others=tuple(others)
    )


def _node(scheme: str, place: str) -> tuple[str, int]:
    """Host and port of a node; ValueError for a port that is none."""
    parts = urlsplit(f"//{place}")
    return parts.hostname or "", parts.port or (8883 if scheme == "mqtts" else 1883)


class DeskLine:
    """Publishes the game that runs at a table, and books what its referee rules; one thread owns it and polls often.

    `folder` is where it is kept which entries the desk has. `seconds` is the clock of patience. With `pictures` the
    desk is sent one of the mat for each challenge, when it asks; without, none.
    """

    def __init__(
        self,
        address: Address,
        folder: Path,
        seconds: Callable[[], float] = time.monotonic,
        *,
        pictures: MatPictures | None = None,
    ) -> None:
        self.table, self._folder, self._seconds = address.user, folder, seconds
        self._pictures = pictures
        self._wish: PictureWish | None = None
        self._seated = Seated(round=0)
        self._pictured_at = -PICTURE_EVERY
        topics = [desk.topic(self.table, leaf) for leaf in desk.FROM_DESK]
        will = desk.topic(self.table, "status"), msgspec.json.encode(TableStatus(online=False))
        # but for entries at QoS 0: what is lost is said again, so no broker needs to remember anything of this table
        self._link = DeskLink(address, f"table-{self.table}", topics, will, qos=0)
        self._retained = not address.others  # several nodes keep all that is said in their stream
        self._heard = read_heard(folder)
        self._outbox: Outbox | None = None
        self._session: Session | None = None
        self._said: tuple[str, int, bool, str] | None = None
        self._said_at = self._new_at = 0.0
        self._joined, self._shown, self._kept_at, self._changed = 0, False, 0.0, False

    @property
    def trouble(self) -> str:
        """Why the desk has not everything; empty where all is well."""
        return self._link.trouble or (self._outbox.trouble if self._outbox else "")

    @property
    def waiting(self) -> int:
        """How many entries the desk has not acknowledged yet."""
        return self._outbox.book.last - self._outbox.heard if self._outbox else 0

    @property
    def seated(self) -> tuple[str, ...]:
        """Who sits here in the round that the desk has seated, in the order of their seats; nobody without one."""
        return tuple(name for name in map(printable, self._seated.names) if name)

    def poll(self, session: Session | None) -> None:
        """Send what is due of the game that runs, if one does, and take in what the desk says."""
        self._follow(session)
        for message in self._link.arrived():
            self._take(message.topic, message.payload)
        if self._link.joined != self._joined:
            self._joined, self._said = self._link.joined, None
            if self._outbox:
                self._outbox.again()
        if self._pictures is not None:
            self._pictures.follow(session)
        if self._link.connected:
            self._publish()
            self._send_picture()
        self._show()
        self._keep()

    def close(self) -> None:
        """Say that this table leaves, and disconnect; may be called twice."""
        self._keep(now=True)
        self._link.close({desk.topic(self.table, "status"): msgspec.json.encode(TableStatus(online=False))})

    def _follow(self, session: Session | None) -> None:
        if session is not self._session:
            self._session, self._outbox, self._shown = session, None, False
        if self._outbox is None and session is not None and session.journal:
            self._outbox = Outbox(session.book, self._heard.get(game_id(session.book), -1))

    def _publish(self) -> None:
        status, now = self._now(), self._seconds()
        if (said := (status.game, status.differs, status.pictures, status.seated)) != self._said:
            self._new_at = now
        every = SAY_AGAIN if now < self._new_at + SETTLES else SAY_EVERY
        if said != self._said or now > self._said_at + every:
            self._said, self._said_at = said, now
            self._say("status", status, retain=self._retained)
        for line in self._outbox.due(now) if self._outbox else ():
            self._link.send(desk.topic(self.table, "journal"), line, qos=1)

    def _send_picture(self) -> None:
        """Send the picture the desk has asked for, once there is one."""
        wish, now = self._wish, self._seconds()
        if self._pictures is None or wish is None or now < self._pictured_at + PICTURE_EVERY:
            return
        if (shown := self._pictures.of(wish.game, wish.challenge)) is not None:
            self._wish, self._pictured_at = None, now
            for part in parts_of(shown, wish.game, wish.challenge):
                self._say("picture", part)

    def _now(self) -> TableStatus:
        agreed, seated = self._pictures is not None, self._seated.mark
        if self._session is None or self._outbox is None:
            return TableStatus(online=True, pictures=agreed, seated=seated)
        book, differs = self._session.book, len(self._session.disagreements)
        last = book.entries[-1].digest
        return TableStatus(
            online=True, game=self._outbox.game, last=book.last, digest=last, differs=differs, pictures=agreed,
            seated=seated,
        )  # fmt: skip

    def _say(self, leaf: str, message: object, retain: bool = False) -> None:
        self._link.send(desk.topic(self.table, leaf), msgspec.json.encode(message), retain)

    def _take(self, topic: str, payload: bytes) -> None:
        try:
            _, leaf = desk.parse(topic)
            message = desk.read(leaf, payload)
        except ValueError:  # whoever may write here is the desk; what it cannot say means nothing
            return
        if isinstance(message, Heard) and self._outbox is not None:
            self._outbox.take(message, self._seconds())
            self._changed = self._changed or self._heard.get(message.game) != self._outbox.heard
        elif isinstance(message, RulingOrder):
            self._say("ruled", self._ruled(message))
        elif isinstance(message, PictureWish):
            self._wish = message
        elif isinstance(message, Seated):
            self._seated = message

    def _ruled(self, order: RulingOrder) -> Ruled:
        if self._session is None or self._outbox is None or self._outbox.game != order.game:
            return Ruled(id=order.id, game=order.game, refused=desk.OTHER_GAME)
        return book_ruling(self._session, order)

    def _show(self) -> None:
        """The list of devices says that a desk follows, and when it is lost."""
        there = self._link.connected and not self.trouble
        if self._session is not None and self._shown != there:
            self._shown, at = there, time.time()
            lost = Lost(SOURCE, at, "cannot be reached" if self._link.trouble else "has another game")
            self._session.put(Found(SOURCE, at, "desk") if self._shown else lost)

    def _keep(self, now: bool = False) -> None:
        if self._outbox is None or not self._changed or (self._seconds() < self._kept_at + KEEP_EVERY and not now):
            return
        self._heard.pop(self._outbox.game, None)
        self._heard[self._outbox.game] = self._outbox.heard
        keep_heard(self._folder, self._heard)
        self._kept_at, self._changed = self._seconds(), False


def book_ruling(session: Session, order: RulingOrder) -> Ruled:
    """Let a referee's ruling become an entry, as one at the table does; asked again, it is the same entry."""
    evidence = f"{EVIDENCE}{order.id}"
    if (there := _entry_with(session.book, evidence)) is not None:
        return Ruled(id=order.id, game=order.game, entry=there)
    stands = session.challenge
    if stands is None or stands.number != order.challenge:
        return Ruled(id=order.id, game=order.game, refused=desk.NO_CHALLENGE)
    why = f"the referee's ruling: {order.referee}" if order.referee else "the referee's ruling"
    result = session.submit(ruling(session.book, order.how, why), REFEREE, evidence)
    if isinstance(result, Refusal):
        return Ruled(id=order.id, game=order.game, refused=result.rule)
    return Ruled(id=order.id, game=order.game, entry=result.number)


def _entry_with(book: Journal, evidence: str) -> int | None:
    return next((entry.number for entry in reversed(book.entries) if entry.evidence == evidence), None)
