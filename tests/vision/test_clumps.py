"""Cards that touch or lie over each other on the mat are told apart, read as far as they show, and asked about else."""

import cv2
import numpy as np
import pytest

from companion.titles.constantinopolis.opening import house_deck
from testkit.scenes.mat import Watcher, a_scene
from vision.camera.quality import Complaint
from vision.cards.clumps import parted
from vision.cards.find import find_cards
from vision.cards.match import Stencil
from vision.cards.patch import outline, settled, without
from vision.drawn.laid import LaidCard
from vision.layouts.layout import load_layout
from vision.mat.mat import load_mat

WIDE, HIGH = 55.0, 79.0
CARD = np.array([(60, 50), (115, 50), (115, 129), (60, 129)], np.float32)
DECK = sorted(house_deck())
ONE, TWO, THREE = DECK[3], DECK[30], DECK[-5]


def moved(x, y=0.0, turn=0.0):
    matrix = cv2.getRotationMatrix2D(tuple(float(v) for v in CARD.mean(axis=0)), -turn, 1.0)
    return (CARD @ matrix[:, :2].T + matrix[:, 2] + (x, y)).astype(np.float32)


def paper(*cards, size=(200, 400)):
    patch = np.zeros(size, np.uint8)
    for corners in cards:
        cv2.fillPoly(patch, [np.round(corners).astype(np.int32)], 255)
    return patch


def off(found, cards):
    """By how many px the corners of the nearest card of those found miss each card's."""
    return [
        min(np.abs(np.roll(quad, turn, axis=0) - card).max() for quad in found for turn in range(4)) for card in cards
    ]


@pytest.mark.parametrize(
    "cards",
    [
        [CARD, moved(55)],
        [CARD, moved(55, 9), moved(110, 3)],
        [CARD, moved(55), moved(0, 79), moved(55, 79)],
        [CARD, moved(37, 6)],
        [CARD, moved(30, -7, 9), moved(66, 8, 17)],
        [CARD, moved(48, 30, 90)],
    ],
    ids=["side by side", "three in a row", "four in a block", "one over another", "fanned", "across"],
)
def test_a_patch_is_parted_into_the_cards_it_was_made_of(cards):
    patch = paper(*cards, size=(260, 400))
    found = parted(patch, WIDE, HIGH)
    assert len(found) == len(cards)
    assert max(off(found, cards)) < 3


def test_a_fan_whose_middle_card_shows_no_corner_is_not_taken_for_more_cards_that_all_show_one():
    cards = [moved(0, 0, -2), moved(32.5, 2, 6), moved(65, 4, 14)]
    found = parted(paper(*cards, size=(260, 400)), WIDE, HIGH)
    assert len(found) == len(cards)
    assert max(off(found, cards)) < 5


@pytest.mark.parametrize("shape", ["disc", "long strip", "speckle"])
def test_what_is_made_of_no_cards_is_not_parted(shape):
    patch = np.zeros((260, 400), np.uint8)
    if shape == "disc":
        cv2.circle(patch, (150, 120), 80, 255, -1)
    if shape == "long strip":
        patch[100:130, 20:380] = 255
    if shape == "speckle":
        rough = np.random.default_rng(2).normal(0, 1, (26, 40)).astype(np.float32)
        patch = (cv2.resize(rough, (400, 260), interpolation=cv2.INTER_CUBIC) > 0.2).astype(np.uint8) * 255
    assert parted(patch, WIDE, HIGH) == []


def test_an_empty_patch_has_no_outline_and_no_cards():
    empty = np.zeros((60, 60), np.uint8)
    assert len(outline(empty)) == 0
    assert parted(empty, WIDE, HIGH) == []
    assert not without(empty, CARD).any()


def test_a_card_settles_on_the_sides_that_show():
    patch = paper(CARD, moved(40, 5))
    assert off([settled(patch, CARD + np.array([2.0, -1.5], np.float32))], [CARD])[0] < 1


def test_of_a_patch_that_cannot_be_parted_the_rest_comes_as_an_outline_too():
    zone = np.full((435, 1080), 30, np.uint8)
    zone[100:258, 300:410] = 210
    cv2.fillPoly(zone, [np.array([(410, 120), (520, 150), (560, 260), (410, 240)])], 210)
    found = find_cards(zone, load_layout("contract").size, 2.5)
    assert len(found) == 2


