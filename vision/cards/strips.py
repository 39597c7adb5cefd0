"""Reads cards that lie over each other in columns by the strip each leaves free: the index at its top edge.

Pictures are seen from straight above at SCALE px per mm, even in light; cards lie roughly upright, whichever way up,
each over the lower part of those farther away.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import NamedTuple

import cv2
import numpy as np

from engine.sighting import Guess
from vision.cards.deck import PART, stencil_picture
from vision.cards.match import EFFECTIVE, flattened, log_shares, normalised
from vision.cards.read import LEAST_LIKE, SCALE
from vision.layouts.layout import LayoutError, Region, load_layout
from vision.picture import Picture, Points
from vision.printing.cards import art, middle

COARSE = 0.5  # part of the scale at which indices are looked for
ROUGH = 0.68  # correlation above which something may be an index, at that scale
INDEXED = 0.8  # correlation of an index that is one
FRAMED = 0.7  # correlation of the same value on both sides of what may be an index, from which it is one, however pale
APART = 7.0  # mm between two indices at least
BESIDE = 40.0  # mm across within which a card may lie on another of its column
SURE = 0.9  # share above which a card is counted
NEAR = 8.0  # mm within which an index is that of a card's lower end
SIGNED = 4.0  # mm a sign in a corner may lie off until the card's turn is known
LOOSE = 2.0  # mm a print may lie beside its place until the card's turn is known
LEAST_PART = 0.6  # visible part of a region that is needed to read it
DEEP = 22.0  # mm of a strip by which a card's place is found
TURN = 8.0  # degrees by which a card may be turned
STEPS = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 20, 1e-3)


@dataclass(frozen=True)
class Strip:
    """A card known by its index: its likely faces, best first, and where it lies: (2, 3) from card to picture, in px.

    `depth` is how much of it shows below its top edge, mm; `card` is how the whole card looks, where that was seen.
    One that is `framed` is a card, whichever: values are seen on both sides of the index.
    """

    guesses: tuple[Guess, ...]
    place: Points
    depth: float
    card: Picture | None = None
    framed: bool = False

    @property
    def face(self) -> str:
        """The likeliest face."""
        return self.guesses[0].value

    @property
    def sure(self) -> bool:
        """Is that so likely that the card may be counted?"""
        return self.guesses[0].share >= SURE

    def at(self, place: Points) -> Points:
        """Where a place of the card in mm, (2,), is in the picture, px."""
        return np.asarray(self.place[:, :2] @ (place * SCALE) + self.place[:, 2])


class _Index(NamedTuple):
    """An index that was found: its correlation with each value, and its card's top left corner, px."""

    likes: Points
    corner: Points


