"""What the PDFs measure: each card, tile, board and marker in its true size, none over another, all on the paper."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import pytest

from companion.commands.printing import cards_of
from companion.titles import BUILT_IN, title_of
from vision.layouts.layout import find_layout
from vision.mat.board import SIDE, SQUARES
from vision.picture import Picture
from vision.printing.cards import art
from vision.printing.pdf import write_pdf
from vision.printing.printables import PAPERS, SCALE, _board_page, _card_pages, _plate_pages

POINT = 25.4 / 72
"""mm of a PDF's point."""
EXACT = 0.15
"""mm: a little more than a pixel of a sheet, 0.125 mm."""
EDGE = 4.2
"""mm that common printers cannot print at an edge."""
SHEET = 40
"""Pieces of a kind that are printed here: more than any sheet takes."""
MARKS = 2.0
"""mm from a sheet's edge, where only the cutting marks stand."""
DARK, WHITE = 150, 240
"""Of 255: a mark, 60, is darker, paper lighter, whatever JPEG makes of them."""


class Printed(NamedTuple):
    """A page of a PDF: its paper in mm, its picture, and the mm of a pixel and the picture's left and top edge."""

    paper: tuple[float, float]
    picture: Picture
    unit: float
    corner: tuple[float, float]


def printed(path: Path) -> Iterator[Printed]:
    """The pages of a PDF, measured by what the file says of them."""
    data = path.read_bytes()
    papers = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", data)
    places = re.findall(rb"q ([\d.]+) 0 0 ([\d.]+) ([\d.]+) ([\d.]+) cm /I Do Q", data)
    jpegs = [(found.end(), int(found[1])) for found in re.finditer(rb"/DCTDecode /Length (\d+) >>\nstream\n", data)]
    for paper, place, (start, length) in zip(papers, places, jpegs, strict=True):
        wide, high = (float(side) * POINT for side in paper)
        across, down, left, below = (float(each) * POINT for each in place)
        picture = cv2.imdecode(np.frombuffer(data[start : start + length], np.uint8), cv2.IMREAD_GRAYSCALE)
        unit = across / picture.shape[1]
        assert down / picture.shape[0] == pytest.approx(unit, rel=0.01)
        yield Printed((wide, high), picture, unit, (left, high - below - down))


def kinds() -> list[tuple[str, str]]:
    """Each game and what of it is cut out: the layouts of its cards, and its plates."""
    titles = {game: title_of(game) for game in BUILT_IN}
    return [(game, name) for game, title in titles.items() for name in (*cards_of(title), *title.plates())]


def sheets(game: str, kind: str, paper: tuple[float, float], file: Path) -> tuple[tuple[float, float], list[Printed]]:
    """The true size of the pieces of a kind, and the first of their printed sheets, front and back."""
    title = title_of(game)
    if kind in title.plates():
        pieces = title.plates()[kind][:SHEET]
        size, pages = tuple(pieces[0][0]["size"]), _plate_pages(pieces, paper)
    else:
        words = {face: json.dumps(each) for face, each in title.prints().items()}
        cards = [art(kind, face, SCALE, words.get(face, "")) for face in cards_of(title)[kind][:SHEET]]
        size, pages = find_layout(kind).size, _card_pages(kind, cards, paper)
    write_pdf(file, [next(pages), next(pages)])
    return size, list(printed(file))


def runs(line: Picture, unit: float) -> list[tuple[float, float]]:
    """Where a line of pixels is dark: beginning and end of each stretch, mm."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], (line < DARK).astype(int), [0]])))
    return [(start * unit, end * unit) for start, end in edges.reshape(-1, 2)]


def cuts(page: Printed, across: bool) -> list[float]:
    """Where the cutting marks at the upper (or left) edge stand, mm."""
    band = round(MARKS / page.unit)
    line = page.picture[band] if across else page.picture[:, band]
    return [(start + end) / 2 for start, end in runs(line, page.unit)]


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(("game", "kind"), kinds())
def test_what_is_cut_out_has_its_true_size_and_lies_over_nothing(
    game: str, kind: str, paper: str, tmp_path: Path
) -> None:
    size, (front, back) = sheets(game, kind, PAPERS[paper], tmp_path / "sheet.pdf")
    for page in (front, back):
        assert page.paper == pytest.approx(PAPERS[paper], abs=EXACT)
        for axis, side in enumerate(size):
            at = cuts(page, across=axis == 0)
            assert len(at) >= 2
            assert [end - start for start, end in zip(at[::2], at[1::2], strict=True)] == pytest.approx(
                [side] * (len(at) // 2), abs=EXACT
            )
            for end, start in zip(at[1::2], at[2::2], strict=False):
                assert between(page, axis, end, start).min() > WHITE
            assert min(page.corner[axis] + at[0], page.paper[axis] - page.corner[axis] - at[-1]) > EDGE


def between(page: Printed, axis: int, end: float, start: float) -> Picture:
    """The paper between two pieces, over the whole sheet; without the pixels beside a cut."""
    inside = slice(round(end / page.unit) + 2, round(start / page.unit) - 1)
    along = slice(round(5 / page.unit), -round(5 / page.unit))  # mm: past the marks
    return page.picture[along, inside] if axis == 0 else page.picture[inside, along]


@pytest.mark.parametrize(("game", "kind"), kinds())
def test_a_printed_piece_fills_what_is_cut_out(game: str, kind: str, tmp_path: Path) -> None:
    _, (front, _) = sheets(game, kind, PAPERS["a4"], tmp_path / "sheet.pdf")
    (left, right), (top, bottom) = cuts(front, across=True)[:2], cuts(front, across=False)[:2]
    x0, x1, y0, y1 = (round(edge / front.unit) for edge in (left, right, top, bottom))
    piece = front.picture[y0:y1, x0:x1].astype(int)
    rims = [piece[:3].min(axis=0), piece[-3:].min(axis=0), piece[:, :3].min(axis=1), piece[:, -3:].min(axis=1)]
    assert all(np.mean(rim < WHITE) > 0.95 for rim in rims)


def test_every_square_of_the_calibration_sheet_measures_the_same(tmp_path: Path) -> None:
    write_pdf(tmp_path / "sheet.pdf", [_board_page(PAPERS["a4"])])
    (page,) = printed(tmp_path / "sheet.pdf")
    beside = round(1.5 / page.unit)  # mm: between a square's edge and its marker
    for axis, (along, across) in enumerate([SQUARES, SQUARES[::-1]]):
        for number in range(across):
            at = round(number * SIDE / page.unit) + beside
            line = page.picture[at] if axis == 0 else page.picture[:, at]
            edges = [0.0, *(edge for run in runs(line, page.unit) for edge in run), along * SIDE]
            inner = sorted({round(edge, 2) for edge in edges if EXACT < edge < along * SIDE - EXACT})
            steps = [after - before for before, after in pairwise([0.0, *inner, along * SIDE])]
            assert steps == pytest.approx([SIDE] * along, abs=EXACT)
