"""Reads the cards of an owner's deck by the pictures they were enrolled with: blocks of a card compared in colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

import cv2
import numpy as np

from engine.errors import WrongInput
from engine.sighting import Guess
from vision.cards.find import paper_white
from vision.cards.match import EFFECTIVE, Stencil, flattened, log_shares
from vision.cards.read import REACH, SCALE, Look, Parts, seen_of
from vision.layouts.layout import Layout, Region, load_layout
from vision.picture import Picture, Points

BLOCKS = (5, 12)  # columns and rows of blocks of a card, each some 11 × 8 mm: a strip of a column shows two rows
RIM = 1.0  # mm of a card's edge left out: an outline may lie beside it
SLIP = 1  # px a block may lie beside its place
PART = 2.0  # prints as broad as a block count
FAINT = 8.0  # grey levels of contrast from which something is printed in a block
SAME, OTHER = 0.97, 0.87  # correlation of two faces' blocks from which they tell nothing, and to which they tell all
WORST = 0.25  # part of the blocks that fit worst, by which a card is judged: a foreign one fits in some


class OwnedReader:
    """Reads cards of a layout by an owner's `pictures` (BGR, upright, of any size), by face; WrongInput without any.

    They are prepared with the first reading, which takes a second.
    """

    def __init__(self, name: str, pictures: Mapping[str, Picture]) -> None:
        if not pictures:
            raise WrongInput(f"no pictures of the cards of {name!r}")
        self.name, self.faces = name, tuple(pictures)
        self.layout = _in_blocks(load_layout(name), self.faces)
        self._pictures = tuple(pictures.values())

    @cached_property
    def cards(self) -> dict[str, Picture]:
        """The cards at SCALE px per mm, as if all had been taken in one light."""
        pictures = (_evened(_sized(picture, self.layout.size)) for picture in self._pictures)
        return dict(zip(self.faces, pictures, strict=True))

    @cached_property
    def _blocks(self) -> dict[str, _Block]:
        flat = [flattened(each, PART) for each in self.cards.values()]
        return {
            region.name: _prepared(region, [_part(each, region) for each in flat]) for region in self.layout.regions
        }

    def read(self, card: Picture) -> tuple[tuple[Guess, ...], float]:
        """The readings of a straightened card (SCALE px per mm, REACH px around it), best first, and the fit, −1 to 1.

        The card may lie upside down.
        """
        return max((self.interpret(way) for way in self.ways(card)), key=lambda reading: reading[1])

    def ways(self, card: Picture, seen: Picture | None = None) -> list[Look]:
        """The likeness of each block of a straightened card to that of each face, as the card lies and upside down.

        `seen` (height, width) is 0 where another card lies on it.
        """
        even = _evened(card)
        over = None if seen is None else cv2.rotate(seen, cv2.ROTATE_180)
        return [self._look(even, seen), self._look(np.asarray(cv2.rotate(even, cv2.ROTATE_180)), over)]

    def interpret(self, look: Look, parts: Parts = MappingProxyType({})) -> tuple[tuple[Guess, ...], float]:
        """The faces that explain a look, best first, and the fit, −1 to 1; `parts` are the visible parts of blocks.

        Of two faces only the blocks count in which their pictures differ: a common picture does not hide a figure.
        """
        leads = np.zeros((len(self.faces),) * 2)
        for name, alike in look.items():
            logs = log_shares(alike, EFFECTIVE * parts.get(name, 1.0))
            leads += self._blocks[name].tells * (logs[:, None] - logs)
        np.fill_diagonal(leads, np.inf)
        best = int(leads.min(axis=1).argmax())
        np.fill_diagonal(leads, 0.0)
        odds = np.exp(-np.clip(leads[best], 0, 700))
        order = [best, *(int(n) for n in np.argsort(leads[best]) if n != best)][:3]
        guesses = tuple(Guess(self.faces[n], round(float(odds[n] / odds.sum()), 4)) for n in order)
        return guesses, self._fit(look, best, parts)

    def _fit(self, look: Look, face: int, parts: Parts) -> float:
        """The mean likeness of the worst blocks in which a face shows something; −1 if none is visible."""
        shown = [name for name in look if parts.get(name, 1.0) and not self._blocks[name].bare[face]]
        alike = sorted(float(look[name][face]) for name in shown)
        return float(np.mean(alike[: max(1, round(WORST * len(alike)))])) if alike else -1.0

    def look(self, card: Picture, seen: Picture, parts: Parts) -> Look:
        """The likeness of a straightened upright card to each face, in the blocks of which there is a visible part."""
        flat = flattened(_evened(card), PART)
        return {name: block.alike(flat, seen) for name, block in self._blocks.items() if parts[name]}

    def _look(self, even: Picture, seen: Picture | None) -> Look:
        flat = flattened(even, PART)
        return {name: block.alike(flat, seen) for name, block in self._blocks.items()}


class _Block(NamedTuple):
    """A block of a card: its region, every face's picture there, and which of those are bare.

    `tells` is how much it tells each face from each other one, 0 to 1.
    """

    region: Region
    stencil: Stencil
    bare: Points
    tells: Points

    def alike(self, flat: Picture, seen: Picture | None) -> Points:
        """The likeness of a card's block to each face's; that of a bare one comes from the lack of contrast."""
        x0, y0, x1, y1 = _place(self.region)
        crop = flat[y0 + REACH - SLIP : y1 + REACH + SLIP, x0 + REACH - SLIP : x1 + REACH + SLIP]
        alike = self.stencil.likenesses(crop, seen_of(seen, (x0, y0), self.stencil))
        return np.where(self.bare, np.clip(1 - float(crop.std()) / (4 * FAINT), 0, 1), alike)


def _prepared(region: Region, parts: Sequence[Picture]) -> _Block:
    """A block of which these are the faces' parts."""
    stencil = Stencil(region.choices, parts, SLIP)
    rim = ((SLIP, SLIP), (SLIP, SLIP), (0, 0))
    alike = np.stack([stencil.likenesses(np.pad(each, rim, mode="edge")) for each in parts])
    bare = np.array([each.std() < FAINT for each in parts])
    both = np.where(bare[:, None] & bare, 1.0, np.maximum(alike, alike.T))
    return _Block(region, stencil, bare, np.asarray(np.clip((SAME - both) / (SAME - OTHER), 0, 1)))


