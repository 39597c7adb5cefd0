"""Finds cards of a known size that touch or overlap on the mat, so that their paper forms a single patch.

As a rule, every card in a patch shows a corner of its own. From every such corner a card can lie in two ways. Of all
ways within the patch, the smallest set is taken that covers it and whose sides make up its outline.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import combinations
from operator import or_
from typing import Any

import cv2
import numpy as np

from vision.cards.outline import PLACES as ON_EDGES
from vision.cards.outline import REACH, moved, profiles, steps
from vision.cards.patch import (
    at_corners,
    at_ends,
    bare,
    exposed,
    filled,
    nearly_within,
    outline,
    settled,
    within,
    without,
)
from vision.picture import Picture, Points

LARGER = 1.12  # times a card's area above which a patch may be several cards
EXPOSED = 0.2  # part of a card's outline that must lie on the patch's own
SHOWN = 0.55  # part of its outline that a card must show to be removed, to find what else there is
DRAWN = 0.93  # part of a patch's outline that its cards' sides must make up
THICK = 5  # px that a side is thick for it: corners are round
PRINTS = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (7, 7))  # what is printed near a card's edge is thinner
RIM = np.ones((3, 3), np.uint8)  # what of a patch is no thicker than this beside its cards is their rim
LEFT = 0.012  # part of a card that may be left unexplained of a patch
ACROSS = np.pi / 4  # cards turned by more against each other lie across each other
REST = 0.3  # part of a card's area above which the rest of a patch may be a card
MOST, TRIED = 6, 14  # most cards in a patch, and most ways to lie that are compared
PAIR = 2  # an explanation by so few cards is taken without trying cards that show no corner
ALIKE = 0.1  # part of the short side below which two ways to lie are one
HELD = 0.3  # part of a side beside which there must be ground to hold the card there
SEAM, ALONG = 4.0, 0.75  # grey levels by which it is darker between two cards than on them, along so much of a side
FAR = 12  # px from a side within which such a seam is sought
FAINT, STIFF = 6.0, 2.0  # grey levels of an edge that moves a card, and edges it takes to move it half the way

Outlined = tuple[Picture, Sequence[Any]]
"""A mask, 255 where paper is, and the outlines of its patches."""

Way = tuple[float, Points]
"""How a card may lie: the part of its outline that the patch shows, and its corners."""


def clumped(
    zone: Picture, masks: Sequence[Outlined], known: Sequence[Points], size: tuple[float, float]
) -> list[Points]:
    """The cards, of `size` px (width, height), in the patches of a zone that contain none of the `known` cards.

    The masks are of half the size of the grey picture `zone`; the corners (4, 2) are in its px. Of a patch that no set
    of cards explains, the most visible cards are returned, and the rest as if it were one more.
    """
    half = size[0] / 2, size[1] / 2
    least = LARGER * half[0] * half[1]
    patches = [(mask, contour) for mask, found in masks for contour in found if cv2.contourArea(contour) > least]
    cards: list[Points] = []
    for explain in (parted, best_shown):
        for mask, contour in patches:
            if any(_holds(contour, quad.mean(axis=0) / 2) for quad in (*known, *cards)):
                continue
            patch, corner = _patch(contour)
            quads = [_on_edges(zone, mask, (quad + corner + 0.5) * 2 - 0.5) for quad in explain(patch, *half)]
            cards += [quad for quad in quads if not any(_same_place(quad, other) for other in cards)]
    return cards


def _same_place(quad: Points, other: Points) -> bool:
    """Whether two outlines from different masks contain each other's middle."""
    return _holds(quad, other.mean(axis=0)) and _holds(other, quad.mean(axis=0))


def _patch(contour: Points) -> tuple[Picture, Points]:
    """The patch within an outline, without holes, and where its picture begins."""
    x, y, wide, high = cv2.boundingRect(contour)
    corner = np.array([x - REACH, y - REACH], np.float32)
    patch = np.zeros((high + 2 * REACH, wide + 2 * REACH), np.uint8)
    cv2.fillPoly(patch, [(contour - corner).astype(np.int32)], 255)
    return np.asarray(cv2.morphologyEx(patch, cv2.MORPH_CLOSE, PRINTS)), corner


def _holds(contour: Points, place: Points) -> bool:
    return cv2.pointPolygonTest(contour, (float(place[0]), float(place[1])), False) > 0


def parted(patch: Picture, wide: float, high: float) -> list[Points]:
    """The outlines of cards of `wide` × `high` px that explain a patch; none if they cannot."""
    showing = likely(patch, wide, high)
    found = fewest(patch, showing[:TRIED], False)
    if 0 < len(found) <= PAIR:
        return found
    between = _and_between(patch, showing, wide, high)
    sets = [found, fewest(patch, between[:TRIED], False)]
    if not any(sets):
        sets = [fewest(patch, ways[:TRIED], True) for ways in (showing, between)]
    return min(filter(None, sets), key=len, default=[])


def best_shown(patch: Picture, wide: float, high: float) -> list[Points]:
    """The cards of which a patch shows most, each beside those before, and the outline of what is left; often none."""
    rest, found = patch, list[Points]()
    for share, quad in likely(patch, wide, high):
        if share > SHOWN and within(rest, quad):
            rest = without(rest, quad)
            found.append(quad)
    if found and (rest > 0).sum() > REST * wide * high:
        found.append(np.asarray(cv2.boxPoints(cv2.minAreaRect(outline(rest))), np.float32))
    return found


