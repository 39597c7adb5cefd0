"""Cards that lie as a fan are counted and read by their wedges; what a wedge leaves open is asked."""

from collections import Counter

import cv2
import numpy as np
import pytest

from testkit.scenes.foreign import dealt
from testkit.scenes.mat import Watcher
from tools.measure.fans import corners, outcomes
from tools.measure.owned import MAT, enrolled
from vision.cards.fans import fanned, heaps
from vision.drawn.scene import LaidCard, Scene
from vision.drawn.weather import Weather
from vision.picture import turned

SIZE = 118.0, 184.0
ROUND = 6.0
FACES = ["card:CL1", "card:ME", "card:WO3", "card:SP2", "card:GR4", "card:OL1", "card:WI2"]
READABLE = ["card:CL1", "card:WO3", "card:SP2", "card:GR4"]


def fan(faces, step, beneath=40.0, middle=(248.0, 198.0), turn=0.0):
    """Cards about a point `beneath` mm below their lower edges, the uppermost last."""
    cards = []
    for number, face in enumerate(faces):
        angle = step * (number - (len(faces) - 1) / 2) + turn
        ((x, y),) = turned(np.array([(0.0, -46 - beneath)]), middle[0], middle[1] + 46 + beneath, angle)
        cards.append(LaidCard("byzanz", face, float(x), float(y), angle))
    return cards


def read(cards, weather="kind", **knowing):
    watcher = Watcher(Scene(MAT, Weather.named(weather), 4), MAT, **knowing).watch(cards)
    return watcher.seen["mat/bid"].objects


def sure(objects):
    return Counter(seen.best for seen in objects if seen.share >= 0.9 and not seen.best.endswith("?"))


def paper(cards):
    """The outline of cards with round corners, px."""
    patch, brush = np.zeros((300, 1000), np.uint8), cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (13, 13))
    for card in cards:
        one = cv2.fillPoly(np.zeros_like(patch), [np.round(corners(card) * 2 - (0, 250)).astype(np.int32)], 255)
        patch |= cv2.morphologyEx(one, cv2.MORPH_OPEN, brush)
    return patch


@pytest.mark.parametrize("way", [1, -1], ids=["to the right", "to the left"])
@pytest.mark.parametrize("far", [0, 180], ids=["near side", "far side"])
@pytest.mark.parametrize(("many", "step"), [(3, 20), (5, 10), (7, 9)])
def test_a_fan_is_parted_into_its_cards_from_left_to_right(many, step, way, far):
    cards = fan(FACES[:many], way * step, beneath=20, turn=far)
    if far:
        cards = [LaidCard(c.family, c.face, c.x, c.y - 132, c.angle) for c in cards]
    (patch,) = heaps(paper(cards), SIZE)
    found = fanned(patch, SIZE, ROUND)
    assert len(found.cards) == many
    middles = [quad.mean(axis=0) / 2 for quad in found.cards]
    assert (
        max(
            np.abs(at + np.array([-card.x, 125 - card.y])).max() for at, card in zip(middles, cards[::way], strict=True)
        )
        < 2
    )


def test_a_fan_whose_indices_are_seen_is_read():
    assert sure(read(fan(READABLE, 18))) == Counter(READABLE)


@pytest.mark.parametrize("step", [8, -12])
def test_of_a_narrow_fan_the_number_is_right_and_the_faces_are_asked(step):
    objects = read(fan(FACES[:5], step, beneath=0))
    assert len(objects) == 5
    assert sure(objects) <= Counter(FACES[:5])
    assert sum(seen.best == "card:?" for seen in objects) >= 3


def test_a_deck_that_was_enrolled_is_never_read_surely_as_fewer_cards():
    with dealt():
        objects = read(fan(FACES[:5], 11), decks=enrolled())
    assert sure(objects) <= Counter(FACES[:5])
    assert any(seen.best == "card:?" for seen in objects)


@pytest.mark.parametrize("weather", ["kind", "nasty"])
def test_a_few_fans_hold_no_sure_mistake(weather):
    found = Counter(outcomes(weather, 2))
    assert found["wrong"] == found["silent"] == 0
    assert found["asked"] + found["right"] >= 2
