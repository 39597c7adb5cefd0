"""What is no die and no card is not taken for one, and the measure of it counts what is."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from testkit.scenes import laid
from tests.vision.rolled import put, table
from tools.measure.sets import Source
from tools.measure.strangers import measured
from tools.measure.strangers import table as written
from vision.cards.deck import DeckReader
from vision.cards.read import REACH, SCALE, likely
from vision.photo import cards, dice
from vision.photo.net import FOLDER


def test_what_is_little_like_a_die_is_none_unless_a_plain_one_lies_beside_it() -> None:
    assert dice.enough(np.array([0.3, 0.6], np.float32)) == dice.LIKELY
    assert dice.enough(np.array([0.3, 0.9], np.float32)) == dice.READABLE
    assert dice.enough(np.zeros(0, np.float32)) == dice.LIKELY


def test_of_a_die_that_fills_its_picture_no_smaller_one_within_is_taken_for_it() -> None:
    picture = np.full((600, 600, 3), (90, 160, 60), np.uint8)
    put(picture, 300, 300, 6)
    whole = cv2.resize(picture[272:328, 272:328], (600, 600), interpolation=cv2.INTER_CUBIC)
    put(whole, 190, 190, 1)
    die = dice.face(whole)
    assert (die.pips, dice.fills(die, 600)) == (6, True)


def test_a_die_that_is_small_in_its_picture_is_still_the_die_of_it() -> None:
    picture = table()
    put(picture, 300, 200, 4)
    die = dice.face(picture)
    assert (die.pips, die.box[2] - die.box[0] < 0.5 * min(picture.shape[:2])) == (4, True)


def seen(wide: float, high: float, tilt: float) -> np.ndarray:
    """The corners in px of a rectangle that a camera of 1280 × 720 px looks at so many degrees obliquely."""
    turn = cv2.Rodrigues(np.array([np.radians(tilt), 0, 0]))[0]
    corners = np.array([(-wide, -high, 0), (wide, -high, 0), (wide, high, 0), (-wide, high, 0)]) / 2
    solid = corners @ turn.T + (0, 0, 700)
    return (solid[:, :2] / solid[:, 2:] * 0.875 * 1280 + (640, 360)).astype(np.float32)


@pytest.mark.parametrize("tilt", [0, 30, 55])
def test_a_form_seen_obliquely_is_set_straight(tilt: float) -> None:
    assert cards.slenderness(seen(63, 88, tilt), (1280, 720)) == pytest.approx(88 / 63, abs=0.02)
    assert cards.slenderness(seen(60, 60, tilt), (1280, 720)) == pytest.approx(1, abs=0.02)


def test_a_square_tile_is_no_card() -> None:
    picture = np.full((600, 800, 3), (60, 90, 60), np.uint8)
    cv2.rectangle(picture, (300, 200), (480, 380), (235, 235, 235), -1)
    cv2.circle(picture, (390, 290), 50, (60, 60, 200), -1)
    assert cards.find(picture) == []


def test_a_bare_foreign_card_is_no_merchant() -> None:
    reader = DeckReader("byzanz")
    wide, high = (round(side * SCALE) + 2 * REACH for side in reader.layout.size)
    card = np.full((high, wide, 3), 235, np.uint8)
    for row in range(3):
        cv2.ellipse(card, (wide // 2, high // 2 + 34 * (row - 1)), (30, 12), 0, 0, 360, (60, 160, 60), 3)
    assert likely(*reader.read(card), reader.layout.unread)[0].value == reader.layout.unread


def test_the_measure_counts_what_is_taken_for_a_die_or_a_card(tmp_path: Path) -> None:
    picture = table()
    put(picture, 300, 200, 4)
    (drawn,) = [laid.table("apart", laid.GROUNDS[0], 0, sleeved=False)]
    for name, image, truth in (
        ("rubik_dwalton", picture, {}),
        ("dice_byler", picture, {"dice": [{"box": [272, 172, 328, 228], "pips": 5}]}),
        ("cards_set_tomwhite", drawn.image, {"cards": [{"corners": one.tolist()} for one in drawn.cards]}),
    ):
        (tmp_path / name).mkdir()
        cv2.imwrite(str(tmp_path / name / "one.png"), image)
        (tmp_path / name / "ground_truth.json").write_text(json.dumps({"one.png": truth}))
    found = {one.what: one for one in measured(Source(tmp_path, FOLDER, unseen=False), 1)}
    assert found["dice found where there are none"].false >= 1
    assert found["cards found where there are none"][1:] == ("2 photos", 0, 0)
    assert found["single dice read wrongly"][1:3] == ("3 pictures", 3)
    assert found["foreign cards named by the layout byzanz"].false == 0
    assert len(written(list(found.values()))) == 2 + len(found)
