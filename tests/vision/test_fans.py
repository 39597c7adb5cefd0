"""Cards that lie as a fan are read by the corners that show; where those do not explain all, it is asked."""

from collections import Counter

import cv2
import numpy as np
import pytest

from testkit.scenes.foreign import dealt
from testkit.scenes.mat import Watcher
from tools.measure.fans import corners as outline
from tools.measure.fans import outcomes
from tools.measure.owned import MAT, enrolled
from vision.cards.corners import CornerReader
from vision.cards.read import SCALE
from vision.drawn.laid import LaidCard
from vision.drawn.scene import Scene
from vision.drawn.weather import Weather
from vision.layouts.layout import LayoutError, load_layout
from vision.picture import turned
from vision.printing.cards import art

FACES = ["card:CL1", "card:ME", "card:WO3", "card:SP2", "card:GR4", "card:OL1", "card:WI2"]
GROUND = (51, 39, 32)
MISTAKEN = [
    # half of a sign is seen, in each picture alike: doubts do not add up to certainty
    ("poor", 758, "set", [("ME", 485.1, 94.0, 10.9), ("WO1", 477.2, 93.2, 180.9), ("SP4", 470.1, 93.6, 172.0)]),
    # what is asked about lies elsewhere from picture to picture, beside cards that are read
    ("nasty", 422, "set", [("GR1", 510.6, 95.1, 164.6), ("WO1", 496.5, 96.7, 362.3), ("ME", 482.8, 94.0, 199.9)]),
    # the card in the middle shows no corner that can be read, and no paper beside the two others
    ("nasty", 667, "set", [("SP3", 537.7, 94.0, 155.0), ("ME", 523.2, 98.0, 173.8), ("CL1", 509.4, 97.4, 191.1)]),
    # a wrong face is no more than likely in each picture, and no surer in many
    (
        *("poor", 104, "bid"),
        [
            *(("WI1", 197.1, 199.0, 155.1), ("ME", 207.5, 195.1, -15.5), ("GR4", 216.8, 193.2, -7.5)),
            *(("OL1", 229.0, 192.7, 182.8), ("WI4", 240.4, 194.2, 12.4), ("WO3", 250.6, 197.3, 21.4)),
        ],
    ),
    # something is unread in each picture, each time somewhere else, where other pictures show what is surely read
    (
        *("nasty", 159, "bid"),
        [
            *(("WO2", 238.4, 198.6, 153.0), ("CL1", 247.2, 195.2, 164.8), ("WO1", 257.2, 193.6, -2.6)),
            *(("WI2", 267.6, 194.3, 10.4), ("ME", 277.9, 197.5, 24.0)),
        ],
    ),
]
"""Weather, seed, field, and each card's face, middle and turn."""


def fan(faces, step, beneath=40.0, middle=(248.0, 198.0), far=0):
    """Cards about a point `beneath` mm below their lower edges, the uppermost last."""
    cards = []
    for number, face in enumerate(faces):
        angle = step * (number - (len(faces) - 1) / 2) + far
        ((x, y),) = turned(np.array([(0.0, -46 - beneath)]), 0, 0, angle)
        cards.append((face, float(x), float(y), angle))
    off = np.mean([outline(LaidCard("byzanz", *card)) for card in cards], axis=(0, 1))
    return [
        LaidCard("byzanz", face, x + middle[0] - off[0], y + middle[1] - off[1], turn) for face, x, y, turn in cards
    ]


def read(cards, weather="kind", **knowing):
    watcher = Watcher(Scene(MAT, Weather.named(weather), 4), MAT, **knowing).watch(cards)
    return watcher.seen["mat/bid"].objects


def sure(objects):
    return Counter(seen.best for seen in objects if seen.share >= 0.9 and not seen.best.endswith("?"))


def doubted(objects):
    return [seen for seen in objects if seen.share < 0.9 or seen.best.endswith("?")]


# --- whole fans ---


@pytest.mark.one_in(8)
@pytest.mark.parametrize("way", [1, -1], ids=["to the right", "to the left"])
@pytest.mark.parametrize("far", [0, 180], ids=["near side", "far side"])
@pytest.mark.parametrize(("many", "step"), [(3, 20), (6, 11), pytest.param(5, 13, marks=pytest.mark.slow)])
def test_a_fan_is_read_whichever_way_its_cards_lie_over_each_other(many, step, way, far):
    objects = read(fan(FACES[:many], way * step, far=far))
    assert (sure(objects), doubted(objects)) == (Counter(FACES[:many]), [])


def test_cards_of_one_face_are_counted_apart():
    objects = read(fan(["card:CL1", "card:CL1", "card:ME", "card:ME"], 14))
    assert (sure(objects), doubted(objects)) == (Counter({"card:CL1": 2, "card:ME": 2}), [])


