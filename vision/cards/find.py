"""Finds cards in a zone of the mat: outlines of a known size on dark ground."""

from __future__ import annotations

import cv2
import numpy as np

from vision.cards import prints
from vision.cards.clumps import clumped
from vision.cards.outline import NEXT, edged, stepped, upright
from vision.picture import Field, Picture, Points

COARSE = 0.5  # scale at which outlines are looked for; their sides are then sought in the whole picture
SOFT = 0.6  # px by which that small picture is blurred
CALM = 2.0  # px of blur after which the darkest pixel nearby is ground and not noise
PAPERY = 3.2  # times as bright as the darkest ground near it is paper even in a shadow, and never lit ground
SIZE_SLACK = 0.12  # part of a side by which an outline may miss its card's size
EDGE_SLACK = 0.07  # the same once the sides lie on the edge
PLAIN = 40.0  # grey levels of an edge that is certain
PAPER = 0.88  # part of a card's pixels that are darker than its paper
LEAST_CONTRAST = 12.0  # grey levels between paper and ground below which a zone counts as empty


def find_cards(zone: Picture, size: tuple[float, float], scale: float, uneven: bool = False) -> list[Points]:
    """Outlines of cards of `size` mm in a grey picture of a zone seen from above at `scale` px per mm.

    Cards that touch or overlap get their full outlines. In `uneven` light cards half in a shadow are looked for too,
    which takes longer. Each outline is (4, 2) in px of the picture, clockwise from the corner nearest its top left as
    it lies, long sides upright.
    """
    wide, high = size[0] * scale, size[1] * scale
    found: list[tuple[float, Points]] = []
    small = cv2.resize(zone, None, fx=COARSE, fy=COARSE, interpolation=cv2.INTER_AREA)
    masks = _masks(small, min(wide, high) * COARSE, uneven)
    patches = [(mask, cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]) for mask in masks]
    for _, contours in patches:
        rough = [quad for contour in contours if (quad := _quad(contour, wide * COARSE, high * COARSE)) is not None]
        quads = [(quad + 0.5) / COARSE - 0.5 for quad in rough]
        new = [quad for quad in quads if not any(clear > PLAIN and _same(quad, other, wide) for clear, other in found)]
        found = _best(found + [_weighed(zone, quad, wide, high) for quad in new], wide)
    outlines = [quad for _, quad in found]
    outlines += [
        upright(quad, wide < high) for quad in _printed(zone, clumped(zone, patches, outlines, (wide, high)), scale)
    ]
    return sorted(outlines, key=lambda quad: (round(float(quad[:, 1].mean()) / high), float(quad[:, 0].mean())))


def _printed(zone: Picture, outlines: list[Points], scale: float) -> list[Points]:
    """Those outlines of a light patch that hold anything: where a lamp's light ends on bare ground nothing is seen."""
    found = prints.edges(prints.small(zone), scale) if outlines else None
    return [quad for quad in outlines if found is not None and not prints.bare(found, quad)]


def _best(proposed: list[tuple[float, Points]], wide: float) -> list[tuple[float, Points]]:
    """The outline with the clearest edge for each card; none without an edge."""
    found: list[tuple[float, Points]] = []
    for clear, quad in sorted(proposed, key=lambda p: -p[0]):
        if clear > 0 and not any(_same(quad, other, wide) for _, other in found):
            found.append((clear, quad))
    return found


def _weighed(grey: Picture, quad: Points, wide: float, high: float) -> tuple[float, Points]:
    """An outline moved to the edge near it, and the grey levels of its faintest side; 0 if the size is wrong."""
    sharp, clear = edged(grey, quad)
    sides = np.linalg.norm(sharp - sharp[NEXT], axis=1)
    fits = np.abs(sides / np.array([wide, high, wide, high]) - 1).max() < EDGE_SLACK
    return (clear, sharp) if fits and (clear > PLAIN or stepped(grey, sharp)) else (0.0, sharp)


def _masks(grey: Picture, side: float, uneven: bool) -> list[Picture]:
    soft = cv2.GaussianBlur(grey, (0, 0), SOFT)
    _, mask = cv2.threshold(soft, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    light, dark = cv2.mean(soft, mask)[0], cv2.mean(soft, cv2.bitwise_not(mask))[0]
    masks = [mask] if light - dark > LEAST_CONTRAST else []
    block = int(side) | 1
    masks.append(cv2.adaptiveThreshold(soft, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, block, -6))
    if uneven:
        # a lamp's reflection that touches a card is broader than half of it
        masks.append(
            cv2.adaptiveThreshold(soft, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, block // 2 | 1, -9)
        )
        darkest = cv2.erode(cv2.GaussianBlur(grey, (0, 0), CALM), np.ones((block, block), np.uint8))
        masks.append(cv2.compare(soft, cv2.convertScaleAbs(darkest, alpha=PAPERY, beta=2), cv2.CMP_GT))
    return masks


def _same(quad: Points, other: Points, wide: float) -> bool:
    (x, y), (u, v) = (corners[0] + corners[2] for corners in (quad, other))
    return abs(float(x - u)) + abs(float(y - v)) < wide


def _quad(contour: Points, wide: float, high: float) -> Points | None:
    """The rectangle around a contour; None when it has another size than a card."""
    rough = cv2.minAreaRect(contour)
    return upright(cv2.boxPoints(rough), wide < high) if _fits(sorted(rough[1]), sorted((wide, high))) else None


def _fits(sides: list[float], due: list[float]) -> bool:
    return all(abs(side - want) <= SIZE_SLACK * want for side, want in zip(sides, due, strict=True))


def straightened(frame: Picture, corners: Points, size: tuple[float, float], scale: float, reach: int = 0) -> Picture:
    """A card's picture at `scale` px per mm with `reach` px around it; `corners` (4, 2) in px of the frame."""
    wide, high = round(size[0] * scale), round(size[1] * scale)
    onto = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32) + reach - 0.5
    matrix = cv2.getPerspectiveTransform(np.asarray(corners, np.float32), onto)
    return cv2.warpPerspective(frame, matrix, (wide + 2 * reach, high + 2 * reach))


def cut_out(frame: Picture, corners: Points) -> Picture:
    """The part of the frame within four corners (4, 2) in px, straightened, about as large as it is in the frame."""
    sides = np.linalg.norm(corners - corners[NEXT], axis=1)
    wide, high = np.maximum((sides[:2] + sides[2:]) / 2, 1)
    return straightened(frame, corners, (float(wide), float(high)), 1.0)


def paper_white(card: Picture) -> Field:
    """The colour of a card's paper, (3,): a high percentile of each channel."""
    pixels = card[::3, ::3].reshape(-1, 3)
    high = int(PAPER * len(pixels))
    return np.asarray(np.maximum(np.partition(pixels, high, axis=0)[high], 10), np.float32)
