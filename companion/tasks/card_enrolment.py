"""Showing one's own cards to the camera: what lies there, how it was read, what has been filed under which face."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal

from msgspec import Struct

from companion.play.reports import Crop
from companion.tasks.base import Lender, Task
from companion.tasks.borrowed_camera import BorrowedCamera
from companion.tasks.faces import crop_of, drawn, is_face
from companion.tasks.same_place import Middle, lies_at, lies_still, middle
from engine.files import write_whole
from engine.sighting import Seen
from vision.cards.enrol import Candidate, EnrolError, Enrolment, laid_out
from vision.layouts.layout import load_layout
from vision.picture import Picture

LIST = "filed.json"
SURE = 0.97
"""Share from which a reading may be filed together with others, without a finger on it."""
Trouble = Literal["", "looks", "face", "box", "all", "disk"]
"""Why a card was not filed: look once more, no such face, no (more) such card in the box, all are filed, the disk."""


class OwnDeck(Struct, frozen=True, kw_only=True):
    """The cards an owner may enrol: the layout they are printed in, how many there are, of each face where that is
    known, and the field of the mat they are shown in. Of a deck of which each face is enough `once` further copies need
    not be shown.
    """

    family: str
    total: int
    box: Mapping[str, int] | None = None
    field: str = "draw"
    once: bool = False


class Laid(Struct, frozen=True, kw_only=True):
    """A card on the mat: its likeliest face and share, looks so far, and under which face it was filed, if it was."""

    place: int
    face: str
    share: float
    ready: bool
    filed: str
    crop: Crop
    drawn: Crop | None

    @property
    def sure(self) -> bool:
        """May it be filed together with others?"""
        return self.ready and self.share >= SURE and not self.face.endswith(":?")


class _Filed(Struct):
    """A filed card that still lies there: as it was seen, its face, and does a card that moved count as another?"""

    seen: Seen
    face: str
    strict: bool

    def is_here(self, seen: Seen) -> bool:
        """Is this the card that is seen? Where cards cannot be distinguished, only an untouched one is the same."""
        still = lies_still(self.seen, seen) if self.strict else lies_at(middle(self.seen), seen)
        return seen.best == self.seen.best and still


class CardEnrolment(Task):
    """Files the cards that are shown under their faces.

    Where the `deck` says how many of which face there are no more are accepted, else every face is. A face that is
    needed once and is filed again gets the newer pictures. Everything is kept in `folder` and goes on another day.
    `whole` takes the deck when it is closed after the last card was filed. Raises `EnrolError` if what is kept there is
    damaged.
    """

    def __init__(
        self,
        folder: Path,
        lender: Lender,
        deck: OwnDeck,
        whole: Callable[[Mapping[str, int]], object] | None = None,
    ) -> None:
        self.of, self.folder = deck, folder
        self._enrolment = Enrolment(folder, list(deck.box or ()))
        self._path = folder / LIST
        self._order = _listed(self._path)
        self._box = dict(deck.box or {})
        self.total = deck.total
        self.trouble: Trouble = ""
        self.cards: tuple[Laid, ...] = ()
        self._there: list[_Filed] = []
        self._objects: Sequence[Seen] = ()
        self._whole = whole
        self._camera = BorrowedCamera(lender, f"mat/{deck.field}")

    @property
    def family(self) -> str:
        """The family of the deck."""
        return self.of.family

    @property
    def tally(self) -> dict[str, int]:
        """How many cards of each face have been filed."""
        return dict(Counter(self._order))

    @property
    def count(self) -> int:
        """How many cards have been filed."""
        return len(self._order)

    @property
    def missing(self) -> tuple[str, ...]:
        """The faces of which one is still to be shown, where one of each is enough."""
        return tuple(face for face in self._box if face not in self._order) if self.of.once else ()

    @property
    def deck(self) -> dict[str, int] | None:
        """The whole deck, copies by ``cargo.gold.voyages``, once every card has been filed."""
        if self.of.once or self.count < self.total:
            return None
        return {face.partition(":")[2]: count for face, count in sorted(self.tally.items())}

    @property
    def all_filed(self) -> bool:
        """Has everything that lies there been filed?"""
        return bool(self.cards) and all(card.filed for card in self.cards)

    def middle_of(self, place: int) -> Middle:
        """Where the card at a place lies, in px of the picture."""
        return middle(self._objects[place])

    def close(self) -> None:
        """Give the camera back."""
        self._camera.close()
        if self._whole is not None and self.deck is not None:
            self._whole(self.deck)

    # --- looking ---

    def poll(self) -> None:
        """Take in what was seen since the last time."""
        for picture, objects in self._camera.seen():
            self._look(picture, objects)

    def again(self) -> None:
        """Look at what lies there as if for the first time."""
        self._enrolment.laid, self._objects = [], ()
        self._show()
        self._camera.again()

    def _look(self, picture: Picture, objects: Sequence[Seen]) -> None:
        for place, (seen, before) in enumerate(zip(objects, self._enrolment.laid, strict=False)):
            if before.guess != seen.best or not lies_still(self._objects[place], seen):
                self._enrolment.laid[place] = Candidate(place)
        self._objects = objects
        self._there = [filed for filed in self._there if any(filed.is_here(seen) for seen in objects)]
        self._enrolment.look(laid_out(picture, objects, load_layout(self.of.family).size))
        self._show()
        if not all(card.ready or card.filed for card in self.cards) or (self.of.once and self.all_filed):
            self._camera.again()  # where cards cannot be distinguished, the next ones may look like nothing new

    def _show(self) -> None:
        pairs = zip(self._enrolment.laid, self._objects, strict=True)
        self.cards = tuple(_laid(self.of.family, one, self._filed_as(seen)) for one, seen in pairs)

    def _filed_as(self, seen: Seen) -> str:
        return next((filed.face for filed in self._there if filed.is_here(seen)), "")

    # --- filing ---

    def confirm(self, place: int, face: str = "") -> bool:
        """File the card at a place under a face, what was read unless another is named; false with a `trouble`."""
        card = self.cards[place]
        face = face or card.face
        self.trouble = self._objection(card, face)
        if not self.trouble:
            self._file(card, face)
        self._show()
        return not self.trouble

    def keep(self) -> bool:
        """File every card that was read surely; false with a `trouble` if the last of them could not be filed."""
        self.trouble = ""
        for card in [card for card in self.cards if card.sure and not card.filed]:
            self.trouble = self._objection(card, card.face)
            if not self.trouble:
                self._file(card, card.face)
        self._show()
        return not self.trouble

    def take_back(self) -> None:
        """The last card filed is not filed after all."""
        if not self._order:
            return
        face = self._order.pop()
        if face not in self._order:
            self._enrolment.drop(face)
        self._there = [filed for filed in self._there if filed.face != face]
        self._keep()
        self._show()

    def _objection(self, card: Laid, face: str) -> Trouble:
        if not card.ready:
            return "looks"
        if not is_face(self.of.family, face):
            return "face"
        if self.of.once:
            return ""
        if self._box and self.tally.get(face, 0) >= self._box.get(face, 0):
            return "box"
        return "all" if self.count >= self.total else ""

    def _file(self, card: Laid, face: str) -> None:
        seen = self._objects[card.place]
        try:
            self._enrolment.confirm(card.place, face)
            self._refile(card.filed, face)
            self._keep()
        except (EnrolError, OSError):
            self.trouble = "disk"
            return
        others = [filed for filed in self._there if not filed.is_here(seen)]
        self._there = [*others, _Filed(seen, face, self.of.once)]

    def _refile(self, before: str, face: str) -> None:
        """A card that was filed under one face, or under none, is filed under another."""
        order = _without(self._order, before)
        if before not in order and before != face and self.of.once:
            self._enrolment.drop(before)
        self._order = [*(_without(order, face) if self.of.once else order), face]

    def _keep(self) -> None:
        write_whole(self._path, json.dumps(self._order, indent=0).encode())


def _laid(family: str, one: Candidate, filed: str) -> Laid:
    crop = crop_of(one.stills[-1])
    return Laid(
        place=one.place,
        face=one.guess,
        share=one.share,
        ready=one.ready,
        filed=filed,
        crop=crop,
        drawn=drawn(family, filed or one.guess),
    )


def _without(order: list[str], face: str) -> list[str]:
    """The list with the last of these left out."""
    at = len(order) - 1 - order[::-1].index(face) if face in order else len(order)
    return order[:at] + order[at + 1 :]


def _listed(path: Path) -> list[str]:
    if not path.exists():
        return []
    try:
        listed = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise EnrolError(f"the list of filed cards {str(path)!r} is damaged: {error}") from error
    if not isinstance(listed, list) or not all(isinstance(face, str) for face in listed):
        raise EnrolError(f"the list of filed cards {str(path)!r} is damaged: no list of faces")
    return listed
