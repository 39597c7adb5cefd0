"""A desk that only serves pages: everything it shows stands in the store, so any number of them may come and go."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Set
from functools import partial

import msgspec

from companion.web.desk.cards import TableCard
from companion.web.desk.club_desk import ClubDesk, ClubTable, number_of
from companion.web.desk.followed import Followed
from companion.web.desk.office import News, Office
from companion.web.desk.postgres_news import CARDS, EVERYTHING, Listener
from companion.web.desk.postgres_store import PostgresStore
from companion.web.desk.store import Key
from devices.mqtt_client import Arrived
from engine.errors import NotFound

GATHER = 0.1
"""Seconds in which changed cards are gathered before pages are told."""
MOST_GAMES = 30
"""So many games that pages have asked for are remembered."""


class NoLink:
    """The link of a desk to which no table speaks."""

    joined = 0

    def __init__(self) -> None:
        self._news = threading.Event()

    def send(self, _topic: str, _payload: bytes) -> None:
        """A worker does that."""

    def arrived(self) -> list[Arrived]:
        """Nothing."""
        self._news.clear()
        return []

    def kept(self) -> None:
        """There was nothing."""

    def wait(self, seconds: float) -> None:
        """Return when `wake` is called, or after so many seconds."""
        self._news.wait(seconds)

    def wake(self) -> None:
        """End a `wait`."""
        self._news.set()


class WebDesk(ClubDesk):
    """Reads a game when a page asks for it, and keeps what the referee does; workers send it."""

    store: PostgresStore

    def __init__(self, store: PostgresStore, link: NoLink, clock: Callable[[], float] = time.time) -> None:
        self._games: dict[str, Followed] = {}
        self._stale = False
        super().__init__(store, link, clock)

    def _open_up(self) -> None:
        """Nothing is read before it is asked for."""

    def poll(self, seconds: float = 0.0) -> set[str]:
        """The tables whose cards are to be read anew come from elsewhere."""
        self._link.wait(seconds)
        self._link.arrived()
        if news := self.store.news() & {"", EVERYTHING}:
            self._stale = True
        if self._stale:
            self.refresh()
            self._stale = False  # where the database failed meanwhile, it is read the next time
        return set(news)

    def refresh(self) -> None:
        """Read the club's documents anew."""
        if self._read_people():
            self.rename()
        self.token.refresh()

    def rename(self) -> None:
        self._games.clear()

    def table(self, name: str) -> ClubTable:
        place = self.store.places([name]).get(name)
        if place is None:
            raise NotFound(f"no table {name!r} was heard of")
        table = ClubTable(name)
        table.online, table.since, table.differs = place.online, place.since, place.differs
        table.pictures = place.pictures
        if place.game:
            key = Key(name, place.game)
            table.game, table.lies = self._game(key), self.store.lies(key)
        return table

    def _running(self) -> list[Key]:
        places = self.store.places()
        return [Key(name, place.game) for name, place in places.items() if place.online and place.game]

    def _game(self, key: Key) -> Followed:
        game = self._games.pop(key.table, None)
        if game is None or game.key != key:
            game = Followed(self.store, key, partial(self.people.called, key))
        self._games[key.table] = game
        for oldest in list(self._games)[:-MOST_GAMES]:
            del self._games[oldest]
        try:
            game.catch_up()
        except (ValueError, TypeError, LookupError, ArithmeticError, AttributeError, RecursionError) as error:
            game.give_up(error)
        return game


class WebOffice(Office):
    """The thread of a desk that only serves pages: it reads the cards that workers have drawn."""

    def __init__(self, desk: WebDesk, link: NoLink, address: str) -> None:
        super().__init__(desk, link)
        self._web = desk
        self._unread = set[str]()
        self._listener = Listener(address, link.wake, CARDS)

    def cards(self) -> tuple[TableCard, ...]:
        return tuple(self._cards[name] for name in sorted(self._cards, key=number_of))

    def forget_cards(self) -> None:
        """Workers draw them."""

    def close(self) -> None:
        super().close()
        self._listener.close()

    def _step(self) -> None:
        self._web.poll(0.25)
        self._do_wishes()
        self._unread |= self._listener.take()
        if self._unread:
            time.sleep(GATHER)
            self._unread |= self._listener.take()
            self._read(self._unread)
            self._unread = set()  # where the database failed meanwhile, they are read the next time
        if self._clock_changed():
            self.tell(News((), self.cards()))

    def _read(self, names: Set[str]) -> None:
        found = self._web.store.shown(None if EVERYTHING in names else names)
        new = {name: msgspec.json.decode(data, type=TableCard) for name, data in found.items()}
        changed = tuple(card for name, card in new.items() if self._cards.get(name) != card)
        self._cards.update(new)
        if changed:
            self.tell(News(changed, self.cards()))