def _in_blocks(layout: Layout, faces: tuple[str, ...]) -> Layout:
    """A layout whose regions are the blocks of a card, of which each shows the part of some face."""
    (columns, rows), (wide, high) = BLOCKS, layout.size
    across, down = np.linspace(RIM, wide - RIM, columns + 1), np.linspace(RIM, high - RIM, rows + 1)
    boxes = [
        (float(across[x]), float(down[y]), float(across[x + 1]), float(down[y + 1]))
        for y in range(rows)
        for x in range(columns)
    ]
    regions = tuple(Region(f"block {n}", "block", box, faces) for n, box in enumerate(boxes))
    return replace(layout, regions=regions, faces=faces, index=None)


def _sized(picture: Picture, size: tuple[float, float]) -> Picture:
    wide, high = (round(side * SCALE) for side in size)
    return np.asarray(cv2.resize(picture, (wide, high), interpolation=cv2.INTER_AREA))


def _evened(card: Picture) -> Picture:
    return np.asarray(cv2.multiply(card, np.array([*(235 / paper_white(card)), 0.0])))


def _place(block: Region) -> tuple[int, int, int, int]:
    x0, y0, x1, y1 = (round(edge * SCALE) for edge in block.box)
    return x0, y0, x1, y1


def _part(flat: Picture, block: Region) -> Picture:
    x0, y0, x1, y1 = _place(block)
    return flat[y0:y1, x0:x1]


Decks = Mapping[str, OwnedReader]
"""Readers of whole enrolled decks, by the layout of their cards."""
