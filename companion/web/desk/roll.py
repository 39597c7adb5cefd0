"""The people of a club: by name, or by number where others may see the screen."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from companion.web.desk.store import DeskStore, Document
from engine.errors import NotFound

DOCUMENT = "people"


class _Kept(Struct, frozen=True):
    """Names with their numbers, from 1, and whether people are called by them."""

    known: dict[str, int] = {}
    numbers: bool = False


class Roll:
    """Who has which number, kept in the store: a name has the same one at every table and on every evening."""

    def __init__(self, store: DeskStore) -> None:
        self._document = Document(store, DOCUMENT, _Kept, _Kept())
        self.refresh = self._document.refresh

    @property
    def _kept(self) -> _Kept:
        return self._document.value

    @property
    def numbers(self) -> bool:
        """Are people called by number?"""
        return self._kept.numbers

    def call(self, name: str) -> str:
        """What a person is called at this desk."""
        number = self.number(name)
        return str(number) if self._kept.numbers else name

    def number(self, name: str) -> int:
        """A person's number; the next free one for a name that is new."""
        if name not in self._kept.known:
            self._document.change(lambda kept: _with(kept, name))
        return self._kept.known[name]

    def name_of(self, number: int) -> str:
        """Who has a number; `NotFound` where nobody has."""
        for name, known in self._kept.known.items():
            if known == number:
                return name
        raise NotFound(f"nobody has the number {number}")

    def call_by(self, *, numbers: bool) -> None:
        """Call people by number, or by name."""
        self._document.change(lambda kept: replace(kept, numbers=numbers))


def _with(kept: _Kept, name: str) -> _Kept:
    return replace(kept, known={**kept.known, name: kept.known.get(name, len(kept.known) + 1)})
