"""A page of pictures of what went wrong; it stays on this machine, for the photos are not ours to pass on."""

from __future__ import annotations

from html import escape
from pathlib import Path

import cv2
import numpy as np

from tools.measure.sets import Miss

SIDE = 640
"""Long side in px of the pictures on the page."""

MISSED, WRONG = (0, 200, 255), (60, 60, 255)


def write(folder: Path, chapters: dict[str, list[Miss]]) -> Path:
    """Pictures and `index.html` in `folder`; hands back the page."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = ["<!doctype html><meta charset=utf-8><title>vision: failures</title><h1>What was read wrongly</h1>"]
    parts.append("<p>Yellow: there and not found. Red: found or read wrongly.</p>")
    for title, misses in chapters.items():
        parts.append(f"<h2>{escape(title)}</h2>")
        parts += [figure(folder, f"{title}-{number}", miss) for number, miss in enumerate(misses)]
    page = folder / "index.html"
    page.write_text("\n".join(parts), encoding="utf-8")
    return page


def figure(folder: Path, name: str, miss: Miss) -> str:
    image = miss.photo.image.copy()
    for points, colour in [(one, MISSED) for one in miss.right] + [(one, WRONG) for one in miss.wrong]:
        cv2.polylines(image, [np.round(points).astype(np.int32)], True, colour, max(2, image.shape[1] // 300))
    scale = SIDE / max(image.shape[:2])
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    file = "".join(letter if letter.isalnum() else "-" for letter in name) + ".jpg"
    cv2.imwrite(str(folder / file), small)
    says = escape(f"{miss.photo.set}/{miss.photo.name}: {miss.what}")
    return f'<figure><img src="{file}" alt="{says}"><figcaption>{says}</figcaption></figure>'
