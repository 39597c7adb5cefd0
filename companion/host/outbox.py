"""What of a game a desk has, and what it is sent next: the journal itself is what waits to be sent.

The desk takes it in with `companion/web/desk/intake.py`, which keeps each entry once.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from companion.play.record import head_digest, line_of
from companion.wording import _
from devices.desk import EntryLine, HeadLine, Heard
from engine.files import read_whole, write_whole
from engine.journal import Journal

log = logging.getLogger("companion")
WINDOW = 32
"""Entries that may be on their way before the desk has answered."""
PATIENCE = 2.0
"""Seconds without an answer after which the first entry on its way is sent again, to ask for one."""
ASKED_AGAIN = 1.0
"""The same once it has been asked: a desk that is down, or has no node, is heard as soon as it is back."""
FILE = "heard.json"
Number = Annotated[int, Meta(ge=-1)]
"""Of an entry, −1 before the first."""
MOST_BYTES = 100_000
MOST_GAMES = 50
"""So many games are remembered; of an older one the desk says itself what it has."""


def game_id(book: Journal) -> str:
    """The name a game has at every desk: that of its rules and the digest of its first entry; empty before that."""
    return f"{book.game.name[:40]}-{book.entries[0].digest}" if book.entries else ""


class Outbox:
    """Sends every entry in order and goes on from the last one that was heard, whatever happens to either side.

    `heard` is the number of the last entry the desk has kept, −1 for none; entry 0 is the head. `trouble` says that
    the desk holds another game under this one's name.
    """

    def __init__(self, book: Journal, heard: int = -1) -> None:
        self.book, self.game = book, game_id(book)
        self.heard = min(heard, book.last)
        self.trouble = ""
        self._sent, self._moved = self.heard, 0.0
        self._asked: int | None = None

    def due(self, now: float) -> list[bytes]:
        """The lines to send now, each once; where no answer came in time, the first of them again.

        A desk that is late has the others already. One that has lost them answers for that one alone, and is sent them.
        """
        patience = PATIENCE if self._asked is None else ASKED_AGAIN
        if not self.trouble and self._sent > self.heard and now - self._moved > patience:
            self._asked, self._moved = self.heard + 1, now
            return [self._line(self._asked)]
        most = min(self.book.last, self.heard + WINDOW)
        if self.trouble or self._sent >= most:
            return []
        numbers = range(self._sent + 1, most + 1)
        self._sent, self._moved = most, now
        return [self._line(number) for number in numbers]

    def take(self, answer: Heard, now: float) -> None:
        """The desk says what it has: its word holds, for a new desk has nothing yet."""
        if answer.game != self.game:
            return
        if answer.number > self.book.last or answer.digest != self._digest(answer.number):
            self.trouble = _("the desk has another line {n} of this game").format(n=answer.number)
            return
        self.trouble, self._moved = "", now
        back = answer.again or answer.number < self.heard or answer.number == self._asked
        if self._asked is not None and answer.number >= self._asked:
            self._asked = None
        self.heard = answer.number
        self._sent = answer.number if back else max(self._sent, answer.number)

    def again(self) -> None:
        """The connection is a new one: what was on its way may be lost."""
        self._sent = self.heard

    def _digest(self, number: int) -> str:
        if number < 1:
            return "" if number < 0 else self._head_digest
        return self.book.entries[number - 1].digest

    @property
    def _setup(self) -> bytes:
        return msgspec.json.encode(self.book.setup, order="deterministic")

    @property
    def _head_digest(self) -> str:
        return head_digest(self.book.game.name, self._setup)

    def _line(self, number: int) -> bytes:
        if number == 0:
            name, setup = self.book.game.name, msgspec.Raw(self._setup)
            return msgspec.json.encode(HeadLine(game=self.game, name=name, setup=setup, digest=self._head_digest))
        line = line_of(self.book.codec, self.book.entries[number - 1])
        said = {field: getattr(line, field) for field in line.__struct_fields__}
        return msgspec.json.encode(EntryLine(game=self.game, **said))


def read_heard(folder: Path) -> dict[str, int]:
    """The number of the last entry each game's desk has; nothing where that was never kept, or cannot be read."""
    try:
        return msgspec.json.decode(read_whole(folder / FILE, MOST_BYTES), type=dict[str, Number])
    except FileNotFoundError:
        return {}
    except (ValueError, OSError) as error:
        log.warning("the desk is asked what it has: %s: %s", FILE, error)
        return {}


def keep_heard(folder: Path, heard: Mapping[str, int]) -> None:
    """Keep them beside the journal; a disk that refuses is logged: the desk says it again."""
    try:
        write_whole(folder / FILE, msgspec.json.encode(dict([*heard.items()][-MOST_GAMES:])))
    except OSError as error:
        log.warning("what the desk has is not kept: %s", error)