class StripReader:
    """Reads columns of cards by the index of their layout; LayoutError if it has none.

    `faces` are those in this game, if not all.
    """

    _signs: Sequence[Points] = ()
    """The middles, mm, of prints that are like an index."""
    _discs: Sequence[Picture] = ()
    """The discs of the values, of which some are like an index."""
    _values: Sequence[Region] = ()
    """Where values stand beside an index."""
    _upright: Mapping[str, Sequence[Picture]] = MappingProxyType({})
    _overturned: Mapping[str, Sequence[Picture]] = MappingProxyType({})
    """What may stand at a card's edge, and that upside down."""

    def __init__(self, name: str, faces: Sequence[str] = ()) -> None:
        self._name, self.layout = name, load_layout(name)
        if self.layout.index is None:
            raise LayoutError(f"the cards of the layout {name!r} have no index at their edge")
        layout, self.index = self.layout, self.layout.index
        self.faces = tuple(faces) or layout.faces
        signs = [region.box for region in layout.regions if region.kind == self.index.kind]
        self._signs = [np.array(middle(box)) for box in signs if box != self.index.box]
        self._prints = {
            region.name: _printed({value: stencil_picture(layout, region, value) for value in region.choices})
            for region in layout.at_edge
        }
        self._values = [region for region in layout.at_edge if region.kind == "value"]
        self._upright = {name: list(prints.values()) for name, prints in self._prints.items()}
        self._overturned = {name: _overturned(prints) for name, prints in self._prints.items()}
        self._indexed = list(self._prints[self.index.name].values())
        self._discs = [
            stencil_picture(layout, region, value)
            for region in layout.regions
            if region.kind == "value"
            for value in region.choices
        ]
        self._coarse, self._least = [coarse(each) for each in self._indexed], INDEXED

    def read(self, even: Picture) -> list[Strip]:
        """The cards whose index shows, the farthest first."""
        flat = flattened(even, PART)
        found = self._indices(flat)
        depths = [self._depth(one, found) for one in found]
        strips = [self._strip(flat, one, depth) for one, depth in zip(found, depths, strict=True)]
        grey = cv2.cvtColor(even, cv2.COLOR_BGR2GRAY)
        placed = [replace(strip, place=aligned(self.drawn(strip.face), grey, strip)) for strip in strips]
        ends = [any(self._is_end(strip, other) for other in placed) for strip in placed]
        return [
            self._doubted(flat, strip) if at_end else strip
            for strip, at_end in zip(placed, ends, strict=True)
            if strip.sure or not at_end
        ]

    def _doubted(self, flat: Picture, strip: Strip) -> Strip:
        """A card at another one's lower end; not sure if its index is as likely one that is upside down."""
        at = strip.place[:, 2] + np.array(self.index.box[:2]) * SCALE
        overturned = [cv2.rotate(each, cv2.ROTATE_180) for each in self._indexed]
        own, other = (_likenesses(flat, each, at, LOOSE)[0].max() for each in (self._indexed, overturned))
        return strip if own > other else replace(strip, guesses=tuple(Guess(g.value, 0.0) for g in strip.guesses))

    def _is_end(self, strip: Strip, other: Strip) -> bool:
        """Is what was taken for an index the print at another card's lower end, which no card covers?"""
        size, own = np.array(self.layout.size), np.array(middle(self.index.box))
        ends = [other.at(size - each) for each in (own, *self._signs)]
        shows = other.sure and other.depth > size[1] / 2
        return shows and any(np.abs(strip.at(own) - end).max() < NEAR * SCALE for end in ends)

    def drawn(self, face: str) -> Picture:
        """A card as it looks at SCALE px per mm."""
        return art(self._name, face, SCALE)

    # --- indices ---

    def _indices(self, flat: Picture) -> list[_Index]:
        """What looks like an index anywhere, each once, the farthest first."""
        found: list[_Index] = []
        for corner in self._rough(flat):
            one = self._sharp(flat, corner)
            if one is not None and all(np.abs(one.corner - other.corner).max() > APART * SCALE for other in found):
                found.append(one)
        kept: list[_Index] = []
        for one in sorted(found, key=lambda one: float(one.corner[1])):
            if not any(self._is_sign(one, other) for other in kept):
                kept.append(one)
        return kept

    def _is_sign(self, one: _Index, other: _Index) -> bool:
        """Is what was taken for an index the same print in a corner of another card?"""
        off, own = (one.corner - other.corner) / SCALE, middle(self.index.box)
        alike = one.likes.argmax() == other.likes.argmax()
        return bool(alike) and any(np.abs(off - (each - own)).max() < SIGNED for each in self._signs)

    def _rough(self, flat: Picture) -> Iterator[Points]:
        """Where indices may stand: their top left corners in px, the likeliest first."""
        small = coarse(flat)
        alike = np.max([cv2.matchTemplate(small, each, cv2.TM_CCOEFF_NORMED) for each in self._coarse], axis=0)
        near = cv2.dilate(alike, np.ones((5, 5), np.uint8))
        ys, xs = np.nonzero((alike == near) & (alike > ROUGH))
        order = np.argsort(-alike[ys, xs])
        yield from np.stack([xs, ys], axis=1)[order] / COARSE

    def _sharp(self, flat: Picture, corner: Points) -> _Index | None:
        """The index near a place, at full scale; None if there is none."""
        x0, y0 = (round(edge * SCALE) for edge in self.index.box[:2])
        likes, at = _likenesses(flat, self._indexed, corner, LOOSE)
        pale = likes.max() < self._least and not self._is_framed(flat, at)
        if pale or self._is_disc(flat, at, float(likes.max())):
            return None
        return _Index(likes, at - (x0, y0))

    def _is_framed(self, flat: Picture, at: Points) -> bool:
        """Is the same value seen on both sides of what may be an index, and none clearer that is upside down?

        At the picture's lower edge half an index may look like a whole one.
        """
        if at[1] + self._indexed[0].shape[0] + round(LOOSE * SCALE) >= flat.shape[0]:
            return False
        own = self._beside(flat, at, self._upright)
        if not self._agree(own):
            return False
        over = self._beside(flat, at, self._overturned)
        return not (self._agree(over) and all(over[name].max() > own[name].max() for name in own))

    def _beside(self, flat: Picture, at: Points, prints: Mapping[str, Sequence[Picture]]) -> dict[str, Points]:
        """How like each of its prints every value beside an index is, whose box's corner is given."""
        off = {one.name: (np.array(one.box[:2]) - self.index.box[:2]) * SCALE for one in self._values}
        return {name: _likenesses(flat, prints[name], at + there, LOOSE)[0] for name, there in off.items()}

    def _agree(self, likes: Mapping[str, Points]) -> bool:
        """Do the values beside an index, as far as they are seen, show the same?"""
        seen = [likes[region.name] for region in self._values if region.name in likes]
        clear = len(seen) > 1 and all(float(each.max()) >= FRAMED for each in seen)
        return clear and len({int(each.argmax()) for each in seen}) == 1

    def _is_disc(self, flat: Picture, at: Points, alike: float) -> bool:
        """Is what was taken for an index, at its box's corner, more like the disc of a value?"""
        x0, y0, x1, y1 = self.index.box
        sizes = [np.array(each.shape[1::-1]) for each in self._discs]
        corners = [at + (np.array([x1 - x0, y1 - y0]) * SCALE - size) / 2 for size in sizes]
        pairs = zip(self._discs, corners, strict=True)
        return any(_likenesses(flat, [each], corner, LOOSE)[0].max() > alike for each, corner in pairs)

    def _depth(self, one: _Index, found: Sequence[_Index]) -> float:
        """How many mm of a card show above the next one of its column."""
        below = [other.corner - one.corner for other in found]
        steps = [float(y) for x, y in below if y > 0 and abs(x) < BESIDE * SCALE]
        return min(min(steps, default=np.inf) / SCALE, self.layout.size[1])

    # --- faces ---

    def _strip(self, flat: Picture, one: _Index, depth: float) -> Strip:
        likes, seen = {self.index.name: one.likes}, min(depth, (flat.shape[0] - one.corner[1]) / SCALE)
        parts = {region.name: _shown(region, seen) for region in self.layout.at_edge}
        for region in self.layout.at_edge[1:]:
            if parts[region.name] >= LEAST_PART:
                at = one.corner + np.array(region.box[:2]) * SCALE
                rows = round((min(seen, region.box[3]) - region.box[1]) * SCALE)
                prints = [each[:rows] for each in self._prints[region.name].values()]
                likes[region.name] = _likenesses(flat, prints, at, LOOSE)[0]
        place = np.array([(1, 0, one.corner[0]), (0, 1, one.corner[1])], np.float32)
        guesses = self._guesses(likes, parts)
        if one.likes.max() < self._least and not self._is_signed(likes, guesses[0].value):
            guesses = tuple(Guess(guess.value, guess.share / 2) for guess in guesses)
        return Strip(guesses, place, depth, framed=self._agree(likes))

    def _is_signed(self, likes: Mapping[str, Points], face: str) -> bool:
        """Do the signs below the values tell the good of this face, as far as a pale index does not?"""
        values, signs = self.layout.values(face), [r.name for r in self.layout.at_edge[1:] if r.kind == self.index.kind]
        return all(name in likes and self._shows(name, likes[name]) == values[name] for name in signs)

    def _shows(self, name: str, likes: Points) -> str:
        """What a region surely shows; nothing otherwise."""
        return list(self._prints[name])[int(likes.argmax())] if likes.max() >= FRAMED else ""

    def _guesses(self, likes: dict[str, Points], parts: dict[str, float]) -> tuple[Guess, ...]:
        """The likeliest faces; what an index leaves open is as likely one value as the other."""
        logs = np.array([self._log(face, likes, parts) for face in self.faces])
        shares = normalised(logs)
        order = np.argsort(-shares)[:4]
        best = self.layout.values(self.faces[order[0]])
        fits = [float(values.max()) for name, values in likes.items() if best[name] in self._prints[name]]
        trust = float(np.clip((min(fits) - LEAST_LIKE) / 0.15, 0, 1))
        return tuple(Guess(self.faces[n], round(float(shares[n]) * trust, 4)) for n in order)

    def _log(self, face: str, likes: dict[str, Points], parts: dict[str, float]) -> float:
        values = self.layout.values(face)
        return sum(self._of(region, values[region.name], likes, parts) for region in self.layout.at_edge)

    def _of(self, region: Region, value: str, likes: dict[str, Points], parts: dict[str, float]) -> float:
        """How likely a region shows a value; one that is blank on this face tells nothing against the others."""
        if value not in self._prints[region.name] or region.name not in likes:
            return 0.0
        logs = log_shares(likes[region.name], EFFECTIVE * parts[region.name])
        return float(logs[list(self._prints[region.name]).index(value)] - (0.0 if region is self.index else logs.max()))


