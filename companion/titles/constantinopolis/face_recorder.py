"""Contracts whose faces were first read in a game: kept in the owner's copy, to be tapped in the next one."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path

from engine.constantinopolis.faces import UNREAD
from engine.constantinopolis.values import copy
from engine.event import Turned
from engine.journal import Journal

KEY = "contracts.faces"
log = logging.getLogger("companion")


def met(book: Journal) -> dict[str, int]:
    """The contracts that are known in this game, copies by ``cargo.gold.voyages``: typed in before, or read since."""
    read = Counter[str]()
    for number in book.live:
        for event in book.entries[number - 1].events:
            if isinstance(event, Turned) and event.piece == UNREAD:
                read[event.into.partition(":")[2]] += event.count
    return dict(Counter(book.setup.values.contracts.faces) + read)


class FaceRecorder:
    """Keeps what is `met` in a game in the owner's copy by `tell`, beside what stood there when it was opened.

    `path` is the owner's file, None where there is none yet. Called after every entry; a copy that cannot be written is
    logged once and left alone.
    """

    def __init__(self, book: Journal, path: Path | None, tell: Callable[[str, object], None]) -> None:
        self._book, self._tell = book, tell
        self._before: Mapping[str, int] = copy(path).contracts.faces
        self._kept = dict(self._before)

    def __call__(self) -> None:
        found = met(self._book)
        faces = {face: max(found.get(face, 0), self._before.get(face, 0)) for face in sorted({*found, *self._before})}
        if faces == self._kept:
            return
        self._kept = faces
        try:
            self._tell(KEY, faces)
        except (ValueError, OSError) as error:
            log.warning("what was drawn is known in this game only: %s", error)


def recorder(book: Journal, path: Path | None, tell: Callable[[str, object], None]) -> FaceRecorder | None:
    """The recorder of a game whose box holds contracts that have not been typed in; else None."""
    contracts = book.setup.values.contracts
    return FaceRecorder(book, path, tell) if sum(contracts.faces.values()) < contracts.copies else None
