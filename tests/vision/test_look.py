"""`companion look` says what a photo shows in one form, whatever it looks for."""

from itertools import product

import cv2
import numpy as np
import pytest

from testkit.scenes.laid import table
from testkit.scenes.mat import MAT, a_scene, contracts, cubes
from tests.vision import rolled
from vision.camera.load import load_picture
from vision.drawn.laid import LaidCard
from vision.layouts.layout import printed_places
from vision.look import crop, look
from vision.printing.cards import art

FACES = ["contract:GB.7.112", "contract:P.5.-12", "contract:RK.14.122"]


@pytest.fixture(scope="module")
def photo(tmp_path_factory):
    scene = a_scene()
    scene.lay([*contracts(FACES), *cubes("goods-1", "GBRKY")])
    path = tmp_path_factory.mktemp("photo") / "table.png"
    cv2.imwrite(str(path), scene.frame())
    return path


def test_cards_on_our_mat_are_read_with_all_their_values(photo):
    found = look(photo, "cards")
    assert [card["reading"]["face"] for card in found["cards"]] == FACES
    assert found["cards"][0]["reading"]["gold"] == "7"
    assert (found["width"], found["height"], found["ms"] > 0) == (1280, 720, True)


def test_corners_are_in_pixels_of_the_photo(photo):
    scene, laid = a_scene(), contracts(FACES)
    for card, piece in zip(look(photo, "cards")["cards"], laid, strict=True):
        middle = np.mean(card["corners"], axis=0)
        assert np.abs(middle - scene.lens.to_pixels([(piece.x, piece.y)])[0]).max() < 2


def test_markers_come_with_their_ids_and_corners(photo):
    found = look(photo, "markers", family="5X5_50")["markers"]
    assert [m["id"] for m in found] == [0, 1, 2, 3]
    assert all(np.shape(m["corners"]) == (4, 2) for m in found)


def test_the_overlay_is_the_photo_with_marks_on_it(photo, tmp_path):
    look(photo, "cards", overlay=tmp_path / "seen.png")
    drawn, plain = cv2.imread(str(tmp_path / "seen.png")), cv2.imread(str(photo))
    assert drawn.shape == plain.shape
    assert (drawn != plain).any()


@pytest.mark.parametrize(("what", "layout", "words"), [("birds", None, "'birds'"), ("cards", "tarot", "'tarot'")])
def test_what_cannot_be_looked_for_is_named(photo, what, layout, words):
    with pytest.raises(ValueError, match=words):
        look(photo, what, layout=layout)


def test_an_unknown_marker_dictionary_is_named(photo):
    with pytest.raises(ValueError, match="'9X9'"):
        look(photo, "markers", family="9X9")


def test_cubes_come_with_what_else_they_may_be_and_how_sure_each_count_is(photo):
    found = look(photo, "cubes")["cubes"]
    counted = {"yellow", "black", "red", "blue", "green"}
    assert set(found) == counted | {"items", "others", "uncertainty"}
    assert sum(found[colour] for colour in counted) == len(found["items"]) > 0
    assert all(item["runner_up"] != item["colour"] and len(item["crop"]) == 4 for item in found["items"])
    assert all(0 <= one["low"] <= one["high"] for one in found["uncertainty"].values())


def test_every_card_says_what_else_it_may_be(photo):
    readings = [card["reading"] for card in look(photo, "cards")["cards"]]
    assert len(readings) == len(FACES)
    assert all(r["runner_up"].startswith("contract:") and r["runner_up"] != r["face"] for r in readings)


def test_contracts_off_the_mat_and_cards_of_a_set_say_what_else_they_may_be(tmp_path):
    scene = a_scene()
    scene.lay([*contracts(FACES[:1]), *(LaidCard("contract", "back", x, y) for x, y in MAT.corners)])
    cv2.imwrite(str(tmp_path / "card.png"), scene.frame())
    contract = look(tmp_path / "card.png", "cards", layout="contract")["cards"][0]["reading"]
    assert contract["face"] != contract["runner_up"]
    shown = look(tmp_path / "card.png", "cards", layout="set")["cards"][0]["reading"]
    assert all(other != str(shown[name]) for name, other in shown["runner_up"].items())


def test_every_reading_gives_the_part_of_the_photo_it_was_read_from(photo):
    picture = load_picture(photo)
    cards, markers = look(photo, "cards")["cards"], look(photo, "markers")["markers"]
    items = [*cards, *markers, *look(photo, "cubes")["cubes"]["items"]]
    assert min(min(crop(picture, item).shape[:2]) for item in items) > 8
    first = cv2.resize(crop(picture, cards[0]), (88, 126))
    assert cv2.matchTemplate(first, art("contract", FACES[0], 2.0), cv2.TM_CCOEFF_NORMED)[0, 0] > 0.8


def test_a_die_gives_its_part_of_the_photo_and_what_else_it_may_show(tmp_path):
    picture = rolled.table()
    rolled.put(picture, 20, 200, 5)
    cv2.imwrite(str(tmp_path / "dice.png"), picture)
    (die,) = look(tmp_path / "dice.png", "dice")["dice"]
    assert die["pips"] == 5 != die["runner_up"]
    assert crop(picture, die).std() > 20


def test_an_unknown_market_card_is_read_cell_by_cell_and_its_regions_are_drawn(tmp_path):
    scene = a_scene()
    scene.lay([LaidCard("market", "market-portus", *MAT.slots("market", 1)[0])])
    cv2.imwrite(str(tmp_path / "table.png"), scene.frame())
    card = look(tmp_path / "table.png", "cards", layout="market", overlay=tmp_path / "seen.png")["cards"][0]
    assert card["reading"]["table"]["G"] == {"limit": "3", "buy": "1", "sell": "1", "cubes": "", "fame": ""}
    blue = cv2.inRange(cv2.imread(str(tmp_path / "seen.png")), (200, 120, 0), (255, 190, 80))
    assert cv2.countNonZero(blue) > 500


@pytest.mark.parametrize("name", ["contract", "market"])
def test_every_place_of_a_layout_lies_on_its_card(name):
    (wide, high), places = printed_places(name)
    assert len(places) >= 6
    assert all(0 <= x0 < x1 <= wide and 0 <= y0 < y1 <= high for x0, y0, x1, y1 in places.values())


@pytest.mark.slow
def test_of_cards_a_third_under_another_many_say_how_much_is_hidden_and_hardly_one_wrongly(tmp_path):
    said, known = [], 0
    for ground, seed in product(("cloth", "white"), range(6)):
        laid = table("overlapping by a third", ground, seed)
        cv2.imwrite(str(tmp_path / "x.png"), laid.image)
        said += [card["hidden"] for card in look(tmp_path / "x.png", "cards")["cards"] if "hidden" in card]
        known += len(laid.cards) - 1
    right = sum(0.2 < share < 0.4 for share in said)
    assert right >= 0.4 * known
    assert right >= 0.9 * len(said)