@pytest.mark.slow
def test_the_corners_told_are_those_of_the_cards():
    laid = fan(FACES[:4], 14)
    watcher = Watcher(Scene(MAT, Weather.named("kind"), 4), MAT).watch(laid)
    seen = {one.best: np.array(one.corners) for one in watcher.seen["mat/bid"].objects}
    for card in laid:
        due, found = outline(card), watcher.eye.pose.to_mat(seen[card.face])
        assert np.abs(due[:, None] - found[None]).max(axis=2).min(axis=1).max() < 2.5


# --- what is not seen is not told ---


@pytest.mark.parametrize("step", [3, -3])
def test_a_fan_too_narrow_to_be_read_is_asked(step):
    objects = read(fan(FACES[:5], step))
    assert sure(objects) <= Counter(FACES[:5])
    assert doubted(objects)


def test_a_card_face_down_among_them_is_asked():
    cards = fan(FACES[:4], 15)
    back = LaidCard("byzanz", "back", cards[1].x, cards[1].y, cards[1].angle)
    objects = read([cards[0], back, *cards[2:]])
    assert sure(objects) <= Counter(FACES[:4])
    assert doubted(objects)


def test_a_card_whose_corners_are_all_covered_is_not_passed_over():
    """It lies across two others, its ends below two more: of it the middle alone shows."""
    x, y = 248.0, 198.0
    under = LaidCard("byzanz", "card:SP4", x, y, 90)
    over = [LaidCard("byzanz", "card:CL1", x - 45, y, 0), LaidCard("byzanz", "card:WO3", x + 45, y, 0)]
    objects = read([under, *over])
    assert sure(objects) == Counter(["card:SP4", "card:CL1", "card:WO3"]) or doubted(objects)


@pytest.mark.one_in(5)
@pytest.mark.parametrize(
    ("weather", "seed", "field", "laid"),
    MISTAKEN,
    ids=["half a sign", "a doubt that moves", "no corner", "likely", "unread"],
)
def test_a_fan_that_was_surely_mistaken_is_read_or_asked(weather, seed, field, laid):
    cards = [LaidCard("byzanz", f"card:{face}", *place) for face, *place in laid]
    watcher = Watcher(Scene(MAT, Weather.named(weather), seed), MAT).watch(cards, 8)
    objects, due = watcher.seen[f"mat/{field}"].objects, Counter(card.face for card in cards)
    assert sure(objects) <= due
    assert doubted(objects) or sure(objects) == due


@pytest.mark.slow
def test_a_deck_that_was_enrolled_is_never_read_surely_as_fewer_cards():
    with dealt():
        objects = read(fan(FACES[:5], 11), decks=enrolled())
    assert sure(objects) <= Counter(FACES[:5])
    assert doubted(objects)


@pytest.mark.slow
@pytest.mark.parametrize("weather", ["kind", "nasty"])
def test_a_few_fans_hold_no_sure_mistake(weather):
    found = Counter(outcomes(weather, 2))
    assert found["wrong"] == found["silent"] == 0
    assert found["asked"] + found["right"] >= 2


# --- corners ---


def on_ground(face, turn, cover=None):
    """A card at SCALE turned about its middle, on the dark ground, and where the disc of its top left corner lies."""
    drawn = art("byzanz", face, SCALE).copy()
    high, wide = drawn.shape[:2]
    matrix = cv2.getRotationMatrix2D(((wide - 1) / 2, (high - 1) / 2), -turn, 1.0)
    matrix[:, 2] += 60, 40
    if cover is not None:
        drawn[:, cover] = (245, 252, 255)
    picture = cv2.warpAffine(drawn, matrix, (wide + 120, high + 80), borderValue=GROUND)
    ((at,),) = cv2.transform(np.array([[(18.5, 18.5)]]), matrix)
    return picture, at


@pytest.mark.one_in(3)
@pytest.mark.parametrize("turn", [0, 33, 90, 158, 247, 301])
@pytest.mark.parametrize("face", ["card:OL3", "card:ME"])
def test_all_four_corners_of_a_card_are_found_however_it_lies(face, turn):
    picture, at = on_ground(face, turn)
    found = [one for one in CornerReader("byzanz").read(picture) if one.share >= 0.9]
    assert [one.face for one in found] == [face] * 4
    own = min(found, key=lambda one: np.abs(one.at - at).max())
    assert np.abs(own.at - at).max() < 1.5
    assert abs((own.turn - turn + 180) % 360 - 180) < 2


def test_a_corner_is_read_of_which_a_third_is_covered():
    picture, at = on_ground("card:GR2", 12, cover=slice(22, None))
    found = [one for one in CornerReader("byzanz").read(picture) if one.share >= 0.9]
    assert {one.face for one in found} == {"card:GR2"}
    assert min(np.abs(one.at - at).max() for one in found) < 2.5


def test_of_a_card_without_corners_none_can_be_read():
    assert "sign" not in {region.name for region in load_layout("offer").regions}
    with pytest.raises(LayoutError, match="offer"):
        CornerReader("offer")
