"""Cards that touch or lie over each other are told apart."""

import cv2
import numpy as np
import pytest

from testkit.scenes.laid import ARRANGEMENTS, GROUNDS, table
from tools.measure.sets import matched, union_share
from vision.photo import cards
from vision.photo.blobs import Seen, blobs_of
from vision.photo.net import shipped
from vision.photo.regions import Region
from vision.photo.remains import remains, under_neighbours
from vision.photo.splits import split

CARD = np.array([[40, 30], [100, 30], [100, 114], [40, 114]], np.float32)


def painted(*outlines: np.ndarray) -> np.ndarray:
    blob = np.zeros((160, 220), np.uint8)
    for corners in outlines:
        cv2.fillPoly(blob, [np.round(corners).astype(np.int32)], 1)
    return blob


def moved(x: float, y: float = 0.0) -> np.ndarray:
    return CARD + np.array([x, y], np.float32)


def test_white_cards_edge_to_edge_are_split_along_their_seam() -> None:
    lab = np.full((160, 220, 3), (60, 128, 128), np.uint8)
    for corners in (CARD, moved(61)):
        cv2.fillPoly(lab, [corners.astype(np.int32)], (240, 128, 128))
    cv2.line(lab, (100, 30), (100, 114), (226, 128, 128))
    found = split(lab, painted(CARD, moved(61)), np.zeros((160, 220), np.float32))
    assert len(matched([CARD, moved(61)], found, 0.9)) == 2


def test_an_even_blob_holds_no_lines() -> None:
    plain = np.full((160, 220, 3), 128, np.uint8)
    assert split(plain, painted(CARD), np.zeros((160, 220), np.float32)) == []


def test_a_card_a_quarter_under_another_is_given_whole() -> None:
    under = moved(45)
    (_, (corners, hidden)) = under_neighbours([CARD], list(remains(painted(CARD, under), [CARD])))
    assert union_share(corners, under) > 0.9
    assert hidden == pytest.approx(0.25, abs=0.06)


def test_of_a_card_mostly_hidden_only_what_shows_is_given() -> None:
    (_, (corners, hidden)) = under_neighbours([CARD], list(remains(painted(CARD, moved(22)), [CARD])))
    assert hidden == 0
    assert union_share(corners, np.array([[101, 30], [122, 30], [122, 114], [101, 114]], np.float32)) > 0.8


def test_a_rim_beside_a_card_is_no_card() -> None:
    assert list(remains(painted(CARD, moved(6, 5)), [CARD])) == []


def test_a_blob_far_from_every_known_card_is_left_alone() -> None:
    assert list(remains(painted(CARD, moved(110)), [CARD])) == []
    assert list(remains(painted(CARD), [])) == []


def test_what_two_scales_see_is_joined_at_the_finer() -> None:
    fine, coarse = np.zeros((2, 40, 60), np.float32), np.zeros((2, 20, 30), np.float32)
    fine[1, 10:30, 10], coarse[0, 6:14, 6:20] = 1, 1
    blobs = blobs_of([Seen(fine, 2.0), Seen(coarse, 4.0)])
    assert (blobs.filled[20, 25], blobs.filled[2, 2]) == (1, 0)
    assert np.allclose(blobs.pixels(blobs.cells(CARD)), CARD, atol=1e-3)


@pytest.mark.one_in(3)
@pytest.mark.parametrize("arrangement", ARRANGEMENTS)
@pytest.mark.parametrize("ground", GROUNDS)
def test_a_drawn_table_says_how_much_of_every_card_is_seen(arrangement: str, ground: str) -> None:
    laid = table(arrangement, ground, 1, sleeved=True)
    assert laid.image.shape == (720, 1280, 3)
    assert len(laid.cards) == len(laid.visible) > 1
    assert 0.9 < laid.visible[-1] <= 1.02


@pytest.mark.parametrize(("arrangement", "ground", "seed"), [("touching in a row", "cloth", 0), ("apart", "cloth", 1)])
def test_cards_on_a_drawn_table_are_found_one_by_one(arrangement: str, ground: str, seed: int) -> None:
    laid = table(arrangement, ground, seed)
    found = [one.corners for one in cards.find(laid.image)]
    assert len(matched(laid.cards, found, 0.8)) == len(laid.cards)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("arrangement", ["overlapping by a third", "fanned"])
