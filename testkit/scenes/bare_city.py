"""A small city on a bare table as a camera sees it: laid and seen by other ways than the drawn table's."""

from __future__ import annotations

import json

import cv2
import numpy as np

from companion.titles.praetor.prints import tile_plates
from vision.picture import Picture, Points
from vision.printing.flats import tile_art

PX = 100  # px of a tile in a picture from straight above
TILES = (
    ("market-1", 0, 0, 1),
    ("forum-1", 1, 0, 2),
    ("curia-1", 2, 0, 0),
    ("oracle-1", 1, 1, 3),
    ("statue-2", 1, 2, 0),
)
BUILT = {name: ((x, y), turn) for name, x, y, turn in TILES}


def a_table(seed: int = 3) -> tuple[Picture, tuple[int, int]]:
    """A mottled brown table with TILES on it, seen from straight above, and where cell 0, 0 begins."""
    chance = np.random.default_rng(seed)
    mottled = cv2.resize(chance.normal(0, 1, (40, 12)).astype(np.float32), (900, 700), interpolation=cv2.INTER_CUBIC)
    table = np.clip(np.array([70.0, 100, 140]) * (1 + 0.12 * mottled[..., None]), 0, 255).astype(np.uint8)
    left, top = 260, 180
    for name, x, y, turn in TILES:
        art = cv2.resize(tile_art(json.dumps(tile_plates()[name]), 4.0), (PX - 1, PX - 1), interpolation=cv2.INTER_AREA)
        table[top + y * PX : top + (y + 1) * PX - 1, left + x * PX : left + (x + 1) * PX - 1] = np.rot90(art, -turn)
    return table, (left, top)


def tilted(table: Picture, lean: float, towards: float, turn: float, far: float = 760.0) -> tuple[Picture, Points]:
    """The table as a camera sees it that leans so many degrees `towards` a side and is turned, and its homography."""
    focal, (high, wide) = 800.0, table.shape[:2]
    about = np.radians(lean) * np.array([np.cos(np.radians(towards)), np.sin(np.radians(towards)), 0.0])
    pose = cv2.Rodrigues(about)[0] @ cv2.Rodrigues(np.array([0.0, 0.0, np.radians(turn)]))[0]
    middle = np.array([[1, 0, -wide / 2], [0, 1, -high / 2], [0, 0, 1.0]])
    lens = np.array([[focal, 0, 500], [0, focal, 400], [0, 0, 1.0]])
    onto = lens @ np.column_stack([pose[:, 0], pose[:, 1], (0.0, 0.0, far)]) @ middle
    return cv2.warpPerspective(table, onto, (1000, 800), borderMode=cv2.BORDER_REFLECT), onto


WAYS = [(0, 0, 0), (28, 30, 20), (30, 200, 130), (15, 90, 255)]
