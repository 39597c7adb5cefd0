"""The people at the games of a desk: what they gave as their names, and who they are by the word of the referee."""

from __future__ import annotations

from collections.abc import Iterable

from companion.web.desk.namesakes import Namesakes, Stay, tidied
from companion.web.desk.results import Result
from companion.web.desk.roll import Roll
from companion.web.desk.sitting import Parties
from companion.web.desk.store import DeskStore, Key
from engine.errors import NotFound, WrongInput


class People:
    """Who sits where; `roll` says by which name or number they are called, `namesakes` what the referee has told."""

    def __init__(self, store: DeskStore, roll: Roll, namesakes: Namesakes) -> None:
        self._roll, self._namesakes, self._parties = roll, namesakes, Parties(store)

    def called(self, key: Key, seat: str, name: str) -> str:
        """What the person at a seat of a game is called at this desk, who gave that name at the table."""
        return self._roll.call(self._namesakes.at(key).get(seat, tidied(name)))

    def given(self, key: Key, seat: str) -> str:
        """The name that was given at the table; the seat itself where none was, nothing for a seat nobody has."""
        return self._parties.of(key).names.get(seat, "")

    def at(self, key: Key) -> dict[str, str]:
        """Who sits at a game, of those who have a name: seat → name."""
        names = {**self._parties.of(key).names, **self._namesakes.at(key)}
        return {seat: name for seat, name in names.items() if seat != name}

    def tell(self, key: Key, seat: str, name: str) -> None:
        """This person sits at a seat of a game; without a name, whoever the table says.

        `NotFound` for a seat nobody has, `WrongInput` for a name that another one has at this game.
        """
        if not (given := self.given(key, seat)):
            raise NotFound(f"nobody sits at {seat!r} of game {key.game!r} at table {key.table!r}")
        if tidied(name) in [other for place, other in self.at(key).items() if place != seat]:
            raise WrongInput(f"{name!r}: another one has this name at table {key.table!r}")
        self._namesakes.tell(key, seat, "" if tidied(name) == given else name)

    def playing(self, keys: Iterable[Key], now: float) -> Iterable[Stay]:
        """Who sits at games that are played; at one without an entry from `now` on, seconds since 1970."""
        for key in keys:
            began = self._parties.of(key).began or now
            for seat, name in self.at(key).items():
                yield Stay(name=name, key=key, seat=seat, began=began)


def finished(results: Iterable[Result]) -> Iterable[Stay]:
    """Who sat at games that have ended."""
    for each in results:
        key, began = Key(each.table, each.id), each.began or each.at
        for one in each.finishes:
            if one.name != one.seat:
                yield Stay(name=one.name, key=key, seat=one.seat, began=began, ended=each.at)
