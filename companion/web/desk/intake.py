"""What a table sends, held against what is kept of it: known, new, a gap, or something that cannot be true."""

from __future__ import annotations

import math
from typing import Literal

import msgspec

from companion.play.challenges import is_call
from companion.play.record import FORM, LATEST, Head, Line, head_digest, line_digest
from companion.web.desk.store import DeskStore, Key, Lie
from devices.desk import EntryLine, HeadLine, Heard, JournalLine, PicturePart, TableStatus
from engine.journal import Learn, Remark

Fate = Literal["kept", "known", "gap", "lie", "refused"]
MOST_GAMES = 100
"""So many games of one table are kept in an evening."""
MOST_LIES = 20
"""So many are kept of one game: the first of them are enough."""
MOST_BYTES = 100_000_000
"""So many are kept of one table: a game has less than a megabyte."""

MOST_LEARNT = 20
"""So many values may have been told while a challenge stands; of an older one no picture is taken."""


class Intake:
    """Keeps entries in their order, each once, and checks the chain of digests; it needs no rules of any game."""

    def __init__(self, store: DeskStore) -> None:
        self._store = store

    def take(self, table: str, line: JournalLine, at: float) -> Fate:
        """Keep a line if it is the next one, and say what became of it."""
        key = Key(table, line.game)
        return self._head(key, line, at) if isinstance(line, HeadLine) else self._entry(key, line, at)

    def heard(self, key: Key, again: bool = False) -> Heard:
        """What the table is told: the last entry that is kept, and whether what follows is to be sent again."""
        mark = self._store.mark(key)
        return Heard(game=key.game, number=mark.number, digest=mark.digest, again=again)

    def check(self, table: str, status: TableStatus, at: float) -> Fate:
        """Is the newest entry a table says it has the one that is kept here?"""
        key = Key(table, status.game)
        kept = self._store.digest(key, status.last)
        if not kept:
            return "gap" if self._store.mark(key).number < status.last else "known"
        return "known" if kept == status.digest else self._lie(key, status.last, OTHER, at)

    def picture(self, table: str, part: PicturePart, at: float) -> Fate:
        """Keep a part of a picture, if the challenge that it shows stands."""
        key = Key(table, part.game)
        if part.part >= part.parts or not self._stands(key, part.challenge):
            return "refused"
        self._store.add_part(key, part, at)
        return "kept"

    def _stands(self, key: Key, challenge: int) -> bool:
        """Is this entry a challenge behind which nothing was done?"""
        if not challenge <= self._store.mark(key).number <= challenge + MOST_LEARNT:
            return False
        try:
            first, *others = (
                msgspec.json.decode(line.command, type=Remark | Learn) for line in self._store.lines(key, challenge - 1)
            )
        except msgspec.MsgspecError:  # a command of the game: the challenge is over
            return False
        return is_call(first) and all(isinstance(each, Learn) for each in others)

    def _head(self, key: Key, line: HeadLine, at: float) -> Fate:
        kept = self._store.digest(key, 0)
        if kept:
            return "known" if kept == line.digest else self._lie(key, 0, OTHER, at)
        if len(self._store.games(key.table)) >= MOST_GAMES:
            return "refused"
        if not _fits(line):
            return self._lie(key, 0, UNFIT, at)
        self._store.begin(key, Head(FORM, line.name, line.setup, line.digest), at)
        return "kept"

    def _entry(self, key: Key, line: EntryLine, at: float) -> Fate:
        mark = self._store.mark(key)
        if line.number > mark.number + 1:
            return "gap"
        if line.number <= mark.number:
            known = self._store.digest(key, line.number) == line.digest
            return "known" if known else self._lie(key, line.number, OTHER, at)
        entry = _line(line)
        before = mark.digest if line.number > 1 else ""
        if not (math.isfinite(line.at) and 0 <= line.at <= LATEST) or line_digest(before, entry) != line.digest:
            return self._lie(key, line.number, UNFIT, at)
        if line.number == 1 and not key.game.endswith(line.digest):
            return self._lie(key, 1, MISNAMED, at)
        if self._store.size(key.table) >= MOST_BYTES:
            return "refused"
        return "kept" if self._store.append(key, entry) else "gap"

    def _lie(self, key: Key, number: int, why: str, at: float) -> Fate:
        if len(self._store.lies(key)) < MOST_LIES:
            self._store.accuse(key, Lie(number, why, at))
        return "lie"


OTHER = "other"
"""The table sent another entry of that number before."""
UNFIT = "unfit"
"""The digest does not fit what stands there, or what was sent before."""
MISNAMED = "misnamed"
"""The game is called after another first entry."""
UNPLAYABLE = "unplayable"
"""The entry cannot have happened in this game."""
UNLAWFUL = "unlawful"
"""The rules give the entry other consequences."""


def _fits(line: HeadLine) -> bool:
    """Is a head's digest that of its name and set-up? Bytes that are no text have none."""
    try:
        return head_digest(line.name, bytes(line.setup)) == line.digest
    except UnicodeDecodeError:
        return False


def _line(line: EntryLine) -> Line:
    return Line(**{field: getattr(line, field) for field in Line.__struct_fields__})
