"""Pieces of a finished game counted in a picture: it is taken or opened, read beside the screen, and corrected."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Literal

import numpy as np
from msgspec import Struct

from companion.play.reports import Crop, Frame
from companion.tasks.base import Task
from companion.tasks.faces import crop_of
from companion.titles.showing import Showing
from engine.sighting import Seen
from vision.camera.load import NotAPicture, TooLarge, load_picture, smaller
from vision.picture import Picture

SURE = 0.9
"""Share from which a piece counts without being asked about."""
LONG = 1280
"""px of the longer side of the picture on the screen."""
MARGIN = 0.15
"""How much is shown around a piece, as a share of its longer side."""
NO_PIECE = "none"
"""What a person calls something that was taken for a piece."""
State = Literal["live", "looking", "read"]
"""The camera's picture as it comes, a still one being read, or read."""
Trouble = Literal["", "picture", "large", "disk", "dark"]
"""Why a picture was not read: it is none, too large, cannot be opened, or there is none yet."""
Read = Callable[[Picture], Sequence[Seen]]
Live = Callable[[], Picture | None]
"""The newest picture of a camera; None while there is none newer than the one before."""


class FoundPiece(Struct, frozen=True, kw_only=True):
    """A piece in the picture: its label, "" in doubt, and the `likely` ones; corners as shares of the picture.

    `share` is that of the likeliest label, 0 to 1.
    """

    place: int
    label: str
    likely: tuple[str, ...]
    share: float
    named: bool
    corners: tuple[tuple[float, float], ...]
    crop: Crop


def each_of(label: str) -> tuple[str, ...]:
    """The pieces that a label stands for: ``cube:G+2`` is two more than can be seen."""
    name, _plus, more = label.partition("+")
    return (name,) * int(more or 1)


