"""What a desk keeps, whatever it keeps it in: entries that only grow, lies, rulings, and the club's own documents."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence, Set
from contextlib import AbstractContextManager
from hashlib import blake2b
from typing import Generic, Protocol, TypeVar

import msgspec
from msgspec import Struct

from companion.play.record import Head, Line
from devices.desk import PictureMark, PicturePart, RulingOrder
from engine.errors import WrongFile

T = TypeVar("T")


class Key(Struct, frozen=True, order=True):
    """A game at a table."""

    table: str
    game: str


class Mark(Struct, frozen=True):
    """The last entry that is kept of a game without a gap before it; number −1 where nothing is."""

    number: int = -1
    digest: str = ""


class Lie(Struct, frozen=True):
    """What a table sent that cannot be true: about entry `number`, at seconds since 1970."""

    number: int
    why: str
    at: float


class Ruling(Struct, frozen=True, kw_only=True):
    """A ruling as it was given at the desk; `entry` is what it became at the table, `refused` why it became nothing."""

    table: str
    order: RulingOrder
    at: float
    entry: int = 0
    refused: str = ""

    @property
    def open(self) -> bool:
        """Has the table not answered yet?"""
        return not self.entry and not self.refused


class Picture(Struct, frozen=True, kw_only=True):
    """What a table has sent as the picture (JPEG) of a challenge, put together, not looked at yet."""

    data: bytes
    at: float
    digest: str
    marks: tuple[PictureMark, ...]


MOST_PICTURES = 10
"""Of so many challenges at one table the pictures are kept, the newest."""


class Place(Struct, frozen=True, kw_only=True):
    """How a table is: heard or not, since when in seconds since 1970, zones that differ, and the game that runs.

    `pictures`: its people let the desk see the mat at a challenge.
    """

    online: bool
    since: float = 0.0
    differs: int = 0
    game: str = ""
    pictures: bool = False


class DeskStore(Protocol):
    """A store of a desk. What was written before `together` ends is kept whole, or not at all.

    Every write may come twice: (table, game, number) is kept once, and the first one holds. `NotWritten` where the
    disk or the database refuses. Several desks may write one store at a time.
    """

    shared: bool
    """May other processes write it too?"""

    def together(self) -> AbstractContextManager[None]:
        """What is written within is on the disk when it ends."""
        ...

    def hold(self, name: str) -> None:
        """Within `together`: until it ends, no other desk that holds this name goes on."""
        ...

    def expect(self, keys: Collection[Key]) -> None:
        """Within `together`: the marks of these games are asked for next."""
        ...

    def news(self) -> Set[str]:
        """The tables of which other desks have kept something since this was asked last."""
        ...

    def begin(self, key: Key, head: Head, at: float) -> None:
        """Keep the head of a game, its entry 0."""
        ...

    def append(self, key: Key, line: Line, /) -> bool:
        """Keep the entry that follows the last one; False, changing nothing, for any other number."""
        ...

    def mark(self, key: Key) -> Mark:
        """How far a game is kept."""
        ...

    def size(self, table: str) -> int:
        """How many bytes are kept of a table's games, their lines alone."""
        ...

    def digest(self, key: Key, number: int) -> str:
        """The digest of an entry that is kept; empty for one that is not."""
        ...

    def made_at(self, key: Key, number: int) -> float:
        """When an entry was made by the clock of its table, seconds since 1970; 0 for one that is not kept."""
        ...

    def head(self, key: Key) -> Head | None:
        """The head of a game, if it is kept."""
        ...

    def lines(self, key: Key, since: int = 0) -> list[Line]:
        """The entries after number `since`, in their order."""
        ...

    def games(self, table: str = "") -> Sequence[Key]:
        """Every game, or those of one table, in the order in which the desk first heard of them."""
        ...

    def accuse(self, key: Key, lie: Lie) -> None:
        """Keep that a table sent what cannot be true; the first such report of an entry holds."""
        ...

    def lies(self, key: Key) -> Sequence[Lie]:
        """What a table sent of a game that cannot be true."""
        ...

    def add_part(self, key: Key, part: PicturePart, at: float) -> None:
        """Keep a part of a challenge's picture, once; a newer picture takes the place of an older one.

        Of one table the pictures of `MOST_PICTURES` challenges are kept, by the time `at` which they came.
        """
        ...

    def parts(self, key: Key, challenge: int) -> list[PicturePart]:
        """What is kept of a challenge's picture, in its order."""
        ...

    def whole(self, key: Key, challenge: int) -> str:
        """The digest of a challenge's picture, once all of it is there; empty until then."""
        ...

    def order(self, ruling: Ruling) -> None:
        """Keep a ruling before it is sent."""
        ...

    def answer(self, table: str, id: str, entry: int, refused: str) -> None:
        """What a ruling became at the table that was asked; the first answer holds."""
        ...

    def rulings(self) -> Sequence[Ruling]:
        """All of them, oldest first."""
        ...

    def due(self, now: float, before: float) -> Sequence[Ruling]:
        """The open rulings that no desk has sent since `before`; from `now` on they count as sent."""
        ...

    def keep(self, name: str, data: bytes) -> None:
        """Keep a document of the club in place of the one of that name."""
        ...

    def kept(self, name: str) -> bytes:
        """The document of that name; empty where there is none."""
        ...

    def close(self) -> None:
        """Let go of it; may be called twice."""
        ...


def read_document(store: DeskStore, name: str, kind: type[T]) -> T | None:
    """A document of the club's own; None where none was kept. `WrongFile` for one that cannot be read."""
    if not (data := store.kept(name)):
        return None
    try:
        return msgspec.json.decode(data, type=kind)
    except ValueError as error:
        raise WrongFile(f"the desk's file: what it keeps of {name!r} cannot be read: {error}") from error


class Document(Generic[T]):
    """A document of the club's own as it was read last; several desks may change it, one after the other.

    `WrongFile` for one that cannot be read.
    """

    def __init__(self, store: DeskStore, name: str, kind: type[T], empty: T) -> None:
        self._store, self._name, self._kind, self._empty = store, name, kind, empty
        self.value: T = self._read()

    def refresh(self) -> None:
        """Read it anew, where other desks may have changed it."""
        if self._store.shared:
            self.value = self._read()

    def change(self, by: Callable[[T], T]) -> None:
        """Put what `by` makes of it in its place; where the disk refuses, nothing has changed."""
        with self._store.together():
            self._store.hold(self._name)
            self.refresh()
            changed = by(self.value)
            self._store.keep(self._name, msgspec.json.encode(changed))
        self.value = changed

    def _read(self) -> T:
        found = read_document(self._store, self._name, self._kind)
        return self._empty if found is None else found


def picture_of(store: DeskStore, key: Key, challenge: int) -> Picture | None:
    """The picture of a challenge, once all of it is there; its digest fits."""
    parts = store.parts(key, challenge)
    if not parts or len(parts) < parts[0].parts:
        return None
    first, data = parts[0], b"".join(part.data for part in parts)
    if blake2b(data, digest_size=16).hexdigest() != first.digest:
        return None
    return Picture(data=data, at=first.at, digest=first.digest, marks=first.marks)
