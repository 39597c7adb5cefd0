"""What of a path-traced look is rendered anew: all about the pieces that came or went, and nothing else."""

from typing import Any

import numpy as np
import pytest

from tools.photoreal.news import EDGE, REACH, border, changed, in_picture, laid_in

CUBE, OTHER = ["R", 100.0, 200.0, 10.0, 0.0], ["G", 300.0, 80.0, 0.0, 0.0]
CARD = {"art": "a.png", "corners": [[10, 20], [67, 20], [67, 108], [10, 108]], "low": 0.0, "thick": 0.35}
DIE = {"paint": "#fff", "pips": 3, "at": [50.0, 60.0, 2.0], "angle": 0.0}
PAPER = [[0, 0], [40, 0], [40, 40], [0, 40]]


def _look(**pieces: Any) -> dict[str, Any]:
    return {"sheets": [], "cubes": [], "dice": [], "papers": [], **pieces}


def test_where_nothing_has_changed_nothing_is_rendered():
    assert changed(_look(cubes=[CUBE, OTHER]), _look(cubes=[OTHER, CUBE])) is None


@pytest.mark.parametrize(
    ("kind", "piece", "box"),
    [
        ("cubes", CUBE, (100, 200, 100, 200)),
        ("dice", DIE, (50, 60, 50, 60)),
        ("sheets", CARD, (10, 20, 67, 108)),
        ("papers", PAPER, (0, 0, 40, 40)),
    ],
)
@pytest.mark.parametrize("came", [True, False])
def test_about_a_piece_that_came_or_went_all_is_rendered_as_far_as_its_shadow_falls(
    kind: str, piece: Any, box: tuple[float, ...], came: bool
):
    x0, y0, x1, y1 = box
    looks = _look(cubes=[OTHER]), _look(**{"cubes": [OTHER], kind: [*([OTHER] if kind == "cubes" else []), piece]})
    before, now = looks if came else looks[::-1]
    assert changed(before, now) == (x0 - REACH, y0 - REACH, x1 + REACH, y1 + REACH)


def test_of_two_cubes_that_lie_alike_one_may_go():
    assert changed(_look(cubes=[CUBE, CUBE]), _look(cubes=[CUBE])) is not None


def test_a_box_in_mm_is_found_in_a_picture_as_far_as_the_picture_goes():
    twice = np.diag([2.0, 2.0, 1.0])
    assert in_picture((10, 20, 30.2, 40), twice, (1280, 720)) == (20, 40, 61, 80)
    assert in_picture((-50, -50, 900, 100), twice, (1280, 720)) == (0, 0, 1280, 200)


@pytest.mark.parametrize("long", [720, 1080, 1280, 1920])
def test_what_is_rendered_has_the_size_it_was_asked_for(long: int) -> None:
    """As Blender cuts a picture: parts of its length in single precision, rounded down."""
    assert [int(np.float32(border(edge, long)) * np.float32(long)) for edge in range(long + 1)] == [*range(long + 1)]


def test_the_edges_of_what_is_rendered_anew_are_left_out_but_not_those_of_the_look() -> None:
    before, anew = np.zeros((60, 80, 3), np.float32), np.ones((60, 50, 3), np.float32)
    seen = laid_in(before, anew, (30, 0, 80, 60))
    assert (seen[:, 30 + EDGE :] == 1).all()
    assert (seen[:, : 30 + EDGE] == 0).all()
    seen = laid_in(before, anew[:40], (10, 10, 60, 50))
    assert seen[10 + EDGE : 50 - EDGE, 10 + EDGE : 60 - EDGE].all()
    assert seen.sum() == 3 * (40 - 2 * EDGE) * (50 - 2 * EDGE)
    assert not before.any()
