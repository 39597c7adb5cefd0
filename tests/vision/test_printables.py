"""What is printed is complete, in true size, and can be read back from its own picture."""

import re
import zlib

import cv2
import numpy as np
import pytest

from testkit.scenes.mat import MARKETS, MAT
from vision.mat.board import FIRST_ID
from vision.mat.markers import find_markers
from vision.printing.paper import draw_mat
from vision.printing.printables import print_everything

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
    assert set(papers) == {"play-mat.pdf", "play-mat-a4.pdf", "calibration-sheet.pdf", "contracts.pdf", "markets.pdf"}


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


def test_the_tiles_together_are_the_mat(papers):
    tiles = pictures(papers["play-mat-a4.pdf"])
    whole = np.vstack([np.hstack(tiles[:3]), np.hstack(tiles[3:])])
    drawn = draw_mat(MAT, 8.0)
    assert whole.shape == drawn.shape
    assert np.abs(whole.astype(int) - drawn).mean() < 3


def test_the_calibration_sheet_uses_none_of_the_mats_markers(papers):
    ids = [n for n, _ in find_markers(pictures(papers["calibration-sheet.pdf"])[0])]
    assert ids == list(range(FIRST_ID, FIRST_ID + 27))


def test_twenty_contracts_take_two_sheets_and_their_backs(papers):
    assert len(pictures(papers["contracts.pdf"])) == 4


def test_the_same_deck_gives_the_same_bytes(papers, tmp_path):
    again = {path.name: path.read_bytes() for path in print_everything(tmp_path, MAT, CARDS, MARKETS)}
    assert {n: zlib.crc32(d) for n, d in again.items()} == {n: zlib.crc32(d) for n, d in papers.items()}
