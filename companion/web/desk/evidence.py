"""The picture of the mat at a challenge, as a page shows it: checked before, and with what was read in words."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from companion.presenters.scene import Screens
from companion.views.common.parts import Word
from companion.web.desk.store import DeskStore, Key, Picture, picture_of
from devices.desk import PICTURE, SIDE, PictureMark
from vision.camera.load import JPEG, NotAPicture, decoded, size_of

SURE = 0.9
"""Share above which what was read counts as certain, as at the table."""
MOST_LINES = 5
"""So many things are named below the picture, the least sure ones first."""


class Frame(Struct, frozen=True):
    """What was read at one place: its corners x, y in px of the picture, and whether that is sure."""

    corners: tuple[int, ...]
    sure: bool


class ReadLine(Struct, frozen=True):
    """Things that were read alike: in words, how often where those do not say it, and each one's share from 0 to 1."""

    words: str
    times: int
    shares: tuple[float, ...]


class Evidence(Struct, frozen=True, kw_only=True):
    """The picture of a challenge: its digest, size in px, when it was made, what was read; `more` things unnamed."""

    digest: str
    wide: int
    high: int
    at: float
    frames: tuple[Frame, ...]
    lines: tuple[ReadLine, ...]
    more: int


def shown_picture(store: DeskStore, key: Key, challenge: int) -> Picture | None:
    """The picture of a challenge; None where there is none, or none that may be shown to a browser."""
    picture = picture_of(store, key, challenge)
    return picture if picture is not None and any(size(picture.data)) else None


@lru_cache(32)
def size(data: bytes) -> tuple[int, int]:
    """Width and height in px of a picture that is what a table may send; 0, 0 for anything else.

    Its head is read first: what claims to be larger is not decoded.
    """
    head = size_of(data)
    if not data.startswith(JPEG) or len(data) > PICTURE or max(head.wide, head.high) > SIDE:
        return 0, 0
    try:
        decoded(data, "a table's picture")
    except NotAPicture:
        return 0, 0
    return head.wide, head.high


def evidence_of(store: DeskStore, key: Key, challenge: int, title: Screens) -> Evidence | None:
    """What a page shows of a challenge's picture; None where there is none."""
    picture = shown_picture(store, key, challenge)
    if picture is None:
        return None
    wide, high = size(picture.data)
    lines = sorted(_read(picture.marks, title), key=lambda line: min(line.shares))
    return Evidence(
        digest=picture.digest,
        wide=wide,
        high=high,
        at=picture.at,
        frames=tuple(Frame(mark.corners, _sure(mark)) for mark in picture.marks),
        lines=tuple(lines[:MOST_LINES]),
        more=sum(len(line.shares) for line in lines[MOST_LINES:]),
    )


def _sure(mark: PictureMark) -> bool:
    return mark.share >= SURE and "?" not in mark.label


def _read(marks: Iterable[PictureMark], title: Screens) -> Iterable[ReadLine]:
    """What was read alike, together; goods by their kind."""
    shares: dict[str, list[float]] = {}
    goods: dict[str, int] = {}
    for mark in marks:
        piece, count = _goods(mark.label, title)
        shares.setdefault(piece, []).append(mark.share)
        if count:
            goods[piece] = goods.get(piece, 0) + count
    for piece, found in shares.items():
        times = 1 if piece in goods else len(found)
        yield ReadLine(_words(piece, goods.get(piece, 0), title), times, tuple(sorted(found, reverse=True)))


def _goods(label: str, title: Screens) -> tuple[str, int]:
    """A good and how many of it; any other label with 0."""
    try:
        return title.cube(label) or (label, 0)
    except ValueError:  # no table of ours says so
        return label, 0


def _words(piece: str, goods: int, title: Screens) -> str:
    """So many goods, or one of another piece, in words. A label that means nothing here stands as it is."""
    try:
        line = () if goods else title.mark_line(piece)
        if line and all(isinstance(part, Word) for part in line):
            return " ".join(part.text for part in line if isinstance(part, Word))
        return title.amount_words(piece, goods or 1)
    except (ValueError, LookupError):
        return piece
