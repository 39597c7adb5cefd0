"""Dice on pictures drawn here are found and read; the photos are `make bench-vision`'s."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.rolled import put, table
from vision.look import look
from vision.photo import dice
from vision.photo.found import Die


def inside(die: Die, x: int, y: int) -> bool:
    x0, y0, x1, y1 = die.box
    return x0 < x < x1 and y0 < y < y1


@pytest.mark.parametrize("pips", range(1, 7))
def test_a_die_is_found_and_its_pips_are_read(pips: int) -> None:
    picture = table()
    put(picture, 300, 200, pips)
    (die,) = dice.find(picture)
    assert (die.pips, die.colour, inside(die, 300, 200)) == (pips, "red", True)


def test_several_dice_are_read_each_by_itself() -> None:
    picture = table()
    for place, pips in enumerate((2, 5, 3, 6)):
        put(picture, 120 + 130 * place, 180 + 60 * (place % 2), pips)
    assert [die.pips for die in sorted(dice.find(picture), key=lambda die: die.box[0])] == [2, 5, 3, 6]


def test_a_die_that_fills_the_picture_is_found_once() -> None:
    picture = table()
    put(picture, 300, 200, 4)
    close = cv2.resize(picture[150:250, 240:360], (720, 600), interpolation=cv2.INTER_CUBIC)
    (die,) = dice.find(close)
    assert (die.pips, die.box[2] - die.box[0] > 250) == (4, True)


def test_the_light_about_several_dice_is_no_die_of_its_own() -> None:
    three = [[100, 100, 130, 130], [150, 100, 180, 130], [120, 150, 150, 180]]
    light, pair = [80, 80, 200, 200], [90, 90, 190, 140]
    boxes = np.array([*three, light, pair], np.float32)
    assert dice.crowds(boxes, np.array([True] * 3 + [False] * 2)).tolist() == [False] * 3 + [True, False]
    assert not dice.crowds(boxes, np.array([True, True, False, False, False])).any()


def test_one_die_that_is_seen_thrice_is_no_crowd() -> None:
    boxes = np.array([[80, 80, 200, 200], *([100 + x, 100, 130 + x, 130] for x in range(3))], np.float32)
    assert not dice.crowds(boxes, np.array([False, True, True, True])).any()


def test_a_speck_beside_a_large_die_is_none() -> None:
    boxes = np.array([[100, 100, 400, 400], [500, 100, 510, 112], [500, 300, 620, 420]], np.float32)
    assert dice.without_specks(boxes, np.arange(3)).tolist() == [0, 2]


def test_of_boxes_that_meet_the_best_one_is_the_die() -> None:
    boxes = np.array([[150, 150, 250, 250], [100, 100, 300, 300]], np.float32)
    assert dice.each_once(boxes, np.array([1, 0]), dice.SAME) == [1]


@pytest.mark.parametrize(
    ("paint", "colour"),
    [((52, 50, 50), "black"), ((95, 62, 45), "blue"), ((70, 48, 69), "purple"), ((80, 85, 30), "green"),
     ((40, 70, 110), "orange"), ((40, 40, 70), "black")],
)  # fmt: skip
def test_a_dark_die_with_a_tint_is_not_black_unless_it_is_red(paint, colour) -> None:
    assert dice.colour_of(np.full((20, 20, 3), paint, np.uint8), "black") == colour


def test_what_the_reader_knows_as_another_colour_is_named_by_its_tint_too() -> None:
    assert dice.colour_of(np.full((20, 20, 3), (60, 42, 59), np.uint8), "other") == "purple"


def test_a_red_die_stays_red_whatever_is_seen() -> None:
    assert dice.colour_of(np.full((20, 20, 3), (95, 62, 45), np.uint8), "red") == "red"


@pytest.mark.parametrize("lamp", [(0.55, 0.85, 1.1), (0.3, 0.3, 0.3)], ids=["warm", "dim"])
def test_dice_are_read_under_a_warm_and_under_a_dim_lamp(lamp: tuple[float, float, float]) -> None:
    picture = table()
    put(picture, 200, 200, 3)
    put(picture, 400, 200, 5)
    dimmed = np.clip(picture * np.array(lamp), 0, 255).astype(np.uint8)
    assert [die.pips for die in sorted(dice.find(dimmed), key=lambda die: die.box[0])] == [3, 5]


def test_a_well_lit_picture_is_left_as_it_is() -> None:
    picture = np.full((40, 40, 3), 235, np.uint8)
    assert dice.balanced(picture) is picture


def test_a_warm_dim_picture_becomes_light_and_nearly_white() -> None:
    picture = np.full((40, 40, 3), (60, 90, 110), np.uint8)
    assert np.abs(dice.balanced(picture).astype(int) - 220).max() <= 3


def test_a_bright_thing_of_a_colour_on_a_grey_ground_keeps_its_colour() -> None:
    picture = np.full((40, 40, 3), 150, np.uint8)
    picture[:8] = (60, 200, 225)
    assert dice.balanced(picture) is picture


def test_a_picture_without_light_stays_dark() -> None:
    assert dice.balanced(np.zeros((40, 40, 3), np.uint8)).max() == 0


def test_the_shares_of_the_faces_add_up_and_name_a_runner_up() -> None:
    picture = table()
    put(picture, 300, 200, 4)
    (die,) = dice.find(picture)
    assert sum(die.shares) == pytest.approx(1, abs=0.01)
    assert die.shares[die.pips - 1] >= die.shares[die.runner_up - 1]
    assert die.runner_up != die.pips


def test_a_cube_without_pips_is_no_die() -> None:
    picture = table()
    put(picture, 300, 200, 0)
    assert dice.find(picture) == []


def test_the_crop_of_a_die_is_square_and_holds_its_box() -> None:
    die = Die((10, 20, 50, 40), 3, "red", 0.9, (0, 0, 1, 0, 0, 0))
    assert die.crop == pytest.approx((7, 7, 53, 53))


def test_a_look_for_dice_says_shares_runner_up_and_crop(tmp_path: Path) -> None:
    picture = table()
    put(picture, 300, 200, 5)
    cv2.imwrite(str(tmp_path / "one.png"), picture)
    (die,) = json.loads(json.dumps(look(tmp_path / "one.png", "dice")))["dice"]
    assert set(die) >= {"box", "pips", "colour", "confidence", "shares", "runner_up", "crop"}
    assert (die["pips"], max(die["shares"], key=die["shares"].get)) == (5, "5")
