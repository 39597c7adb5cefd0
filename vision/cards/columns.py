"""A zone of columns: how many of which card lie in its printed fields over each other, and what is in doubt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import compress

import cv2
import numpy as np

from engine.sighting import Count, Guess
from vision.cards.owned import OwnedReader
from vision.cards.owned_strips import OwnedStrips
from vision.cards.printed_light import lit_along
from vision.cards.read import SCALE
from vision.cards.stacks import Placed, alike_there, beside, drawn, finely_alike, ground_of, plain, strange
from vision.cards.strips import Strip, StripReader
from vision.layouts.layout import load_layout
from vision.mat.light import Light
from vision.mat.mat import Box, Mat, MatZone
from vision.picture import Picture, Points
from vision.printing.paper import draw_mat

UNSURE = 1.0  # standard deviation of the count of a card that may lie there unread
OWN = 20.0  # times as likely as another a card is one of the field in which it lies: only there people lay it
MATPRINT = 0.8  # correlation with the empty mat from which nothing lies there
BESIDE = 11  # px across, in the middle of which what is beside a card touches it
SHOWN = 400  # px of paper that are no gleam on a print: of a card of which 3 mm show
BARE = 0.5  # part of a field without cards from which its print must be seen
PRINTED = 0.5  # correlation with it that is enough
FINELY = 0.7  # correlation with what of it is fine that is enough where a lamp is mirrored in a bare field
BLURRED = 3.0  # mm a print may lie off at a card's far end, whose turn is known by its near one
MIDDLE = 26.0  # mm of a card below which its large print shows, which tells the way up


@dataclass(frozen=True)
class Columns:
    """The cards of a zone by their strips, in px of its picture, and the fields in which something else lies."""

    strips: tuple[Strip, ...]
    odd: frozenset[str]
    count: Count


class ColumnReader:
    """Reads a zone of ``columns`` of a mat; `faces` are those in this game, if not all.

    `owned` reads the cards of an owner's deck; None where the cards are ours.
    """

    def __init__(self, mat: Mat, zone: MatZone, faces: Sequence[str] = (), owned: OwnedReader | None = None) -> None:
        self.zone = zone
        self._strips = OwnedStrips(owned) if owned else StripReader(zone.family, faces)
        self._fields = {symbol: _px(box, zone.box) for symbol, box in mat.columns(zone.name).items()}
        x0, y0, x1, y1 = (round(edge * SCALE) for edge in zone.box)
        self._grounds = [draw_mat(each, SCALE)[y0:y1, x0:x1] for each in (mat, mat.lightened())]

    def read(self, picture: Picture, light: Light) -> Columns:
        """Read the zone, seen from straight above at SCALE px per mm.

        Goods in doubt are looked at once more in the light that the zone's own print tells.
        """
        even = light.evened(picture)
        first = self._read(even)
        if not first.count.doubts:
            return first
        ground = ground_of(even, self._grounds, np.ones(even.shape[:2], bool))
        lit = lit_along(even, ground, self._fields.values())
        if lit is None:
            return first
        alike = np.asarray(np.clip(picture / lit[:, None], 0, 255), np.uint8)
        second = self._read(light.evened(alike))
        return self._joined(first, second, self._beside(even, second.strips))

    def _joined(self, first: Columns, second: Columns, papery: frozenset[str]) -> Columns:
        """What two looks say: the first, and of goods that only the second is sure of, the second.

        Not where the first look shows paper beside the second's cards: in the light of the print a pale card fades.
        """
        sure = {self._good(face) for face in first.count.doubts} - {self._good(face) for face in second.count.doubts}
        sure -= papery
        own = [strip for strip in first.strips if self._good(strip.face) not in sure]
        strips = (*own, *(strip for strip in second.strips if self._good(strip.face) in sure))
        odd = first.odd - sure
        return Columns(strips, odd, self._count(strips, odd))

    def _beside(self, even: Picture, strips: Sequence[Strip]) -> frozenset[str]:
        """The fields that show much paper beside these cards."""
        layers = drawn([self._placed(even, strip) for strip in strips], even.shape)
        paper = beside(even, layers, ground_of(even, self._grounds, layers.owner == 0))
        parts = {good: paper[y0:y1, x0:x1] for good, (x0, y0, x1, y1) in self._fields.items()}
        return frozenset(good for good, part in parts.items() if cv2.countNonZero(part) > SHOWN)

    def _read(self, even: Picture) -> Columns:
        read = [self._in_field(strip) for strip in self._strips.read(even)]
        strips = [strip for strip in read if strip.sure or not self._is_printed(even, strip)]
        needed, odd = self.needed(even, strips)
        return Columns(needed, odd, self._count(needed, odd))

    def needed(self, even: Picture, strips: Sequence[Strip]) -> tuple[tuple[Strip, ...], frozenset[str]]:
        """The cards without which not all that is seen is explained, and the fields in which something else lies.

        What is not read surely is no card where those that are explain all there, unless values frame it, and hides
        nothing that they explain.
        """
        sure = tuple(strip for strip in strips if strip.sure)
        odd = self._odd(even, sure)
        kept = (one.sure or one.framed or {self._good(one.face), *self._over(one)} & odd for one in strips)
        needed = tuple(compress(strips, kept))
        return needed, odd if len(needed) == len(sure) else odd & self._odd(even, needed)

    def outline(self, strip: Strip) -> Points:
        """The visible part of a card, (4, 2) in mm from the zone's corner."""
        wide, high = (side * SCALE for side in self._strips.layout.size)
        deep = min(strip.depth * SCALE, high)
        whole = np.array([[(0, 0), (wide, 0), (wide, deep), (0, deep)]], np.float32)
        return (np.asarray(cv2.transform(whole, strip.place)[0]) + 0.5) / SCALE

    # --- what else lies there ---

    def _odd(self, even: Picture, strips: Sequence[Strip]) -> frozenset[str]:
        """The fields that show what these cards and the printed mat do not explain, such as a hand or its sleeve.

        Of a long column the last card may begin beyond the field's near end, on the plain paper of those before it; a
        card that is turned may show in the next field, beside the one that covers it.
        """
        layers = drawn([self._placed(even, strip) for strip in strips], even.shape)
        free = layers.owner == 0
        ground = ground_of(even, self._grounds, free)
        left = strange(even, layers, ground)
        beyond, odd = cv2.min(left, plain(layers, round(BLURRED * SCALE))), set()
        for symbol, (x0, y0, x1, y1) in self._fields.items():
            there = slice(y0, y1), slice(x0, x1)
            if left[there].any() or beyond[y1:, x0:x1].any() or _hidden(even[there], ground[there], free[there]):
                odd.add(symbol)
        beside = cv2.dilate(
            cv2.min(left, np.where(free, np.uint8(255), np.uint8(0))), np.ones((BESIDE, BESIDE), np.uint8)
        )
        touched = {int(number) for number in np.unique(layers.owner[beside > 0])} - {0}
        return frozenset(odd | {self._good(strips[number - 1].face) for number in touched})

    def _in_field(self, strip: Strip) -> Strip:
        """A strip that is likelier a card of the field that it lies in."""
        fields, all_told = self._over(strip), sum(guess.share for guess in strip.guesses)
        weights = [guess.share * (OWN if self._good(guess.value) in fields else 1.0) for guess in strip.guesses]
        part = all_told / max(sum(weights), 1e-6)
        guesses = (Guess(guess.value, part * weight) for guess, weight in zip(strip.guesses, weights, strict=True))
        return replace(strip, guesses=tuple(sorted(guesses, key=lambda guess: -guess.share)))

    def _is_printed(self, even: Picture, strip: Strip) -> bool:
        """Is what was taken for an index the mat's own print?"""
        x0, y0, x1, y1 = (round(edge * SCALE) for edge in self._strips.index.box)
        x, y = (round(float(at)) for at in strip.place[:, 2])
        window = slice(max(y + y0, 0), y + y1), slice(max(x + x0, 0), x + x1)
        return any(_alike(ground[window], even[window]) > MATPRINT for ground in self._grounds)

    def _placed(self, even: Picture, strip: Strip) -> Placed:
        """A card drawn the way up that its visible part shows."""
        if strip.card is not None:
            return strip.card, strip.place
        card = self._strips.drawn(strip.face)
        if strip.depth < MIDDLE:
            return card, strip.place
        seen = cv2.warpAffine(even, strip.place, card.shape[1::-1], flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
        rows = slice(round(MIDDLE * SCALE), min(round(strip.depth * SCALE), _within(strip.place, card, even.shape[0])))
        if rows.stop - rows.start < SCALE:
            return card, strip.place
        ways = (card, np.asarray(cv2.rotate(card, cv2.ROTATE_180)))
        return max(ways, key=lambda way: _alike(way[rows], seen[rows])), strip.place

    # --- the count ---

    def _count(self, strips: Sequence[Strip], odd: frozenset[str]) -> Count:
        """Cards that are read surely are counted; what else may lie there is in doubt."""
        sure = Counter(strip.face for strip in strips if strip.sure)
        unread = {good for one in strips if not one.sure for good in (self._good(one.face), *self._over(one))}
        doubted = sorted(self._indexed(unread | self._there(odd, strips)))
        return Count(dict(sure), UNSURE if doubted else 0.0, dict.fromkeys(doubted, UNSURE))

    def _there(self, odd: frozenset[str], strips: Sequence[Strip]) -> set[str]:
        """The goods that may lie in these fields: their own, and such as are seen there."""
        return {*odd, *(self._good(strip.face) for strip in strips if self._over(strip) & odd)}

    def _over(self, strip: Strip) -> set[str]:
        """The fields above or below the middle of a card."""
        middle = _middle(strip, self._strips.layout.size)
        return {symbol for symbol, (x0, _, x1, _) in self._fields.items() if x0 < middle < x1}

    def _good(self, face: str) -> str:
        layout = load_layout(self.zone.family)
        assert layout.index is not None
        return layout.values(face)[layout.index.name]

    def _indexed(self, values: set[str]) -> set[str]:
        return {face for face in self._strips.faces if self._good(face) in values}


def _middle(strip: Strip, size: tuple[float, float]) -> float:
    return float(strip.place[0, 2]) + size[0] * SCALE / 2


def _px(box: Box, zone: Box) -> tuple[int, int, int, int]:
    """A field in px of its zone's picture."""
    x0, y0, x1, y1 = (round((edge - zone[n % 2]) * SCALE) for n, edge in enumerate(box))
    return x0, y0, x1, y1


def _hidden(seen: Picture, ground: Picture, free: Picture) -> bool:
    """Is the print of a field that no card covers not to be seen? Whatever hides it may hide cards too."""
    if free.mean() < BARE:
        return False
    if alike_there(seen, ground, free) >= PRINTED:
        return False
    return not free.all() or finely_alike(seen, ground) < FINELY


def _alike(one: Picture, other: Picture) -> float:
    """The correlation of two pictures of one size."""
    return float(cv2.matchTemplate(one, other, cv2.TM_CCOEFF_NORMED)[0, 0])


def _within(place: Points, card: Picture, high: int) -> int:
    """The rows of a card that lie within a picture so high."""
    return int(np.clip(high - float(place[1, 2]) - 4, 0, card.shape[0]))
