"""Reads cards that overlap: which one is on top, and of the others what remains visible."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import cv2
import numpy as np

from engine.sighting import Guess, Seen
from vision.cards.read import REACH, SCALE, Look, Parts, fit_of
from vision.layouts.layout import Box, Layout
from vision.picture import Picture, Points

TOUCHED = 0.1  # part of a region covered by another card from which the region may be hidden
LEAST_PART = 0.7  # visible part of a region that is needed to read it
GROWN, SHRUNK = 1.02, 0.98  # times its size: cards that overlap then touch, or really overlap
BETTER = 0.2  # by how much the mean of a card's regions may fit better than its worst
EDGE = 3  # px of a straightened card that a card's edge above it and its shadow are wide
CERTAIN = 0.9  # share above which a reading is certain
MOSTLY = 0.4  # covered part of a region from which it shows which of two cards is on top
CLEARER = 0.15  # by how much more of the usual likeness the upper card's prints must have there


Reading = tuple[tuple[Guess, ...], float]
"""The guesses for a card, best first, and the fit of the best, −1 to 1."""


class Reader(Protocol):
    """Reads cards of one layout, whole or region by region."""

    layout: Layout

    def read(self, card: Picture) -> Reading: ...
    def ways(self, card: Picture, seen: Picture | None = None) -> list[Look]: ...
    def interpret(self, look: Look, parts: Parts) -> Reading: ...


class PlacedCard(NamedTuple):
    """A card as it most likely lies, upside down or not: its picture, its look, and the part of each region that each
    other card may cover."""

    card: Picture
    turned: bool
    look: Look
    shares: dict[int, dict[str, float]]

    def under(self, other: int, least: float) -> set[str]:
        """The regions of which another card may cover at least a part of `least`."""
        return {name for name, share in self.shares.get(other, {}).items() if share >= least}

    @property
    def usual(self) -> float:
        """The fit of the regions that no other card can cover; of all regions if there are none."""
        reached = set().union(*(self.under(other, TOUCHED) for other in self.shares))
        return fit_of(self.look, dict.fromkeys(reached, 0.0) if len(reached) < len(self.look) else {})

    def clear(self, other: int) -> float | None:
        """The fit of the regions that another card may cover, as a share of the usual; None if it covers none."""
        below = self.under(other, MOSTLY)
        return fit_of(self.look, dict.fromkeys(set(self.look) - below, 0.0)) / max(self.usual, 0.1) if below else None


def read_cards(reader: Reader, cards: Sequence[Picture], outlines: Points) -> list[Reading]:
    """The readings of each card and their fit; what lies under another counts as unread.

    `cards` are straightened as the reader takes them, their `outlines` (n, 4, 2) in px of one picture.
    """
    close = sorted(meeting(outlines, GROWN))
    readings = dict(zip(close, _among([cards[n] for n in close], outlines[close], reader), strict=True))
    return [readings[n] if n in readings else reader.read(card) for n, card in enumerate(cards)]


def _among(cards: Sequence[Picture], outlines: Points, reader: Reader) -> list[Reading]:
    """The readings of cards that touch or lie over each other."""
    placed = [_placed(reader, card, n, outlines) for n, card in enumerate(cards)]
    readings = []
    for n, one in enumerate(placed):
        above = [outlines[other] for other in one.shares if not on_top(placed, n, other)]
        whole = reader.interpret(one.look, {})[0], worst_fit(reader.layout, one.look, {})
        readings.append(_under(reader, one, outlines[n], above) if above else whole)
    return readings


def _under(reader: Reader, one: PlacedCard, own: Points, above: Sequence[Points]) -> Reading:
    """The reading of a card with others on it, from its visible part."""
    size = reader.layout.size
    seen = np.full(one.card.shape[:2], 255, np.uint8)
    for outline in above:
        corners = _on_card(size, own, outline) * SCALE + REACH - 0.5
        cv2.fillPoly(seen, [np.round(corners).astype(np.int32)], 0)
        cv2.polylines(seen, [np.round(corners).astype(np.int32)], True, 0, EDGE)
    look = reader.ways(one.card, seen)[one.turned]
    upright = cv2.rotate(seen, cv2.ROTATE_180) if one.turned else seen
    parts = {region.name: _seen_part(upright, region.box) for region in reader.layout.regions}
    read = {name: part * (part >= LEAST_PART) for name, part in parts.items()}
    guesses, _ = reader.interpret(look, read)
    return _with_doubt(guesses, reader.layout.unread), worst_fit(reader.layout, look, read)


def worst_fit(layout: Layout, look: Look, parts: Parts) -> float:
    """The fit of all sufficiently visible regions, limited by that of the worst; −1 if there are none.

    A card that was not found may lie on this one: then a region fits badly. Regions that follow another one do not
    count, as they may be blank.
    """
    plain = {region.name for region in layout.regions if not region.follows and parts.get(region.name, 1.0)}
    worst = min((float(look[name].max()) for name in plain), default=-1.0)
    return min(fit_of(look, parts), worst + BETTER)


def _seen_part(seen: Picture, box: Box) -> float:
    x0, y0, x1, y1 = (round(edge * SCALE) + REACH for edge in box)
    return float((seen[y0:y1, x0:x1] > 0).mean())


def meeting(outlines: Points, times: float = SHRUNK) -> set[int]:
    """The indices of the outlines that overlap another one, each scaled by `times`."""
    sized = [_sized(outline, times) for outline in outlines]
    pairs = ((n, m) for n in range(len(outlines)) for m in range(n))
    return {n for a, b in pairs if cv2.intersectConvexConvex(sized[a], sized[b])[0] > 0 for n in (a, b)}


def in_doubt(seen: Seen) -> bool:
    """Whether an object could not be read, or not certainly."""
    return seen.best.endswith("?") or seen.share < CERTAIN


def doubt_among(seen: Sequence[Seen]) -> bool:
    """Whether an object that overlaps another one is in doubt."""
    meet = meeting(np.array([one.corners for one in seen], np.float32).reshape(-1, 4, 2))
    return any(in_doubt(seen[n]) for n in meet)


def on_top(placed: Sequence[PlacedCard], one: int, other: int) -> bool:
    """Whether a card certainly lies over another: where they overlap its own prints are seen, not the other's."""
    own, others = placed[one].clear(other), placed[other].clear(one)
    if own is None:
        return others is not None and others < 1 - CLEARER
    return own > (1 - CLEARER if others is None else others + CLEARER)