def laid(*places, faces=(ONE, TWO, THREE)):
    return [LaidCard("contract", face, x, y, turn) for face, (x, y, turn) in zip(faces, places, strict=False)]


def looked(cards, weather, seed=1):
    watcher = Watcher(a_scene(weather, seed), families={"contract": DECK}).watch(cards)
    return watcher.seen["mat/draw"].objects


@pytest.mark.one_in(3)
@pytest.mark.parametrize("weather", ["kind", "fair", "poor"])
def test_contracts_laid_edge_to_edge_are_all_read(weather):
    objects = looked(laid((90, 130, 2), (134.2, 134, 2), (178.4, 133, 182)), weather)
    assert [seen.best for seen in objects] == [ONE, TWO, THREE]
    assert min(seen.share for seen in objects) > 0.9


@pytest.mark.slow
def test_in_the_nastiest_weather_most_of_them_are_read_and_none_wrongly():
    places = (90, 130, 2), (134.2, 134, 2), (178.4, 133, 182)
    said = [seen.best for seed in range(1, 7) for seen in looked(laid(*places), "nasty", seed)]
    assert sum(said.count(face) for face in (ONE, TWO, THREE)) >= 15
    assert set(said) <= {ONE, TWO, THREE, "contract:?"}


@pytest.mark.one_in(2)
@pytest.mark.parametrize("weather", ["kind", "poor"])
@pytest.mark.parametrize("turn", [0, 180])
def test_the_upper_of_two_contracts_is_read_and_the_lower_never_wrongly(weather, turn):
    lower, upper = looked(laid((120, 130, 1), (150, 136, turn)), weather)
    assert (upper.best, upper.share > 0.9) == (TWO, True)
    assert lower.best == ONE or lower.share < 0.9 or lower.best == "contract:?"


def test_a_contract_covered_by_a_third_is_read_where_the_box_leaves_one_answer():
    faces = ["contract:GB.7.112", "contract:R.4.111", "contract:YY.22.111"]
    cards = laid((120, 130, 0), (150, 133, 0), faces=faces)
    watcher = Watcher(a_scene(), families={"contract": faces}).watch(cards)
    assert [seen.best for seen in watcher.seen["mat/draw"].objects] == faces[:2]


def test_a_contract_of_which_hardly_anything_shows_is_asked_about():
    lower, upper = looked(laid((120, 130, 0), (133, 136, 0)), "kind")
    assert (lower.best, upper.best) == ("contract:?", TWO)


def test_players_are_warned_that_cards_lie_over_each_other_until_they_do_not():
    watcher = Watcher(a_scene("kind"), families={"contract": DECK})
    told = []
    for cards in (laid((120, 130, 0), (133, 136, 0)), laid((120, 130, 0), (164.2, 136, 0))):
        watcher.watch(cards)
        told.append([one.kind for one in watcher.eye.warnings])
    assert told == [["covered"], []]
    assert "side by side" in Complaint("covered").sentence("en")
    assert len({Complaint("covered").sentence(language) for language in ("en", "it", "es", "de")}) == 4


def test_byzanz_cards_over_each_other_are_read_as_far_as_they_show():
    mat = load_mat(families={"draw": "byzanz"})
    cards = [LaidCard("byzanz", face, x, 130, 1) for face, x in (("card:CL1", 110), ("card:WO2", 152))]
    objects = Watcher(a_scene(), mat=mat).watch(cards).seen["mat/draw"].objects
    assert [seen.best for seen in objects] == ["card:CL1", "card:WO2"]


def test_a_print_is_compared_by_what_of_it_can_be_seen():
    chance = np.random.default_rng(5)
    prints = [chance.normal(0, 1, (12, 20)).astype(np.float32) for _ in range(3)]
    crop = prints[1].copy()
    crop[:, 9:] = prints[2][:, 9:] * 3
    seen = np.zeros((12, 20), bool)
    seen[:, :9] = True
    stencil = Stencil("abc", prints, reach=0)
    assert stencil.likenesses(crop).argmax() == 2
    assert stencil.likenesses(crop, seen).argmax() == 1
    assert stencil.likenesses(crop, seen)[1] == pytest.approx(1, abs=1e-3)
