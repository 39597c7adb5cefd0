"""What is printed is complete, in true size, and can be read back from its own picture."""

import re
import zlib

import cv2
import numpy as np
import pytest

from testkit.scenes.mat import MARKETS, MAT
from vision.mat.board import FIRST_ID
from vision.mat.markers import find_markers
from vision.printing.paper import RULER, draw_mat
from vision.printing.printables import PAPERS, print_everything
from vision.printing.split_pages import FOOT, OVERLAP, planned, tiled

CARDS = {"contract": ["contract:GB.7.112", "contract:P.5.-12"] * 10, "market": list(MARKETS)}


@pytest.fixture(scope="module")
def papers(tmp_path_factory):
    made = print_everything(tmp_path_factory.mktemp("print"), MAT, CARDS, MARKETS)
    return {path.name: path.read_bytes() for path in made}


def pictures(data):
    """The JPEGs of a PDF's pages."""
    found = re.findall(rb"/DCTDecode /Length (\d+) >>\nstream\n", data)
    starts = [m.end() for m in re.finditer(rb"/DCTDecode /Length \d+ >>\nstream\n", data)]
    return [cv2.imdecode(np.frombuffer(data[a : a + int(n)], np.uint8), 1) for a, n in zip(starts, found, strict=True)]


def test_every_printable_is_made(papers):
    mats = {"play-mat.pdf", "play-mat-a4.pdf", "play-mat-light.pdf", "play-mat-light-a4.pdf"}
    assert set(papers) == {*mats, "calibration-sheet.pdf", "contracts.pdf", "markets.pdf"}


def test_the_mat_is_printed_in_its_true_size(papers):
    wide, high = (float(v) for v in re.search(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", papers["play-mat.pdf"]).groups())
    assert (round(wide * 25.4 / 72, 1), round(high * 25.4 / 72, 1)) == MAT.size


def test_the_references_of_every_pdf_lead_to_its_objects(papers):
    for data in papers.values():
        start = int(re.search(rb"startxref\n(\d+)", data).group(1))
        for number, place in enumerate(re.findall(rb"(\d{10}) 00000 n", data[start:]), 1):
            assert data[int(place) :].startswith(b"%d 0 obj" % number)


def test_the_printed_mat_shows_its_four_markers(papers):
    assert [n for n, _ in find_markers(pictures(papers["play-mat.pdf"])[0])] == [0, 1, 2, 3]


def laid_together(sheets, paper):
    """The sheets laid over each other by their cutting marks: where two show the mat, the later one lies on top."""
    plan = planned(MAT.size, PAPERS[paper])
    left, top = (round(side * 8) for side in plan.corner)
    wide, high = (round(side * 8) for side in plan.part)
    over = round(OVERLAP * 8)
    whole = np.zeros((plan.rows * high + over, plan.columns * wide + 1 + over, 3), np.uint8)
    for number, sheet in enumerate(sheets):
        x, y = round(number % plan.columns * plan.part[0] * 8), number // plan.columns * high
        if plan.rows == 1:  # nothing is printed below the only row
            sheet = np.pad(sheet, [(0, over), (0, 0), (0, 0)])
        whole[y : y + high + over, x : x + wide + over] = sheet[top : top + high + over, left : left + wide + over]
    return whole[: plan.rows * high, : round(MAT.size[0] * 8)]


@pytest.mark.parametrize("paper", PAPERS)
def test_the_sheets_laid_together_by_their_marks_are_the_mat(paper):
    drawn = draw_mat(MAT, 8.0)
    whole = laid_together([page.picture for page in tiled(drawn, MAT.size, PAPERS[paper])], paper)
    assert np.array_equal(whole, drawn)


@pytest.mark.parametrize("name", ["play-mat", "play-mat-light"])
def test_the_sheets_of_the_file_laid_together_are_the_mat(papers, name):
    drawn = draw_mat(MAT if name == "play-mat" else MAT.lightened(), 8.0)
    whole = laid_together(pictures(papers[f"{name}-a4.pdf"]), "a4")
    assert whole.shape == drawn.shape
    assert np.abs(whole.astype(int) - drawn).mean() < 3


@pytest.mark.parametrize("paper", PAPERS)
def test_every_sheet_of_the_mat_has_its_number_its_marks_and_a_ruler_of_100_mm(paper):
    scale = 4.0
    sheets = list(tiled(draw_mat(MAT.lightened(), scale), MAT.size, PAPERS[paper]))
    many, lying = {"a3": (3, False)}.get(paper, (6, True))
    assert [page.size for page in sheets] == [PAPERS[paper][::-1] if lying else PAPERS[paper]] * many
    feet = [page.picture[-round((FOOT + 5) * scale) :, round(20 * scale) : round(45 * scale)] for page in sheets]
    assert len({foot.tobytes() for foot in feet}) == many
    for page in sheets:
        dark = page.picture.max(axis=2) < 110
        line = dark[-round(FOOT * scale) - 2 : -round(FOOT * scale) + 2].any(axis=0)
        assert abs(longest_run(line) / scale - RULER) < 0.6
        (x, y), wide = planned(MAT.size, PAPERS[paper]).corner, MAT.size[0] / 3
        for edge in (x, x + wide):
            assert dark[round((y - 3) * scale), round(edge * scale) - 2 : round(edge * scale) + 3].any()


def longest_run(row):
    return max(len(run) for run in "".join("x" if dark else " " for dark in row).split())


def test_the_calibration_sheet_uses_none_of_the_mats_markers(papers):
    ids = [n for n, _ in find_markers(pictures(papers["calibration-sheet.pdf"])[0])]
    assert ids == list(range(FIRST_ID, FIRST_ID + 27))


def test_twenty_contracts_take_two_sheets_and_their_backs(papers):
    assert len(pictures(papers["contracts.pdf"])) == 4


def test_the_same_deck_gives_the_same_bytes(papers, tmp_path):
    again = {path.name: path.read_bytes() for path in print_everything(tmp_path, MAT, CARDS, MARKETS)}
    assert {n: zlib.crc32(d) for n, d in again.items()} == {n: zlib.crc32(d) for n, d in papers.items()}
