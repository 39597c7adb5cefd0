"""Notices cards that lie over each other in a field, and reads them where they are a fan; the rest is asked about."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from engine.sighting import Guess, Seen
from vision.cards.covered import CERTAIN, Reader, meeting
from vision.cards.fans import SPOT, Fan, fanned, heaps, missed
from vision.cards.find import straightened
from vision.cards.read import REACH, SCALE
from vision.cards.wedges import WedgeReader
from vision.layouts.layout import Layout
from vision.mat.light import rectified
from vision.mat.mat import Box, Mat, MatZone
from vision.mat.pose import Pose
from vision.picture import Picture, Points

OVER = 14.0  # mm by which a fan may reach over its field
COARSE = 0.4  # of its scale at which a zone is looked at for heaps
PAPER = 0.62  # how far between the ground's level and the paper's a heap begins: a printed line lies below
LINE = np.ones((3, 3), np.uint8)  # px: what is narrower is no card
SHADED, LESS = 1.5, -12  # card widths over which a shadow counts as even, and grey levels that paper is lighter there
HALF = 0.5  # part of a heap that lies in its field
EXPLAINED = 0.01  # part of a card by which cards beside each other may miss their heap's outline
PLAINLY = 0.15  # by how much better the uppermost card's print fits than the lowest one's
UNKNOWN = 0.5  # share of a card where something unexplained lies: it is asked

WholeReader = Callable[[Points], list[Seen]]
"""Reads cards that nothing covers by their corners (n, 4, 2) in px of the frame."""


@dataclass(frozen=True)
class Heap:
    """Paper larger than a card, in px of a view, and the cards that may be its fan."""

    patch: Picture
    fan: Fan | None


@dataclass(frozen=True)
class View:
    """A field and OVER mm around it from above, at SCALE px per mm: `inside` is 255 in the field."""

    picture: Picture
    inside: Picture
    corner: Points
    pose: Pose

    def inward(self, quad: Points) -> Points:
        """Places in px of the frame, in px of this view."""
        return np.asarray((self.pose.to_mat(np.asarray(quad, float)) - self.corner) * SCALE, np.float32)

    def outward(self, quad: Points) -> Points:
        """Places in px of this view, in px of the frame."""
        return self.pose.to_pixels(np.asarray(quad, float) / SCALE + self.corner)


class HeapReader:
    """Reads heaps of cards of a `layout` that `reader` reads where they lie free.

    `wedges` makes the reader of what shows of covered ones, when it is needed.
    """

    def __init__(self, mat: Mat, layout: Layout, reader: Reader, wedges: Callable[[], WedgeReader]) -> None:
        self._mat, self.layout, self._reader, self._wedges = mat, layout, reader, wedges
        self._size, self._round = (layout.size[0] * SCALE, layout.size[1] * SCALE), layout.round * SCALE

    def read(self, frame: Picture, pose: Pose, zone: MatZone, objects: list[Seen], whole: WholeReader) -> list[Seen]:
        """What lies in a zone where `objects` were found: fans in the place of what was taken for something else."""
        view = _view(self._mat, frame, pose, zone)
        for heap in self._heaps(view):
            there = [seen for seen in objects if _holds(heap.patch, view.inward(np.array(seen.corners)))]
            if self._explained(view, heap, there):
                continue
            found = self._told(view, heap, there, whole)
            objects = sorted([*(seen for seen in objects if seen not in there), *found], key=_place)
        return objects

    def _explained(self, view: View, heap: Heap, there: Sequence[Seen]) -> bool:
        """Are these cards, read surely, all that the heap is? Over each other they must fit it closely."""
        quads = np.array([view.inward(np.array(seen.corners)) for seen in there], np.float32).reshape(-1, 4, 2)
        if any(map(_doubted, there)):
            return False
        off = missed(heap.patch, list(quads), self._round) / (self._size[0] * self._size[1])
        if not meeting(quads):
            return off <= EXPLAINED
        more = heap.fan is not None and (heap.fan.whole or len(heap.fan.cards) > len(there))
        return off <= SPOT and not more

    def _told(self, view: View, heap: Heap, there: list[Seen], whole: WholeReader) -> list[Seen]:
        """The cards of a heap: its fan where it is one, else those found, with what may lie there besides in doubt."""
        if heap.fan is not None and heap.fan.whole:
            cards = self._upwards(view, heap.fan.cards)
            if cards is not None:
                return self._fan(view, cards, whole)
        places = [] if heap.fan is None else _besides(heap.fan, [view.inward(np.array(seen.corners)) for seen in there])
        if not places and not any(map(_doubted, there)):
            places = [cv2.boxPoints(cv2.minAreaRect(cv2.findNonZero(heap.patch)))]
        return [*there, *(_seen((Guess(self.layout.unread, UNKNOWN),), view.outward(place)) for place in places)]

    def _fan(self, view: View, cards: Sequence[Points], whole: WholeReader) -> list[Seen]:
        """The cards of a fan, the lowest first; the uppermost is read as one that nothing covers."""
        *lower, top = [view.outward(quad) for quad in cards]
        readings = self._wedges().read(view.picture, cards)[:-1]
        return [*(_seen(each, quad) for each, quad in zip(readings, lower, strict=True)), *whole(top[None])]

    def _upwards(self, view: View, cards: Sequence[Points]) -> Sequence[Points] | None:
        """A fan's cards, the lowest first: the uppermost is wholly seen; None if either end may be."""
        ends = [straightened(view.picture, quad, self.layout.size, SCALE, REACH) for quad in (cards[0], cards[-1])]
        first, last = (self._reader.read(card)[1] for card in ends)
        if abs(last - first) < PLAINLY:
            return None
        return cards if last > first else cards[::-1]

    # --- heaps ---

    def _heaps(self, view: View) -> list[Heap]:
        """The heaps of a field, each by the mask in which a fan explains it, else by the first."""
        found = list[Heap]()
        for mask in _masks(view, self._size[0]):
            for patch in heaps(mask, self._size):
                if cv2.countNonZero(cv2.bitwise_and(patch, view.inside)) < HALF * cv2.countNonZero(patch):
                    continue
                same = next((heap for heap in found if cv2.countNonZero(cv2.bitwise_and(heap.patch, patch))), None)
                if same is not None and same.fan is not None and same.fan.whole:
                    continue
                heap = Heap(patch, fanned(patch, self._size, self._round))
                if same is None:
                    found.append(heap)
                elif heap.fan is not None and heap.fan.whole:
                    found[found.index(same)] = heap
        return found