class PictureCount(Task):
    """Counts the pieces of a `showing` in still pictures; `read` finds them, `live` is the camera, None without one.

    `example` says that the pieces there were laid by virtual hands.
    One thread owns it, which calls `poll` often and `close` at the end; pictures are read in a thread of their own.
    """

    def __init__(
        self, showing: Showing, read: Read, live: Live | None = None, owned: Sequence[Callable[[], None]] = ()
    ) -> None:
        self.showing = showing
        self.state: State = "live"
        self.trouble: Trouble = ""
        self.example = False
        self.file = ""
        self.frame: Frame | None = None
        self.pieces: tuple[FoundPiece, ...] = ()
        self._read, self._live, self._owned = read, live, list(owned)
        self._newest: Picture | None = None
        self._still: Picture | None = None
        self._seen: Sequence[Seen] = ()
        self._named: dict[int, str] = {}
        self._reader = ThreadPoolExecutor(1, "count pieces")
        self._due: Future[tuple[Picture, Sequence[Seen]]] | None = None

    @property
    def has_camera(self) -> bool:
        """Is there a camera to show something to?"""
        return self._live is not None

    @property
    def doubtful(self) -> tuple[FoundPiece, ...]:
        """The pieces a person has to name."""
        return tuple(piece for piece in self.pieces if not piece.label)

    @property
    def labels(self) -> tuple[str, ...]:
        """What counts, each piece by itself."""
        named = (piece.label for piece in self.pieces if piece.label not in ("", NO_PIECE))
        return tuple(label for name in named for label in each_of(name))

    # --- pictures ---

    def poll(self) -> None:
        """Take in the camera's newest picture, and what was found in a still one."""
        if self.state == "live" and self._live is not None and (picture := self._live()) is not None:
            self._newest = picture
            self.frame = _frame(picture)
        if self._due is not None and self._due.done():
            due, self._due = self._due, None
            self._settle(due)

    def take(self) -> None:
        """Read the camera's newest picture."""
        picture = self._newest
        if picture is None:
            self.trouble = "dark"
            return
        self._begin("", lambda: (picture, self._read(picture)))

    def open(self, file: Path) -> None:
        """Read a picture file."""

        def look() -> tuple[Picture, Sequence[Seen]]:
            picture = load_picture(file)
            return picture, self._read(picture)

        self._begin(file.name, look)

    def read(self, picture: Picture) -> None:
        """Read a picture now, in the thread that asks."""
        self._taken(picture, self._read(picture))

    def again(self) -> None:
        """Let go of the still picture and look through the camera again; nothing that was counted is lost by it."""
        self.state, self.trouble, self.file = "live", "", ""
        self.pieces, self._seen, self._named, self._due = (), (), {}, None
        self.frame = None

    def close(self) -> None:
        """Let go of the camera; may be called twice."""
        self._reader.shutdown(wait=True, cancel_futures=True)
        while self._owned:
            self._owned.pop(0)()

    def _begin(self, file: str, look: Callable[[], tuple[Picture, Sequence[Seen]]]) -> None:
        self.again()
        self.state, self.file = "looking", file
        self.frame = None if file or self._newest is None else _frame(self._newest)
        self._due = self._reader.submit(look)

    def _settle(self, due: Future[tuple[Picture, Sequence[Seen]]]) -> None:
        """Show what was found; a picture that cannot be read leaves everything as it was before."""
        trouble: Trouble = ""
        try:
            picture, seen = due.result()
        except TooLarge:
            trouble = "large"
        except NotAPicture:
            trouble = "picture"
        except OSError:
            trouble = "disk"
        if trouble:
            file = self.file
            self.again()
            self.trouble, self.file = trouble, file
            return
        self._taken(picture, seen)

    def _taken(self, picture: Picture, seen: Sequence[Seen]) -> None:
        self.state, self.frame, self._still, self._seen = "read", _frame(picture), picture, seen
        self._show()

    def _show(self) -> None:
        assert self._still is not None
        self.pieces = tuple(self._piece(place, self._still, seen) for place, seen in enumerate(self._seen))

    def _piece(self, place: int, picture: Picture, seen: Seen) -> FoundPiece:
        high, wide = picture.shape[:2]
        shares = self._shares(seen)
        likely = tuple(sorted(shares, key=lambda label: -shares[label]))
        read = likely[0] if likely and shares[likely[0]] >= SURE else ""
        return FoundPiece(
            place=place,
            label=self._named.get(place, read),
            likely=likely,
            share=shares[likely[0]] if likely else 0.0,
            named=place in self._named,
            corners=tuple((x / wide, y / high) for x, y in seen.corners),
            crop=_cut(picture, seen),
        )

    def _shares(self, seen: Seen) -> dict[str, float]:
        """The share of each label; labels that count alike are one, the likeliest of them."""
        shares: dict[str, float] = {}
        meant: dict[str, str] = {}
        for guess in seen.guesses:
            kind = self.showing.kind(guess.value)
            if kind is None or guess.value.endswith("?"):
                continue
            counts = repr(kind.count(each_of(guess.value)))
            label = meant.setdefault(counts, guess.value)
            shares[label] = shares.get(label, 0.0) + guess.share
        return shares

    # --- what a person answers ---

    def name(self, place: int, label: str) -> None:
        """The piece at a place is this one; `NO_PIECE` says that it is none."""
        self._named[place] = label
        self._show()

    def leave_out(self) -> None:
        """What cannot be named does not count."""
        for piece in self.doubtful:
            self._named[piece.place] = NO_PIECE
        self._show()

    def at(self, x: float, y: float) -> int | None:
        """The place of the smallest piece at a point of the picture (shares of its sides); None beside all pieces."""
        there = [piece for piece in self.pieces if _holds(piece.corners, x, y)]
        return min(there, key=lambda piece: _area(piece.corners)).place if there else None


Corners = Sequence[tuple[float, float]]


def _sides(corners: Corners) -> tuple[float, float, float, float]:
    xs, ys = [x for x, _y in corners], [y for _x, y in corners]
    return min(xs), min(ys), max(xs), max(ys)


def _holds(corners: Corners, x: float, y: float) -> bool:
    left, top, right, low = _sides(corners)
    return left <= x <= right and top <= y <= low


def _area(corners: Corners) -> float:
    left, top, right, low = _sides(corners)
    return (right - left) * (low - top)


def _cut(picture: Picture, seen: Seen) -> Crop:
    """The part of the picture around a piece, small enough for a button."""
    high, wide = picture.shape[:2]
    left, top, right, low = _sides(seen.corners)
    margin = MARGIN * max(right - left, low - top)
    x0, y0 = (min(max(0, int(side - margin)), limit - 1) for side, limit in ((left, wide), (top, high)))
    x1, y1 = (max(int(side + margin) + 1, start + 1) for side, start in ((right, x0), (low, y0)))
    return crop_of(smaller(picture[y0 : min(high, y1), x0 : min(wide, x1)], LONG // 8))


def _frame(picture: Picture) -> Frame:
    """A picture (BGR) for the screen, no larger than the screen needs."""
    small = smaller(picture, LONG)
    high, wide = small.shape[:2]
    pixels = np.full((high, wide, 4), 255, np.uint8)
    pixels[:, :, :3] = small[:, :, ::-1]
    return Frame(pixels=pixels.tobytes(), width=wide, height=high)
