"""Who sits at a game, as its set-up says, before any of it was played."""

from __future__ import annotations

from msgspec import Struct

from companion.play.record import Damaged, open_journal
from companion.titles.title import named
from companion.web.desk.namesakes import tidied
from companion.web.desk.store import DeskStore, Key


class Party(Struct, frozen=True):
    """The people of a game: seat → name, clockwise; it `began` at its first entry, seconds since 1970, 0 before."""

    names: dict[str, str] = {}
    began: float = 0.0


class Parties:
    """Who sits at games, read once: it does not change. Nobody sits where a game's head cannot be read."""

    def __init__(self, store: DeskStore) -> None:
        self._store = store
        self._known: dict[Key, Party] = {}

    def of(self, key: Key) -> Party:
        """Who sits at a game, and since when."""
        if (known := self._known.get(key)) is not None:
            return known
        found = Party(self._names(key), self._store.made_at(key, 1))
        if found.names and found.began:
            self._known[key] = found
        return found

    def _names(self, key: Key) -> dict[str, str]:
        head = self._store.head(key)
        if head is None:
            return {}
        try:
            journal = open_journal(head.game, bytes(head.setup), digest=head.digest)
        except Damaged:
            return {}
        return {seat: tidied(name) for seat, name in named(journal.setup).items()}
