"""Dice on pictures drawn here are found and read; the photos are `make bench-vision`'s."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.look import look
from vision.photo import dice
from vision.photo.found import Die

SIDE = 56
PLACES = {
    1: [(0, 0)], 2: [(-1, -1), (1, 1)], 3: [(-1, -1), (0, 0), (1, 1)], 4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)], 6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}  # fmt: skip


def table() -> np.ndarray:
    rough = np.random.default_rng(3).normal(0, 4, (480, 640, 1))
    return np.clip(np.array([150.0, 160.0, 165.0]) + rough, 0, 255).astype(np.uint8)


def put(picture: np.ndarray, x: int, y: int, pips: int, body: tuple[int, int, int] = (40, 30, 190)) -> None:
    """A die seen from above, or for no pips a cube."""
    half = SIDE // 2
    cv2.ellipse(picture, (x + 5, y + 6), (half, half), 0, 0, 360, (105, 112, 118), -1, cv2.LINE_AA)
    for inset, tone in ((0, 0.8), (4, 1.0)):
        core = half - 9
        corners = [(x + dx * core, y + dy * core) for dx in (-1, 1) for dy in (-1, 1)]
        cover = np.zeros(picture.shape[:2], np.uint8)
        for corner in corners:
            cv2.circle(cover, corner, 9 - inset // 2, 255, -1)
        outline = cv2.convexHull(np.argwhere(cover)[:, ::-1].astype(np.int32))
        cv2.fillPoly(picture, [outline], [int(part * tone) for part in body], cv2.LINE_AA)
    for dx, dy in PLACES.get(pips, []):
        cv2.circle(picture, (x + dx * 14, y + dy * 14), 5, (235, 240, 240), -1, cv2.LINE_AA)


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
