"""`python -m tools.docs.printed FOLDER`: what `companion print` puts on paper, as pictures for the manual."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path

import cv2
import numpy as np

from vision.mat.mat import load_mat
from vision.picture import Picture
from vision.printing.paper import draw_mat
from vision.printing.printables import PAPERS
from vision.printing.split_pages import tiled

SCALE = 4.0
"""Pixels a millimetre the mat is drawn with."""
WIDE = 1200
"""Pixels of a picture's width."""
MAT, SHEET = "manual-play-mat-light", "manual-sheet-2-of-6"
"""Names of the pictures."""


def draw(folder: Path) -> None:
    """The light mat, and the second of its six sheets of A4; OSError if the folder cannot be written."""
    folder.mkdir(parents=True, exist_ok=True)
    mat = load_mat().lightened()
    picture = draw_mat(mat, SCALE)
    second = next(islice(tiled(picture, mat.size, PAPERS["a4"]), 1, None))
    _write(folder / f"{MAT}.png", picture)
    _write(folder / f"{SHEET}.png", second.picture)


def _write(path: Path, picture: Picture) -> None:
    """A picture for a page, with a grey edge that shows where the paper ends."""
    high = round(picture.shape[0] * WIDE / picture.shape[1])
    page: Picture = cv2.resize(picture, (WIDE, high), interpolation=cv2.INTER_AREA).astype(np.uint8)
    edged = cv2.copyMakeBorder(page, 2, 2, 2, 2, cv2.BORDER_CONSTANT, value=(150, 150, 150))
    path.write_bytes(cv2.imencode(path.suffix, edged)[1].tobytes())


if __name__ == "__main__":
    draw(Path(sys.argv[1]))