def test_many_cards_under_others_are_found_with_the_share_that_is_hidden(arrangement: str) -> None:
    right = known = 0
    for ground, seed in [("wood", 1), ("wood", 3), ("cloth", 1), ("cloth", 2), ("white", 0), ("white", 3)]:
        laid = table(arrangement, ground, seed)
        found = cards.find(laid.image)
        pairs = matched(laid.cards, [one.corners for one in found], 0.8)
        right += sum(abs(found[j].hidden - (1 - min(1.0, laid.visible[i]))) < 0.12 for i, j in pairs)
        known += len(laid.cards)
    assert right > 0.45 * known


def test_fanned_cards_are_carried_on_under_their_neighbours() -> None:
    top, second = CARD, CARD + np.array([[-45, 0], [-60, 0], [-60, 0], [-45, 0]], np.float32)
    third = second - np.array([45, 0], np.float32)
    found = under_neighbours([third, top, second], [])
    assert union_share(found[2][0], moved(-45)) > 0.95
    assert union_share(found[0][0], moved(-90)) > 0.95
    assert [hidden > 0.2 for _, hidden in found] == [True, False, True]


def test_a_far_row_that_looks_smaller_is_not_carried_on() -> None:
    far = CARD * 0.9 + np.array([4, -72], np.float32)
    assert [hidden for _, hidden in under_neighbours([CARD, far], [])] == [0, 0]


def test_a_card_whose_neighbour_lies_askew_is_carried_on_along_its_own_sides() -> None:
    turn = cv2.getRotationMatrix2D((70, 72), 9, 1)
    whole = CARD + np.array([-44, 0], np.float32)
    askew = (CARD @ turn[:, :2].T + turn[:, 2]).astype(np.float32)
    seen = np.array([whole[0], askew[0], askew[3], whole[3]], np.float32)
    seen[[1, 2], 1] = whole[[1, 2], 1]
    (_, (full, hidden)) = under_neighbours([askew, seen], [])
    assert union_share(full, whole) > 0.9
    assert 0.1 < hidden < 0.35
    assert type(hidden) is float


def test_cards_far_from_each_other_are_not_carried_on() -> None:
    top, second = CARD, CARD + np.array([[-45, 0], [-60, 0], [-60, 0], [-45, 0]], np.float32)
    away = np.array([0, 140], np.float32)
    assert under_neighbours([second, top], [])[0][1] > 0
    assert under_neighbours([second + away, top], [])[0][1] == 0


def test_cards_in_a_grid_on_cloth_are_found_black_borders_and_all() -> None:
    tables = [table("touching in a grid", "cloth", seed) for seed in range(5)]
    found = [[one.corners for one in cards.find(laid.image)] for laid in tables]
    right = sum(len(matched(laid.cards, seen, 0.8)) for laid, seen in zip(tables, found, strict=True))
    assert right >= 0.85 * sum(len(laid.cards) for laid in tables)


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("ground", "seed"), [("wood", 0), ("wood", 2), ("cloth", 1), ("cloth", 2)])
def test_tiny_cards_on_a_large_picture_are_seen_enlarged(ground: str, seed: int) -> None:
    laid = table("seen obliquely", ground, seed)
    image = np.full_like(laid.image, (62, 96, 142))
    image[180:540, 320:960] = cv2.resize(laid.image, (640, 360), interpolation=cv2.INTER_AREA)
    truth = [one / np.float32(2) + np.array([320, 180], np.float32) for one in laid.cards]
    lab = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2LAB), np.uint8)
    some, large = [Region(one, 1.0, 1.0) for one in truth[:3]], [Region(6 * one, 1.0, 1.0) for one in truth[:3]]
    seen = [cards.seen_enlarged(image, lab, known, 8.0, shipped("cards")) for known in (some, [], large)]
    found = [len(matched(truth, [one.corners for one in each], 0.7)) for each in seen]
    assert min(found[:2]) > 0.7 * len(truth)
    assert not seen[2]


def test_cards_on_a_patterned_cloth_seen_obliquely_are_found_enlarged() -> None:
    tables = [table("seen obliquely", "pattern", seed) for seed in range(40, 44)]
    found = [[one.corners for one in cards.find(laid.image)] for laid in tables]
    pairs = list(zip(tables, found, strict=True))
    assert sum(len(matched(laid.cards, seen, 0.8)) for laid, seen in pairs) >= 0.6 * sum(
        len(one.cards) for one in tables
    )
    assert sum(len(seen) - len(matched(laid.cards, seen, 0.5)) for laid, seen in pairs) <= 2
