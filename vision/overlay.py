"""Draws what was found over the photo."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.camera.load import write_picture
from vision.layouts.layout import Box
from vision.picture import Picture, Points
from vision.printing.sheet import circle

Found = dict[str, Any]


Places = tuple[tuple[float, float], dict[str, Box]]


def write(path: Path, picture: Picture, found: Found, places: Places | None = None) -> None:
    """Write the picture with everything found outlined and named; OSError if it cannot be written.

    `places` are a layout's size and regions in mm, outlined on every card, as a help for editing the layout.
    """
    drawn, line = picture.copy(), max(1, picture.shape[1] // 500)
    for region in _regions(found, places) if places else []:
        cv2.polylines(drawn, [np.round(region).astype(np.int32)], True, (255, 160, 30), 1, cv2.LINE_AA)
    for outline, words in _outlines(found):
        cv2.polylines(drawn, [np.round(outline).astype(np.int32)], True, (60, 230, 60), line, cv2.LINE_AA)
        at = (int(outline[:, 0].min()), max(12, int(outline[:, 1].min()) - 4))
        cv2.putText(drawn, words, at, cv2.FONT_HERSHEY_SIMPLEX, 0.4 * line, (20, 20, 20), 2 * line, cv2.LINE_AA)
        cv2.putText(drawn, words, at, cv2.FONT_HERSHEY_SIMPLEX, 0.4 * line, (255, 255, 255), line, cv2.LINE_AA)
    write_picture(path, drawn)


def _regions(found: Found, places: Places) -> list[Points]:
    """The outlines of a layout's regions on every card, in px."""
    (wide, high), boxes = places
    flat = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    outlines = []
    for card in found.get("cards", []):
        onto = cv2.getPerspectiveTransform(flat, np.array(card["corners"], np.float32))
        for x0, y0, x1, y1 in boxes.values():
            corners = np.array([[(x0, y0), (x1, y0), (x1, y1), (x0, y1)]], np.float32)
            outlines.append(cv2.perspectiveTransform(corners, onto)[0])
    return outlines


def _outlines(found: Found) -> list[tuple[Points, str]]:
    out: list[tuple[Points, str]] = []
    for card in found.get("cards", []):
        reading = card["reading"]
        words = str(reading.get("face") or reading.get("name") or "") or f"{card['confidence']:.2f}"
        out.append((np.array(card["corners"]), words))
    for die in found.get("dice", []):
        x0, y0, x1, y1 = die["box"]
        out.append((np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)]), f"{die['colour']} {die['pips']}"))
    for cube in found.get("cubes", {}).get("items", []):
        x, y = cube["centre"]
        out.append((np.array([(x - 6, y - 6), (x + 6, y - 6), (x + 6, y + 6), (x - 6, y + 6)]), cube["colour"]))
    for tile in found.get("tiles", []):
        name, turn = tile["reading"].get("name"), tile["reading"].get("turn")
        out.append((np.array(tile["corners"]), f"{name or '?'} {'' if turn is None else turn}".strip()))
    for coin in found.get("coins", []):
        rim = np.array(coin["centre"]) + coin["diameter_px"] / 2 * circle()
        out.append((rim, str(coin["reading"].get("value") or "?")))
    out += [(np.array(m["corners"]), str(m["id"])) for m in found.get("markers", [])]
    return out
