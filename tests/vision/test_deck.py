"""Byzanz and offer cards are read by their layouts, on the mat and off it."""

from itertools import pairwise

import cv2
import numpy as np
import pytest

from engine.byzanz.cards import PRINTED
from engine.byzanz.setup import Setup, box
from engine.byzanz.zones import BOX
from testkit.scenes.mat import MAT, Watcher, a_scene
from vision.cards.deck import DeckReader
from vision.cards.read import REACH, SCALE
from vision.drawn.laid import LaidCard
from vision.layouts.layout import LayoutError, load_layout, printed_places
from vision.look import look
from vision.mat.mat import MatError, load_mat
from vision.printing.cards import art

HAND = ["card:CL1", "card:WO2", "card:GR3", "card:OL4", "card:SP1", "card:WI2"]


def laid(layout, faces, turn=0.0):
    left, top, _, _ = MAT.zones["draw"].box
    return [LaidCard(layout, face, left + 40 + 68 * n, top + 84, 4 * (-1) ** n + turn) for n, face in enumerate(faces)]


def looked(tmp_path, layout, faces, weather="kind", turn=0.0):
    scene = a_scene(weather)
    scene.lay(laid(layout, faces, turn))
    cv2.imwrite(str(tmp_path / "x.png"), scene.frame())
    return look(tmp_path / "x.png", "cards", layout=layout)["cards"]


def straight(layout, face):
    drawn = art(layout, face, SCALE)
    return cv2.copyMakeBorder(drawn, *[REACH] * 4, cv2.BORDER_CONSTANT, value=(40, 30, 46))


def test_the_layout_lists_the_faces_of_the_box():
    assert set(load_layout("byzanz").faces) == set(PRINTED)


@pytest.mark.parametrize("layout", ["byzanz", "offer"])
def test_every_face_is_distinguished_from_all_others_either_way_up(layout):
    reader = DeckReader(layout)
    for face in reader.layout.faces:
        for card in (straight(layout, face), cv2.rotate(straight(layout, face), cv2.ROTATE_180)):
            guesses, fit = reader.read(card)
            assert (guesses[0].value, guesses[0].share > 0.97, fit > 0.8) == (face, True, True)


@pytest.mark.parametrize("weather", ["kind", "fair", "poor"])
def test_goods_and_values_are_read_on_the_mat(tmp_path, weather):
    cards = looked(tmp_path, "byzanz", HAND, weather)
    assert [card["reading"]["face"] for card in cards] == HAND
    assert (cards[2]["reading"]["good"], cards[2]["reading"]["value"]) == ("GR", "3")
    assert all(card["reading"]["runner_up"] != card["reading"]["face"] for card in cards)


def test_a_merchant_bears_no_value_and_may_lie_upside_down(tmp_path):
    (card,) = looked(tmp_path, "byzanz", ["card:ME"], turn=180.0)
    assert (card["reading"]["face"], card["reading"]["value"]) == ("card:ME", "")


def test_offer_cards_are_read_on_the_mat(tmp_path):
    faces = [f"offer-{n}" for n in range(1, 7)]
    assert [card["reading"]["face"] for card in looked(tmp_path, "offer", faces)] == faces


def test_a_card_lying_face_down_is_not_read(tmp_path):
    assert [card["reading"]["face"] for card in looked(tmp_path, "offer", ["back"])] in ([], ["offer-?"])


def test_noise_is_no_card():
    noise = np.random.default_rng(1).integers(0, 255, straight("byzanz", "card:ME").shape, dtype=np.uint8)
    assert DeckReader("byzanz").read(noise)[1] < 0.45


def test_a_layout_without_faces_is_named():
    with pytest.raises(ValueError, match="'contract'"):
        DeckReader("contract")


def test_a_merchant_with_two_letters_too_many_is_no_face():
    with pytest.raises(LayoutError, match="'card:MER7'"):
        load_layout("byzanz").values("card:MER7")


@pytest.mark.parametrize("name", ["byzanz", "offer"])
def test_every_region_of_a_deck_lies_on_its_card(name):
    (wide, high), places = printed_places(name)
    assert all(0 <= x0 < x1 <= wide and 0 <= y0 < y1 <= high for x0, y0, x1, y1 in places.values())


def seen_live(layout, faces, weather, **families):
    mat = load_mat(families={"draw": layout})
    watcher = Watcher(a_scene(weather), mat=mat, families=families).watch(laid(layout, faces))
    return watcher.seen["mat/draw"].objects, watcher.eye.marks


@pytest.mark.parametrize("weather", ["kind", "fair", "poor"])
def test_the_live_eye_reads_byzanz_cards_in_the_names_of_the_game(weather):
    objects, _ = seen_live("byzanz", HAND, weather)
    assert [seen.best for seen in objects] == HAND
    assert set(HAND) <= set(PRINTED)
    assert min(seen.share for seen in objects) > 0.9


@pytest.mark.parametrize("weather", ["fair", "poor"])
def test_the_live_eye_reads_offer_cards_in_the_names_of_the_game(weather):
    held = box(Setup(("red", "blue", "green"), ("", "", ""), "red")).table[BOX]
    objects, _ = seen_live("offer", [f"offer-{n}" for n in (3, 1, 6)], weather)
    assert [seen.best for seen in objects] == ["offer-3", "offer-1", "offer-6"]
    assert all(seen.best in held for seen in objects)


def test_only_the_faces_of_this_game_are_guessed():
    few = ["card:CL1", "card:CL2"]
    objects, _ = seen_live("byzanz", ["card:CL1", "card:CL2"], "fair", byzanz=few)
    assert {guess.value for seen in objects for guess in seen.guesses if guess.share > 0} <= {*few, "card:?"}


def test_a_face_the_deck_does_not_hold_is_named():
    with pytest.raises(ValueError, match="'card:ZZ9'"):
        DeckReader("byzanz", ["card:CL1", "card:ZZ9"])


@pytest.mark.parametrize(("zone", "family"), [("goods-1", "byzanz"), ("nowhere", "byzanz"), ("draw", "tarot")])
def test_a_mat_without_such_a_zone_or_family_says_so(zone, family):
    with pytest.raises(MatError, match=f"'{family if zone == 'draw' else zone}'"):
        load_mat(families={zone: family})


def test_a_mat_shows_as_many_large_cards_as_lie_side_by_side():
    mat = load_mat(families={"draw": "byzanz"})
    places = mat.slots("draw", 6)
    assert all(b[0] - a[0] > 60 for a, b in pairwise(places))
    assert mat.zones["market"] == MAT.zones["market"]


def test_every_card_of_a_deck_has_a_runner_up():
    _, marks = seen_live("byzanz", HAND, "poor")
    cards = [mark for mark in marks if mark.zone == "mat/draw"]
    assert len(cards) == len(HAND)
    assert all(mark.second < mark.share and mark.runner_up != mark.label for mark in cards)