def _placed(reader: Reader, card: Picture, number: int, outlines: Points) -> PlacedCard:
    """A card, the way up in which its uncovered regions fit best; of one whose ends are alike, what is between them."""
    ways = []
    for turned, look in zip((False, True), reader.ways(card), strict=True):
        own = np.roll(outlines[number], -2 * turned, axis=0)
        others = [n for n, outline in enumerate(outlines) if n != number and _shared(outlines[number], outline)]
        shares = {n: _covers(reader.layout, own, outlines[n]) for n in others}
        ways.append(PlacedCard(card, turned, look, shares))
    ends = {region.name: 0.0 for region in reader.layout.at_edge}
    return max(ways, key=lambda way: fit_of(way.look, ends) if ends else way.usual)


def _covers(layout: Layout, own: Points, other: Points) -> dict[str, float]:
    """The part of each region of a card that lies within another's outline."""
    cover = _on_card(layout.size, own, other)
    return {region.name: _shared(_corners(region.box), cover) / _area(region.box) for region in layout.regions}


def _on_card(size: tuple[float, float], own: Points, other: Points) -> Points:
    """Another card's outline in mm of a card."""
    wide, high = size
    flat = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    onto = cv2.getPerspectiveTransform(np.asarray(own, np.float32), flat)
    return np.asarray(cv2.perspectiveTransform(np.asarray(other, np.float32)[None], onto)[0])


def _corners(box: Box) -> Points:
    x0, y0, x1, y1 = box
    return np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], np.float32)


def _area(box: Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])


def _shared(one: Points, other: Points) -> float:
    """The area that two outlines share, both shrunk a little, because touching cards seem to overlap."""
    return float(cv2.intersectConvexConvex(_sized(one, SHRUNK), _sized(other, SHRUNK))[0])


def _sized(outline: Points, times: float) -> Points:
    middle = outline.mean(axis=0)
    return np.asarray(middle + (outline - middle) * times, np.float32)


def _with_doubt(guesses: tuple[Guess, ...], unread: str) -> tuple[Guess, ...]:
    """The guesses, and `unread` with the share that they leave."""
    left = max(0.0, 1 - sum(guess.share for guess in guesses))
    return tuple(sorted([*guesses, Guess(unread, round(left, 4))], key=lambda guess: -guess.share))
