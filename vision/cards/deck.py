"""Reads the cards of a deck whose faces are all listed: the prints of every region compared in colour."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from types import MappingProxyType

import cv2
import numpy as np

from engine.errors import WrongInput
from engine.sighting import Guess
from vision.cards.find import paper_white
from vision.cards.match import EFFECTIVE, Stencil, flattened, log_shares, normalised, softened
from vision.cards.read import CAMERA_BLUR, DRAWN, REACH, SCALE, SHIFT, Look, Parts, fit_of, seen_of
from vision.layouts.layout import Layout, Region, load_layout
from vision.picture import Picture, Points
from vision.printing.cards import PAPER, print_region
from vision.printing.sheet import Sheet

PART = 2.0  # prints on these cards are about 38 mm wide, twice a contract's: so is what counts as broad
FAINTEST = 30.0  # grey levels of contrast above which something is printed in a region


class DeckReader:
    """Reads cards by a layout that lists its `faces`; WrongInput when it lists none.

    `faces` are those in this game, if not all; WrongInput names one that the layout does not list.
    """

    def __init__(self, name: str, faces: Sequence[str] = ()) -> None:
        self.layout = load_layout(name)
        if not self.layout.faces:
            raise WrongInput(f"the layout {name!r} lists no faces")
        if odd := [face for face in faces if face not in self.layout.faces]:
            raise WrongInput(f"the layout {name!r} lists no face {odd[0]!r}")
        self._faces = tuple(face for face in self.layout.faces if face in faces) or self.layout.faces
        self._stencils = [_stencil(self.layout, region) for region in self.layout.regions]
        self._columns = np.array([self._choices(face) for face in self._faces]).T

    def read(self, card: Picture) -> tuple[tuple[Guess, ...], float]:
        """The readings of a straightened card (SCALE px per mm, REACH px around it), best first, and the fit, −1 to 1.

        The card may lie upside down.
        """
        return self.interpret(max(self.ways(card), key=fit_of))

    def ways(self, card: Picture, seen: Picture | None = None) -> list[Look]:
        """The likeness of each region of a straightened card to its choices, as the card lies and upside down.

        `seen` (height, width) is 0 where another card lies on it.
        """
        even = cv2.multiply(card, np.array([*(235 / paper_white(card)), 0.0]))
        over = None if seen is None else cv2.rotate(seen, cv2.ROTATE_180)
        return [self._look(even, seen), self._look(cv2.rotate(even, cv2.ROTATE_180), over)]

    def interpret(self, look: Look, parts: Parts = MappingProxyType({})) -> tuple[tuple[Guess, ...], float]:
        """The faces that explain a look, best first, and the fit, −1 to 1; `parts` are the visible parts of regions."""
        pairs = zip(look.items(), self._columns, strict=True)
        logs = sum(log_shares(values, EFFECTIVE * parts.get(name, 1.0))[column] for (name, values), column in pairs)
        shares = normalised(np.asarray(logs))
        order = np.argsort(-shares)[:3]
        fit = self._fit(look, int(order[0]), parts)
        return tuple(Guess(self._faces[n], round(float(shares[n]), 4)) for n in order), fit

    def _fit(self, look: Look, face: int, parts: Parts) -> float:
        """The mean likeness of what a face shows, where that is visible; −1 if nothing is.

        That nothing is printed where the face has nothing speaks for no card: foreign ones are bare there, too.
        """
        chosen = zip(self.layout.regions, self._columns, strict=True)
        shown = [(region, int(places[face])) for region, places in chosen if region.choices[places[face]]]
        alike = [float(look[r.name][place]) for r, place in shown if r.name in look and parts.get(r.name, 1.0)]
        return float(np.mean(alike)) if alike else -1.0

    def _choices(self, face: str) -> list[int]:
        values = self.layout.values(face)
        return [region.choices.index(values[region.name]) for region in self.layout.regions]

    def _look(self, even: Picture, seen: Picture | None) -> Look:
        flat = flattened(even, PART)
        pairs = zip(self.layout.regions, self._stencils, strict=True)
        return {r.name: _alike(s, _crop(flat, r), seen_of(seen, _place(r)[:2], s)) for r, s in pairs}


def _alike(stencil: Stencil, crop: Picture, seen: Picture | None) -> Points:
    """The likeness of each value, 0 to 1; that of one that is not printed comes from the lack of contrast."""
    alike = stencil.likenesses(crop, seen)
    if "" in stencil.blank:
        alike[stencil.values.index("")] = np.clip(1 - float(crop.std()) / FAINTEST, 0, 1)
    return alike


def _stencil(layout: Layout, region: Region) -> Stencil:
    return Stencil(region.choices, [stencil_picture(layout, region, value) for value in region.choices], SHIFT)


def stencil_picture(layout: Layout, region: Region, value: str) -> Picture:
    """A region of a card that shows a value, at SCALE px per mm, flattened; not to be written to."""
    return _drawn(layout.size, region, value)


@cache
def _drawn(card: tuple[float, float], region: Region, value: str) -> Picture:
    x0, y0, x1, y1 = _place(region)
    return single_print(card, region, value)[y0:y1, x0:x1]


def single_print(card: tuple[float, float], region: Region, value: str) -> Picture:
    """A card of this size, mm, that shows but a value in a region: as a camera sees it, SCALE px per mm, flattened."""
    size = (round(card[0] * SCALE), round(card[1] * SCALE))
    sheet = Sheet(card, DRAWN, PAPER)
    print_region(sheet, region, value)
    drawn = softened(cv2.resize(sheet.picture, size, interpolation=cv2.INTER_AREA), CAMERA_BLUR)
    return np.asarray(flattened(drawn, PART))


def _place(region: Region) -> tuple[int, int, int, int]:
    x0, y0, x1, y1 = (round(edge * SCALE) for edge in region.box)
    return x0, y0, x1, y1


def _crop(card: Picture, region: Region) -> Picture:
    x0, y0, x1, y1 = _place(region)
    rim = REACH - SHIFT
    return card[y0 + rim : y1 + REACH + SHIFT, x0 + rim : x1 + REACH + SHIFT]
