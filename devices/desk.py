"""What a table and a club's desk tell each other on MQTT: topics and messages (docs/mqtt.md).

The topics have a root of their own: whoever may read `companion/#` sees nothing of a game's hidden pieces here.
"""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from devices.topics import NAME

ROOT = "desk"
USER = "desk"
"""The account of the desk; every other account is a table of that name."""
LARGEST = 64_000
"""Bytes of the largest payload that is read; the longest first entry of a game has 22,000."""
FROM_TABLE = ("status", "journal", "ruled", "picture")
FROM_DESK = ("heard", "ruling", "look", "seated")
PICTURE = 300_000
"""Bytes of the largest picture of a table (JPEG)."""
SIDE = 1280
"""Pixels of its longer side at most."""
PART = 36_000
"""Bytes of it that travel in one message: every broker there is takes `LARGEST`, and a journal never waits long."""
MOST_PARTS = -(-PICTURE // PART)
MOST_MARKS = 60
MOST_SEATS = 12
"""So many sit at a table at most."""

Number = Annotated[int, Meta(ge=0, le=1_000_000)]
Digest = Annotated[str, Meta(max_length=32, pattern=r"^[0-9a-f]*\Z")]
GameId = Annotated[str, Meta(min_length=1, max_length=80)]
RulingId = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[0-9a-zA-Z-]+\Z")]
Words = Annotated[str, Meta(max_length=400)]
Line = Annotated[str, Meta(max_length=60, pattern=r"^[^\x00-\x1f\x7f-\x9f]*\Z")]
"""Words on one line: nothing in them moves a terminal's cursor or ends a line of a log."""
Pixel = Annotated[int, Meta(ge=0, le=SIDE)]
How = Literal["stands", "back", "allow"]
OTHER_GAME, NO_CHALLENGE = "game", "challenge"
"""Why a table books no ruling: another game is played there now, or no such challenge stands any more."""


class TableStatus(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Retained: is the table there, which game runs, its newest entry, and in how many zones table and book differ.

    `pictures` says that its people let the desk see a picture of the mat at a challenge, `seated` is the mark of the
    last `Seated` that was heard.
    """

    online: bool
    game: Annotated[str, Meta(max_length=80)] = ""
    last: Number = 0
    digest: Digest = ""
    differs: Number = 0
    pictures: bool = False
    seated: Digest = ""


class HeadLine(Struct, frozen=True, kw_only=True, tag_field="type", tag="head"):
    """Entry 0: the game's name and what was agreed before it."""

    game: GameId
    name: Annotated[str, Meta(min_length=1, max_length=80)]
    setup: msgspec.Raw
    digest: Digest


class EntryLine(Struct, frozen=True, kw_only=True, tag_field="type", tag="entry"):
    """Any later entry, as a record holds it; `at` in seconds since 1970."""

    game: GameId
    number: Annotated[int, Meta(ge=1, le=1_000_000)]
    at: float
    origin: Annotated[str, Meta(max_length=80)]
    command: msgspec.Raw
    events: msgspec.Raw
    digest: Digest
    evidence: Annotated[str, Meta(max_length=8000)] = ""


class Heard(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The desk has kept every entry of `game` up to `number`, −1 for none; `again`: send what follows once more."""

    game: GameId
    number: Annotated[int, Meta(ge=-1, le=1_000_000)]
    digest: Digest = ""
    again: bool = False


class RulingOrder(Struct, frozen=True, kw_only=True):
    """The referee rules on the challenge that is entry `challenge`; sent until it is answered."""

    id: RulingId
    game: GameId
    challenge: Number
    how: How
    referee: Line = ""


class Ruled(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The answer: the entry it became, or why it became none: `game`, `challenge`, or the rule that forbids it."""

    id: RulingId
    game: GameId
    entry: Number = 0
    refused: Words = ""


class PictureWish(Struct, frozen=True, kw_only=True):
    """The desk lacks the picture of the table at the challenge that is entry `challenge`."""

    game: GameId
    challenge: Annotated[int, Meta(ge=1, le=1_000_000)]


class Seated(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Who sits at the table in a round of the desk's evening, in the order of their seats; nobody where none does."""

    round: Annotated[int, Meta(ge=0, le=10_000)]
    names: Annotated[tuple[Line, ...], Meta(max_length=MOST_SEATS)] = ()

    @property
    def mark(self) -> str:
        """By which a table says that it has heard this; empty where nobody sits."""
        return blake2b(msgspec.json.encode(self), digest_size=8).hexdigest() if self.names else ""


class PictureMark(Struct, frozen=True, kw_only=True):
    """Something the camera read: its label, how sure that is (0 to 1), and its corners x, y in px, clockwise."""

    label: Annotated[str, Meta(max_length=60)]
    share: Annotated[float, Meta(ge=0, le=1)]
    corners: tuple[Pixel, Pixel, Pixel, Pixel, Pixel, Pixel, Pixel, Pixel]


class PicturePart(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A part of the picture (JPEG) of the table at a challenge, made `at` seconds since 1970; the first has its marks.

    `digest` is that of the whole picture: the parts of one are known by it.
    """

    game: GameId
    challenge: Annotated[int, Meta(ge=1, le=1_000_000)]
    at: Annotated[float, Meta(ge=0, le=1e11)]
    digest: Annotated[str, Meta(pattern=r"^[0-9a-f]{32}\Z")]
    part: Annotated[int, Meta(ge=0, lt=MOST_PARTS)]
    parts: Annotated[int, Meta(ge=1, le=MOST_PARTS)]
    data: Annotated[bytes, Meta(min_length=1, max_length=PART)]
    marks: Annotated[tuple[PictureMark, ...], Meta(max_length=MOST_MARKS)] = ()


JournalLine = HeadLine | EntryLine
KINDS: dict[str, Any] = {
    **{"status": TableStatus, "journal": JournalLine, "ruled": Ruled},
    **{"picture": PicturePart, "heard": Heard, "ruling": RulingOrder, "look": PictureWish, "seated": Seated},
}
"""The last part of a topic → what its messages are."""
_READERS = {leaf: msgspec.json.Decoder(kind) for leaf, kind in KINDS.items()}


def topic(table: str, leaf: str) -> str:
    """`desk/<table>/<leaf>`."""
    return f"{ROOT}/{table}/{leaf}"


def parse(name: str) -> tuple[str, str]:
    """(table, leaf) of a topic; raises ValueError for any other."""
    parts = name.split("/")
    if len(parts) != 3 or parts[0] != ROOT or parts[2] not in KINDS or not re.match(NAME, parts[1]):
        raise ValueError(f"no topic of a desk: {name[:80]!r}")
    return parts[1], parts[2]


def read(leaf: str, payload: bytes) -> Any:
    """The message of a topic; raises ValueError naming what does not fit."""
    if len(payload) > LARGEST:
        raise ValueError(f"{len(payload)} bytes, at most {LARGEST} are read")
    try:
        return _READERS[leaf].decode(payload)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise ValueError(str(error)) from error
