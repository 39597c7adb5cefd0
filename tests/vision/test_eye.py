"""What the eye says of a table, and when it keeps silent."""

import cv2
import pytest

from testkit.scenes.mat import MAT, Watcher, a_scene, contracts, cubes, tally
from vision.drawn.laid import Hand, LaidCard
from vision.printing.cards import art

FACES = ["contract:GB.7.112", "contract:P.5.-12", "contract:RK.14.122", "contract:Y.10.111", "contract:KK.12.111"]


@pytest.mark.parametrize("weather", ["kind", "fair"])
def test_every_contract_on_the_mat_is_read_in_the_order_it_lies(weather):
    assert Watcher(a_scene(weather)).watch(contracts(FACES)).faces() == FACES


def test_a_contract_lying_upside_down_is_read():
    laid = contracts(FACES[:1])[0]
    turned = LaidCard(laid.family, laid.face, laid.x, laid.y, laid.angle + 180)
    assert Watcher(a_scene()).watch([turned]).faces() == FACES[:1]


def test_an_empty_mat_is_reported_once_for_each_zone():
    watcher = Watcher(a_scene()).watch([], frames=12)
    assert sorted(s.zone for s in watcher.put) == [
        "market/current",
        *sorted(["mat/draw", *(f"mat/goods-{n}" for n in range(1, 6))]),
    ]
    assert watcher.faces() == []


@pytest.mark.parametrize("weather", ["kind", "fair"])
def test_cubes_are_counted_by_colour(weather):
    colours = "GGGBBRKKKKYY"
    assert Watcher(a_scene(weather)).watch(cubes("goods-2", colours)).seen["mat/goods-2"].tally == tally(colours)


@pytest.mark.parametrize("face", ["market-forum", "market-portus", "market-domus"])
def test_the_market_card_is_distinguished_from_the_others(face):
    card = LaidCard("market", face, *Watcher(a_scene()).eye.mat.slots("market", 1)[0], 3)
    assert Watcher(a_scene()).watch([card]).faces("market/current") == [face]


def test_nothing_is_reported_again_while_nothing_changes():
    watcher = Watcher(a_scene()).watch(contracts(FACES))
    before, reads = len(watcher.put), watcher.eye.full_reads
    watcher.watch(frames=30)
    assert (len(watcher.put), watcher.eye.full_reads) == (before, reads)


def test_only_the_zone_that_changed_is_reported():
    watcher = Watcher(a_scene()).watch(contracts(FACES))
    watcher.put.clear()
    watcher.watch([*contracts(FACES), *cubes("goods-3", "GG")])
    assert [s.zone for s in watcher.put] == ["mat/goods-3"]


def test_a_hand_over_the_cards_hides_them_and_changes_nothing():
    watcher = Watcher(a_scene()).watch(contracts(FACES))
    watcher.put.clear()
    watcher.watch([*contracts(FACES), Hand(200, 140)])
    assert not [s for s in watcher.put if s.zone == "mat/draw"]


def test_while_a_hand_rests_nothing_is_read_again_and_again():
    watcher = Watcher(a_scene()).watch(contracts(FACES))
    watcher.watch([*contracts(FACES), Hand(200, 140)], frames=6)
    before = watcher.eye.full_reads
    watcher.watch(frames=20)
    assert (watcher.eye.state, watcher.eye.full_reads) == ("hand", before)


def test_a_hand_that_was_there_from_the_start_does_not_blind_the_eye():
    watcher = Watcher(a_scene()).watch([*contracts(FACES), Hand(200, 140)])
    assert watcher.watch(contracts(FACES), frames=60).faces() == FACES


def test_a_card_taken_away_is_noticed():
    assert Watcher(a_scene()).watch(contracts(FACES)).watch(contracts(FACES[:3])).faces() == FACES[:3]


def test_a_bumped_camera_is_found_again_and_nothing_new_is_reported():
    watcher = Watcher(a_scene("kind")).watch(contracts(FACES))
    watcher.scene = a_scene("fair")
    watcher.put.clear()
    watcher.watch(contracts(FACES), frames=10)
    assert watcher.faces() == FACES
    assert not watcher.put


def test_without_a_mat_the_eye_says_so_and_nothing_else():
    import numpy as np

    watcher = Watcher(a_scene())
    for n in range(6):
        watcher.eye.look(np.full((720, 1280, 3), 90, np.uint8), n / 10)
    assert (watcher.eye.state, watcher.put) == ("no mat", [])


def test_a_mat_without_markers_is_read_after_four_taps():
    watcher = Watcher(a_scene())
    corners = watcher.scene.lens.to_pixels([(0, 0), (640, 0), (640, 360), (0, 360)])
    hidden = [LaidCard("contract", "back", x, y) for x, y in MAT.corners]
    assert watcher.watch([*contracts(FACES), *hidden]).eye.state == "no mat"
    watcher.eye.place_by_hand(corners, (1280, 720))
    assert watcher.watch().faces() == FACES


def test_a_zone_that_was_forgotten_is_reported_again():
    watcher = Watcher(a_scene()).watch(contracts(FACES))
    watcher.put.clear()
    watcher.eye.forget("mat/draw")
    watcher.watch()
    assert [s.zone for s in watcher.put] == ["mat/draw"]


def test_marks_outline_what_was_read():
    watcher = Watcher(a_scene()).watch(contracts(FACES[:1]))
    mark = next(m for m in watcher.eye.marks if m.zone == "mat/draw")
    laid = contracts(FACES[:1])[0]
    (x, y), middle = (
        watcher.scene.lens.to_pixels([[laid.x, laid.y]])[0],
        [sum(c) / 4 for c in zip(*mark.corners, strict=True)],
    )
    assert abs(middle[0] - x) + abs(middle[1] - y) < 4


def test_a_list_of_faces_settles_what_the_picture_leaves_open():
    listed = [*FACES, "contract:G.4.112"]
    watcher = Watcher(a_scene("poor"), families={"contract": listed}).watch(contracts(FACES), frames=14)
    assert watcher.faces() == FACES


def test_a_reading_gives_the_crop_it_was_read_from():
    watcher = Watcher(a_scene()).watch(contracts(FACES))
    first = watcher.seen["mat/draw"].objects[0]
    crop = watcher.eye.crop(first.corners)
    high, wide = crop.shape[:2]
    assert abs(high / wide - 63 / 44) < 0.1
    drawn = cv2.resize(art("contract", FACES[0], 2.0), (wide, high))
    assert cv2.matchTemplate(crop, drawn, cv2.TM_CCOEFF_NORMED)[0, 0] > 0.8


def test_a_zone_gives_its_crop_by_the_name_it_says():
    watcher = Watcher(a_scene())
    assert watcher.eye.crop("mat/draw") is None
    assert watcher.watch([]).eye.crop("mat/goods-1").shape == (210, 290, 3)
    with pytest.raises(KeyError, match="mat/nowhere"):
        watcher.eye.crop("mat/nowhere")
