"""Cards told apart by their pictures."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.photo.pictures import Album, album, upright


def art(seed: int) -> np.ndarray:
    """A card with soft patches of colour in a dark frame."""
    chance = np.random.default_rng(seed)
    rough = chance.integers(0, 255, (7, 5, 3)).astype(np.uint8)
    card = cv2.resize(rough, (128, 176), interpolation=cv2.INTER_CUBIC)
    return cv2.copyMakeBorder(card[8:-8, 8:-8], 8, 8, 8, 8, cv2.BORDER_CONSTANT, value=(20, 20, 20))


def in_warm_dim_light(card: np.ndarray) -> np.ndarray:
    return np.clip(card * np.array([0.4, 0.55, 0.7]), 0, 255).astype(np.uint8)


@pytest.fixture
def four() -> Album:
    made = Album()
    for seed in range(4):
        made.enrol(f"card {seed}", art(seed))
    return made


def test_a_card_is_known_again_in_another_light(four: Album) -> None:
    assert four.identify(in_warm_dim_light(art(2))).name == "card 2"


def test_a_card_is_known_again_lying_the_other_way_up(four: Album) -> None:
    assert four.identify(np.ascontiguousarray(art(1)[::-1, ::-1])).name == "card 1"


def test_a_card_that_is_not_enrolled_is_given_no_name(four: Album) -> None:
    assert [four.identify(art(seed)).name for seed in range(10, 40)] == [None] * 30


def test_two_cards_that_look_the_same_are_left_open(four: Album) -> None:
    four.enrol("reprint", art(3))
    seen = four.identify(art(3))
    assert (seen.name, seen.share) == (None, 0.5)
    assert seen.runner_up in ("card 3", "reprint")


def test_an_empty_album_knows_nothing() -> None:
    assert Album().identify(art(1)) == (None, 0.0, None)


def test_a_folder_enrols_several_pictures_under_one_name(tmp_path: Path) -> None:
    for name, seed in (("whelp-1.png", 1), ("whelp-2.png", 2), ("ruby.jpg", 3)):
        cv2.imwrite(str(tmp_path / name), art(seed))
    made = album(tmp_path)
    assert sorted(made.names) == ["ruby", "whelp", "whelp"]
    assert made.identify(art(2)).name == "whelp"


def test_a_folder_without_pictures_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=str(tmp_path)):
        album(tmp_path)


def test_a_file_that_is_no_picture_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "torn.jpg").write_bytes(b"\xff\xd8 torn")
    with pytest.raises(ValueError, match=r"torn\.jpg"):
        album(tmp_path)


def test_a_card_seen_at_a_slant_is_set_upright() -> None:
    photo = np.zeros((400, 400, 3), np.uint8)
    corners = np.array([[60, 180], [250, 60], [330, 190], [140, 320]], np.float32)
    flat = np.array([[0, 0], [176, 0], [176, 128], [0, 128]], np.float32)
    lying = np.ascontiguousarray(np.rot90(art(5)))
    cv2.warpPerspective(lying, cv2.getPerspectiveTransform(flat, corners), (400, 400), photo)
    made = Album()
    made.enrol("laid", art(5))
    assert made.identify(upright(photo, corners)).name == "laid"
