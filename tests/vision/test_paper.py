"""Cards and mats of every game on both papers: whole, within the sheet, with a mark at every cut."""

import re

import cv2
import numpy as np
import pytest

from companion.titles import title_of
from engine.byzanz.cards import PRINTED
from vision.layouts.layout import find_layout
from vision.mat.markers import find_markers
from vision.mat.mat import load_mat, mat_file
from vision.printing.printables import GAP, MARK, PAPERS, SCALE, print_everything

FACES = [face for face in sorted(PRINTED) for _ in range(PRINTED[face])]
OFFERS = [f"offer-{number}" for number in range(1, 7)]


@pytest.fixture(scope="module", params=PAPERS)
def papers(request, tmp_path_factory):
    """The papers of Byzanz by their names, and the sheet they are printed on."""
    cards = {"byzanz": FACES[:12], "offer": OFFERS}
    made = print_everything(tmp_path_factory.mktemp("print"), load_mat(mat_file("byzanz")), cards, {}, request.param)
    return PAPERS[request.param], {path.name: path.read_bytes() for path in made}


def pages(data):
    """The pictures of a PDF, in order."""
    found = re.finditer(rb"/DCTDecode /Length (\d+) >>\nstream\n", data)
    spans = [(m.end(), int(m.group(1))) for m in found]
    return [cv2.imdecode(np.frombuffer(data[start : start + size], np.uint8), 1) for start, size in spans]


def test_a_game_prints_the_deck_that_its_rules_count_and_its_markers():
    title = title_of("byzanz")
    assert sum(title.deck("house", None).values()) == 112
    assert title.markers == tuple(OFFERS)


def test_every_sheet_has_the_size_of_the_paper(papers):
    size, made = papers
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", made["cards.pdf"])
    assert {tuple(round(float(side) * 25.4 / 72, 1) for side in box) for box in boxes} == {size}


def test_cards_keep_clear_of_the_edges_and_have_marks_at_their_cuts(papers):
    (wide, high), made = papers
    front = pages(made["cards.pdf"])[0]
    assert front.shape[1] / SCALE <= wide - 2
    assert front.shape[0] / SCALE <= high - 2
    side = find_layout("byzanz").size[0]
    for at in (MARK, MARK + side, MARK + side + GAP):
        column = front[: round(MARK * SCALE) - 8, round(at * SCALE) - 3 : round(at * SCALE) + 4]
        assert column.min() < 120


def test_fronts_and_backs_alternate(papers):
    _size, made = papers
    assert len(pages(made["cards.pdf"])) % 2 == 0


def test_the_market_mat_shows_the_markers_the_eye_looks_for(papers):
    _size, made = papers
    assert [number for number, _ in find_markers(pages(made["play-mat.pdf"])[0])] == [0, 1, 2, 3]


def test_the_mat_is_cut_into_sheets_that_fit_the_paper(papers):
    (wide, high), made = papers
    name = next(name for name in made if name.startswith("play-mat-"))
    for part in pages(made[name]):
        assert sorted(side / SCALE for side in part.shape[:2]) == pytest.approx([wide, high], abs=0.2)


def test_a_field_that_is_only_printed_is_never_read():
    mat = load_mat(mat_file("byzanz"))
    assert [zone.name for zone in mat.zones.values() if zone.kind == "cards"] == ["lot", "set", "bid"]
    assert sum(zone.kind == "open" for zone in mat.zones.values()) == 7
