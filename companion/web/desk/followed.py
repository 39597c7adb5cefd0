"""A game as the desk follows it: the journal played along from what the table sent, and a look at it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from companion.host.opening import new_session
from companion.play.record import Damaged, append_line, decided_again, open_journal
from companion.presenters.look import Look
from companion.presenters.scene import Scene
from companion.presenters.title_screens import screens_of
from companion.titles import title_of
from companion.web.desk.store import DeskStore, Key
from engine.journal import Journal


class Followed:
    """The journal of one game, as far as it is kept; `broken` says at which entry it cannot be played on, and why.

    `call` says what the person at a seat is called at this desk, who gave that name at the table.
    """

    def __init__(self, store: DeskStore, key: Key, call: Callable[[str, str], str]) -> None:
        self.key, self._call = key, call
        self.journal: Journal | None = None
        self.broken: tuple[int, str] | None = None
        self._store = store
        self._judged = 0

    def catch_up(self) -> None:
        """Take in what was kept since."""
        if self.broken is not None or not self._begin() or self.journal is None:
            return
        for line in self._store.lines(self.key, self.journal.last):
            try:
                append_line(self.journal, line)
                if line.number == 1:
                    self.rename()
            except Damaged as error:
                self.broken = line.number, str(error)
                return

    def _begin(self) -> bool:
        """The journal, opened from its head; False where there is none yet, or none that can be read here."""
        if self.journal is None and (head := self._store.head(self.key)) is not None:
            try:
                self.journal = open_journal(head.game, bytes(head.setup), digest=head.digest)
            except Damaged as error:
                self.broken = 0, str(error)
        return self.journal is not None

    @property
    def last(self) -> int:
        """The number of the newest entry that was taken in."""
        return self.journal.last if self.journal is not None else 0

    @cached_property
    def scene(self) -> Scene | None:
        """The game as its own screens look at it, now and later; None for one that has not begun, or has no screens."""
        journal = self.journal
        screens = screens_of(journal.game.name) if journal is not None else None
        if journal is None or not journal.entries or screens is None:
            return None
        session = new_session(journal, held=True)  # nothing is ever entered
        session.names = {seat: self._call(seat, name) for seat, name in session.names.items()}
        return Scene(session, Look(), {}, screens)

    def give_up(self, error: Exception) -> None:
        """The game is not followed any more: what was sent of it is kept, and nothing is shown."""
        self.broken = self.journal.last if self.journal is not None else 0, str(error)
        self.journal = None
        self.rename()

    def rename(self) -> None:
        """People are called otherwise from now on."""
        self.__dict__.pop("scene", None)

    @property
    def over(self) -> bool:
        """Has the game ended?"""
        return self.journal is not None and title_of(self.journal.game.name).over(self.journal.state)

    def unlawful(self) -> str:
        """What the rules decide otherwise than the finished game says; empty for a game that was played by them.

        Asked once for each end of a game, since it is decided anew from its first entry.
        """
        if self.journal is None or not self.over or self._judged == self.journal.last:
            return ""
        self._judged = self.journal.last
        try:
            decided_again(self.journal)
        except Damaged as error:
            return str(error)
        return ""
