"""What can be printed: the play mat, the calibration sheet and our own cards."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import cv2
import numpy as np

from vision.layouts.layout import find_layout
from vision.mat.board import SIDE, SQUARES, draw_board
from vision.mat.mat import Mat
from vision.picture import Picture
from vision.printing.cards import Print, art
from vision.printing.paper import draw_mat
from vision.printing.pdf import Page, write_pdf
from vision.printing.plates import Plate, plate_art
from vision.printing.split_pages import tiled

PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4), "a3": (297.0, 420.0)}
"""The papers a printer holds: width and height in mm, upright."""
SCALE = 8.0  # px per mm: 203 dpi
MARGIN = 9.0  # mm kept free of cards at every edge
MARK = 4.0  # mm a cutting mark is long, outside the cards
Size = tuple[float, float]
TwoSided = tuple[Plate, Plate]
"""The front and the back of a printed piece."""
GAP = 0.6  # mm between cards: the cut


def print_everything(
    folder: Path,
    mat: Mat,
    cards: Mapping[str, Sequence[str]],
    prints: Mapping[str, Print],
    paper: str = "a4",
    plates: Mapping[str, Sequence[TwoSided]] = MappingProxyType({}),
    language: str = "en",
    sheets: Sequence[Mat] = (),
) -> list[Path]:
    """Write all printables into a folder (made if missing) and return their paths; OSError if that fails.

    `cards` maps a layout to the faces of its cards, each as often as it is in the deck; they are written to a file with
    their family's name in the plural. `prints` holds what is printed on ledger cards, by face. `paper` names one of
    PAPERS. `plates` maps a file's name to printed pieces of one size, each its front and its back. `sheets` lie beside
    the mat. Its words and theirs are in `language`; both are printed dark and, in little ink, light.
    """
    folder.mkdir(parents=True, exist_ok=True)
    made = {"calibration-sheet.pdf": [_board_page(PAPERS[paper])]}
    for name, each in (("play-mat", mat), ("play-mat-light", mat.lightened())):
        picture = draw_mat(each, SCALE, language)
        made[f"{name}.pdf"] = [Page(picture, mat.size, mat.size, (0, 0))]
        made[f"{name}-{paper}.pdf"] = list(tiled(picture, mat.size, PAPERS[paper]))
    for name, beside in (("board-sheets", sheets), ("board-sheets-light", [sheet.lightened() for sheet in sheets])):
        made[f"{name}.pdf"] = [page for one in beside for page in _sheet_pages(one, PAPERS[paper], language)]
    printed = {face: json.dumps(each) for face, each in prints.items()}
    for name, faces in cards.items():
        pictures = [art(name, face, SCALE, printed.get(face, "")) for face in faces]
        made[f"{find_layout(name).family}s.pdf"] = list(_card_pages(name, pictures, PAPERS[paper]))
    for name, pieces in plates.items():
        made[f"{name}.pdf"] = list(_plate_pages(pieces, PAPERS[paper]))
    for name, pages in made.items():
        if pages:
            write_pdf(folder / name, pages)
    return [folder / name for name, pages in made.items() if pages]


def _sheet_pages(sheet: Mat, paper: Size, language: str) -> Iterator[Page]:
    return tiled(draw_mat(sheet, SCALE, language), sheet.size, paper)


def _board_page(paper: Size) -> Page:
    page, printed = (paper[1], paper[0]), (SQUARES[0] * SIDE, SQUARES[1] * SIDE)
    return Page(draw_board(SCALE), page, printed, ((page[0] - printed[0]) / 2, (page[1] - printed[1]) / 2))


def _card_pages(name: str, pictures: Sequence[Picture], paper: Size) -> Iterator[Page]:
    """Cards side by side, a sheet of their backs after each sheet, for both sides of the paper."""
    size = find_layout(name).size
    columns, rows = _grid(size, paper)
    each = columns * rows
    back = art(name, "back", SCALE)
    for first in range(0, len(pictures), each):
        part = pictures[first : first + each]
        yield _sheet(part, size, (columns, rows), paper)
        yield _sheet([back] * each, size, (columns, rows), paper)


def _plate_pages(pieces: Sequence[TwoSided], paper: Size) -> Iterator[Page]:
    """Pieces side by side, after each sheet one of their backs, right to left so that each lies behind its front."""
    if not pieces:
        return
    size = pieces[0][0]["size"]
    columns, rows = _grid(size, paper)
    each = columns * rows
    for first in range(0, len(pieces), each):
        part = pieces[first : first + each]
        yield _sheet([plate_art(front, SCALE) for front, _ in part], size, (columns, rows), paper)
        backs: list[Picture | None] = [plate_art(back, SCALE) for _, back in part]
        backs += [None] * (-len(backs) % columns)
        turned = [one for n in range(0, len(backs), columns) for one in reversed(backs[n : n + columns])]
        yield _sheet(turned, size, (columns, rows), paper)


def _grid(size: Size, paper: Size) -> tuple[int, int]:
    """How many pieces lie beside and above each other on a paper."""
    columns = int((paper[0] - 2 * MARGIN + GAP) // (size[0] + GAP))
    return columns, int((paper[1] - 2 * MARGIN + GAP) // (size[1] + GAP))


def _sheet(pictures: Sequence[Picture | None], size: Size, grid: tuple[int, int], paper: Size) -> Page:
    """Cards side by side with a mark at every cut, outside of them; a place may stay empty."""
    columns, rows = grid
    wide, high = columns * (size[0] + GAP) - GAP + 2 * MARK, rows * (size[1] + GAP) - GAP + 2 * MARK
    sheet = np.full((round(high * SCALE), round(wide * SCALE), 3), 255, np.uint8)
    for number, picture in enumerate(pictures):
        if picture is None:
            continue
        x, y = (
            round((MARK + place * (side + GAP)) * SCALE)
            for place, side in zip((number % columns, number // columns), size, strict=True)
        )
        part = sheet[y : y + picture.shape[0], x : x + picture.shape[1]]
        part[:] = picture[: part.shape[0], : part.shape[1]]
        cv2.rectangle(sheet, (x, y), (x + part.shape[1] - 1, y + part.shape[0] - 1), (190, 190, 190), 1)
    for at in _cuts(columns, size[0]):
        sheet[: _px(MARK) - 4, at : at + 2] = sheet[-_px(MARK) + 4 :, at : at + 2] = 60
    for at in _cuts(rows, size[1]):
        sheet[at : at + 2, : _px(MARK) - 4] = sheet[at : at + 2, -_px(MARK) + 4 :] = 60
    return Page(sheet, paper, (wide, high), ((paper[0] - wide) / 2, (paper[1] - high) / 2))


def _cuts(count: int, side: float) -> list[int]:
    """Where to cut, px: both edges of each card."""
    edges = (MARK + number * (side + GAP) + edge for number in range(count) for edge in (0.0, side))
    return [_px(edge) - 1 for edge in edges]


def _px(length: float) -> int:
    return round(length * SCALE)
