"""The virtual table's frames are repeatable, and every value our cards can show is printed and read back."""

import cv2
import numpy as np
import pytest

from testkit.scenes.mat import MAT, a_scene, contracts, cubes
from vision.cards.read import REACH, SCALE, RegionReader
from vision.drawn.laid import Hand, LaidCard, LaidDisc
from vision.layouts.layout import LayoutError, load_layout
from vision.printing.cards import art

READER = RegionReader(load_layout("contract"))


def a_still(face):
    """A card as it is straightened from a frame, slightly blurred."""
    card = cv2.copyMakeBorder(art("contract", face, SCALE), REACH, REACH, REACH, REACH, cv2.BORDER_REPLICATE)
    return cv2.GaussianBlur(card, (0, 0), 0.8)


def test_the_same_seed_gives_the_same_frames():
    frames = []
    for _ in range(2):
        scene = a_scene("fair", seed=5)
        scene.lay([*contracts(["contract:GB.7.112"]), *cubes("goods-1", "GBK"), Hand(200, 150)])
        frames.append([scene.jpeg() for _ in range(3)])
    assert frames[0] == frames[1]


def test_two_frames_differ_by_noise_alone():
    scene = a_scene()
    one, other = (scene.frame().astype(int) for _ in range(2))
    assert 0 < np.abs(one - other).mean() < 4


def test_a_hand_covers_what_lies_under_it():
    scene = a_scene()
    scene.lay([])
    before = scene.frame().astype(int)
    scene.lay([Hand(300, 150)])
    x, y = scene.lens.to_pixels([(300, 200)])[0].astype(int)
    assert np.abs(scene.frame()[y, x] - before[y, x]).sum() > 60


def test_a_disc_is_drawn_in_its_paint_and_a_little_high():
    scene = a_scene()
    scene.lay([LaidDisc("R", 300, 150)])
    x, y = scene.lens.to_pixels([(300, 150, 3.0)])[0].astype(int)
    blue, green, red = scene.frame()[y - 2 : y + 3, x - 2 : x + 3].mean(axis=(0, 1))
    assert red > 2 * max(blue, green)


@pytest.mark.parametrize("cargo", load_layout("contract").regions[0].choices)
def test_every_cargo_is_read_from_its_card(cargo):
    face = f"contract:{cargo}.8.{'-' if cargo == 'P' else 1}12"
    guesses, fit = READER.read(a_still(face))
    assert (guesses[0].value, fit > 0.7) == (face, True)


@pytest.mark.parametrize("gold", range(1, 31))
def test_every_sum_of_gold_is_read_from_its_coin(gold):
    face = f"contract:R.{gold}.111"
    assert READER.read(a_still(face))[0][0].value == face


@pytest.mark.parametrize("rounds", ["111", "112", "122", "121", "212"])
def test_all_rounds_of_a_voyage_are_distinguished(rounds):
    face = f"contract:G.9.{rounds}"
    assert READER.read(a_still(face))[0][0].value == face


def test_a_list_without_the_card_leaves_a_doubt():
    guesses, _ = RegionReader(READER.layout, ["contract:G.4.112", "contract:B.5.112"]).read(
        a_still("contract:YY.22.111")
    )
    assert guesses[0].share < 0.9 or guesses[0].value == "contract:YY.22.111"


@pytest.mark.parametrize("face", ["contract:", "contract:GB", "contract:X.5.112", "market-forum", "contract:G.x.112"])
def test_a_face_of_another_form_is_refused(face):
    with pytest.raises(LayoutError, match="no face"):
        load_layout("contract").values(face)


def test_pieces_beyond_the_frame_are_drawn_as_far_as_they_show():
    scene = a_scene()
    scene.lay([LaidCard("contract", "contract:G.4.112", -60, 180), LaidCard("contract", "contract:G.4.112", 5000, 180)])
    assert scene.frame().shape == (720, 1280, 3)
    assert MAT.size == (640.0, 360.0)