def _printed(pictures: dict[str, Picture]) -> dict[str, Picture]:
    """The values that are printed, with their pictures; a blank one is not."""
    return {value: picture for value, picture in pictures.items() if picture.any()}


def _overturned(prints: Mapping[str, Picture]) -> list[Picture]:
    """What values look like upside down; a bare disc looks the same."""
    return [np.asarray(cv2.rotate(picture, cv2.ROTATE_180)) for value, picture in prints.items() if value]


def coarse(picture: Picture) -> Picture:
    return np.asarray(cv2.resize(picture, None, fx=COARSE, fy=COARSE, interpolation=cv2.INTER_AREA))


def _likenesses(flat: Picture, prints: Sequence[Picture], corner: Points, loose: float) -> tuple[Points, Points]:
    """The best correlation of each print within `loose` mm of a place, and where the best one's corner is, px."""
    reach = round(loose * SCALE)
    high, wide = prints[0].shape[:2]
    x, y = (round(float(at)) for at in corner)
    x0, y0 = max(x - reach, 0), max(y - reach, 0)
    crop = flat[y0 : max(y + high + reach, 0), x0 : max(x + wide + reach, 0)]
    if not prints[0].size or crop.shape[0] < high or crop.shape[1] < wide:
        return np.full(len(prints), -1.0), np.asarray(corner, float)
    alike = np.array([cv2.matchTemplate(crop, each, cv2.TM_CCOEFF_NORMED) for each in prints])
    _, row, column = np.unravel_index(alike.argmax(), alike.shape)
    return alike.max(axis=(1, 2)), np.array([x0 + column, y0 + row], float)


