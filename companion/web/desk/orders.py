"""What the referee does at a page, as the page sends it, and what the desk does then."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from msgspec import Struct

from companion.web.desk.club_desk import ClubDesk
from companion.web.desk.store import Key
from devices.desk import How


class Order(Protocol):
    """Something the referee does; raises `NotFound` or `WrongInput` where that is not possible."""

    def do(self, desk: ClubDesk, referee: str) -> None:
        """Do it, in the name of the referee."""
        ...


class Rule(Struct, frozen=True, forbid_unknown_fields=True):
    """Rule on the challenge that is entry `challenge` at a table."""

    table: str
    challenge: int
    how: How

    def do(self, desk: ClubDesk, referee: str) -> None:
        desk.rule(self.table, self.challenge, self.how, referee)


class CallPeople(Struct, frozen=True, forbid_unknown_fields=True):
    """Call people by number, or by name."""

    numbers: bool

    def do(self, desk: ClubDesk, _referee: str) -> None:
        desk.call_by(numbers=self.numbers)


class Draw(Struct, frozen=True, forbid_unknown_fields=True):
    """Draw the next round, or another one."""

    def do(self, desk: ClubDesk, _referee: str) -> None:
        desk.evening.draw()


class Swap(Struct, frozen=True, forbid_unknown_fields=True):
    """Let two people of the next round, by number, change places."""

    one: int
    other: int

    def do(self, desk: ClubDesk, _referee: str) -> None:
        desk.evening.swap(desk.roll.name_of(self.one), desk.roll.name_of(self.other))


class Seat(Struct, frozen=True, forbid_unknown_fields=True):
    """The round that is drawn is the next one."""

    def do(self, desk: ClubDesk, _referee: str) -> None:
        desk.evening.seat()


class Leave(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody, by number, does not play on, or does after all."""

    person: int
    absent: bool

    def do(self, desk: ClubDesk, _referee: str) -> None:
        desk.evening.leave(desk.roll.name_of(self.person), absent=self.absent)


class Enter(Struct, frozen=True, forbid_unknown_fields=True):
    """Enter people by their names, one a line."""

    names: str

    def do(self, desk: ClubDesk, _referee: str) -> None:
        desk.evening.enter(self.names.splitlines())


class EnterPlaying(Struct, frozen=True, forbid_unknown_fields=True):
    """Enter the people of the tables that play."""

    def do(self, desk: ClubDesk, _referee: str) -> None:
        desk.enter_playing()


class TellApart(Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody else of that name sits at a seat of a game: they are called so; without a name as at the table."""

    table: str
    game: str
    seat: str
    name: str

    def do(self, desk: ClubDesk, _referee: str) -> None:
        desk.tell_apart(Key(self.table, self.game), self.seat, self.name)


class StartClock(Struct, frozen=True, forbid_unknown_fields=True):
    """The round ends in so many minutes."""

    minutes: float

    def do(self, desk: ClubDesk, _referee: str) -> None:
        desk.start_clock(self.minutes)


class StopClock(Struct, frozen=True, forbid_unknown_fields=True):
    """The round has no clock any more."""

    def do(self, desk: ClubDesk, _referee: str) -> None:
        desk.evening.stop_clock()


ORDERS: Mapping[str, type[Order]] = {
    **{"/rule": Rule, "/people": CallPeople, "/draw": Draw},
    **{"/swap": Swap, "/seat": Seat, "/absent": Leave, "/tell-apart": TellApart},
    **{"/enter": Enter, "/enter-playing": EnterPlaying, "/clock": StartClock, "/clock-off": StopClock},
}
"""Where a page sends it, as JSON."""
