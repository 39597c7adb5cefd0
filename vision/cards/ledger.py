"""Reading the table on a ledger card whose values are unknown: each cell against every value its column may show."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np

from vision.cards.find import paper_white
from vision.cards.match import Stencil, flattened, log_shares, normalised, softened
from vision.cards.read import CAMERA_BLUR, DRAWN
from vision.layouts.layout import Box, Ledger, load_ledger
from vision.picture import Picture
from vision.printing.cards import print_cell
from vision.printing.sheet import Sheet

SCALE = 3.0  # px per mm of a straightened card: digits of 6 mm
REACH = 2  # px of the straightened card around it, and by which a print may lie beside its place
INSET = 1.4  # mm of a cell's top left out: the line between the rows
INKED = 0.4  # part of the faintest value's contrast below which a cell is empty
LIKELY = 0.6  # likeness from which a value may be believed at all


class Cell(NamedTuple):
    """What a cell shows, ``""`` for nothing, how sure that is (0 to 1), and what it may show instead."""

    value: str
    share: float
    runner_up: str


def read_ledger(name: str, card: Picture) -> dict[str, dict[str, Cell]]:
    """The values of a card of the ledger `name`, by good and column.

    `card` is straightened at SCALE px per mm with REACH px around it, BGR, the right way up.
    """
    layout = load_ledger(name)
    even = cv2.multiply(card, np.array([*(235 / paper_white(card)), 0.0]))
    flat = flattened(cv2.cvtColor(even, cv2.COLOR_BGR2GRAY), SCALE / 2)
    return {
        good: {
            column: _cell(_crop(flat, layout.cell(row, column)), *_stencil(name, column, row))
            for column in layout.read_columns
        }
        for row, good in enumerate(layout.rows)
    }


def _cell(crop: Picture, stencil: Stencil, faintest: float) -> Cell:
    ink = float(crop[REACH:-REACH, REACH:-REACH].std())
    likenesses = stencil.likenesses(crop)
    shares = normalised(log_shares(likenesses))
    first, second = np.argsort(-shares)[:2]
    empty = float(np.clip((INKED * faintest - ink) / (0.2 * faintest) + 0.5, 0, 1))
    if empty > 1 / 2:
        return Cell("", empty, stencil.values[first])
    believed = (1 - empty) * float(np.clip((likenesses[first] - LIKELY) / 0.1, 0, 1))
    return Cell(stencil.values[first], float(shares[first]) * believed, stencil.values[second])


@lru_cache(maxsize=64)
def _stencil(name: str, column: str, row: int) -> tuple[Stencil, float]:
    """The values of a column as they look in a row, and the contrast (grey levels) of the faintest."""
    layout = load_ledger(name)
    values = [str(n) for n in range(1, layout.columns[column].most + 1)]
    pictures = [_drawn(layout, column, row, value) for value in values]
    return Stencil(values, pictures, REACH), min(float(picture.std()) for picture in pictures)


def _drawn(layout: Ledger, column: str, row: int, value: str) -> Picture:
    box = layout.cell(row, column)
    sheet = Sheet(layout.size, DRAWN)
    print_cell(sheet, box, layout.columns[column], value)
    size = (round(layout.size[0] * SCALE), round(layout.size[1] * SCALE))
    small = softened(cv2.resize(sheet.picture, size, interpolation=cv2.INTER_AREA), CAMERA_BLUR * SCALE / 2)
    x0, y0, x1, y1 = _place(box)
    return flattened(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), SCALE / 2)[y0:y1, x0:x1]


def _place(box: Box) -> tuple[int, int, int, int]:
    x0, y0, x1, y1 = (round(edge * SCALE) for edge in (box[0], box[1] + INSET, box[2], box[3]))
    return x0, y0, x1, y1


def _crop(card: Picture, box: Box) -> Picture:
    x0, y0, x1, y1 = _place(box)
    return card[y0 : y1 + 2 * REACH, x0 : x1 + 2 * REACH]