def _shown(region: Region, depth: float) -> float:
    """The visible part of a region of a card of which so many mm show."""
    _, y0, _, y1 = region.box
    return float(np.clip((depth - y0) / (y1 - y0), 0, 1))


def aligned(drawn: Picture, grey: Picture, strip: Strip) -> Points:
    """The place of a card whose drawing fits the picture best; the rough one where none is found near it."""
    rows, rim = round(min(strip.depth, DEEP) * SCALE), round(2 * LOOSE * SCALE)
    edge = cv2.cvtColor(drawn[:rows], cv2.COLOR_BGR2GRAY)
    x, y = (max(round(float(at)) - rim, 0) for at in strip.place[:, 2])
    part = grey[y : y + rows + 2 * rim, x : x + edge.shape[1] + 2 * rim]
    corner, everywhere = np.array([(0, 0, x), (0, 0, y)], np.float32), np.full(part.shape, 255, np.uint8)
    try:
        _, place = cv2.findTransformECC(edge, part, strip.place - corner, cv2.MOTION_EUCLIDEAN, STEPS, everywhere, 3)
    except cv2.error:  # they have nothing in common
        return strip.place
    place = place + corner
    moved = float(np.abs(place[:, 2] - strip.place[:, 2]).max())
    turned = float(np.degrees(np.arctan2(place[1, 0], place[0, 0])))
    return place if moved < rim and abs(turned) < TURN else strip.place
