"""What was found, drawn over the photo."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.picture import Picture, Points

Found = dict[str, Any]


def write(path: Path, picture: Picture, found: Found) -> None:
    """Write the picture with everything found outlined and named; OSError if it cannot be written."""
    drawn, line = picture.copy(), max(1, picture.shape[1] // 500)
    for outline, words in _outlines(found):
        cv2.polylines(drawn, [np.round(outline).astype(np.int32)], True, (60, 230, 60), line, cv2.LINE_AA)
        at = (int(outline[:, 0].min()), max(12, int(outline[:, 1].min()) - 4))
        cv2.putText(drawn, words, at, cv2.FONT_HERSHEY_SIMPLEX, 0.4 * line, (20, 20, 20), 2 * line, cv2.LINE_AA)
        cv2.putText(drawn, words, at, cv2.FONT_HERSHEY_SIMPLEX, 0.4 * line, (255, 255, 255), line, cv2.LINE_AA)
    if not cv2.imwrite(str(path), drawn):
        raise OSError(f"cannot write the overlay {str(path)!r}")


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
    out += [(np.array(m["corners"]), str(m["id"])) for m in found.get("markers", [])]
    return out
