"""Makes cards of the corners that show of them: where each may lie, on which side of its corners, and in what order.

Places are px of a zone's picture at SCALE px per mm.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import cv2
import numpy as np

from vision.cards.corners import DISC, Corner
from vision.cards.read import SCALE
from vision.layouts.layout import Layout
from vision.picture import Picture, Points, turned
from vision.printing.cards import middle

SURE = 0.9  # share of a corner that is believed
SAME, SAME_TURN = 5.0, 8.0  # mm and degrees within which two corners are those of one card
LOOSELY = 10.0  # mm within which one whose face is only likely is
WITHIN = 3.0  # mm within another card's edge from which a disc that shows lies on it
CLEAR = 0.03  # part of a card that lies on less of the bare mat than another way of laying it, which is then dropped


@dataclass(frozen=True, eq=False, kw_only=True)
class FanCard:
    """A card: its face, the least share of its corners, and its place, (2, 3) from the card's px to the picture's.

    `corners` are the discs that were seen, px, `others` the faces that it may have as well. The ends of a card are
    alike: what is between them may be `overturned`.
    """

    face: str
    share: float
    place: Points
    corners: tuple[Points, ...] = ()
    others: tuple[str, ...] = ()
    overturned: bool = False


class CardMaker:
    """Makes the cards of a layout of their corners."""

    def __init__(self, layout: Layout) -> None:
        self._size = layout.size
        first = next(region for region in layout.regions if region.name == DISC)
        self._disc = np.array(middle(first.box)) * SCALE - 0.5

    def outline(self, card: FanCard) -> Points:
        """A card's corners, (4, 2)."""
        wide, high = (side * SCALE for side in self._size)
        whole = np.array([[(0, 0), (wide, 0), (wide, high), (0, high)]], np.float32) - 0.5
        return np.asarray(cv2.transform(whole, card.place)[0])

    def placed_at(self, outline: Points) -> Points:
        """The place of a card by its corners, (4, 2)."""
        wide, high = (side * SCALE for side in self._size)
        whole = np.array([(0, 0), (wide, 0), (wide, high)], np.float32) - 0.5
        return np.asarray(cv2.getAffineTransform(whole, outline[:3].astype(np.float32)), np.float32)

    def is_disc(self, place: Points) -> bool:
        """Is a disc printed about here on a card, mm from its top left corner?"""
        return bool(np.hypot(*(np.array(list(self._ends().values())) / SCALE - place).T).min() < SAME)

    def _ends(self) -> dict[tuple[bool, bool], Points]:
        """Where the discs of a card are, px, by whether they are on the right and upside down."""
        wide, high = (side * SCALE - 1 for side in self._size)
        x, y = self._disc
        return {
            (False, False): np.array([x, y]),
            (True, False): np.array([wide - x, y]),
            (False, True): np.array([wide - x, high - y]),
            (True, True): np.array([x, high - y]),
        }

    def suits(self, corners: Sequence[Corner]) -> list[list[FanCard]]:
        """For each card of which corners show the ways in which it may lie: one, or to either side of its corners."""
        free, suits = [one for one in corners if one.share >= SURE], list[list[FanCard]]()
        pairs = sorted(combinations(free, 2), key=lambda pair: self._misfit(*pair))
        for one, other in pairs:
            if one in free and other in free and self._misfit(one, other) < SAME:
                cards = self._from_two(one, other)
                mine = [each for each in free if any(self._belongs(each, card) for card in cards)]
                free = [each for each in free if each not in mine]
                found = [replace(card, corners=tuple(each.at for each in mine)) for card in cards]
                suits.append([card for card in found if all(self._belongs(each, card) for each in mine)] or found[:1])
        free += [one for one in corners if one.share < SURE and not self._is_known(one, suits)]
        return suits + [[self.from_one(each, left) for left in (True, False)] for each in free]

    def _is_known(self, corner: Corner, suits: Sequence[Sequence[FanCard]]) -> bool:
        """Is a corner that is only likely one of a card of which others are sure?"""
        faces = (corner.face, *corner.others)
        return any(
            self._has_disc(card, corner.at, LOOSELY if card.face in faces else SAME) for ways in suits for card in ways
        )

    def laid(self, suits: Sequence[Sequence[FanCard]], bare: Picture, leftmost: bool) -> list[FanCard]:
        """The likeliest way of each card; where all are alike, the one with its corners on the left or on the right."""
        up = sum((np.exp(1j * np.radians(_turn(ways[0]))) for ways in suits if len(ways[0].corners) == 1), 0j)
        up = up or sum((np.exp(1j * np.radians(_turn(ways[0]))) for ways in suits[:1]), 0j)
        turn = float(np.degrees(np.angle(up)))
        return [self._likeliest(ways, bare, turn, leftmost) for ways in suits]

    def _likeliest(self, ways: Sequence[FanCard], bare: Picture, turn: float, leftmost: bool) -> FanCard:
        on_mat = [self._lies_bare(way, bare) for way in ways]
        if max(on_mat) > min(on_mat) + CLEAR:
            return ways[int(np.argmin(on_mat))]
        return next((way for way in ways if self._is_left(way, turn) == leftmost), ways[0])

    def _lies_bare(self, card: FanCard, bare: Picture) -> float:
        """The part of a card that lies where the mat is seen."""
        under = np.zeros_like(bare)
        cv2.fillConvexPoly(under, np.round(self.outline(card)).astype(np.int32), 255)
        return cv2.countNonZero(cv2.bitwise_and(bare, under)) / max(1, cv2.countNonZero(under))

    def _is_left(self, card: FanCard, turn: float) -> bool:
        """Does a card extend to the right of its corners, in a fan turned so?"""
        wide, high = (side * SCALE - 1 for side in self._size)
        centre = card.place @ np.array([wide / 2, high / 2, 1])
        ((x, _),) = turned(np.array([centre - np.mean(card.corners, axis=0)]), 0, 0, -turn)
        return bool(x > 0)

    def from_one(self, corner: Corner, leftmost: bool) -> FanCard:
        """The card of a corner that is its left or its right one."""
        disc = self._ends()[(not leftmost, False)]
        others = corner.others if corner.share < SURE else ()
        place = _place(corner.at, disc, corner.turn)
        return FanCard(face=corner.face, share=corner.share, place=place, corners=(corner.at,), others=others)

    def _ways(self, one: Corner, other: Corner) -> Iterator[tuple[float, Points, Points]]:
        """How two corners may be those of one card: the mm by which they are not, and the two discs' px on it."""
        if one.face != other.face:
            return
        for start, end in combinations(self._ends().items(), 2):
            for (mine, at), (theirs, to) in ((start, end), (end, start)):
                due = one.turn - 180 * mine[1]
                if _between(due, other.turn - 180 * theirs[1]) > SAME_TURN:
                    continue
                ((x, y),) = turned(np.array([to - at]), 0, 0, due)
                gap = float(np.hypot(*(other.at - one.at - (x, y)))) / SCALE
                yield gap, at, to

    def _misfit(self, one: Corner, other: Corner) -> float:
        """The mm by which two corners are not those of one card."""
        return min((gap for gap, _, _ in self._ways(one, other)), default=np.inf)

    def _from_two(self, one: Corner, other: Corner) -> list[FanCard]:
        """The cards of which two corners may be, one or two: the line between them tells their turn."""
        cards = list[FanCard]()
        for gap, at, to in sorted(self._ways(one, other), key=lambda way: way[0]):
            seen, due = other.at - one.at, to - at
            turn = float(np.degrees(np.arctan2(seen[1], seen[0]) - np.arctan2(due[1], due[0])))
            place = _place((one.at + other.at) / 2, (at + to) / 2, turn)
            card = FanCard(face=one.face, share=min(one.share, other.share), place=place)
            if gap < SAME and not any(self._lie_alike(card, each) for each in cards):
                cards.append(card)
        return cards

    def _lie_alike(self, one: FanCard, other: FanCard) -> bool:
        """Do two cards lie in one place, either end up?"""
        off = self.outline(one).mean(axis=0) - self.outline(other).mean(axis=0)
        return bool(np.abs(off).max() < SAME * SCALE)

    def _belongs(self, corner: Corner, card: FanCard) -> bool:
        """Is this a corner of a card whose place is known?"""
        return corner.face == card.face and self._has_disc(card, corner.at)

    def _has_disc(self, card: FanCard, at: Points, within: float = SAME) -> bool:
        """Has a card a disc within so many mm of this px?"""
        discs = cv2.transform(np.array([list(self._ends().values())], np.float32), card.place)[0]
        return float(np.hypot(*(discs - at).T).min()) < within * SCALE

    def ordered(self, cards: Sequence[FanCard]) -> list[FanCard]:
        """The lowest first; none where that cannot be: a corner that shows lies on no card that covers it."""
        over = {
            n: {m for m, other in enumerate(cards) if m != n and self._lies_on(one, other)}
            for n, one in enumerate(cards)
        }
        order = list[int]()
        while len(order) < len(cards):
            ready = [n for n in over if n not in order and over[n] <= set(order)]
            if not ready:
                return []
            order.append(ready[0])
        return [cards[n] for n in order]

    def _lies_on(self, one: FanCard, other: FanCard) -> bool:
        """Does a corner of one card show where the other one lies?"""
        wide, high = (side * SCALE for side in self._size)
        inverse = cv2.invertAffineTransform(np.asarray(other.place, np.float32))
        places = cv2.transform(np.array([one.corners], np.float32), inverse)[0]
        rim = WITHIN * SCALE
        inside = (places > rim) & (places < np.array([wide, high]) - rim)
        return bool(inside.all(axis=1).any())


def _between(one: float, other: float) -> float:
    """Degrees between two directions."""
    return abs((one - other + 180) % 360 - 180)


def _turn(card: FanCard) -> float:
    """Degrees clockwise by which a card is turned."""
    return float(np.degrees(np.arctan2(card.place[1, 0], card.place[0, 0])))


def _place(at: Points, of: Points, turn: float) -> Points:
    """The place of a card, turned so, of which this px lies there."""
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    way = np.array([(c, -s), (s, c)])
    return np.asarray(np.column_stack([way, at - way @ of]), np.float32)
