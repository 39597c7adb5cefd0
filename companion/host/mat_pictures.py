"""The picture of the mat at a challenge, for a referee who sits elsewhere; only where the table agreed.

The desk keeps it and looks at it in `companion/web/desk/evidence.py`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from fnmatch import fnmatchcase
from hashlib import blake2b
from typing import TYPE_CHECKING

from msgspec import Struct

from companion.host.outbox import game_id
from companion.sensing.policy import Policy
from devices import desk
from devices.desk import PictureMark, PicturePart

if TYPE_CHECKING:
    from companion.host.camera import Eyes, MatView
    from companion.play.session import Session
    from engine.table import Zone
    from vision.mat.mat import MatZone
    from vision.zones import Mark


class Shown(Struct, frozen=True):
    """A picture (JPEG) of the mat, when it was made in seconds since 1970, and what was read on it."""

    data: bytes
    at: float
    marks: tuple[PictureMark, ...]


class MatPictures:
    """Takes one picture of the mat for each challenge, as soon as it stands; one thread owns it and calls `follow`.

    `eyes` returns those of the game that runs, None where no camera watches it.
    """

    def __init__(self, eyes: Callable[[], Eyes | None]) -> None:
        self._eyes = eyes
        self._asked: tuple[Eyes, str, int] | None = None
        self._made: tuple[tuple[str, int], Shown] | None = None

    def follow(self, session: Session | None) -> None:
        """Ask the camera for the picture of the challenge that stands, unless there is one already."""
        eyes, call = self._eyes(), session.challenge if session is not None else None
        if session is None or eyes is None or call is None:
            return
        matter = game_id(session.book), call.number
        if self.of(*matter) is not None or self._asked == (eyes, *matter):
            return
        self._asked = eyes, *matter
        eyes.view_mat(desk.SIDE, lambda zone: is_hidden(zone, session), lambda view: self._take(matter, view))

    def of(self, game: str, challenge: int) -> Shown | None:
        """The picture of a challenge; None where there is none, or none yet."""
        made = self._made
        return made[1] if made is not None and made[0] == (game, challenge) else None

    def _take(self, matter: tuple[str, int], view: MatView) -> None:
        """By the camera's thread."""
        shown = shown_of(view)
        if shown.data:
            self._made = matter, shown


def shown_of(view: MatView) -> Shown:
    """A view of the mat as it is sent, small enough; without bytes where it cannot be so small."""
    from vision.camera.mat_pictures import small_jpeg  # a table without a camera need not load it

    at = time.time() - (time.monotonic() - view.at)
    return Shown(small_jpeg(view.picture, desk.PICTURE), at, tuple(map(_mark, view.marks[: desk.MOST_MARKS])))


def _mark(mark: Mark) -> PictureMark:
    (a, b), (c, d), (e, f), (g, h) = mark.corners
    corners = (round(a), round(b), round(c), round(d), round(e), round(f), round(g), round(h))
    share = min(1.0, max(0.0, round(float(mark.share), 3)))
    return PictureMark(label=mark.label[:60], share=share, corners=corners)


def is_hidden(zone: MatZone, session: Session) -> bool:
    """May no more than a difference be reported of this field of the mat, or of what is shown in it?"""
    place, policy = session.places.get(zone.sighted_as, zone.sighted_as), session.policy
    return policy.is_private(place) or place in _shown_privately(policy)


def _shown_privately(policy: Policy) -> set[Zone]:
    """Where pieces are shown to the camera that go to a private zone."""
    private = policy.game.private
    return {
        there for which, there in policy.game.shown.items() if any(fnmatchcase(which, pattern) for pattern in private)
    }


def parts_of(shown: Shown, game: str, challenge: int) -> list[PicturePart]:
    """A picture as it is sent, in parts."""
    digest = blake2b(shown.data, digest_size=16).hexdigest()
    pieces = [shown.data[at : at + desk.PART] for at in range(0, len(shown.data), desk.PART)]
    return [
        PicturePart(game=game, challenge=challenge, at=shown.at, digest=digest, part=number, parts=len(pieces),
                    data=piece, marks=() if number else shown.marks)
        for number, piece in enumerate(pieces)
    ]  # fmt: skip
