"""Cards, dice, cubes and SET cards found on pictures drawn here; the photos are `make bench-vision`'s."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.photo import cards, cubes, dice, set_cards
from vision.photo.net import FOLDER, Net, shipped
from vision.photo.quads import area
from vision.photo.regions import Region, alike

CORNERS = np.array([[180, 120], [330, 140], [300, 360], [150, 335]], np.float32)
NAMES = ("cards", "judge", "dice", "pips", "cubes", "pieces", "set")


def cloth(height: int = 480, width: int = 640) -> np.ndarray:
    """A dark brown cloth."""
    rough = np.random.default_rng(3).normal(0, 4, (height, width, 1))
    return np.clip(np.array([40.0, 60.0, 80.0]) + rough, 0, 255).astype(np.uint8)


def set_card(count: int, ink: tuple[int, int, int]) -> np.ndarray:
    """Full ovals on white."""
    card = np.full((336, 240, 3), 250, np.uint8)
    for number in range(count):
        middle = (120, 168 + int((number - (count - 1) / 2) * 92))
        for side in (-32, 32):
            cv2.circle(card, (middle[0] + side, middle[1]), 34, ink, -1, cv2.LINE_AA)
        cv2.rectangle(card, (middle[0] - 32, middle[1] - 34), (middle[0] + 32, middle[1] + 34), ink, -1)
    return card


def laid(table: np.ndarray, card: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """The table with a card on it, its corners at `corners`."""
    h, w = card.shape[:2]
    flat = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) - 0.5
    matrix, size = cv2.getPerspectiveTransform(flat, corners), (table.shape[1], table.shape[0])
    paint = cv2.warpPerspective(card, matrix, size, flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.full((h, w), 255, np.uint8), matrix, size)[..., None] / 255
    return (table * (1 - mask) + paint * mask).astype(np.uint8)


def test_a_card_on_a_cloth_is_found_to_a_hundredth_of_its_size() -> None:
    found = cards.find(laid(cloth(), set_card(2, (30, 30, 200)), CORNERS))
    assert len(found) == 1
    assert np.linalg.norm(found[0].corners - CORNERS, axis=1).max() < 0.01 * np.sqrt(area(CORNERS))
    assert 0.5 <= found[0].confidence <= 1


def test_an_empty_cloth_holds_nothing() -> None:
    assert cards.find(cloth()) == []
    assert dice.find(cloth()) == []
    assert cubes.find(cloth()).items == []


@pytest.mark.parametrize("size", [(1, 1), (3, 700), (40, 20)])
def test_a_picture_of_a_few_pixels_is_no_trouble(size: tuple[int, int]) -> None:
    speck = np.full((*size, 3), 90, np.uint8)
    assert cards.find(speck) == []
    assert sum(cubes.find(speck).counts.values()) == len(cubes.find(speck).items)


@pytest.mark.parametrize(
    ("count", "colour", "ink"), [(1, "red", (40, 30, 210)), (2, "green", (60, 140, 20)), (3, "purple", (120, 30, 80))]
)
def test_a_set_card_is_read_feature_by_feature(count: int, colour: str, ink: tuple[int, int, int]) -> None:
    read = set_cards.read(laid(cloth(), set_card(count, ink), CORNERS), CORNERS)
    assert [read[name].value for name in ("count", "color", "fill", "shape")] == [str(count), colour, "solid", "oval"]
    assert all(value.share > 0.3 and value.runner_up != value.value for value in read.values())


def test_a_set_card_reads_the_same_the_other_way_up() -> None:
    photo = laid(cloth(), set_card(3, (40, 30, 210)), CORNERS)
    turned = set_cards.read(photo, np.roll(CORNERS, 2, axis=0))
    assert {n: v.value for n, v in turned.items()} == {n: v.value for n, v in set_cards.read(photo, CORNERS).items()}


@pytest.mark.parametrize("name", NAMES)
def test_a_network_is_small_and_has_a_model_card(name: str) -> None:
    assert (FOLDER / f"{name}.onnx").stat().st_size <= 500_000
    assert "Trained" in (FOLDER / f"{name}.md").read_text(encoding="utf-8")


def test_a_network_gives_the_same_from_two_threads_as_from_one() -> None:
    from concurrent.futures import ThreadPoolExecutor

    crops = np.random.default_rng(1).random((8, 1, 3, 64, 64)).astype(np.float32)
    alone = [shipped("pips")(one) for one in crops]
    with ThreadPoolExecutor(2) as pool:
        together = list(pool.map(shipped("pips"), crops))
    assert np.allclose(alone, together, atol=1e-4)


def test_a_missing_network_is_named(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"nothing\.onnx"):
        Net(tmp_path / "nothing.onnx")


@pytest.mark.parametrize(("side", "cards"), [(130.0, 1), (330.0, 2)])
def test_a_print_far_smaller_than_the_one_card_beside_it_is_none(side: float, cards: int) -> None:
    def square(size: float) -> Region:
        return Region(np.array([[0, 0], [size, 0], [size, size], [0, size]], np.float32), 0.9, 0.0)

    assert len(alike([square(side), square(600.0)])) == cards