def noticed(flat: Picture, size: tuple[float, float], scale: float, objects: Sequence[Seen]) -> bool:
    """May cards lie over each other in a grey zone at `scale` px per mm, where these `objects` were found?"""
    if any(map(_doubted, objects)):
        return True
    small = cv2.resize(flat, None, fx=COARSE, fy=COARSE, interpolation=cv2.INTER_AREA)
    _, mask = cv2.threshold(small, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    return bool(heaps(mask, (size[0] * scale * COARSE, size[1] * scale * COARSE)))


def _view(mat: Mat, frame: Picture, pose: Pose, zone: MatZone) -> View:
    x0, y0, x1, y1 = zone.box
    box: Box = max(x0 - OVER, 0.0), max(y0 - OVER, 0.0), min(x1 + OVER, mat.size[0]), min(y1 + OVER, mat.size[1])
    picture = rectified(frame, pose, box, SCALE)
    inside = np.zeros(picture.shape[:2], np.uint8)
    left, top, right, low = (round((edge - box[n % 2]) * SCALE) for n, edge in enumerate(zone.box))
    inside[top:low, left:right] = 255
    return View(picture, inside, np.array(box[:2]), pose)


def _masks(view: View, side: float) -> Iterator[Picture]:
    """Where paper may be: 255. Beside a field on a light mat nothing can be told from the ground."""
    grey = cv2.cvtColor(view.picture, cv2.COLOR_BGR2GRAY)
    field = grey[view.inside > 0]
    level, _ = cv2.threshold(field, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    light, dark = float(field[field > level].mean()), float(field[field <= level].mean())
    least = dark + PAPER * (light - dark)
    usable = np.full_like(view.inside, 255) if np.median(grey[view.inside == 0]) < least else view.inside
    block = round(SHADED * side) | 1
    _, even = cv2.threshold(grey, least, 255, cv2.THRESH_BINARY)
    shaded = cv2.adaptiveThreshold(grey, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, block, LESS)
    for mask in (even, shaded):
        yield np.asarray(cv2.morphologyEx(mask & usable, cv2.MORPH_OPEN, LINE))


def _besides(fan: Fan, known: Sequence[Points]) -> list[Points]:
    """As many of a fan's cards as there are more than `known` ones: those that are farthest from them."""

    def far(quad: Points) -> float:
        return min((float(np.abs(quad.mean(axis=0) - other.mean(axis=0)).max()) for other in known), default=0.0)

    return sorted(fan.cards, key=far, reverse=True)[: max(len(fan.cards) - len(known), 0)]


def _holds(patch: Picture, quad: Points) -> bool:
    """Does the middle of a card lie in a heap?"""
    x, y = np.round(quad.mean(axis=0)).astype(int)
    return bool(0 <= y < patch.shape[0] and 0 <= x < patch.shape[1] and patch[y, x])


def _doubted(seen: Seen) -> bool:
    return seen.share < CERTAIN or seen.best.endswith("?")


def _place(seen: Seen) -> float:
    """Where an object is in the frame, from left to right, px."""
    return float(np.mean(seen.corners, axis=0)[0])


def _seen(guesses: tuple[Guess, ...], quad: Points) -> Seen:
    return Seen(guesses, tuple((float(x), float(y)) for x, y in quad))
