"""The desk itself: hears all tables, answers what it has kept, follows the games and sends rulings."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Protocol
from uuid import uuid4

import msgspec
from msgspec import Struct

from companion.play.challenges import standing
from companion.web.desk.evening import Evening
from companion.web.desk.followed import Followed
from companion.web.desk.intake import UNLAWFUL, UNPLAYABLE, Intake
from companion.web.desk.namesakes import Namesakes, Stay, at_once
from companion.web.desk.page_token import PageToken
from companion.web.desk.people import People, finished
from companion.web.desk.results import Results
from companion.web.desk.roll import Roll
from companion.web.desk.seating import seats_at
from companion.web.desk.store import DeskStore, Key, Lie, Mark, Ruling
from devices import desk
from devices.desk import (
    EntryLine,
    HeadLine,
    Heard,
    How,
    JournalLine,
    PicturePart,
    PictureWish,
    Ruled,
    RulingOrder,
    TableStatus,
)
from devices.mqtt_client import Arrived
from engine.errors import NotFound, NotWritten

log = logging.getLogger("companion")
AGAIN = 3.0
"""Seconds after which a ruling that was not answered is sent again."""
LOOK_AGAIN = 5.0
"""Seconds after which a picture that has not come is asked for again."""


class Link(Protocol):
    """The connection to the tables, as `devices.desk_link.DeskLink` is one."""

    @property
    def joined(self) -> int: ...

    def send(self, topic: str, payload: bytes, /) -> None: ...

    def arrived(self) -> list[Arrived]: ...

    def kept(self) -> None: ...

    def wait(self, seconds: float) -> None: ...

    def wake(self) -> None: ...


class Message(Struct, frozen=True):
    """What a table has sent, read; `at` is when it was taken, in seconds since 1970."""

    table: str
    said: object
    at: float

    @property
    def key(self) -> Key | None:
        """The game of a line of a journal, or of a status; None for anything else."""
        game = self.said.game if isinstance(self.said, HeadLine | EntryLine | TableStatus) else ""
        return Key(self.table, game) if game else None


class ClubTable:
    """A table as the desk sees it: is it heard, since when in seconds since 1970, and which game runs there.

    `pictures`: its people let the desk see the mat at a challenge. `challenge` is the entry that stands, 0 for none,
    and `evidence` the digest of its picture, once that is here.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        self.online = False
        self.since = 0.0
        self.differs = 0
        self.game: Followed | None = None
        self.lies: Sequence[Lie] = ()
        self.pictures = False
        self.challenge, self.evidence, self.looked_at = 0, "", 0.0


