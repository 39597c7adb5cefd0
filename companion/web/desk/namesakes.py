"""People of one name: who plays at two tables at a time is two people, and the referee tells them apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from companion.titles.title import printable
from companion.web.desk.store import DeskStore, Document, Key
from engine.errors import WrongInput

DOCUMENT = "namesakes"
MOST = 10_000
"""So many are told apart at most."""
SLACK = 60.0
"""Seconds by which clocks of tables may differ: who has sat at both for no longer went from one to the other."""
Seated = Mapping[str, str]
"""Seat → who sits there."""


class Told(Struct, frozen=True):
    """The referee says who sits at a seat of a game."""

    table: str
    game: str
    seat: str
    name: str


class Stay(Struct, frozen=True, kw_only=True):
    """Somebody sits at a game from `began` to `ended`, seconds since 1970; for ever while it is played."""

    name: str
    key: Key
    seat: str
    began: float
    ended: float = float("inf")


def tidied(name: str) -> str:
    """A name as it is kept at the desk: one blank between its words, none at its ends."""
    return printable(" ".join(name.split()))


class Namesakes:
    """Who sits at the seats of games by the word of the referee, kept in the store."""

    def __init__(self, store: DeskStore) -> None:
        self._document = Document(store, DOCUMENT, list[Told], [])
        self._by_game = _by_game(self._document.value)

    @property
    def told(self) -> Sequence[Told]:
        """All that was told and was not taken back, in the order in which it was told."""
        return self._document.value

    def refresh(self) -> None:
        """Read it anew, where other desks may have changed it."""
        self._document.refresh()
        self._by_game = _by_game(self._document.value)

    def at(self, key: Key) -> Seated:
        """The seats of a game of which it was told who sits there."""
        return self._by_game.get(key, {})

    def tell(self, key: Key, seat: str, name: str) -> None:
        """This person sits there; without a name, whoever the table says. Told twice it is the same.

        `WrongInput` for too many.
        """
        self._document.change(lambda kept: _with(kept, Told(key.table, key.game, seat, tidied(name))))
        self._by_game = _by_game(self._document.value)


def _by_game(every: Iterable[Told]) -> dict[Key, dict[str, str]]:
    found: dict[Key, dict[str, str]] = {}
    for told in every:
        found.setdefault(Key(told.table, told.game), {})[told.seat] = told.name
    return found


def _with(kept: Sequence[Told], told: Told) -> list[Told]:
    where = (told.table, told.game, told.seat)
    others = [each for each in kept if (each.table, each.game, each.seat) != where]
    if told.name and len(others) >= MOST:
        raise WrongInput(f"at most {MOST} people are told apart")
    return [*others, told] if told.name else others


def at_once(stays: Iterable[Stay]) -> dict[str, list[Stay]]:
    """Those of one name who sit at two places at a time, by name, first who came first."""
    by_name: dict[str, list[Stay]] = {}
    for stay in sorted(stays, key=lambda stay: (stay.began, stay.key, stay.seat)):
        by_name.setdefault(stay.name, []).append(stay)
    found = {name: _doubled(mine) for name, mine in sorted(by_name.items()) if len(mine) > 1}
    return {name: mine for name, mine in found.items() if mine}


def _doubled(mine: Sequence[Stay]) -> list[Stay]:
    """Those who sit there while another one does; `mine` are of one name, first who came first."""
    found, last = set[int](), 0
    for number, stay in enumerate(mine[1:], 1):
        if min(stay.ended, mine[last].ended) - stay.began > SLACK:
            found |= {last, number}
        if stay.ended > mine[last].ended:
            last = number
    return [mine[number] for number in sorted(found)]
