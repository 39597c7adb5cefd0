"""Dice seen from above, drawn on a grey table."""

import cv2
import numpy as np

SIDE = 56
PLACES = {
    1: [(0, 0)], 2: [(-1, -1), (1, 1)], 3: [(-1, -1), (0, 0), (1, 1)], 4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)], 6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}  # fmt: skip


def table() -> np.ndarray:
    rough = np.random.default_rng(3).normal(0, 4, (480, 640, 1))
    return np.clip(np.array([150.0, 160.0, 165.0]) + rough, 0, 255).astype(np.uint8)


def put(picture: np.ndarray, x: int, y: int, pips: int, body: tuple[int, int, int] = (40, 30, 190)) -> None:
    """A die seen from above, or for no pips a cube."""
    half = SIDE // 2
    cv2.ellipse(picture, (x + 5, y + 6), (half, half), 0, 0, 360, (105, 112, 118), -1, cv2.LINE_AA)
    for inset, tone in ((0, 0.8), (4, 1.0)):
        core = half - 9
        corners = [(x + dx * core, y + dy * core) for dx in (-1, 1) for dy in (-1, 1)]
        cover = np.zeros(picture.shape[:2], np.uint8)
        for corner in corners:
            cv2.circle(cover, corner, 9 - inset // 2, 255, -1)
        outline = cv2.convexHull(np.argwhere(cover)[:, ::-1].astype(np.int32))
        cv2.fillPoly(picture, [outline], [int(part * tone) for part in body], cv2.LINE_AA)
    for dx, dy in PLACES.get(pips, []):
        cv2.circle(picture, (x + dx * 14, y + dy * 14), 5, (235, 240, 240), -1, cv2.LINE_AA)
