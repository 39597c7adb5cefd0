"""The picture of the mat at a challenge, as a page shows it: checked before, and with what was read in words."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from companion.presenters.scene import Screens
from companion.views.common.parts import Glyph, Word
from companion.web.desk.store import DeskStore, Key, Picture, picture_of
from companion.wording import _
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
    """What was read alike, together; goods by their kind, of which one mark may be several."""
    counts: dict[str, int] = {}
    goods: dict[str, list[float]] = {}
    others: dict[str, list[float]] = {}
    for mark in marks:
        good, count = _goods(mark.label, title)
        if count:
            counts[good] = counts.get(good, 0) + count
            goods.setdefault(good, []).append(mark.share)
        else:
            others.setdefault(_words(mark.label, title), []).append(mark.share)
    for words, shares in others.items():
        yield ReadLine(words, len(shares), tuple(sorted(shares, reverse=True)))
    for good, shares in goods.items():
        yield ReadLine(title.amount_words(good, counts[good]), 1, tuple(sorted(shares, reverse=True)))


def _goods(label: str, title: Screens) -> tuple[str, int]:
    """A good and how many of it; any other label with 0."""
    try:
        return title.cube(label) or (label, 0)
    except ValueError:  # no table of ours says so
        return label, 0


def _words(label: str, title: Screens) -> str:
    """What was read on one thing, in words. A label that means nothing here stands as it is."""
    try:
        line = title.mark_line(label) or title.exact_line(label)
        said = " ".join(part.text for part in line if isinstance(part, Word))
        icons = [part.icon for part in line if isinstance(part, Glyph)]
        if "die" in icons:
            return _("die showing {n}").format(n=said)
        known = title.amount_words(label, 1) if icons or not said else label
        return said if known == label and said else known
    except (ValueError, LookupError):
        return label
