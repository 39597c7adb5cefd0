"""The phones of one table: who has joined, what they see and what they ask for, on the thread that owns the session.

The server's thread only hands over what pages ask for (`ask`); `poll` carries it out, as it does for every sensor.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from functools import partial
from pathlib import Path
from queue import Empty, Full, Queue
from typing import TYPE_CHECKING, Protocol, TypeVar

import msgspec
from msgspec import Struct

from companion.play.reports import Crop
from companion.play.session import Session
from companion.presenters.common.newgame import title_word
from companion.presenters.scene import Scene, people
from companion.presenters.title_screens import screens_of
from companion.titles import title_of
from companion.views.common.parts import Person
from companion.views.common.phone import PhonePicture
from companion.web.phones.acting import Acting, Asked, Outcome
from companion.web.phones.doubted import doubted
from companion.web.phones.joining import Joining, Request
from companion.web.phones.pictures import Pictures
from companion.web.phones.seat_source import SeatSource
from companion.web.phones.seat_view import bare_view, scene_of, seat_view
from companion.web.phones.streams import Sent, Stream, Streams
from companion.web.phones.tokens import WATCHER, Tokens
from companion.wording import _, wording
from engine.catalogue import Unknown
from engine.errors import NotFound, WrongInput

if TYPE_CHECKING:
    from companion.host.opening import Running
    from companion.host.stills import Still
    from companion.host.wiring import Wiring

T = TypeVar("T")
MOST_WAITING = 200
"""So many requests wait at once; more are refused."""
BUDGET = 0.012
"""Seconds of one poll that phones may take, so that the tablet's own screen stays smooth."""
LETS_GO = 5.0
"""Seconds without a frame after which another phone may be the table's camera."""
CAMERA_ADDRESS = "phone://table"
"""How the settings of the devices name the camera that a phone is."""
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""What a code is made of: no two of them look alike."""


class Playing(Protocol):
    """Where the running game is found: a `companion.host.host.Host`."""

    @property
    def running(self) -> Running | None: ...

    @property
    def setting(self) -> bool: ...

    @property
    def sides(self) -> Mapping[str, str]: ...

    @property
    def folder(self) -> Path | None: ...

    @property
    def wiring(self) -> Wiring: ...


class Busy(Exception):
    """More is asked for than the table can answer."""


class SeatState(Struct, frozen=True, kw_only=True):
    """A seat as those see it who choose one: `free`, `asked` for just now, or `taken`."""

    person: Person
    state: str


class TableState(Struct, frozen=True, kw_only=True):
    """What is shown before a seat is chosen; no game has no seats."""

    game: str
    seats: tuple[SeatState, ...]


class PhoneTable:
    """Phones at the table of `host`. `changed` is called when somebody asks for a seat, joins or leaves.

    `code` stands in the link that is shown on the tablet: without it no request is answered.
    """

    def __init__(self, host: Playing, seconds: Callable[[], float] = time.monotonic) -> None:
        self._host, self._seconds = host, seconds
        self.tokens, self.joining = Tokens(seconds), Joining(seconds)
        self.changed: list[Callable[[], None]] = []
        self.code = ""
        self._waiting: Queue[Callable[[], None]] = Queue(MOST_WAITING)
        self.pictures = Pictures()
        self._filming = "", 0.0
        self._streams, self._acting = Streams(), Acting(self.pictures)
        self._session: Session | None = None
        self._sources: dict[str, SeatSource] = {}
        self._seats: tuple[frozenset[str], frozenset[str]] = frozenset(), frozenset()

    # --- what the server's thread calls ---

    def ask(self, work: Callable[[], T]) -> Future[T]:
        """Let the owner do this with the next poll; raises `Busy` if too much waits."""
        done: Future[T] = Future()
        try:
            self._waiting.put_nowait(partial(_carry_out, done, work))
        except Full as error:
            raise Busy("too many requests wait") from error
        return done

    # --- what the owner calls ---

    def begin(self) -> None:
        """Phones may join, with a new code."""
        self.code = "".join(secrets.choice(LETTERS) for _ in range(8))

    def end(self) -> None:
        """No phone has a seat any more, and no request is answered."""
        self.code = ""
        self._forget_all()

    def poll(self) -> None:
        """Do what phones asked for, and send what has changed."""
        self._follow()
        until = self._seconds() + BUDGET
        while self._do_next() and self._seconds() < until:
            pass
        while self._streams.send_next(self._sent) and self._seconds() < until:
            pass
        self._notice()

    def grant(self, seat: str) -> None:
        """The tablet's side says yes: the same goods stand on the phone."""
        if (asked := self.joining.waiting().get(seat)) is not None:
            asked.table = True

    def refuse(self, seat: str) -> None:
        """The tablet's side says no."""
        self.joining.end(seat)

    def revoke(self, seat: str) -> None:
        """The phone of a seat shows and does nothing any more."""
        self.tokens.revoke(seat)
        self._streams.end(seat)
        self._acting.forget(seat)
        self.pictures.forget(seat)

    # --- what the pages ask for, done by the owner ---

    def state(self) -> TableState:
        """The seats of the running game; in no game none."""
        session = self._session
        if session is None:
            return TableState(game="", seats=())
        taken, asked = self.tokens.seats(), self.joining.waiting()
        seats = (
            SeatState(person=person, state="taken" if seat in taken else "asked" if seat in asked else "free")
            for seat, person in people(session.names).items()
        )
        return TableState(game=title_word(session.game.name), seats=tuple(seats))

    def join(self, seat: str) -> Request:
        """Ask for a seat; `NotFound` for one that is not there, `WrongInput` if another phone has it or asks for it."""
        if self._session is None or seat not in self._session.names:
            raise NotFound(f"{seat!r} is no seat of this game")
        if seat in self.tokens.seats() or (asked := self.joining.ask(seat)) is None:
            raise WrongInput(f"another phone has the seat {seat!r}, or asks for it")
        return asked

    def joined(self, secret: str) -> str | None:
        """The token once both screens have agreed; None until then. `NotFound` if the table refused, or too late."""
        asked = self.joining.of(secret)
        if asked is None:
            raise NotFound("this phone asks for no seat")
        if not (asked.phone and asked.table):
            return None
        self.joining.end(asked.seat)
        return self.tokens.give(asked.seat)

    def agree(self, secret: str) -> None:
        """The phone says that the same goods stand on the tablet; `NotFound` as in `joined`."""
        if (asked := self.joining.of(secret)) is None:
            raise NotFound("this phone asks for no seat")
        asked.phone = True

    def withdraw(self, secret: str) -> None:
        """The phone asks for no seat any more."""
        if (asked := self.joining.of(secret)) is not None:
            self.joining.end(asked.seat)

    def watch(self) -> str:
        """A token for who only watches; `NotFound` without a game."""
        if self._session is None:
            raise NotFound("no game runs")
        return self.tokens.give(WATCHER)

    def listen(self, token: str, make: Callable[[str], Stream]) -> Stream:
        """A page listens: the stream `make` gives for its seat; `NotFound` without a valid token."""
        stream = make(self._seat(token))
        self._streams.add(stream)
        return stream

    def gone(self, stream: Stream) -> None:
        """A page has closed, or the network has."""
        self._streams.remove(stream)

    def act(self, token: str, asked: Asked, language: str) -> Outcome:
        """Do what a seat asks for; `NotFound` without a valid token, `WrongInput` for who only watches."""
        seat, session = self._seat(token), self._session
        assert session is not None  # tokens end with their game
        if not seat:
            raise WrongInput("who only watches cannot act")
        with wording.speaking(language):
            return self._acting.do(session, self._source(seat), self._scene(seat), asked)

    def looking(self, token: str) -> Callable[[bytes], Still]:
        """What reads a picture this phone took, in any thread; `NotFound` and `WrongInput` as in `act`."""
        seat, session = self._seat(token), self._session
        assert session is not None
        if not seat or not session.policy.game.sensed:
            raise WrongInput("pictures are read for seats of games whose pieces are known")
        return self.pictures.reader(session, self._host.folder, seat)

    def stream(self, token: str) -> None:
        """May this phone be the table's camera now? `WrongInput` while another one is, or the table has another."""
        seat, now = self._seat(token), self._seconds()
        if not seat or not self._streams_in:
            raise WrongInput("this table's camera is no phone's")
        holder, since = self._filming
        if holder not in ("", seat) and now - since < LETS_GO:
            raise WrongInput("another phone is the table's camera")
        self._filming = seat, now

    @property
    def _streams_in(self) -> bool:
        """Is a phone chosen as the table's camera?"""
        return self._host.wiring.camera == CAMERA_ADDRESS

    def looked(self, token: str, still: Still, language: str) -> PhonePicture:
        """Keep what was found until it is handed in, and show it; `NotFound` without a valid token."""
        seat = self._seat(token)
        with wording.speaking(language):
            return self.pictures.keep(seat, still, self._scene(seat))

    def doubt(self, token: str) -> Crop | None:
        """What the camera sees of what this phone's seat is asked; None of nothing. `NotFound` as in `act`."""
        seat = self._seat(token)
        found = doubted(self._source(seat)) if seat else None
        return found.crop if found else None

    def leave(self, token: str) -> None:
        """The phone gives its seat up."""
        seat = self.tokens.seat_of(token)
        self.tokens.forget(token)
        if seat:
            self.revoke(seat)

    def _seat(self, token: str) -> str:
        seat = self.tokens.seat_of(token)
        if seat is None:
            raise NotFound("this phone has no seat")
        return seat

    # --- what they see ---

    def _sent(self, seat: str, language: str) -> Sent:
        assert self._session is not None  # streams end with their game
        with wording.speaking(language):
            source, scene = self._source(seat), self._scene(seat)
            try:
                view = seat_view(source, scene, self._session.policy.game, streams=self._streams_in)
            except Unknown:
                view = bare_view(source, scene, _("The tablet asks for a printed value first."))
        return Sent(view.number, msgspec.json.encode(view))

    def _scene(self, seat: str) -> Scene:
        assert self._session is not None
        screens = screens_of(self._session.game.name)
        assert screens is not None  # other games are not followed
        return scene_of(self._source(seat), screens, self._host.sides)

    def _source(self, seat: str) -> SeatSource:
        if seat not in self._sources:
            assert self._session is not None
            self._sources[seat] = SeatSource(self._session, seat)
        source = self._sources[seat]
        source.catch_up()
        return source

    # --- the game they are about ---

    def _follow(self) -> None:
        """Another game has no phones until they join it."""
        session = None if self._host.setting or self._host.running is None else self._host.running.session
        if session is self._session:
            return
        if self._session is not None and self._streams.mark in self._session.changed:
            self._session.changed.remove(self._streams.mark)
        self._forget_all()
        playable = session is not None and title_of(session.game.name).known and screens_of(session.game.name)
        self._session = session if playable else None
        if self._session is not None:
            self._session.changed.append(self._streams.mark)

    def _forget_all(self) -> None:
        self._streams.end()
        self._filming = "", 0.0
        self.tokens.clear()
        self.joining.clear()
        self._sources.clear()
        self.pictures = Pictures()
        self._acting = Acting(self.pictures)

    def _do_next(self) -> bool:
        try:
            self._waiting.get_nowait()()
        except Empty:
            return False
        return True

    def _notice(self) -> None:
        """Tell the tablet who has joined, asks or has gone."""
        seats = self.tokens.seats(), frozenset(self.joining.waiting())
        if seats != self._seats:
            for seat in self._seats[0] - seats[0]:
                self._streams.end(seat)
            self._seats = seats
            for callback in list(self.changed):
                callback()


def _carry_out(done: Future[T], work: Callable[[], T]) -> None:
    """Do what a page asked for, unless it has given up; the request gets what came of it."""
    if not done.set_running_or_notify_cancel():
        return
    try:
        done.set_result(work())
    except Exception as error:  # of any kind: it is raised in the request that asked for it
        done.set_exception(error)
