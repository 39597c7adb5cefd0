"""`companion print --game byzanz`: the whole deck and the offer cards, as often as in the box, with cutting marks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.commands.cli import main
from engine.byzanz.cards import PRINTED
from tests.vision.test_paper import OFFERS, pages
from vision.layouts.layout import find_layout
from vision.printing.cards import art
from vision.printing.printables import GAP, MARGIN, MARK, PAPERS, SCALE

SMALL = (48, 64)
"""Px at which two pictures of cards are held against each other."""
FILES = {"byzanz": ("cards.pdf", PRINTED), "offer": ("offers.pdf", dict.fromkeys(OFFERS, 1))}
"""The layout of cards → the file they are printed in, and how many of each there are."""
WHITE = 250


@pytest.fixture(scope="module", params=["a4", "letter"])
def printed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """The paper, and the folder the command has written."""
    folder = tmp_path_factory.mktemp("byzanz")
    assert main(["print", str(folder), "--game", "byzanz", "--paper", request.param]) == 0
    return request.param, folder


def grid(layout: str, paper: str) -> tuple[int, int]:
    """How many cards lie beside and above each other on a sheet."""
    sides = zip(PAPERS[paper], find_layout(layout).size, strict=True)
    return tuple(int((whole - 2 * MARGIN + GAP) // (side + GAP)) for whole, side in sides)  # type: ignore[return-value]


def starts(count: int, side: float) -> list[int]:
    """Where cards begin on a sheet, px."""
    return [round((MARK + number * (side + GAP)) * SCALE) for number in range(count)]


def places(sheet: Any, layout: str, paper: str) -> Iterator[Any]:
    """What lies at each place of a sheet, made small."""
    (wide, high), (columns, rows) = (round(side * SCALE) for side in find_layout(layout).size), grid(layout, paper)
    for y in starts(rows, find_layout(layout).size[1]):
        for x in starts(columns, find_layout(layout).size[0]):
            yield small(sheet[y : y + high, x : x + wide])


def small(picture: Any) -> Any:
    return cv2.resize(picture, SMALL, interpolation=cv2.INTER_AREA).astype(np.int16)


@pytest.mark.parametrize("layout", FILES)
def test_every_card_of_the_box_is_printed_as_often_as_it_is_there(printed: tuple[str, Path], layout: str) -> None:
    (paper, folder), (file, there) = printed, FILES[layout]
    known = {face: small(art(layout, face, SCALE)) for face in there}
    found: Counter[str] = Counter()
    for sheet in pages((folder / file).read_bytes())[::2]:
        cards = [each for each in places(sheet, layout, paper) if each.mean() < WHITE]
        found.update(min(known, key=lambda face: abs(known[face] - card).mean()) for card in cards)
    assert found == there
    assert found.total() == sum(there.values()) == {"byzanz": 112, "offer": 6}[layout]


@pytest.mark.parametrize("layout", FILES)
def test_a_back_lies_behind_every_front(printed: tuple[str, Path], layout: str) -> None:
    (paper, folder), (file, _there) = printed, FILES[layout]
    back, sheets = small(art(layout, "back", SCALE)), pages((folder / file).read_bytes())
    for front, behind in zip(sheets[::2], sheets[1::2], strict=True):
        both = zip(places(front, layout, paper), places(behind, layout, paper), strict=True)
        assert all(abs(other - back).mean() < 12 for card, other in both if card.mean() < WHITE)


@pytest.mark.parametrize("layout", FILES)
def test_every_sheet_has_marks_at_the_cuts_of_its_columns_and_rows(printed: tuple[str, Path], layout: str) -> None:
    (paper, folder), (file, _there) = printed, FILES[layout]
    (columns, rows), (wide, high) = grid(layout, paper), find_layout(layout).size
    outside = round(MARK * SCALE) - 8
    for sheet in pages((folder / file).read_bytes()):
        upright = [sheet[:outside].min(axis=(0, 2)), sheet[-outside:].min(axis=(0, 2))]
        lying = [sheet[:, :outside].min(axis=(1, 2)), sheet[:, -outside:].min(axis=(1, 2))]
        for dark, count, side in ((upright, columns, wide), (lying, rows, high)):
            for start in starts(count, side):
                for cut in (start, start + round(side * SCALE)):
                    assert all(edge[cut - 4 : cut + 4].min() < 120 for edge in dark), (cut, count)