def likely(patch: Picture, wide: float, high: float) -> list[Way]:
    """Ways to lie in a patch, the most visible first.

    Where one card of a row is removed, the next one's corners appear.
    """
    found: list[Way] = []
    rests = [patch]
    while rests:
        rest = rests.pop()
        new = _new(at_corners(rest, wide, high), patch, found, min(wide, high))
        found += new
        if len(found) < 2 * TRIED:
            rests += [without(rest, quad) for _, quad in new if exposed(rest, quad) > SHOWN]
    return sorted(found, key=lambda way: -way[0])


def _and_between(patch: Picture, ways: Sequence[Way], wide: float, high: float) -> list[Way]:
    """These ways, and those that show a side's end but no corner: cards with others over and under them."""
    between = _new(at_ends(patch, wide, high), patch, ways, min(wide, high))
    return sorted([*ways, *between], key=lambda way: -way[0])


def _new(quads: Iterable[Points], patch: Picture, known: Sequence[Way], short: float) -> list[Way]:
    """The sufficiently visible ways within the patch, without the `known` ones, and each once."""
    found: list[Way] = []
    for rough in (one for one in quads if nearly_within(patch, one)):
        quad = settled(patch, rough)
        if within(patch, quad) and all(_apart(quad, other) >= ALIKE * short for _, other in (*known, *found)):
            share = exposed(patch, quad)
            found += [(share, quad)] if share >= EXPOSED else []
    return found


def fewest(patch: Picture, ways: Sequence[Way], across: bool) -> list[Points]:
    """The fewest outlines that cover the patch and whose sides make up its outline; they may lie `across` others."""
    masks = [filled(patch, quad) for _, quad in ways]
    lines = [_lines(patch, quad) for _, quad in ways]
    enough = DRAWN * len(outline(patch))
    crossing = set() if across else _crossing([_turn(quad) for _, quad in ways])
    least = round(float((patch > 0).sum() / np.mean([mask.sum() for mask in masks]))) if masks else 1
    for many in range(max(1, least), min(MOST, len(ways)) + 1):
        drawn = {chosen: _together(lines, chosen) for chosen in combinations(range(len(ways)), many)}
        sets = [chosen for chosen, share in drawn.items() if share >= enough]
        for chosen in sorted(sets, key=lambda chosen: -drawn[chosen]):
            lawful = crossing.isdisjoint(combinations(chosen, 2))
            if lawful and _explain(patch, [masks[n] for n in chosen]):
                return [ways[n][1] for n in chosen]
    return []


def _lines(patch: Picture, quad: Points) -> int:
    """A bit for each place on a patch's outline: whether it lies on a card's, or on the card, where it is a print."""
    line = cv2.polylines(filled(patch, quad), [np.round(quad).astype(np.int32)], True, 1, THICK)
    x, y = outline(patch).T
    return int.from_bytes(np.packbits(line[y, x] > 0).tobytes())


def _together(lines: Sequence[int], chosen: Sequence[int]) -> int:
    """The number of places of the outline that any of the chosen cards explains."""
    return reduce(or_, (lines[n] for n in chosen)).bit_count()


def _turn(quad: Points) -> float:
    """The direction of a card's long sides, 0 to π."""
    first, second = quad[1] - quad[0], quad[2] - quad[1]
    x, y = first if first @ first > second @ second else second
    return float(np.arctan2(y, x) % np.pi)


def _crossing(turns: Sequence[float]) -> set[tuple[int, int]]:
    """The pairs of cards, the smaller number first, that lie across each other."""
    away = np.abs(np.subtract.outer(turns, turns))
    apart = np.minimum(away, np.pi - away) > ACROSS
    return {(n, m) for n, m in combinations(range(len(turns)), 2) if apart[n, m]}


def _explain(patch: Picture, masks: Sequence[Picture]) -> bool:
    """Whether cards cover a patch but for its rim."""
    left = ((patch > 0) & (cv2.dilate(np.max(masks, axis=0), RIM) == 0)).astype(np.uint8)
    return bool(cv2.morphologyEx(left, cv2.MORPH_OPEN, RIM).sum() < LEFT * masks[0].sum())


def _apart(quad: Points, other: Points) -> float:
    """The greatest distance between corresponding corners of two outlines, whichever corner each begins with."""
    return min(float(np.abs(quad - np.roll(other, turn, axis=0)).max()) for turn in range(4))


def _on_edges(zone: Picture, mask: Picture, quad: Points) -> Points:
    """A card in px of the zone, its sides moved onto the edge of the paper, else onto the dark seam to a neighbour."""
    ground = bare(mask, (quad + 0.5) / 2 - 0.5, ON_EDGES)
    for _ in range(2):
        at, height, feet, outward = steps(zone, quad)
        known = ground & (height > FAINT)
        if seams := [side for side in range(4) if max(known[side].mean(), known[side - 2].mean()) < HELD]:
            where, deep = _valleys(profiles(zone, feet, outward, FAR))
            at[seams], known[seams] = where[seams, None], (deep > SEAM)[seams, None]
        quad = moved(quad, at, known, STIFF)
    return quad


def _valleys(levels: Picture) -> tuple[Points, Points]:
    """The dark seam along most of each side, in px outward, and its depth in grey levels; no print is that long."""
    most = np.percentile(levels, 100 * ALONG, axis=1)
    darkest = most[:, 1:-1].argmin(axis=1) + 1
    rims = [min(side[:at].max(), side[at + 1 :].max()) - side[at] for side, at in zip(most, darkest, strict=True)]
    return darkest - FAR, np.array(rims)
