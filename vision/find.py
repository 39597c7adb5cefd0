"""Cards in a zone of the mat: outlines of a known size on a ground of known darkness."""

from __future__ import annotations

import cv2
import numpy as np

from vision.picture import Field, Picture, Points

SIZE_SLACK = 0.12  # part of a side by which an outline may miss its card's size
EDGE_SLACK = 0.07  # the same once the sides lie on the edge
EDGE_POINTS = 25  # places along a side where its edge is sought
EDGE_REACH = 7  # px to either side of it
LEAST_CONTRAST = 12.0  # grey levels between paper and ground below which a zone counts as empty


def find_cards(zone: Picture, size: tuple[float, float], scale: float) -> list[Points]:
    """Outlines of cards of `size` mm in a picture of a zone seen from above at `scale` px per mm.

    Each is (4, 2) in px of the picture, clockwise from the corner nearest its top left as it lies, long sides upright.
    """
    grey = cv2.cvtColor(zone, cv2.COLOR_BGR2GRAY) if zone.ndim == 3 else zone
    wide, high = size[0] * scale, size[1] * scale
    proposed: list[tuple[float, Points]] = []
    for mask in _masks(grey, min(wide, high)):
        contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        quads = [quad for contour in contours if (quad := _quad(contour, wide, high)) is not None]
        proposed += [_weighed(grey, quad, wide, high) for quad in quads]
    found = _best(proposed, wide)
    return sorted(found, key=lambda quad: (round(float(quad[:, 1].mean()) / high), float(quad[:, 0].mean())))


def _best(proposed: list[tuple[float, Points]], wide: float) -> list[Points]:
    """Of outlines of the same card the one with the clearest edge; none whose edge is missing."""
    found: list[Points] = []
    for clear, quad in sorted(proposed, key=lambda p: -p[0]):
        if clear > 0 and not any(_same(quad, other, wide) for other in found):
            found.append(quad)
    return found


def _weighed(grey: Picture, quad: Points, wide: float, high: float) -> tuple[float, Points]:
    """An outline moved to the edge near it, and how many grey levels its faintest side has; 0 if the size is wrong."""
    sharp, clear = edged(grey, quad)
    sides = np.linalg.norm(sharp - np.roll(sharp, -1, axis=0), axis=1)
    fits = np.abs(sides / np.array([wide, high, wide, high]) - 1).max() < EDGE_SLACK
    return (clear, sharp) if fits else (0.0, sharp)


def edged(grey: Picture, quad: Points) -> tuple[Points, float]:
    """An outline with each side moved onto the step from dark ground to light paper, and the faintest step's height."""
    along = np.linspace(0.1, 0.9, EDGE_POINTS)
    offsets = np.arange(-EDGE_REACH, EDGE_REACH + 1)
    lines, clear = [], []
    for a, b in zip(quad, np.roll(quad, -1, axis=0), strict=True):
        outward = np.array([(b - a)[1], -(b - a)[0]]) / np.linalg.norm(b - a)
        foot = a + along[:, None] * (b - a)
        places = (foot[:, None] + offsets[None, :, None] * outward).astype(np.float32)
        profile = cv2.remap(grey, places, np.empty(0), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(float)
        falls = profile[:, :-4] + profile[:, 1:-3] - profile[:, 3:-1] - profile[:, 4:]
        at = falls.argmax(axis=1)
        edge = (foot + (offsets[2] + at)[:, None] * outward).astype(np.float32)
        vx, vy, x, y = cv2.fitLine(edge, cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
        lines.append(np.array([vy, -vx, vx * y - vy * x]))
        clear.append(float(np.median(falls.max(axis=1))) / 2)
    crossed = [np.cross(lines[n - 1], lines[n]) for n in range(4)]
    return np.array([c[:2] / c[2] for c in crossed]), min(clear)


def _masks(grey: Picture, side: float) -> list[Picture]:
    soft = cv2.GaussianBlur(grey, (0, 0), 1.0)
    level, mask = cv2.threshold(soft, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    light, dark = soft[soft > level], soft[soft <= level]
    masks = []
    if light.size and float(light.mean() - dark.mean()) > LEAST_CONTRAST:
        masks.append(mask)
    block = int(side) | 1
    masks.append(cv2.adaptiveThreshold(soft, 255, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY, block, -6))
    return masks


def _same(quad: Points, other: Points, wide: float) -> bool:
    return float(np.linalg.norm(quad.mean(axis=0) - other.mean(axis=0))) < wide / 2


def _quad(contour: Points, wide: float, high: float) -> Points | None:
    """A contour as a card's outline, corners from lines fitted to its sides; None when it has another size."""
    hull = cv2.convexHull(contour)
    rough = cv2.minAreaRect(hull)
    sides = sorted(rough[1])
    if not _fits(sides, sorted((wide, high))):
        return None
    corners = _upright(cv2.boxPoints(rough), wide < high)
    sharp = _sharpened(contour[:, 0].astype(np.float32), corners)
    return corners if sharp is None else sharp


def _fits(sides: list[float], due: list[float]) -> bool:
    return all(abs(side - want) <= SIZE_SLACK * want for side, want in zip(sides, due, strict=True))


def _upright(box: Points, tall: bool) -> Points:
    """The corners of a rectangle clockwise from the top left of the side that is its top."""
    order = np.argsort(np.arctan2(*(box - box.mean(axis=0)).T[::-1]))
    box = box[order]
    first = np.linalg.norm(box[1] - box[0])
    second = np.linalg.norm(box[2] - box[1])
    if (first > second) == tall:
        box = np.roll(box, -1, axis=0)
    top = 0 if (box[0] + box[1])[1] < (box[2] + box[3])[1] else 2
    return np.asarray(np.roll(box, -top, axis=0))


def _sharpened(points: Points, corners: Points) -> Points | None:
    """Corners where lines fitted to the four sides cross; None when a side shows too little."""
    lines = []
    for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        along = (b - a) / np.linalg.norm(b - a)
        away = (points - a) @ np.array([-along[1], along[0]])
        part = (points - a) @ along / np.linalg.norm(b - a)
        side = points[(np.abs(away) < 6) & (part > 0.12) & (part < 0.88)]
        if len(side) < 12:
            return None
        vx, vy, x, y = cv2.fitLine(side, cv2.DIST_HUBER, 0, 0.01, 0.01).ravel()
        lines.append(np.array([vy, -vx, vx * y - vy * x]))
    crossed = [np.cross(lines[n - 1], lines[n]) for n in range(4)]
    return np.array([c[:2] / c[2] for c in crossed])


def straightened(frame: Picture, corners: Points, size: tuple[float, float], scale: float, reach: int = 0) -> Picture:
    """A card's picture at `scale` px per mm with `reach` px around it; `corners` (4, 2) in px of the frame."""
    wide, high = round(size[0] * scale), round(size[1] * scale)
    onto = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32) + reach - 0.5
    matrix = cv2.getPerspectiveTransform(np.asarray(corners, np.float32), onto)
    return cv2.warpPerspective(frame, matrix, (wide + 2 * reach, high + 2 * reach))


def paper_white(card: Picture) -> Field:
    """The colour of a card's paper, (3,): a high percentile of each channel."""
    return np.asarray(np.maximum(np.percentile(card.reshape(-1, 3), 88, axis=0), 10), np.float32)
