"""Outlines that are nearly a card's are moved onto it; where there is none, nothing comes of it."""

import cv2
import numpy as np

from testkit.scenes.laid import table
from tools.measure.sets import union_share
from vision.photo.blobs import Blobs
from vision.photo.found import Points
from vision.photo.judge import Reduced, reduced
from vision.photo.net import shipped
from vision.photo.quads import area, clockwise
from vision.photo.recover import of_size, recovered, starts
from vision.photo.refine import climbed, heights, moves
from vision.photo.regions import Region, judged
from vision.photo.white_balance import balanced

JUDGE = shipped("judge")
LAID = table("apart", "wood", 0)
SEEN = reduced(balanced(LAID.image))


def astray(card: Points, share: float = 0.18) -> Points:
    """A card's outline with one side too far in and another too far out, in shares of the root of its area."""
    corners, by = clockwise(card).copy(), share * np.sqrt(area(card))
    along = (corners[1] - corners[0]) / np.linalg.norm(corners[1] - corners[0])
    corners[[0, 3]] += by * along
    corners[[2, 3]] += 0.7 * by * np.array([-along[1], along[0]])
    return np.asarray(corners, np.float32)


def ground(blob: Points) -> Blobs:
    """Maps of the drawn table in which one outline is card."""
    h, w = LAID.image.shape[0] // 8, LAID.image.shape[1] // 8
    filled = np.asarray(cv2.fillPoly(np.zeros((h, w), np.uint8), [np.round(blob / 8).astype(np.int32)], 1), np.uint8)
    share = filled.astype(np.float32)
    return Blobs(share, share, filled, 8.0)


def test_an_outline_that_is_astray_is_moved_onto_the_card() -> None:
    before = [union_share(one, astray(one)) for one in LAID.cards]
    after = [union_share(one, climbed(SEEN, astray(one), JUDGE)[0]) for one in LAID.cards]
    assert max(before) < 0.8
    assert np.median(after) > 0.93


def test_no_step_makes_the_judge_less_sure() -> None:
    for card in LAID.cards:
        start = astray(card)
        _, top = climbed(SEEN, start, JUDGE)
        assert top >= heights(SEEN, [start], JUDGE)[0]


def test_a_side_moves_turns_and_the_whole_moves_by_the_step() -> None:
    square = np.array([[0, 0], [100, 0], [100, 100], [0, 100]], np.float32)
    ways = moves(square, 0.1)
    assert ways.shape == (20, 4, 2)
    assert np.abs(ways).max() == np.float32(10)
    assert np.abs(ways[16:] - ways[16:, :1]).max() == 0
    assert np.abs(ways[:16].sum(axis=0)).max() < 1e-4


def test_crossed_corners_are_never_chosen() -> None:
    twisted = LAID.cards[0][[0, 2, 1, 3]].astype(np.float32)
    assert heights(SEEN, [twisted], JUDGE)[0] == -np.inf


def test_what_every_outline_missed_by_little_is_found() -> None:
    lab = np.asarray(cv2.cvtColor(LAID.image, cv2.COLOR_BGR2LAB), np.uint8)
    hits = 0
    for card in LAID.cards:
        missed = judged(SEEN, [Region(astray(card), 0.0, 0.0)], JUDGE)
        moved = recovered(SEEN, lab, missed, ground(card), JUDGE)
        hits += any(union_share(card, one.corners) > 0.9 for one in moved)
    assert hits >= 0.7 * len(LAID.cards)


def test_outlines_of_bare_table_come_to_nothing() -> None:
    bare = np.random.default_rng(3).normal((70, 110, 150), 6, (720, 1280, 3)).clip(0, 255).astype(np.uint8)
    seen, lab = reduced(bare), np.asarray(cv2.cvtColor(bare, cv2.COLOR_BGR2LAB), np.uint8)
    boxes = [np.array([[x, 200], [x + 120, 200], [x + 120, 370], [x, 370]], np.float32) for x in (100, 400, 800)]
    regions = judged(seen, [Region(one, 0.0, 0.0) for one in boxes], JUDGE)
    assert not recovered(seen, lab, regions, ground(np.array([[0, 0], [1280, 0], [1280, 720], [0, 720]])), JUDGE)


def test_only_what_no_known_card_explains_is_looked_at() -> None:
    card, other = LAID.cards[:2]
    lying = [Region(astray(one), 0.4, 0.0, area(one)) for one in (card, other)]
    assert not starts(SEEN, lying, [card], ground(card))
    assert len(starts(SEEN, lying, [], ground(card))) == 1
    assert not starts(Reduced(SEEN.image, 0.01), lying, [], ground(card))


def test_a_moved_outline_has_the_size_of_the_card_beside_it() -> None:
    card, small = LAID.cards[0], LAID.cards[0] * np.float32(0.5) + np.float32(2000)
    assert of_size(card, [])
    assert of_size(card * np.float32(1.2), [card, small])
    assert not of_size(card * np.float32(0.5), [card, small])
