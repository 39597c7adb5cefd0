"""The thread the desk works in: it takes in what tables send, makes what pages show, and does what the referee asks."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from functools import partial
from queue import Empty, SimpleQueue
from typing import TypeVar

from msgspec import Struct

from companion.web.desk.cards import SLOW, TableCard, card_of
from companion.web.desk.club_desk import ClubDesk, ClubTable, Link, ordered
from engine.errors import NotWritten

T = TypeVar("T")
log = logging.getLogger("companion")
PAUSE = 0.25
"""Seconds the desk waits for a message before it looks at its clocks."""
FULL = 2.0
"""Seconds it waits, unless told otherwise, after the disk has refused: the tables send again what was not answered."""


class News(Struct, frozen=True):
    """The cards that have changed, all of them in their places, and when the entries behind them were made."""

    changed: tuple[TableCard, ...]
    cards: tuple[TableCard, ...]


class Office:
    """Owns a desk in a thread of its own: `tell` is called there with what is new; any thread may `ask`."""

    full = FULL

    def __init__(self, desk: ClubDesk, link: Link, slow: float = SLOW) -> None:
        self.desk, self._link, self._slow = desk, link, slow
        self.tell: Callable[[News], None] = lambda _news: None
        self._wishes: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._cards: dict[str, TableCard] = {}
        self._ends = desk.evening.ends
        self._closing = False
        self._thread = threading.Thread(target=self._run, name="desk", daemon=True)

    def start(self) -> None:
        """Begin to work."""
        self._thread.start()

    def ask(self, wish: Callable[[ClubDesk], T]) -> Future[T]:
        """Let the desk's thread do this; what it comes to, or the error it raises."""
        answer: Future[T] = Future()

        def do() -> None:
            try:
                answer.set_result(wish(self.desk))
            except Exception as error:  # of any kind: it is raised where it was asked
                answer.set_exception(error)

        self._wishes.put(do)
        self._link.wake()
        return answer

    def cards(self) -> tuple[TableCard, ...]:
        """Every table's card in its place; only by the desk's thread."""
        now = time.time()
        self._renew({name for name in self.desk.tables if self._is_old(name, now)}, now)
        return self._drawn()

    def _drawn(self) -> tuple[TableCard, ...]:
        """The cards there are, in their places."""
        return tuple(self._cards[table.name] for table in ordered(self.desk.tables) if table.name in self._cards)

    def attempt(self, table: ClubTable, show: Callable[[], T]) -> T:
        """What `show` makes of a table. A game that cannot be shown is given up: it ends no other table's page."""
        try:
            return show()
        except NotWritten:
            raise
        except Exception as error:  # of any kind: what a table has sent is at fault
            if table.game is None or table.game.journal is None:
                raise
            log.exception("table %s: its game cannot be shown", table.name)
            table.game.give_up(error)
            return show()

    def close(self) -> None:
        """End the thread; may be called twice."""
        self._closing = True
        self._link.wake()
        if self._thread.is_alive():
            self._thread.join()

    def forget_cards(self) -> None:
        """Make every card anew."""
        self._cards.clear()

    def _run(self) -> None:
        while not self._closing:
            try:
                self._step()
            except NotWritten as error:
                log.error("nothing is answered until the desk can keep it: %s", error)
                self._do_wishes()
                time.sleep(self.full)
            except Exception:  # one table must not end the evening of all others
                log.exception("the desk goes on")

    def _step(self) -> None:
        changed = self.desk.poll(PAUSE)
        self._do_wishes()
        now = time.time()
        before = dict(self._cards)
        self._renew(changed | {name for name in self.desk.tables if self._is_old(name, now)}, now)
        new = [card for name, card in self._cards.items() if before.get(name) != card]
        if self._clock_changed() or new:
            self.tell(News(tuple(new), self._drawn()))

    def _clock_changed(self) -> bool:
        """Has the clock of the round been started or stopped since this was asked last?"""
        before, self._ends = self._ends, self.desk.evening.ends
        return before != self._ends

    def _do_wishes(self) -> None:
        while True:
            try:
                wish = self._wishes.get_nowait()
            except Empty:
                return
            wish()

    def _renew(self, names: set[str], now: float) -> None:
        for name in names:
            table = self.desk.tables[name]
            self._cards[name] = self.attempt(table, partial(card_of, table, now, self._slow))

    def _is_old(self, name: str, now: float) -> bool:
        """Is there no card yet, or has its table become slow since?"""
        card = self._cards.get(name)
        return card is None or (card.state == "plays" and now - card.since > self._slow)


def by_name(cards: tuple[TableCard, ...]) -> Mapping[str, TableCard]:
    """Cards by their table."""
    return {card.table: card for card in cards}
