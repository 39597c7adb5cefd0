"""Enrols an owner's cards: lay cards, look, confirm, until every card of the family is known."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from engine.errors import WrongInput
from engine.files import write_whole
from engine.sighting import Seen
from vision.camera.load import NotAPicture, load_picture, write_picture
from vision.cards.find import straightened
from vision.picture import Picture

CROP = 5.0  # px per mm of a kept picture: 220 × 315 for a contract
LIST = "enrolled.json"
STILLS = 2  # looks at a card before it can be confirmed
ALIKE = 0.93  # correlation of two stills of one place from which they show the same card
THUMB = (40, 56)  # px in which stills are compared
PLAIN = re.compile(r"[^\w.:-]+")


class EnrolError(WrongInput):
    """Something cannot be enrolled; the message is for a player."""


@dataclass
class Candidate:
    """A card on the mat: its stills (straightened, BGR), and the likeliest face by its regions."""

    place: int
    stills: list[Picture] = field(default_factory=list)
    guess: str = ""
    share: float = 0.0

    @property
    def ready(self) -> bool:
        """Whether it has enough stills to be confirmed."""
        return len(self.stills) >= STILLS


class Enrolment:
    """Enrols cards: `look` takes those on the mat, `confirm` files one under its face, `missing` lists what is left.

    Crops are kept in `folder` as ``<face>-<n>.png`` beside ``enrolled.json``, so that it can be continued later.
    `wanted` lists the faces of the family, each as often as it is in the box; without it every face is accepted.
    """

    def __init__(self, folder: Path, wanted: Sequence[str] = ()) -> None:
        self.folder = folder
        self.wanted = list(wanted)
        self.laid: list[Candidate] = []
        folder.mkdir(parents=True, exist_ok=True)
        self._known = _listed(folder)

    @property
    def known(self) -> dict[str, int]:
        """How many stills are kept of each face."""
        return dict(self._known)

    @property
    def missing(self) -> list[str]:
        """The wanted faces that are not confirmed yet, each once."""
        return [face for face in dict.fromkeys(self.wanted) if face not in self._known]

    def look(self, cards: Sequence[tuple[Picture, str, float]]) -> list[Candidate]:
        """Take the cards of a still frame in their order on the mat: crop, likeliest face and its share.

        A place that shows another card than at the look before starts anew.
        """
        fresh = []
        for place, (crop, guess, share) in enumerate(cards):
            before = self.laid[place] if place < len(self.laid) else None
            same = before is not None and bool(before.stills) and _alike(before.stills[-1], crop)
            candidate = before if same and before is not None else Candidate(place)
            candidate.stills.append(crop)
            if share >= candidate.share:
                candidate.guess, candidate.share = guess, share
            fresh.append(candidate)
        self.laid = fresh
        return fresh

    def confirm(self, place: int, face: str = "") -> str:
        """File the card at a place under a face, the guess unless another is named; EnrolError, OSError."""
        if not 0 <= place < len(self.laid):
            raise EnrolError(f"no card lies at place {place + 1}")
        candidate = self.laid[place]
        face = face or candidate.guess
        if not candidate.ready:
            raise EnrolError(f"look once more: {len(candidate.stills)} of {STILLS} looks at card {place + 1}")
        if not face or face.endswith(":?") or PLAIN.search(face):
            raise EnrolError(f"say what card {place + 1} shows: {face!r} is no face")
        if self.wanted and face not in self.wanted:
            raise EnrolError(f"{face!r} is not in this box")
        self._keep(face, candidate.stills)
        return face

    def drop(self, face: str) -> None:
        """Forget a face and delete its pictures."""
        for number in range(self._known.pop(face, 0)):
            self._path(face, number).unlink(missing_ok=True)
        self._list()

    def _path(self, face: str, number: int) -> Path:
        return self.folder / _named(face, number)

    def _keep(self, face: str, stills: Sequence[Picture]) -> None:
        kept = stills[-STILLS - 1 :]
        for number, still in enumerate(kept):
            write_picture(self._path(face, number), still)
        self._known[face] = len(kept)
        self._list()

    def _list(self) -> None:
        write_whole(self.folder / LIST, json.dumps(self._known, indent=1, sort_keys=True).encode())


def enrolled_pictures(folder: Path) -> dict[str, Picture]:
    """The newest picture of each enrolled face, at CROP px per mm; EnrolError for a damaged list or picture."""
    try:
        return {face: load_picture(folder / _named(face, count - 1)) for face, count in _listed(folder).items()}
    except NotAPicture as error:
        raise EnrolError(f"an enrolled picture is damaged: {error}") from error


def _named(face: str, number: int) -> str:
    return f"{face.replace(':', '_')}-{number}.png"


def laid_out(frame: Picture, seen: Sequence[Seen], size: tuple[float, float]) -> list[tuple[Picture, str, float]]:
    """What `Enrolment.look` takes: the cards of `size` mm that were seen in a frame, straightened at CROP px per mm."""
    corners = [np.array(one.corners) for one in seen]
    return [(straightened(frame, c, size, CROP), s.best, s.share) for c, s in zip(corners, seen, strict=True)]


def _alike(one: Picture, other: Picture) -> bool:
    first, second = (
        cv2.resize(p, THUMB, interpolation=cv2.INTER_AREA).astype(np.float32).ravel() for p in (one, other)
    )
    return float(np.corrcoef(first, second)[0, 1]) >= ALIKE


def _listed(folder: Path) -> dict[str, int]:
    path = folder / LIST
    if not path.exists():
        return {}
    try:
        listed = json.loads(path.read_text(encoding="utf-8"))
        return {str(face): int(count) for face, count in listed.items()}
    except (ValueError, AttributeError, TypeError) as error:
        raise EnrolError(f"the list of enrolled cards {str(path)!r} is damaged: {error}") from error