class ClubDesk:
    """All tables of a club. One thread owns it and calls `poll` often; `clock` gives seconds since 1970."""

    def __init__(self, store: DeskStore, link: Link, clock: Callable[[], float] = time.time) -> None:
        self.store, self._link, self._clock = store, link, clock
        self.tables: dict[str, ClubTable] = {}
        self.roll = Roll(store)
        self.namesakes = Namesakes(store)
        self.people = People(store, self.roll, self.namesakes)
        self.results = Results(store, self.namesakes)
        self.evening = Evening(store, self.results)
        self.token = PageToken(store, clock)
        self._intake = Intake(store)
        self._asked: dict[str, tuple[str, int]] = {}
        self._accused, self._unseated = set[str](), set[str]()
        self._rounds = len(self.evening.rounds)
        self._open_up()

    def _open_up(self) -> None:
        """Begin with what is kept."""
        for key in self.store.games():
            self._follow(key)
        for table in self.tables.values():
            self._catch_up(table)

    def poll(self, seconds: float = 0.0) -> set[str]:
        """Take in what has come, waiting at most so many seconds for it; the tables of which something is new.

        Nothing is answered before it is on the disk. `NotWritten` where the disk refuses: then nothing is answered.
        """
        self._wait(seconds)
        answers: dict[Key, Heard] = {}
        changed = set[str]()
        if messages := self._messages():
            with self.store.together():
                self.store.expect({each.key for each in messages if each.key is not None})
                for message in messages:
                    changed |= self._take(message, answers)
        self._link.kept()
        for key, answer in answers.items():
            self._say(key.table, "heard", answer)
        changed = self._caught_up(self._shown(changed))
        self._send_rulings()
        self._send_seats()
        self._ask_for_pictures()
        return changed

    def _shown(self, changed: set[str]) -> set[str]:
        """The tables that are to be played along here, of those that have changed."""
        return changed

    def _wait(self, seconds: float) -> None:
        self._link.wait(seconds)

    def _caught_up(self, changed: set[str]) -> set[str]:
        """Play these tables along; those that were."""
        for name in changed:
            self._catch_up(self.tables[name])
        self._accused.clear()
        return changed

    def rule(self, table: str, challenge: int, how: How, referee: str) -> Ruling:
        """Rule on the challenge that is entry `challenge`: kept first, then sent until the table answers.

        The same ruling given twice is one. `NotFound` where no such challenge stands.
        """
        game = self.table(table).game
        found = standing(game.journal) if game is not None and game.journal is not None else None
        if game is None or found is None or found.number != challenge:
            raise NotFound(f"no challenge {challenge} stands at table {table}")
        order = RulingOrder(id=uuid4().hex, game=game.key.game, challenge=challenge, how=how, referee=referee)
        ruling = Ruling(table=table, order=order, at=self._clock())
        with self.store.together():
            self.store.hold("rulings")
            if (there := self._open_ruling(table, challenge)) is not None:
                return there
            self.store.order(ruling)
        self._link.wake()
        return ruling

    def call_by(self, *, numbers: bool) -> None:
        """Call people by number, or by name, on every page of this desk."""
        self.roll.call_by(numbers=numbers)
        self.rename()

    def tell_apart(self, key: Key, seat: str, name: str) -> None:
        """This person sits at a seat of a game; see `People.tell`."""
        self.people.tell(key, seat, name)
        self.rename()

    def rename(self) -> None:
        """People are called otherwise from now on."""
        for table in self.tables.values():
            if table.game is not None:
                table.game.rename()

    def _read_people(self) -> bool:
        """Read the club's documents anew; are people called otherwise now?"""
        before = self.roll.numbers, self.namesakes.told
        for each in (self.roll, self.namesakes, self.results, self.evening):
            each.refresh()
        return before != (self.roll.numbers, self.namesakes.told)

    def at_once(self) -> dict[str, list[Stay]]:
        """Who sits at two places at a time, as far as names tell: by name."""
        playing = self.people.playing(self._playing(), self._clock())
        return at_once([*finished(self.results.every()), *playing])

    def enter_playing(self) -> None:
        """Enter the people of every table that is heard and has not finished its game."""
        names = (name for key in self._playing() for name in self.people.at(key).values())
        self.evening.enter(names, typed=False)

    def _playing(self) -> list[Key]:
        """The games of the tables that are heard and have not finished theirs."""
        return [key for key in self._running() if not self.results.has(key)]

    def _running(self) -> list[Key]:
        """The games of the tables that are heard."""
        return [table.game.key for table in ordered(self.tables) if table.online and table.game is not None]

    def start_clock(self, minutes: float) -> None:
        """The round ends in so many minutes; `WrongInput` for what is no time."""
        self.evening.start_clock(self._clock(), minutes)

    def table(self, name: str) -> ClubTable:
        """The table of that name; `NotFound`."""
        if name not in self.tables:
            raise NotFound(f"no table {name!r} was heard of")
        return self.tables[name]

    def _open_ruling(self, table: str, challenge: int) -> Ruling | None:
        every = (each for each in self.store.rulings() if each.table == table and each.open)
        return next((each for each in every if each.order.challenge == challenge), None)

    # --- what tables say ---

    def _messages(self) -> list[Message]:
        """What tables have sent since, read."""
        found = [self._read(each) for each in self._link.arrived()]
        return [each for each in found if each is not None]

    def _read(self, arrived: Arrived) -> Message | None:
        """None for what nobody can have meant."""
        try:
            table, leaf = desk.parse(arrived.topic)
            return Message(table, desk.read(leaf, arrived.payload), arrived.at or self._clock())
        except ValueError as error:
            log.warning("dropped from %r: %r", arrived.topic[:80], str(error)[:200])
            return None

    def _take(self, message: Message, answers: dict[Key, Heard]) -> set[str]:
        table, found, at = message.table, message.said, message.at
        if isinstance(found, TableStatus):
            self._status(table, found, at, answers)
            if found.online and found.seated != seats_at(self.evening.rounds, table).mark:
                self._unseated.add(table)
        elif isinstance(found, HeadLine | EntryLine):
            self._line(table, found, at, answers)
        elif isinstance(found, PicturePart):
            self._picture(table, found, at)
        elif isinstance(found, Ruled):
            self._answered(table, found)
        else:  # what this desk itself has said
            return set()
        self._known(table)
        return {table}

    def _answered(self, table: str, answer: Ruled) -> None:
        """Only the table that was asked may answer."""
        self.store.answer(table, answer.id, answer.entry, answer.refused or ("" if answer.entry else "-"))

    def _picture(self, table: str, part: PicturePart, at: float) -> None:
        if self._intake.picture(table, part, at) != "kept":
            log.warning("dropped from %r: a picture of a challenge that does not stand", table)

    def _status(self, name: str, status: TableStatus, at: float, answers: dict[Key, Heard]) -> None:
        table = self._known(name)
        if table.online != status.online:
            table.online, table.since = status.online, at
        table.differs, table.pictures = status.differs, status.pictures
        if status.game:
            key = Key(name, status.game)
            if self._intake.check(name, status, at) == "lie":
                self._accused.add(name)
            self._asked.pop(name, None)
            answers.setdefault(key, self._intake.heard(key))
            self._follow(key)

    def _line(self, name: str, line: JournalLine, at: float, answers: dict[Key, Heard]) -> None:
        key = Key(name, line.game)
        fate, mark = self._intake.take(name, line, at), self.store.mark(key)
        if fate == "lie":
            self._accused.add(name)
        if fate != "gap":
            answers[key] = self._intake.heard(key)
        else:
            self._gap(name, line, at, mark, answers)
        self._follow(key)

    def _gap(self, name: str, line: JournalLine, _at: float, mark: Mark, answers: dict[Key, Heard]) -> None:
        """Ask for what lies between, once; if that is lost, the table sends it by itself."""
        if self._asked.get(name) != (line.game, mark.number):
            self._asked[name] = line.game, mark.number
            key = Key(name, line.game)
            answers[key] = self._intake.heard(key, again=True)

    def _known(self, name: str) -> ClubTable:
        return self.tables.setdefault(name, ClubTable(name))

    def _follow(self, key: Key) -> None:
        """The game a table sent last is the one that is shown."""
        table = self._known(key.table)
        if table.game is None or table.game.key != key:
            table.game = Followed(self.store, key, partial(self.people.called, key))
            table.lies = self.store.lies(key)

    def _catch_up(self, table: ClubTable) -> None:
        """Play along what a table sent; whatever that makes the game's code raise, it ends no other table's game."""
        table.challenge = 0
        try:
            self._play_along(table)
            self._look_up_picture(table)
        except NotWritten:
            raise
        except Exception as error:  # of any kind: what the table has sent is at fault
            log.exception("table %s: its game cannot be followed", table.name)
            if table.game is not None:
                table.game.give_up(error)

    def _play_along(self, table: ClubTable) -> None:
        if (game := table.game) is None:
            return
        game.catch_up()
        if game.broken is not None:
            self.store.accuse(game.key, Lie(game.broken[0], UNPLAYABLE, self._clock()))
        elif why := game.unlawful():
            log.warning("table %s: %s", table.name, why)
            self.store.accuse(game.key, Lie(game.journal.last if game.journal else 0, UNLAWFUL, self._clock()))
        if table.name in self._accused or game.broken is not None or game.over:
            table.lies = self.store.lies(game.key)
        if game.journal is not None and game.journal.entries:
            self.results.take(game.key, game.journal)

    def _look_up_picture(self, table: ClubTable) -> None:
        """Is there a picture of the challenge that stands?"""
        game = table.game
        call = standing(game.journal) if game is not None and game.journal is not None else None
        if game is None or call is None:
            table.evidence = ""
        else:
            table.challenge, table.evidence = call.number, self.store.whole(game.key, call.number)

    # --- what the desk says ---

    def _say(self, table: str, leaf: str, message: object) -> None:
        self._link.send(desk.topic(table, leaf), msgspec.json.encode(message))

    def _send_rulings(self) -> None:
        now = self._clock()
        for ruling in self.store.due(now, now - AGAIN):
            self._say(ruling.table, "ruling", ruling.order)

    def _send_seats(self) -> None:
        """Tell who sits there: all tables when a round is seated, later those that say that they have not heard it."""
        rounds = self.evening.rounds
        if len(rounds) != self._rounds:
            self._rounds = len(rounds)
            self._unseated |= {table.name for table in self.tables.values() if table.online}
        for name in self._unseated:
            self._say(name, "seated", seats_at(rounds, name))
        self._unseated.clear()

    def _ask_for_pictures(self) -> None:
        """Ask tables whose people agreed to it for the picture that is not here yet."""
        now = self._clock()
        for table in self.tables.values():
            lacks = table.challenge and not table.evidence and table.pictures and table.online
            if lacks and table.game is not None and now >= table.looked_at + LOOK_AGAIN:
                table.looked_at = now
                self._say(table.name, "look", PictureWish(game=table.game.key.game, challenge=table.challenge))


def topics() -> list[str]:
    """What a desk listens to."""
    return [desk.topic("+", leaf) for leaf in desk.FROM_TABLE]


def ordered(tables: Mapping[str, ClubTable]) -> Iterable[ClubTable]:
    """The tables in their fixed places: by number where the name ends in one."""
    return sorted(tables.values(), key=lambda table: number_of(table.name))


def number_of(name: str) -> tuple[str, int, str]:
    """What a table's name is sorted by: its words, then its number."""
    digits = name[len(name.rstrip("0123456789")) :]
    return name.removesuffix(digits), int(digits or 0), name
